/**
 * May this chat message still go? What was true when it was accepted may
 * have been revoked while it waited, and the 24 hours may have ended (contract sections 6 and 10).
 */
import type { Account } from '../../domain/account/account.ts';
import type { ChatContent, TemplateContent } from '../../domain/chat/content.ts';
import type { ChatNumber } from '../../domain/chat/account-chat.ts';
import { forbids } from '../../domain/chat/optout.ts';
import { mayLeaveAt } from '../../domain/chat/window.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { ChatTemplateId } from '../../domain/ids.ts';
import type { ChatFacts } from '../../store/chat-windows.ts';
import type { DueMessage } from '../../store/queue/take-due.ts';
import type { ChatTemplate } from '../../domain/chat/template.ts';
import { withdrawn, type Judged } from './judge-text.ts';

/** `switched_off`: it leaves by its own number or not at all, and that may be connected again. */
export type JudgedChat = Judged | { readonly kind: 'switched_off' };

/** Judges a chat message that has waited, by the present snapshot of its account and the facts. */
export function judgeChat(
  due: DueMessage,
  account: Account | undefined,
  { facts, atMs }: { readonly facts: ChatFacts; readonly atMs: number },
): JudgedChat {
  // The platform has spoken of it: whatever was said of an attempt, it is there.
  if (facts.known !== undefined) return { kind: 'known', operatorKey: facts.known.operatorKey };
  if (due.expiresAtMs <= atMs) return withdrawn('expired', 'expired_waiting');
  if (account?.active !== true) return withdrawn('rejected', 'account_disabled');
  const number = account.chat.numbers.get(due.linkId);
  if (number === undefined) return withdrawn('rejected', 'number_revoked');
  if (!number.enabled) return { kind: 'switched_off' };
  const why = judge(due, { account, number, facts, atMs });
  if (why !== undefined) return withdrawn('rejected', why);
  const untilMs = number.marketingRestsUntilMs;
  if (untilMs !== undefined && untilMs > atMs && isMarketing(due, account)) {
    return { kind: 'held', untilMs, reason: 'platform_spam_limited' };
  }
  return { kind: 'go', message: { ...due, sender: { name: number.digits, route: 'simple' } } };
}

// Where a text has its template, a chat message has its own kind; 0 in free form.
function isMarketing({ templateId }: DueMessage, { chat }: Account): boolean {
  return chat.templates.get(Number(templateId) as ChatTemplateId)?.category === 'marketing';
}

type Case = {
  readonly account: Account;
  readonly number: ChatNumber;
  readonly facts: ChatFacts;
  readonly atMs: number;
};

function judge(due: DueMessage, { account, number, facts, atMs }: Case): FailureReason | undefined {
  // Written by this program alone, so its shape is trusted.
  const content = JSON.parse(due.text) as ChatContent;
  if (content.kind !== 'template') {
    if (forbids(facts.optedOut, 'free_form')) return 'opted_out_waiting';
    const isLate = number.window === 'enforce' && !mayLeaveAt(facts.inboundAtMs, atMs);
    return isLate ? 'window_closed_waiting' : undefined;
  }
  // Where a text has its template, a chat message has its own kind.
  const id = Number(due.templateId) as ChatTemplateId;
  const template = account.chat.templates.get(id);
  if (template?.state !== 'approved' || !fits(content, template)) return 'template_revoked';
  return forbids(facts.optedOut, template.category) ? 'opted_out_waiting' : undefined;
}

/**
 * Whether values that were checked against a template still go with it as it is now: it may have
 * been edited, and approved again, while they waited. Only what is counted is compared: wording may
 * change as it likes.
 */
export function fits(content: TemplateContent, template: ChatTemplate): boolean {
  const { definition, name, language } = template;
  const { header, body, buttons, unsupported } = definition;
  if (content.name !== name || content.language !== language) return false;
  if (unsupported !== undefined || content.body.length !== body.variables.length) return false;
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
