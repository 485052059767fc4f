/**
 * May this message still go, and by which sender? What it was accepted on may have been revoked
 * while it waited, and a chat's 24 hours may have ended (contract sections 6 and 10).
 */
import type { Account } from '../../domain/account/account.ts';
import type { ChatNumber } from '../../domain/chat/account-chat.ts';
import type { ChatContent, TemplateContent } from '../../domain/chat/content.ts';
import type { ChatCard, ChatTemplate } from '../../domain/chat/template.ts';
import { forbids, mayLeaveAt } from '../../domain/chat/window.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { ChatTemplateId, LinkId } from '../../domain/ids.ts';
import type { Hold } from '../../domain/message/hold.ts';
import { endOfValidity, type Outgoing, type WhyHeld } from '../../domain/message/outgoing.ts';
import {
  hasHours,
  hoursStored,
  openingAt,
  SCHEDULED,
  type Week,
  within,
} from '../../domain/policy/hours.ts';
import type { Template } from '../../domain/template/template.ts';
import type { ChatFacts } from '../../store/chat/windows.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import type { Forbidden } from '../../features/suppressions/forbidden.sql.ts';

export type Judged =
  | { readonly kind: 'go'; readonly message: Outgoing }
  /** Its recipient already has it: only that is left to record. */
  | { readonly kind: 'known'; readonly operatorKey: string | undefined }
  /** Held until then: for its hours, or for `reason`. */
  | { readonly kind: 'held'; readonly untilMs: number; readonly reason?: WhyHeld }
  | {
      readonly kind: 'withdrawn';
      readonly state: 'rejected' | 'expired' | 'unknown';
      readonly reason: FailureReason;
    };

/** How long until a taken message of a paused batch is looked at again. */
const PAUSED_MS = 15_000;

/**
 * Judges a message by the state of its batch; undefined: it may go. Messages of a paused batch get
 * here if somebody held them while the others were postponed.
 */
export function judgeHold(hold: Hold | undefined, atMs: number): Judged | undefined {
  switch (hold) {
    case undefined:
    case 'resuming':
      return undefined;
    case 'pausing':
    case 'paused':
      return { kind: 'held', untilMs: atMs + PAUSED_MS, reason: 'batch_paused' };
    case 'cancelling':
    case 'cancelled':
      return withdrawn('rejected', 'cancelled');
  }
}

/**
 * Judges a message that has waited, by the current snapshot of its account, the recipient's opt-out
 * if any, and the promotional hours.
 */
export function judgeText(
  due: DueMessage,
  account: Account | undefined,
  now: {
    readonly atMs: number;
    readonly forbidden: Forbidden | undefined;
    readonly week: Week;
  },
): Judged {
  if (due.expiresAtMs <= now.atMs) return { kind: 'withdrawn', ...endOfValidity(due) };
  if (account?.active !== true) return withdrawn('rejected', 'account_disabled');
  const sender = account.sendersById.get(due.senderId);
  // Who is not verified any more has the shared ones only.
  const isTheirs = account.verified || sender?.isShared === true;
  if (sender?.state !== 'approved' || !isTheirs) return withdrawn('rejected', 'sender_revoked');
  const template = account.templates.get(due.templateId);
  if (template?.state !== 'approved') return withdrawn('rejected', 'template_revoked');
  if (!mayGoTo(template, due)) return withdrawn('rejected', 'own_number_gone');
  if (now.forbidden !== undefined) return withdrawn('rejected', WISHES[now.forbidden]);
  // A text is finished once the operator has parts of it: half a text is worse than a late one.
  const hasOwn = hasHours(template.category, sender.route);
  const week = within(hasOwn ? now.week : undefined, hoursStored(due.hours));
  if (due.partsTaken.length === 0 && week !== undefined) {
    const opening = openingAt(week, now.atMs);
    if (!opening.open) {
      const held = { kind: 'held', untilMs: opening.opensAtMs } as const;
      return due.hours === undefined ? held : { ...held, reason: SCHEDULED };
    }
  }
  const { category } = template;
  const by = { name: sender.name, route: sender.route };
  return { kind: 'go', message: { ...due, sender: by, category } };
}

/** The person whose number it is may have left the account. */
function mayGoTo({ onlyTo }: Template, { recipient, isTest }: DueMessage): boolean {
  return onlyTo === undefined || isTest || onlyTo.includes(recipient);
}

const WISHES: Readonly<Record<Forbidden, FailureReason>> = {
  opted_out: 'opted_out_waiting',
  do_not_call: 'do_not_call_waiting',
  no_consent: 'no_consent_waiting',
};

/** What may no longer go, and why. */
function withdrawn(state: 'rejected', reason: FailureReason): Judged {
  return { kind: 'withdrawn', state, reason };
}

/**
 * `switched_off`: it leaves by its own number or not at all, and that number may be connected
 * again.
 */
type JudgedChat = Judged | { readonly kind: 'switched_off' };

