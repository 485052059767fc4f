import type { Inbound, ReceiptClues } from '../../domain/carrier/carrier.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { LinkId, MessageId } from '../../domain/ids.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { stateOfParts, type MessageState, type PartState } from '../../domain/message/message.ts';
import type { FoundAttempt, PartReceipt, StoredPart } from '../../store/attempts.ts';
import type { Closing } from '../../store/messages/move-messages.ts';
import type { KeptKind, KeptReceipt } from '../../store/receipts.ts';

export type Receipt = Extract<Inbound, { readonly kind: 'receipt' }>;

/** A receipt with the attempt it belongs to, if one is known. */
export type MatchedReceipt = {
  readonly receipt: Pick<
    Receipt,
    'linkId' | 'operatorKey' | 'state' | 'error' | 'level' | 'raw'
  > & {
    readonly clues: ReceiptClues | undefined;
  };
  readonly attempt: Omit<FoundAttempt, 'linkId' | 'operatorKey'> | undefined;
};

/** A first final word on a part, and of how many parts its message is. */
export type RecordedReceipt = PartReceipt & { readonly linkId: LinkId; readonly parts: number };

/** What a group's receipts do: to attempts, and to the shelf of PDUs that closed nothing. */
export type SortedReceipts = {
  readonly recorded: readonly RecordedReceipt[];
  readonly kept: readonly KeptReceipt[];
};

/**
 * Sorts receipts in the order in which they came: the first final word on a part is recorded,
 * everything else is kept as what it is and changes nothing (promises 4 and 5).
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
    // The book has room for one word on a part: the one that replaces UNKNOWN is kept besides.
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

/** An inbound PDU that cannot be read, as it is kept. */
export function keepUnreadable(linkId: LinkId, raw: Uint8Array): KeptReceipt {
  const nothing = { operatorKey: undefined, state: undefined, error: undefined, level: undefined };
  return { linkId, kind: 'unreadable', ...nothing, message: undefined, raw, clues: undefined };
}

/**
 * The last words on messages that recorded receipts allow. A message of several parts is judged by
 * all of them.
 * @param stored what earlier receipts said of the parts of messages that have several.
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
    return [{ accountId, messageId, state, reason: REASONS[state] }];
  });
}

function stateOfAll(
  messageId: MessageId,
  receipts: SortedReceipts['recorded'],
  stored: readonly StoredPart[],
): MessageState {
  const parts = new Map<number, PartState>();
  const set = (part: number, state: MessageState | undefined): void => {
    const known = parts.get(part);
    const open = state === undefined || state === 'waiting' || state === 'sent';
    if (known === undefined || !open) parts.set(part, open ? 'open' : state);
  };
  for (const part of stored) if (part.messageId === messageId) set(part.part, part.receiptState);
  for (const { part, state } of receipts) set(part, state);
  const states = [...parts.values()];
  const missing = (receipts[0]?.parts ?? 1) - states.length;
  return stateOfParts(missing > 0 ? [...states, 'open'] : states);
}

const REASONS: Readonly<Record<MessageState, FailureReason | undefined>> = {
  waiting: undefined,
  sent: undefined,
  delivered: undefined,
  unknown: undefined,
  failed: 'handset_failed',
  rejected: 'operator_rejected_later',
  expired: 'operator_expired',
};
