import { MINUTE_MS } from '../../domain/durations.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clue } from '../../store/lost-answers.ts';

/** An unconfirmed part with the operator's id that its part turns out to have. */
export type Explained = Omit<Clue, 'receipt'> & { readonly operatorKey: string };

/**
 * Which unconfirmed parts the parked receipts of unknown ids explain. A receipt that repeats our
 * reference means the part that had it. One that does not means the only attempt to its recipient
 * whose answer is lost, if its submit date allows it; of two that it may mean, neither is guessed.
 * Several unconfirmed parts of one attempt are explained together, when there is an unknown id for
 * each: which part has which does not matter then, they are charged and reported as one message.
 * Where the operator sends one receipt for the whole message, one id explains them all: the first
 * part has it, the others none ('').
 */
export function explainUnconfirmed(
  clues: readonly Clue[],
  oneReceiptForAll: (linkId: LinkId) => boolean,
): readonly Explained[] {
  const claims = [
    ...Map.groupBy(clues, ({ linkId, receipt }) => `${linkId} ${receipt.operatorKey}`).values(),
  ].flatMap((pairs) => {
    // A receipt may have come many times.
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

/** Every unconfirmed part of the attempt, whichever of them the receipt names. */
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
  // Without a date a receipt is only believed while its message waits for a word.
  if (receipt.submittedAtMs === undefined) return isOpen;
  return Math.abs(receipt.submittedAtMs - lostAtMs) <= limit('receiptFitsMinutes') * MINUTE_MS;
}

/** A receipt with the unconfirmed parts of one attempt that it may be about. */
type Claim = readonly Clue[];

function explainAttempt(claims: readonly Claim[]): readonly Explained[] {
  const isNamed = ([first]: Claim): boolean => first?.receipt.reference !== undefined;
  const named = claims.filter((claim) => isNamed(claim) && claim.length === 1);
  const parts = new Set(named.flat().map(({ part }) => part));
  // Two ids for one part: one of them is about something else, nobody knows which.
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
