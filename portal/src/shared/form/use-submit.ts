/** Running a change, and showing what became of it. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { OFFLINE, PaighamError } from '../api/api.ts';
import { isRefusedFor, noteLostSession } from '../api/queries.ts';
import { currentLocale, saidInUrdu } from '../i18n/i18n.ts';
import { withRupees } from '../i18n/money.ts';
import { withoutCommand } from '../i18n/without-command.ts';
import { showWho } from './show-who.tsx';

/** What it needs of a Mantine form. */
type Form<Values extends Record<string, unknown>> = {
  readonly values: Values;
  readonly setErrors: (faults: Record<string, string>) => void;
  /** Whether `setErrors` takes bare rules, and puts the names of their fields before them. */
  readonly namesFields?: true;
};

/** Where no field has the name of what is refused: all of it is `problem`. */
export const NO_FORM = { values: {}, setErrors: () => undefined };

/**
 * `const { run, isRunning, problem } = useSubmit(change, form)`. What the service says of a
 * field is shown beside it; everything else is `problem`, the service's sentence. Without a form it
 * is shown as a notification. What is dangerous asks for a password or a code before it is done.
 */
export function useSubmit<Given extends unknown[], Values extends Record<string, unknown>>(
  change: (...given: Given) => Promise<void>,
  form?: Form<Values>,
) {
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const runIt = async (given: Given): Promise<void> => {
    setIsRunning(true);
    setProblem(undefined);
    try {
      await confirmed(() => change(...given));
    } catch (error) {
      noteLostSession(error);
      const rest = form === undefined ? sentenceOf(error) : showInForm(error, form);
      setProblem(rest);
      if (form === undefined && rest !== undefined) {
        notifications.show({ color: 'red', message: rest });
      }
    } finally {
      setIsRunning(false);
    }
  };
  return { run: (...given: Given): void => void runIt(given), isRunning, problem };
}

/** Runs a change, and again once its person has shown who they are, where the service asks so. */
async function confirmed(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isRefusedFor(error, 'confirmation_needed')) throw error;
    if (await showWho()) await change();
  }
}

/** In the reader's language; what became of a change whose answer was lost is not known. */
const OWN_WORDS = {
  en: {
    offline: 'You are offline. Nothing was sent: try again when you are connected.',
    role: 'Your role may not do this. Ask an owner of the account.',
    unreachable: 'The service cannot be reached. Try again in a moment.',
    paced: (seconds: number) => `Too many tries from here. Try again in ${seconds} seconds.`,
  },
  ur: {
    offline: 'آپ آف لائن ہیں۔ کچھ نہیں بھیجا گیا: رابطہ بحال ہونے پر دوبارہ کوشش کریں۔',
    role: 'آپ کا کردار یہ نہیں کر سکتا۔ اکاؤنٹ کے مالک سے کہیں۔',
    unreachable: 'سروس سے رابطہ نہیں ہو سکا۔ تھوڑی دیر میں دوبارہ کوشش کریں۔',
    paced: (seconds: number) =>
      `یہاں سے بہت زیادہ کوششیں ہوئیں۔ ${seconds} سیکنڈ بعد دوبارہ کوشش کریں۔`,
  },
} as const;

/** What went wrong, in the service's words. */
export function sentenceOf(error: unknown): string {
  const pause = pauseOf(error);
  if (pause !== undefined) return OWN_WORDS[currentLocale()].paced(pause);
  const way = isRefusedFor(error, 'role_too_low') ? 'role' : wayItFailed(error);
  if (way !== undefined) return OWN_WORDS[currentLocale()][way];
  const said = error instanceof Error ? error.message : String(error);
  return saidInUrdu(said) ?? withRupees(bare(said));
}

/** How many seconds to wait after too many requests, where that was said. */
function pauseOf(error: unknown): number | undefined {
  const isPaced = error instanceof PaighamError && isRefusedFor(error, 'rate_exceeded');
  return isPaced && 'retryAfterSeconds' in error.failure
    ? error.failure.retryAfterSeconds
    : undefined;
}

function wayItFailed(error: unknown): 'offline' | 'unreachable' | undefined {
  if (error instanceof PaighamError) {
    const { kind, detail } = error.failure;
    if (kind !== 'unreachable') return undefined;
    return detail === OFFLINE ? 'offline' : 'unreachable';
  }
  // A file, or the code of a page: each browser has words of its own.
  const isNetwork = error instanceof TypeError && /fetch|load|import|network/i.test(error.message);
  if (!isNetwork) return undefined;
  return navigator.onLine ? 'unreachable' : 'offline';
}

/**
 * Puts the service's field errors beside the fields; returns the sentence for what has no field.
 * `/body/variables/0/name` of the service is `variables.0.name` of the form.
 */
function showInForm<Values extends Record<string, unknown>>(
  error: unknown,
  form: Form<Values>,
): string | undefined {
  const failure = error instanceof PaighamError ? error.failure : undefined;
  const errors = failure !== undefined && 'errors' in failure ? failure.errors : [];
  const placed = errors.map(({ pointer, detail }) => {
    const field = pointer.replace(/^#?\/(?:body\/)?/, '').replaceAll('/', '.');
    return { field, detail, isOurs: Object.hasOwn(form.values, field.split('.')[0] ?? '') };
  });
  const ours = placed.filter(({ isOurs }) => isOurs);
  const say = form.namesFields === true ? String : asSentence;
  form.setErrors(Object.fromEntries(ours.map(({ field, detail }) => [field, say(detail)])));
  if (ours.length > 0 && ours.length === placed.length) return undefined;
  const others = placed.filter(({ isOurs }) => !isOurs);
  // Rows of a file are shown where the file is: here they would hide why it was refused.
  const isOfFile = others.some(({ field }) => field.startsWith('file.'));
  if (others.length === 0 || isOfFile) return sentenceOf(error);
  return others.map(({ detail }) => asSentence(detail)).join(' ');
}

/** The same with what is wrong with its fields, where there is no form to show it in. */
export const wholeSentenceOf = (error: unknown): string =>
  showInForm(error, NO_FORM) ?? sentenceOf(error);

/** The first word is for programs, which look for it. */
function bare(said: string): string {
  const rest = said.replace(/^(?:Denied|Failed|Error): /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** What the service says begins in small letters: by itself it is a sentence. */
export function asSentence(said: string): string {
  const rule = withoutCommand(said);
  const urdu = saidInUrdu(rule);
  if (urdu !== undefined) return urdu;
  const text = withRupees(bare(rule));
  return /[.!?۔]$/.test(text) ? text : `${text}.`;
}
