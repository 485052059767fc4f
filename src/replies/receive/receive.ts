/**
 * First stage: makes what operators handed over durable and complete. A part that was handed over
 * before is recognised as a repeat; the parts of a long reply wait for each other in the store,
 * where every node sees them.
 */
import { decodeGsm7, decodeUcs2, encodeUcs2 } from '@paigham/sms-text';
import type { InboundReply } from '../../domain/carrier/carrier.ts';
import type { ReplyId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { readOptoutRequest } from '../../domain/reply/optout-words.ts';
import type { ReadReply, ReplyAlphabet } from '../../domain/reply/reply.ts';
import { fingerprintOf } from '../../kit/digest.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import {
  findWaiting,
  keepParts,
  type KeptPart,
  lockWaiting,
  markJoined,
  nameOfPart,
  type WaitingKey,
  type WaitingPart,
} from '../../features/replies/reply-parts.sql.ts';

/** A part, with the time it was heard (milliseconds since 1970). */
export type HeardReply = { readonly inbound: InboundReply; readonly receivedAtMs: number };

/** A whole reply. */
export type Received = {
  readonly reply: ReadReply;
  /** The same content came from the phone a moment ago: match/repeats.ts judges what it is. */
  readonly mayRepeat: boolean;
};

type NewReplyId = () => ReplyId;

/** Stores parts and returns the complete replies, in the order they were heard. */
export async function receive(
  transaction: Transaction,
  heard: readonly HeardReply[],
  newId: NewReplyId,
): Promise<readonly Received[]> {
  // Ids of one second are shuffled, and replies of one moment are listed by their ids.
  const ids = heard.map(() => newId()).toSorted((a, b) => a - b);
  const parts = heard.map((it, index) => {
    const part = toPart(it);
    return { ...part, replyId: part.segment === undefined ? ids[index] : undefined };
  });
  const alike = Map.groupBy(parts, nameOfPart);
  const first = new Map([...alike].map(([name, [part]]) => [name, part]));
  const different = [...alike.values()].flatMap(([part, ...again]) =>
    part === undefined ? [] : [{ ...part, times: again.length + 1 }],
  );
  const fresh = await keepParts(transaction, different, limit('replyRepeatMs'));
  const isNew = (part: (typeof parts)[number]): boolean =>
    first.get(nameOfPart(part)) === part && fresh.has(nameOfPart(part));
  const segmented = parts.filter((part) => part.segment !== undefined && isNew(part));
  const joined = await joinWaiting(transaction, segmented.flatMap(keyOf), { newId, overdueMs: 0 });
  const whole = parts.flatMap((part) =>
    part.replyId === undefined
      ? []
      : [{ reply: toReply(part, part.replyId), mayRepeat: !isNew(part) }],
  );
  return [...whole, ...joined.map((reply) => ({ reply, mayRepeat: false }))];
}

/** Joins parts that two nodes received at the same moment, and parts that have waited too long. */
export async function receiveWaiting(
  transaction: Transaction,
  nowMs: number,
  newId: NewReplyId,
): Promise<readonly ReadReply[]> {
  const keys = await findWaiting(transaction, { most: limit('replySweep') });
  return joinWaiting(transaction, keys, { newId, overdueMs: nowMs - limit('replyPartsMs') });
}

async function joinWaiting(
  transaction: Transaction,
  keys: readonly WaitingKey[],
  admin: { readonly newId: NewReplyId; readonly overdueMs: number },
): Promise<readonly ReadReply[]> {
  const different = new Map(keys.map((key) => [JSON.stringify(Object.values(key)), key]));
  const waiting = await lockWaiting(transaction, [...different.values()]);
  const joined = joinParts(waiting, admin.overdueMs).map((it) => ({
    ...it,
    replyId: admin.newId(),
  }));
  await markJoined(
    transaction,
    joined.flatMap(({ parts, replyId }) => parts.map((part) => ({ part, replyId }))),
  );
  return joined.map((it) => toJoinedReply(it, it.replyId));
}

function keyOf({ linkId, from, to, segment }: KeptPart): readonly WaitingKey[] {
  return segment === undefined ? [] : [{ linkId, from, to, reference: segment.reference }];
}

function toPart({ inbound, receivedAtMs }: HeardReply): KeptPart {
  const { linkId, to, alphabet, octets, segment } = inbound;
  const read = readRecipient(inbound.from);
  const from = read.ok ? read.number : inbound.from;
  const content = [from, to, alphabet, Buffer.from(octets).toString('hex')];
  const place = segment === undefined ? [] : Object.values(segment).map(String);
  const fingerprint = fingerprintOf([...content, ...place]);
  return { linkId, from, to, alphabet, octets, segment, fingerprint, receivedAtMs };
}

function toReply(part: KeptPart, id: ReplyId): ReadReply {
  const { linkId, from, to, alphabet, octets, receivedAtMs } = part;
  const text = decodeReply(alphabet, octets);
  const wish = text === undefined ? undefined : readOptoutRequest(text);
  const whole = { parts: 1, partsExpected: 1 };
  return { id, linkId, from, to, alphabet, octets, text, wish, ...whole, receivedAtMs };
}

/** A reply arrives with its last part. */
function toJoinedReply(joined: JoinedParts, id: ReplyId): ReadReply {
  const { parts, expected, alphabet, octets, text } = joined;
  const [{ linkId, from, to }] = parts;
  const isWhole = parts.length === expected;
  return {
    id,
    linkId,
    from,
    to,
    alphabet,
    octets,
    text,
    parts: parts.length,
    partsExpected: expected,
    receivedAtMs: Math.max(...parts.map(({ receivedAtMs }) => receivedAtMs)),
    wish: isWhole && text !== undefined ? readOptoutRequest(text) : undefined,
  };
}

/**
 * The text of a reply's octets; undefined when they cannot be read: an unknown alphabet, half a
 * character, or a NUL, which our texts cannot hold. Nothing is guessed or replaced.
 */
function decodeReply(alphabet: ReplyAlphabet, octets: Uint8Array): string | undefined {
  const text = decode(alphabet, octets);
  return text === undefined || text.includes('\0') ? undefined : text;
}

function decode(alphabet: ReplyAlphabet, octets: Uint8Array): string | undefined {
  switch (alphabet) {
    case 'gsm7':
      return octets.some((octet) => octet > 0x7f) ? undefined : decodeGsm7(octets);
    case 'latin1':
      return Buffer.from(octets).toString('latin1');
    case 'ucs2': {
      const text = decodeUcs2(octets);
      return Buffer.from(octets).equals(encodeUcs2(text)) ? text : undefined;
    }
    case 'binary':
      return undefined;
  }
}

/** The parts of one reply, in order. */
type JoinedParts = {
  readonly parts: readonly [WaitingPart, ...WaitingPart[]];
  readonly expected: number;
  readonly alphabet: ReplyAlphabet;
  readonly octets: Uint8Array;
  readonly text: string | undefined;
};

/** Stands for parts that never arrived. */
const GAP = '…';

/**
 * Joins parts that wait under one reference, in any order, into replies: complete ones, and those
 * whose first part arrived before `overdueMs` (milliseconds since 1970). Phones reuse references:
 * of two parts with the same number the later one counts, and the other goes on waiting.
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
  // A phone may cut a character in two, so complete replies are decoded as a whole.
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
