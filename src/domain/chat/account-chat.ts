/** Which number a chat message is sent from (contract section 10). */
import { type FailureReason, type Refusal, refuse } from '../failure/failure.ts';
import type { AccountId, ChatBusinessId, ChatTemplateId, LinkId } from '../ids.ts';
import { timeInZone } from '../policy/hours.ts';
import { readRecipient } from '../recipient/recipient.ts';
import type { ChatTemplate } from './template.ts';

/** What an account has on the chat platform: part of its snapshot. */
export type AccountChat = {
  readonly numbers: ReadonlyMap<LinkId, ChatNumber>;
  readonly templates: ReadonlyMap<ChatTemplateId, ChatTemplate>;
  /**
   * Whether white space that the platform refuses in values becomes one blank; otherwise such a
   * value is refused (contract section 10).
   */
  readonly collapseBlanks: boolean;
  /** How many templates the account's plan allows. */
  readonly templatesMost: number;
  /** Whether anybody has opted out of some category of chat messages. */
  readonly hasOptouts: boolean;
};

export const NO_CHAT: AccountChat = {
  numbers: new Map(),
  templates: new Map(),
  collapseBlanks: true,
  templatesMost: 0,
  hasOptouts: false,
};

/**
 * A sending number on the chat platform. It is a link: one node holds it, limits its rate and
 * judges its health; its id is the `chatapp_id` that we give out.
 */
export type ChatNumber = {
  readonly id: LinkId;
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  /** The platform's id of the number: digits. */
  readonly phoneNumberId: string;
  /** The number as people see it: digits with country code. */
  readonly digits: string;
  /** Used where a request names none. An account has one default. */
  readonly isDefault: boolean;
  readonly enabled: boolean;
  /**
   * Free form outside the 24 hours: refused here, or left to the platform, for accounts that moved
   * here and whose users' last messages we do not know.
   */
  readonly window: 'enforce' | 'pass';
  /** Until when its marketing is paused because recipients complained; undefined: it is not. */
  readonly marketingRestsUntilMs: number | undefined;
  /** Until when no template of it goes, because the platform limits its business account. */
  readonly templatesRestUntilMs: number | undefined;
};

/** What the platform holds back of a number that sends the rest, with what to do. */
export function whatRests(
  number: Pick<ChatNumber, 'marketingRestsUntilMs' | 'templatesRestUntilMs'>,
  atMs: number,
): readonly string[] {
  const { marketingRestsUntilMs: marketing = 0, templatesRestUntilMs: templates = 0 } = number;
  return [
    marketing > atMs &&
      `Recipients complained: its marketing is paused until ${timeInZone(marketing)}. Write ` +
        'less of it, to people who asked for it.',
    templates > atMs &&
      `The platform limits the account: its templates wait until ${timeInZone(templates)}. Give ` +
        'every template the category that its text has.',
  ].filter((it) => it !== false);
}

/** A business account on the chat platform, as it was connected. Its secrets are kept beside it. */
export type ChatBusiness = {
  readonly id: ChatBusinessId;
  readonly accountId: AccountId;
  /** The platform's id of it: digits. */
  readonly platformId: string;
  /** The platform's app that the token belongs to; needed to upload samples of templates. */
  readonly appId: string | undefined;
};

const WEBHOOK_FOLDER = '/webhooks/chat';

/**
 * Where the platform reports to us: a path for each business account, so that we know the signing
 * key before reading any of the body.
 */
export function webhookPathOf(businessId: ChatBusinessId): string {
  return `${WEBHOOK_FOLDER}/${businessId}`;
}

export function businessOfPath(path: string): ChatBusinessId | undefined {
  const id = /^\/webhooks\/chat\/([1-9]\d{0,8})$/.exec(path)?.[1];
  return id === undefined ? undefined : (Number(id) as ChatBusinessId);
}

/**
 * @param chatappId our id, the platform's id of the number, or its digits as people write them; ''
 * for the account's default or, if that cannot send the template, a number that can.
 * @param field what the interface calls it.
 */
export function chooseNumber(
  { numbers }: AccountChat,
  chatappId: string,
  template: ChatTemplate | undefined,
  field: 'chatapp_id' | 'sender' = 'chatapp_id',
): ChatNumber | Refusal {
  const no = (reason: FailureReason): Refusal => refuse(reason, { parameter: field });
  const named = chatappId.trim();
  const all = [...numbers.values()];
  const fits = (number: ChatNumber): boolean =>
    template === undefined || number.businessId === template.businessId;
  if (named === '') {
    return chooseUnnamed(all.filter(fits), template !== undefined) ?? no('chat_number_none');
  }
  const number = findNumber(all, named);
  if (number === undefined) return no('chat_number_unknown');
  if (!number.enabled) return no('chat_number_off');
  return fits(number) ? number : no('chat_number_elsewhere');
}

/** Without a template only the default will do, unless there is just one number. */
function chooseUnnamed(
  numbers: readonly ChatNumber[],
  mayTakeAny: boolean,
): ChatNumber | undefined {
  const enabled = numbers.filter((number) => number.enabled);
  const chosen = enabled.find(({ isDefault }) => isDefault);
  if (chosen !== undefined) return chosen;
  const [first] = enabled.toSorted((one, other) => one.id - other.id);
  const isClear = mayTakeAny || numbers.length === 1;
  return isClear ? first : undefined;
}

function findNumber(numbers: readonly ChatNumber[], named: string): ChatNumber | undefined {
  const digits = digitsOf(named);
  return (
    numbers.find(({ id }) => String(id) === named) ??
    numbers.find(({ phoneNumberId }) => phoneNumberId === named) ??
    numbers.find((number) => number.digits === digits)
  );
}

/**
 * A number of any country with its code, or a Pakistani one in any form that a recipient may have.
 */
function digitsOf(named: string): string {
  const reading = readRecipient(named);
  return reading.ok ? reading.number : named.replace(/^00|[\s+().-]/g, '');
}

type FoundTemplate =
  | { readonly ok: true; readonly template: ChatTemplate }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The approved template that `template_id` names: by our id, which is stable, or by the platform's,
 * which changes when a template is recreated (contract section 10: codes 20 to 22).
 */
export function findTemplate({ templates }: AccountChat, templateId: string): FoundTemplate {
  const named = templateId.trim();
  if (named === '') return no('chat_template_missing');
  const all = [...templates.values()];
  const template =
    all.find(({ id }) => String(id) === named) ??
    all.find(({ platformId }) => platformId === named);
  if (template === undefined) return no('chat_template_unknown');
  const { state, definition } = template;
  if (state === 'approved') {
    const { unsupported } = definition;
    if (unsupported === undefined) return { ok: true, template };
    const part = { quote: unsupported, instead: 'an unknown one' };
    return no('chat_template_unsupported', { part });
  }
  const word = state.replaceAll('_', ' ');
  return no('chat_template_not_approved', { state: { quote: word, instead: 'out of use' } });
}

function no(...refusal: Parameters<typeof refuse>): FoundTemplate {
  return { ok: false, refusal: refuse(...refusal) };
}
