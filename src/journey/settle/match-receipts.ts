/**
 * What receipts do: each is matched to its attempt, the first final state of a part is recorded,
 * and a message ends when its parts have. What closes nothing is kept.
 */
import type { Inbound, OddInbound, ReceiptClues } from '../../domain/carrier/carrier.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { LinkId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { type MessageState, type PartState, stateOfParts } from '../../domain/message/message.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { FoundAttempt, PartReceipt, StoredPart } from '../../store/messages/attempts.ts';
import type { Closing } from '../../store/messages/move-messages.ts';
import {
  type EarlyReceipt,
  type KeptKind,
  type KeptReceipt,
  listEarlyNames,
} from '../../store/messages/receipts.ts';
import type { AttemptJudgement } from './judge-attempt.ts';

export type Receipt = Extract<Inbound, { readonly kind: 'receipt' }>;

/** A receipt with its attempt, if that is known. */
export type MatchedReceipt = {
  readonly receipt: Pick<
    Receipt,
    'linkId' | 'operatorKey' | 'state' | 'error' | 'level' | 'raw'
  > & {
    readonly clues: ReceiptClues | undefined;
  };
  readonly attempt: Omit<FoundAttempt, 'linkId' | 'operatorKey'> | undefined;
};

/** The first final state of a part, and the number of parts of its message. */
export type RecordedReceipt = PartReceipt & { readonly linkId: LinkId; readonly parts: number };

/** What a group's receipts do: to attempts, and to the store of PDUs that closed nothing. */
type SortedReceipts = {
  readonly recorded: readonly RecordedReceipt[];
  readonly kept: readonly KeptReceipt[];
};

/**
 * Every receipt of the group with its attempt, parked ones first: from the outbox, from the store,
 * or from this group itself.
 */
export function matchReceipts(
  group: {
    readonly judgements: readonly AttemptJudgement[];
    readonly late: readonly AttemptJudgement[];
    readonly receipts: readonly MatchedReceipt[];
  },
  found: { readonly attempts: readonly FoundAttempt[]; readonly parked: readonly MatchedReceipt[] },
): readonly MatchedReceipt[] {
  const attempts = new Map<string, NonNullable<MatchedReceipt['attempt']>>();
  for (const judgement of [...group.judgements, ...group.late]) {
    for (const result of judgement.results) {
      if (result.kind !== 'taken') continue;
      const name = nameOf(judgement.linkId, result.operatorKey);
      attempts.set(name, { ...judgement, part: result.part, receiptState: undefined });
    }
  }
  for (const it of found.attempts) attempts.set(nameOf(it.linkId, it.operatorKey), it);
  return [...found.parked, ...group.receipts].map(({ receipt, attempt }) => ({
    receipt,
    attempt: attempt ?? attempts.get(nameOf(receipt.linkId, receipt.operatorKey)),
  }));
}

/** A receipt that came before its attempt was stored, as it came. */
export function parkedReceipt({ state, ...rest }: EarlyReceipt): MatchedReceipt {
  const word = state === 'waiting' || state === 'sent' ? undefined : state;
  return { receipt: { ...rest, state: word, clues: undefined }, attempt: undefined };
}

/** The operator's ids of what was taken. */
export function takenNames(judgements: readonly AttemptJudgement[]) {
  return judgements.flatMap(({ linkId, results }) =>
    results.flatMap((result) =>
      result.kind === 'taken' ? [{ linkId, operatorKey: result.operatorKey }] : [],
    ),
  );
}

/**
 * Sorts receipts in order of arrival: the first final state of a part is recorded; everything else
 * is kept as it is and changes nothing (promises 4 and 5).
 */
export function sortReceipts(matched: readonly MatchedReceipt[]): SortedReceipts {
  const recorded = new Map<string, RecordedReceipt>();
  const kept: KeptReceipt[] = [];
  for (const { receipt, attempt } of matched) {
    if (attempt === undefined) {
      kept.push(keep(receipt, receipt.state === undefined ? 'intermediate' : 'early', undefined));
      continue;
    }
    const { state, error, level } = receipt;
    const { accountId, messageId, part, parts } = attempt;
    const name = `${messageId} ${attempt.attempt} ${part}`;
    const earlier = recorded.get(name)?.state ?? attempt.receiptState;
    const kind = kindOf(state, earlier);
    if (state === undefined || kind !== 'first') {
      const why = kind === 'first' ? 'intermediate' : kind;
      kept.push(keep(receipt, why, { accountId, messageId }));
      continue;
    }
    // A part has room for one state: the one that replaces UNKNOWN is also kept.
    if (earlier !== undefined) kept.push(keep(receipt, 'late', { accountId, messageId }));
    const key = { accountId, messageId, attempt: attempt.attempt, part };
    recorded.set(name, { ...key, linkId: receipt.linkId, parts, state, error, level });
  }
  return { recorded: [...recorded.values()], kept };
}

function kindOf(
  state: MessageState | undefined,
  earlier: MessageState | undefined,
): 'first' | Extract<KeptKind, 'intermediate' | 'duplicate' | 'contradiction'> {
  if (state === undefined) return 'intermediate';
  if (earlier === undefined || (earlier === 'unknown' && state !== 'unknown')) return 'first';
  return earlier === state ? 'duplicate' : 'contradiction';
}

function keep(
  receipt: MatchedReceipt['receipt'],
  kind: KeptKind,
  message: KeptReceipt['message'],
): KeptReceipt {
  const { linkId, operatorKey, state, error, level, raw } = receipt;
  const clues = kind === 'early' ? keptClues(receipt.clues) : undefined;
  return { linkId, kind, operatorKey, state, error, level, message, raw, clues };
}

