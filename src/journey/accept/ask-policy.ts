import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { type Cap, type CapScope, capsOf, weekOf } from '../../domain/policy/policy.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { CheckedRequest } from '../../domain/message/draft.ts';
import {
  earliestAt,
  hasHours,
  openingAt,
  within,
  type Opening,
} from '../../domain/policy/hours.ts';
import type { Counted } from '../../domain/policy/velocity.ts';
import { counted } from '../../kit/shape.ts';
import { testRefusalOf } from '../../domain/testing/test-numbers.ts';
import { firstReason } from '../../features/suppressions/forbidden.sql.ts';
import type { AcceptContext } from './accept-context.ts';

/** The numbers that may be written to, and those that may not, with reasons. */
export type Permitted<Item> = {
  readonly permitted: readonly Item[];
  readonly filtered: readonly Forbidden<Item>[];
  /** Why the whole request is refused when nobody is left; undefined: someone is. */
  readonly refusal: Refusal | undefined;
  /**
   * Whether the hours for such messages are open, now or at the scheduled time. undefined: they may
   * go at any time.
   */
  readonly opening: Opening | undefined;
  /** What the permitted numbers were counted under; undefined: no cap applies. */
  readonly counted: Counted | undefined;
};

/** A number that gets nothing. */
type Forbidden<Item> = {
  readonly item: Item;
  readonly why: 'not_own_number' | 'opted_out' | 'do_not_call' | 'no_consent' | 'too_many';
  /** The reason, worded so that any answer may show it. */
  readonly reason: string;
};

/** What policy needs to know about a send. */
type PolicyQuestion = Pick<
  CheckedRequest,
  'account' | 'sender' | 'template' | 'dryRun' | 'sendAtMs' | 'sendHours'
>;

/**
 * Leaves out the numbers that policy forbids (contract section 3, code 9). Promotional hours forbid
 * nothing: they only decide when a message leaves.
 */
export async function askPolicy<Item extends Recipient>(
  question: PolicyQuestion,
  recipients: readonly Item[],
  context: AcceptContext,
): Promise<Permitted<Item>> {
  const { account, sender, template } = question;
  const asked =
    template.onlyTo === undefined
      ? await applyOptOuts(question, recipients, context)
      : await keepOwn(template.onlyTo, question, { recipients, context });
  const willing = account.isTest ? playRefusals(asked) : asked;
  const opening = openingOf(question, context);
  // What reaches nobody uses up no cap.
  const caps = account.isTest ? [] : capsOf(context.policy.caps, account.id, sender.route);
  if (caps.length === 0 || willing.permitted.length === 0) {
    return { ...willing, opening, counted: undefined };
  }
  const capped = applyCaps(question, caps, { permitted: willing.permitted, context });
  const filtered = [...willing.filtered, ...capped.filtered];
  return { ...capped, filtered, refusal: capped.refusal ?? willing.refusal, opening };
}

/** Whether the hours for such messages are open; undefined: they have none. */
export function openingOf(
  { account, sender, template, sendAtMs = 0, sendHours }: PolicyQuestion,
  { policy, now }: Pick<AcceptContext, 'policy'> & { readonly now: { readonly wallMs: number } },
): Opening | undefined {
  const isScheduled = sendAtMs > now.wallMs;
  const atMs = isScheduled ? sendAtMs : now.wallMs;
  const hasOwn = hasHours(template.category, sender.route);
  const week = within(hasOwn ? weekOf(policy, account.id) : undefined, sendHours);
  const opening = week && openingAt(week, atMs);
  const isWanted = sendHours !== undefined && opening?.open === false;
  if (!isScheduled) return isWanted ? { ...opening, isScheduled: true } : opening;
  return { open: false, opensAtMs: earliestAt(opening, sendAtMs), isScheduled };
}

/** Why a request is refused that names hours: they do not open as long as a message may wait. */
export function refusalOfHours(
  question: PolicyQuestion,
  context: Parameters<typeof openingOf>[1],
): Refusal | undefined {
  if (question.sendHours === undefined) return undefined;
  const hours = limit('scheduleHours');
  const latestMs = context.now.wallMs + hours * HOUR_MS;
  const opensAtMs = earliestAt(openingOf(question, context), context.now.wallMs);
  return opensAtMs <= latestMs ? undefined : refuse('window_closed', { hours: String(hours) });
}

type Recipient = { readonly recipient: string };

type Judged<Item> = Pick<Permitted<Item>, 'permitted' | 'filtered' | 'refusal'>;

const FORBIDDEN_WORDS = {
  opted_out: 'opted out',
  do_not_call: 'on the do-not-call register',
  no_consent: 'not opted in to such messages',
} as const;

const REFUSED = {
  opted_out: 'rejected_opted_out',
  do_not_call: 'rejected_do_not_call',
  no_consent: 'rejected_no_consent',
} as const;

