import type { WaitingPart } from '../../store/reply-parts.ts';
import { decodeReply } from './decode-reply.ts';
import type { ReplyAlphabet } from '../../domain/reply/reply.ts';

/** Parts that make one reply, in their order. */
export type JoinedParts = {
  readonly parts: readonly [WaitingPart, ...WaitingPart[]];
  readonly expected: number;
  readonly alphabet: ReplyAlphabet;
  readonly octets: Uint8Array;
  readonly text: string | undefined;
};

/** Stands for parts that never came. */
const GAP = '…';

/**
 * Joins parts that wait under one name, in whatever order they came, into replies: those that are
 * complete, and those whose first part came before `overdueMs` (milliseconds since 1970). A phone
 * uses a reference again: of two parts with one number the later one counts, the other waits on.
 */
export function joinParts(
  waiting: readonly WaitingPart[],
  overdueMs: number,
): readonly JoinedParts[] {
  const sets = Map.groupBy(waiting, ({ linkId, from, to, segment }) =>
    JSON.stringify([linkId, from, to, segment.reference, segment.count]),
  );
  return [...sets.values()].flatMap((set): readonly JoinedParts[] => {
    const latest = new Map<number, WaitingPart>();
    for (const part of set.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs)) {
      latest.set(part.segment.number, part);
    }
    const [first, ...rest] = [...latest.values()].toSorted(
      (a, b) => a.segment.number - b.segment.number,
    );
    if (first === undefined) return [];
    const isComplete = latest.size === first.segment.count;
    const isOverdue = set.some(({ receivedAtMs }) => receivedAtMs < overdueMs);
    return isComplete || isOverdue ? [join([first, ...rest], isComplete)] : [];
  });
}

function join(parts: JoinedParts['parts'], isComplete: boolean): JoinedParts {
  const [{ alphabet, segment }] = parts;
  const octets = Buffer.concat(parts.map((part) => part.octets));
  const isOneAlphabet = parts.every((part) => part.alphabet === alphabet);
  // A phone may cut a character in two: what is whole is read whole.
  const text =
    isComplete && isOneAlphabet ? decodeReply(alphabet, octets) : decodeEach(parts, isComplete);
  return {
    parts,
    expected: segment.count,
    alphabet: isOneAlphabet ? alphabet : 'binary',
    octets,
    text,
  };
}

function decodeEach(parts: JoinedParts['parts'], isComplete: boolean): string | undefined {
  const texts = parts.map((part) => decodeReply(part.alphabet, part.octets));
  if (texts.includes(undefined)) return undefined;
  if (isComplete) return texts.join('');
  let text = '';
  let next = 1;
  for (const [index, { segment }] of parts.entries()) {
    if (segment.number !== next) text += GAP;
    text += texts[index];
    next = segment.number + 1;
  }
  return next <= parts[0].segment.count ? text + GAP : text;
}
