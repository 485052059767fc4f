/** What accounts are told about their templates and numbers on the chat platform. */
import type { AccountId, BatchId, ChatTemplateId, LinkId } from '../ids.ts';
import type { StopReason } from '../message/hold.ts';
import type { Fact } from './event.ts';

export type ChangedTemplate = {
  readonly accountId: AccountId;
  readonly id: ChatTemplateId;
  readonly name: string;
  readonly language: string;
  /** Its new state; undefined: unchanged. */
  readonly state: string | undefined;
  readonly reason: string | undefined;
};

const DECISIONS = {
  approved: 'chat.template.approved',
  rejected: 'chat.template.rejected',
  paused: 'chat.template.paused',
  disabled: 'chat.template.disabled',
} as const;

/** The platform's decision on a template, if the change is one. */
export function factsOfTemplate(changed: ChangedTemplate | undefined): readonly Fact[] {
  if (changed === undefined) return [];
  const { accountId, id, name, language, state = '', reason = null } = changed;
  if (!isDecision(state)) return [];
  const fact = { id: String(id), name, language, reason };
  return [{ accountId, type: DECISIONS[state], subjectId: id, fact }];
}

function isDecision(state: string): state is keyof typeof DECISIONS {
  return Object.hasOwn(DECISIONS, state);
}

/** A problem with a sending number, or with its whole business account. */
type ChatTrouble = {
  readonly accountId: AccountId;
  /** Our link; undefined: the number is not connected, or it is not about a single number. */
  readonly linkId?: LinkId | undefined;
  readonly digits?: string | undefined;
  /** The platform’s id. */
  readonly businessId: string;
  readonly words: string;
  /** When it ends by itself; undefined: it does not. */
  readonly untilMs?: number;
};

export function factOfTrouble(
  type:
    | 'chat.number.stopped'
    | 'chat.number.marketing_paused'
    | 'chat.number.alert'
    | 'chat.business.alert',
  { accountId, linkId, digits, businessId, words, untilMs }: ChatTrouble,
): Fact {
  const fact = {
    id: linkId === undefined ? null : String(linkId),
    number: digits ?? null,
    business_id: businessId,
    reason: words,
    until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
  };
  return { accountId, type, subjectId: linkId ?? 0, fact };
}

/** What the event of a stopped campaign says besides its batch. */
export type StopFact = { readonly reason: StopReason };

/** The service has paused a batch because of its template. */
export function factOfStop(
  { accountId, id }: { readonly accountId: AccountId; readonly id: BatchId },
  reason: StopReason,
): Fact {
  return { accountId, type: 'batch.stopped', subjectId: id, fact: { reason } satisfies StopFact };
}