/**
 * Leaves out everybody but the account's own people, where a template is for them alone. What a
 * test key sends reaches nobody, so it may name any number.
 */
async function keepOwn<Item extends Recipient>(
  onlyTo: readonly string[],
  question: PolicyQuestion,
  {
    recipients,
    context,
  }: { readonly recipients: readonly Item[]; readonly context: AcceptContext },
): Promise<Judged<Item>> {
  if (question.account.isTest) return applyOptOuts(question, recipients, context);
  const others = recipients.filter(({ recipient }) => !onlyTo.includes(recipient));
  const own = recipients.filter(({ recipient }) => onlyTo.includes(recipient));
  const asked = await applyOptOuts(question, own, context);
  if (others.length === 0) return asked;
  const reason = 'not a confirmed number of your own people';
  const filtered = others.map((item) => ({ item, why: 'not_own_number', reason }) as const);
  const refusal = refuse('rejected_not_own_number');
  return { ...asked, filtered: [...filtered, ...asked.filtered], refusal };
}

/**
 * Leaves out people who opted out of this account's messages, are on the do-not-call register, or
 * have not consented to promotional messages of an account that needs it.
 */
async function applyOptOuts<Item extends Recipient>(
  { account, template }: PolicyQuestion,
  recipients: readonly Item[],
  context: AcceptContext,
): Promise<Judged<Item>> {
  const promotional = template.category === 'promotional';
  const all = { permitted: recipients, filtered: [], refusal: undefined };
  if (!account.hasOptouts && !promotional) return all;
  const forbidden = await context.forbidden({
    accountId: account.id,
    recipients: recipients.map(({ recipient }) => recipient),
    promotional,
    needsConsent: account.needsConsent,
  });
  if (forbidden.size === 0) return all;
  const permitted: Item[] = [];
  const filtered: Forbidden<Item>[] = [];
  for (const item of recipients) {
    const why = forbidden.get(item.recipient);
    if (why === undefined) permitted.push(item);
    else filtered.push({ item, why, reason: FORBIDDEN_WORDS[why] });
  }
  const refusal = refuse(REFUSED[firstReason(forbidden.values()) ?? 'opted_out']);
  return { permitted, filtered, refusal };
}

/** Leaves out the numbers of tests that are to be refused. */
function playRefusals<Item extends Recipient>(judged: Judged<Item>): Judged<Item> {
  const permitted: Item[] = [];
  const filtered = [...judged.filtered];
  for (const item of judged.permitted) {
    const why = testRefusalOf(item.recipient, 'sms');
    if (why === 'opted_out' || why === 'do_not_call') {
      filtered.push({ item, why, reason: FORBIDDEN_WORDS[why] });
    } else if (why === 'too_many') {
      filtered.push({ item, why, reason: `too many messages ${SCOPE_WORDS.number}` });
    } else permitted.push(item);
  }
  const first = filtered[judged.filtered.length];
  const refusal = judged.refusal ?? (first && refusalOfTest(first.why));
  return { permitted, filtered, refusal };
}

function refusalOfTest(why: Forbidden<unknown>['why']): Refusal | undefined {
  switch (why) {
    case 'opted_out':
    case 'do_not_call':
    case 'no_consent':
      return refuse(REFUSED[why]);
    case 'not_own_number':
      return undefined;
    case 'too_many':
      return refuse('rejected_too_many', {
        most: counted(1, 'message'),
        minutes: counted(1, 'minute'),
        what: SCOPE_WORDS.number,
      });
  }
}

/** What a cap is called in a refusal. */
const SCOPE_WORDS: Readonly<Record<CapScope, string>> = {
  number: 'to one number',
  block: 'to one block of numbers',
  template: 'of one template',
  account: 'of one account by this route',
};

/** Leaves out people who were sent too much lately. */
function applyCaps<Item extends Recipient>(
  { account, template, dryRun }: PolicyQuestion,
  caps: readonly Cap[],
  { permitted, context }: Pick<Judged<Item>, 'permitted'> & { readonly context: AcceptContext },
): Judged<Item> & { readonly counted: Counted } {
  const judged = context.velocity.take(
    { accountId: account.id, templateId: template.id, caps },
    permitted,
    { nowMs: context.now.monotonicMs, isTrial: dryRun },
  );
  const [first] = judged.over;
  const refusal = first && tooMany(first.cap);
  const filtered = judged.over.map(({ item, cap }) => ({
    item,
    why: 'too_many' as const,
    reason: `too many messages ${SCOPE_WORDS[cap.scope]}`,
  }));
  return { permitted: judged.permitted, filtered, refusal, counted: judged.counted };
}

function tooMany({ most, minutes, scope }: Cap): Refusal {
  const details = {
    most: counted(most, 'message'),
    minutes: counted(minutes, 'minute'),
    what: SCOPE_WORDS[scope],
  };
  return refuse('rejected_too_many', details);
}