function keptClues(clues: ReceiptClues | undefined): KeptReceipt['clues'] {
  if (clues === undefined) return undefined;
  const { from, reference, submittedAtMs } = clues;
  const read = readRecipient(from);
  return { recipient: read.ok ? read.number : undefined, reference, submittedAtMs };
}

/** An inbound PDU with a fault in the form it is kept. */
export function keepOdd({ linkId, kind, why: error, raw }: OddInbound): KeptReceipt {
  const nothing = { operatorKey: undefined, state: undefined, level: undefined };
  return { linkId, kind, ...nothing, error, message: undefined, raw, clues: undefined };
}

/**
 * The final states of messages that recorded receipts decide. A message with several parts is
 * judged by all of them.
 * @param stored what earlier receipts said about the parts of messages that have several.
 */
export function toClosings(
  recorded: SortedReceipts['recorded'],
  stored: readonly StoredPart[],
): readonly Closing[] {
  const byMessage = Map.groupBy(recorded, ({ messageId }) => messageId);
  return [...byMessage].flatMap(([messageId, receipts]): readonly Closing[] => {
    const [first] = receipts;
    if (first === undefined) return [];
    const state = first.parts === 1 ? first.state : stateOfAll(messageId, receipts, stored);
    if (state === 'sent' || state === 'waiting') return [];
    const { accountId } = first;
    return [{ accountId, messageId, state, reason: reasonOf(state) }];
  });
}

const NO_ENDS: readonly MessageState[] = ['waiting', 'held', 'sent', 'cancelled'];

/** What a receipt may say for good. */
function isEnd(state: MessageState): state is Exclude<PartState, 'open'> {
  return !NO_ENDS.includes(state);
}

function stateOfAll(
  messageId: MessageId,
  receipts: SortedReceipts['recorded'],
  stored: readonly StoredPart[],
): MessageState {
  const parts = new Map<number, PartState>();
  const set = (part: number, state: MessageState | undefined): void => {
    const known = parts.get(part);
    const isOpen = state === undefined || !isEnd(state);
    if (known === undefined || !isOpen) parts.set(part, isOpen ? 'open' : state);
  };
  for (const part of stored) if (part.messageId === messageId) set(part.part, part.receiptState);
  for (const { part, state } of receipts) set(part, state);
  const states = [...parts.values()];
  const missing = (receipts[0]?.parts ?? 1) - states.length;
  return stateOfParts(missing > 0 ? [...states, 'open'] : states);
}

const REASONS: Readonly<Record<MessageState, FailureReason | undefined>> = {
  waiting: undefined,
  held: undefined,
  sent: undefined,
  delivered: undefined,
  unknown: undefined,
  failed: 'handset_failed',
  rejected: 'operator_rejected_later',
  expired: 'operator_expired',
  cancelled: undefined,
};

/** Why a message ended in a state that its operator reported. */
export function reasonOf(state: MessageState): FailureReason | undefined {
  return REASONS[state];
}

/**
 * The operators' ids under which receipts are parked, so that the store need not be asked about
 * every submission. A job finds what another node parked or this one forgot.
 */
export type ParkedNames = {
  has(linkId: LinkId, operatorKey: string): boolean;
  /** Notes what a commit has parked. */
  note(kept: readonly KeptReceipt[]): void;
  /** Forgets an id whose attempt is stored. */
  forget(linkId: LinkId, operatorKey: string): void;
  learn(reader: Reader, linkId: LinkId): Promise<void>;
};

/** Empty until it learns or notes an id. */
export function createParkedNames(): ParkedNames {
  const names = new Set<string>();
  const add = (linkId: LinkId, operatorKey: string): void => {
    names.add(nameOf(linkId, operatorKey));
    if (names.size <= limit('parkedNames')) return;
    const oldest = names.values().next();
    if (oldest.done !== true) names.delete(oldest.value);
  };
  return {
    has: (linkId, operatorKey) => names.size > 0 && names.has(nameOf(linkId, operatorKey)),
    note(kept) {
      for (const { kind, linkId, operatorKey } of kept) {
        if (kind === 'early' && operatorKey !== undefined) add(linkId, operatorKey);
      }
    },
    forget: (linkId, operatorKey) => void names.delete(nameOf(linkId, operatorKey)),
    async learn(reader, linkId) {
      for (const name of await listEarlyNames(reader, { linkId })) add(linkId, name);
    },
  };
}

function nameOf(linkId: LinkId, operatorKey: string): string {
  return `${linkId} ${operatorKey}`;
}

/** The chat platform's id of a message that it took on the link of a number. */
export type ChatName = { readonly linkId: LinkId; readonly operatorKey: string };

/**
 * Ids of attempts that this node has just stored: a status that arrived first waits under its id.
 * What is not noted here, or by another node, is found in the usual round.
 */
export type NewNames = {
  note(names: readonly ChatName[]): void;
  /**
   * What was noted since the call before last. Each id is given twice, because a status whose
   * message was looked up before the attempt was stored may be kept after the first time.
   */
  take(): readonly ChatName[];
};

/** Empty until it notes an id. */
export function createNewNames(): NewNames {
  const most = limit('chatNewNames');
  let before: readonly ChatName[] = [];
  let now: ChatName[] = [];
  return {
    note(names) {
      now.push(...names.slice(0, most - now.length));
    },
    take() {
      const both = [...before, ...now];
      before = now;
      now = [];
      return both;
    },
  };
}