/** Judges a chat message that has waited, by the current snapshot of its account and the facts. */
export function judgeChat(
  due: DueMessage,
  account: Account | undefined,
  { facts, atMs }: { readonly facts: ChatFacts; readonly atMs: number },
): JudgedChat {
  // The platform has reported on it: whatever became of the attempt, the message is there.
  if (facts.known !== undefined) return { kind: 'known', operatorKey: facts.known.operatorKey };
  if (due.expiresAtMs <= atMs) return { kind: 'withdrawn', ...endOfValidity(due) };
  if (account?.active !== true) return withdrawn('rejected', 'account_disabled');
  // Where a text has its sender, a chat message has its number.
  const number = account.chat.numbers.get(Number(due.senderId) as LinkId);
  if (number === undefined) return withdrawn('rejected', 'number_revoked');
  if (due.isTest) return judgeChatTest(due, { account, number, facts, atMs });
  if (!number.enabled) return { kind: 'switched_off' };
  const why = judge(due, { account, number, facts, atMs });
  if (why !== undefined) return withdrawn('rejected', why);
  return restOf(due, account, { number, facts, atMs }) ?? goesBy(number, due, facts);
}

/** What waits because the platform holds back its number, its person, or the account. */
function restOf(
  due: DueMessage,
  { chat }: Account,
  { number, facts, atMs }: Pick<Case, 'number' | 'facts' | 'atMs'>,
): Judged | undefined {
  // A chat message has its own kind where a text has its template; 0 in free form.
  const template = chat.templates.get(Number(due.templateId) as ChatTemplateId);
  if (template === undefined) return undefined;
  const { marketingRestsUntilMs = 0, templatesRestUntilMs = 0 } = number;
  if (template.category === 'marketing' && marketingRestsUntilMs > atMs) {
    return { kind: 'held', untilMs: marketingRestsUntilMs, reason: 'platform_spam_limited' };
  }
  const { marketingRestsUntilMs: personRestsUntilMs = 0 } = facts;
  if (template.category === 'marketing' && personRestsUntilMs > atMs) {
    return { kind: 'held', untilMs: personRestsUntilMs, reason: 'platform_person_rests' };
  }
  if (templatesRestUntilMs <= atMs) return undefined;
  const untilMs = Math.min(templatesRestUntilMs, due.expiresAtMs);
  return { kind: 'held', untilMs, reason: 'platform_templates_limited' };
}

function goesBy(number: ChatNumber, due: DueMessage, { userId }: ChatFacts): Judged {
  return {
    kind: 'go',
    message: { ...due, userId, sender: { name: number.digits, route: 'simple' } },
  };
}

/** A test goes whatever the platform says of its number, and whoever wrote to that. */
function judgeChatTest(due: DueMessage, of: Case): Judged {
  const number = { ...of.number, window: 'pass' } as const;
  const why = judge(due, { ...of, number });
  return why === undefined ? goesBy(number, due, of.facts) : withdrawn('rejected', why);
}

type Case = {
  readonly account: Account;
  readonly number: ChatNumber;
  readonly facts: ChatFacts;
  readonly atMs: number;
};

function judge(due: DueMessage, { account, number, facts, atMs }: Case): FailureReason | undefined {
  // Only this program writes it, so its shape is trusted.
  const content = JSON.parse(due.text) as ChatContent;
  if (content.kind !== 'template') {
    if (forbids(facts.optedOut, 'free_form')) return 'opted_out_waiting';
    const isLate = number.window === 'enforce' && !mayLeaveAt(facts.inboundAtMs, atMs);
    return isLate ? 'window_closed_waiting' : undefined;
  }
  // A chat message has its own kind where a text has its template.
  const id = Number(due.templateId) as ChatTemplateId;
  const template = account.chat.templates.get(id);
  if (template?.state !== 'approved' || !fits(content, template)) return 'template_revoked';
  if (content.offer !== undefined && content.offer.expiresAtMs <= atMs) return 'offer_over_waiting';
  if (forbids(facts.optedOut, template.category)) return 'opted_out_waiting';
  const isUnasked = facts.lacksConsent === true && template.category === 'marketing';
  return isUnasked ? 'no_consent_waiting' : undefined;
}

/**
 * Whether values that were checked against a template still fit it: the template may have been
 * edited and approved again while they waited. Compares only what is counted; the wording may
 * change freely.
 */
function fits(content: TemplateContent, template: ChatTemplate): boolean {
  const { definition, name, language } = template;
  const { offer, cards, unsupported } = definition;
  if (content.name !== name || content.language !== language) return false;
  if (unsupported !== undefined || !fitsParts(content, definition)) return false;
  if ((offer?.expires === true) !== (content.offer !== undefined)) return false;
  const { cards: given = [] } = content;
  return given.length === cards.length && given.every((it, at) => fitsParts(it, cards[at]));
}

/** The same for what a template has, and each card of a carousel. */
function fitsParts(
  content: Pick<TemplateContent, 'header' | 'body' | 'buttons'>,
  definition: ChatCard | undefined,
): boolean {
  if (definition === undefined) return false;
  const { header, body, buttons } = definition;
  if (content.body.length !== body.variables.length) return false;
  if (content.body.some((value) => !isNamed(value.name, body.variables))) return false;
  const isFilled = header !== undefined && (header.kind !== 'text' || header.variables.length > 0);
  if (isFilled !== (content.header !== undefined)) return false;
  if (content.header !== undefined && content.header.kind !== header?.kind) return false;
  const needed = buttons.filter((it) => it.kind === 'url' && it.variable).length;
  const given = content.buttons.filter((it) => buttons[it.index]?.kind === 'url').length;
  return content.buttons.every((it) => buttons[it.index] !== undefined) && given >= needed;
}

function isNamed(name: string | undefined, variables: readonly string[]): boolean {
  return name === undefined || variables.includes(name);
}
