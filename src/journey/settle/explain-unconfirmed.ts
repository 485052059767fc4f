import type { CarrierAnswer, CarrierQuestion } from '../../domain/carrier/carrier.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { isReason } from '../../domain/failure/failure.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import type { Clue, LostAnswer } from '../../store/messages/lost-answers.ts';
import type { Receipt } from './match-receipts.ts';

/** An unconfirmed part with the operator's id that it turns out to have. */
export type Explained = Omit<Clue, 'receipt'> & { readonly operatorKey: string };

/**
 * Which unconfirmed parts the parked receipts with unknown ids explain. A receipt that repeats our
 * reference means the part with that reference. One that does not means the only attempt to its
 * recipient whose answer is lost, if its submit date allows; between two candidates we do not
 * guess. Several unconfirmed parts of one attempt are explained together, once there is an unknown
 * id for each: which part has which does not matter, because they are charged and reported as one
 * message. Where the operator sends one receipt for the whole message, one id explains them all:
 * the first part gets it, the others none ('').
 */
export function explainUnconfirmed(
  clues: readonly Clue[],
  oneReceiptForAll: (linkId: LinkId) => boolean,
): readonly Explained[] {
  const claims = [
    ...Map.groupBy(clues, ({ linkId, receipt }) => `${linkId} ${receipt.operatorKey}`).values(),
  ].flatMap((pairs) => {
    // A receipt may have arrived many times.
    const meant = [...new Map(pairs.filter(isMeant).map((it) => [partOf(it), it])).values()];
    return new Set(meant.map(nameOf)).size === 1 ? [meant] : [];
  });
  const groups = Map.groupBy(claims, ([first]) => (first === undefined ? '' : nameOf(first)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group.flat();
    if (first === undefined || !oneReceiptForAll(first.linkId)) return explainAttempt(group);
    return group.length === 1 ? explainWhole(first, clues) : [];
  });
}

/** Every unconfirmed part of the attempt, whichever one the receipt names. */
function explainWhole(meant: Clue, clues: readonly Clue[]): readonly Explained[] {
  const same = clues.filter((it) => nameOf(it) === nameOf(meant) && it.linkId === meant.linkId);
  const parts = [...new Map(same.map((it) => [it.part, it])).values()];
  return parts
    .toSorted((a, b) => a.part - b.part)
    .map((clue, at) => ({
      ...explain(clue),
      operatorKey: at === 0 ? meant.receipt.operatorKey : '',
    }));
}

function isMeant({ receipt, reference, isOpen, lostAtMs }: Clue): boolean {
  if (receipt.reference !== undefined) return receipt.reference === reference;
  // Without a date a receipt is believed only while its message is waiting for one.
  if (receipt.submittedAtMs === undefined) return isOpen;
  return Math.abs(receipt.submittedAtMs - lostAtMs) <= limit('receiptFitsMinutes') * MINUTE_MS;
}

/** A receipt with the unconfirmed parts of one attempt that it may be about. */
type Claim = readonly Clue[];

function explainAttempt(claims: readonly Claim[]): readonly Explained[] {
  const isNamed = ([first]: Claim): boolean => first?.receipt.reference !== undefined;
  const named = claims.filter((claim) => isNamed(claim) && claim.length === 1);
  const parts = new Set(named.flat().map(({ part }) => part));
  // Two ids for one part: one belongs to something else, and we cannot tell which.
  if (parts.size < named.length) return [];
  const others = claims.filter((claim) => !isNamed(claim));
  const left = (others[0] ?? []).filter(({ part }) => !parts.has(part));
  const dealt =
    others.length === left.length ? others.map((claim, at) => deal(claim, left[at])) : [];
  return [...named.flat().map(explain), ...dealt.flat()];
}

function deal(claim: Claim, to: Clue | undefined): readonly Explained[] {
  const found = claim.find(({ part }) => part === to?.part);
  return found === undefined ? [] : [explain(found)];
}

function explain({ receipt, ...clue }: Clue): Explained {
  return { ...clue, operatorKey: receipt.operatorKey };
}

function nameOf({ messageId, attempt }: Clue): string {
  return `${messageId} ${attempt}`;
}

function partOf(clue: Clue): string {
  return `${nameOf(clue)} ${clue.part}`;
}

/** A part whose answer was lost, and what the operator now says about it. */
export type Asked = { readonly answer: LostAnswer; readonly said: CarrierAnswer };

/** How a sender's name is encoded on the wire. */
export function senderKindOf(sender: string): CarrierQuestion['sourceKind'] {
  return /^\d+$/.test(sender) ? 'short_code' : 'alphanumeric';
}

/** What became of a lost part: by its late answer, by the query, or by neither. */
export function resultOf({ answer, said }: Asked): PartResult {
  const { part, outcome, operatorKey = '', status = 0, reason } = answer;
  if (outcome === 'taken') return { part, kind: 'taken', operatorKey };
  if (outcome === 'refused') {
    return { part, kind: 'refused', status, reason: isReason(reason) ? reason : 'operator_fault' };
  }
  switch (said.kind) {
    case 'known':
      return { part, kind: 'taken', operatorKey: said.operatorKey };
    case 'denied':
    case 'unasked':
      return { part, kind: said.kind };
    case 'unanswered':
      return { part, kind: 'unexplained' };
  }
}

/** A final state that came with an answer, and the attempt it is about. */
type LostReceipt = { readonly inbound: Receipt; readonly attempt: LostAttempt };

type LostAttempt = MessageKey & {
  readonly attempt: number;
  readonly part: number;
  readonly parts: number;
};

/** The final states among the answers about one message. */
export function receiptsOf(
  asked: readonly Asked[],
  message: Omit<LostAttempt, 'part'> & { readonly linkId: LinkId },
): readonly LostReceipt[] {
  const { accountId, messageId, attempt, parts, linkId } = message;
  return asked.flatMap(({ answer: { part, outcome }, said }) => {
    const inbound = outcome === 'lost' ? toReceipt(linkId, said) : undefined;
    if (inbound === undefined) return [];
    return [{ inbound, attempt: { accountId, messageId, attempt, part, parts } }];
  });
}

/** A final answer as the receipt it stands for; undefined if it is not final. */
export function toReceipt(linkId: LinkId, said: CarrierAnswer): Receipt | undefined {
  if (said.kind !== 'known' || said.state === undefined) return undefined;
  const { operatorKey, state, level, raw } = said;
  return {
    kind: 'receipt',
    linkId,
    operatorKey,
    state,
    level,
    raw,
    error: undefined,
    clues: { from: '', reference: undefined, submittedAtMs: undefined },
    acknowledge: () => undefined,
  };
}
