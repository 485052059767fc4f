/**
 * First stage: what operators handed over, made durable and whole. A part that was handed over
 * before is known as a repetition; the parts of a long reply wait for each other in the store,
 * where every node sees them.
 */
import type { InboundReply } from '../../domain/carrier/carrier.ts';
import type { ReplyId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { ReadReply } from '../../domain/reply/reply.ts';
import { readOptoutRequest } from '../../domain/reply/optout-words.ts';
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
} from '../../store/reply-parts.ts';
import { decodeReply } from './decode-reply.ts';
import { joinParts, type JoinedParts } from './join-parts.ts';

/** A part, and when it was heard (milliseconds since 1970). */
export type HeardReply = { readonly inbound: InboundReply; readonly receivedAtMs: number };

/** A whole reply. */
export type Received = {
  readonly reply: ReadReply;
  /**
   * It is stored already. What it wishes still counts: STOP, START, STOP within minutes ends with
   * STOP.
   */
  readonly isRepeated: boolean;
};

export type NewReplyId = () => ReplyId;

/** Stores parts and gives what is whole, in the order in which it was heard. */
export async function receive(
  transaction: Transaction,
  heard: readonly HeardReply[],
  newId: NewReplyId,
): Promise<readonly Received[]> {
  const parts = heard.map((it) => {
    const part = toPart(it);
    return { ...part, replyId: part.segment === undefined ? newId() : undefined };
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
      : [{ reply: toReply(part, part.replyId), isRepeated: !isNew(part) }],
  );
  return [...whole, ...joined.map((reply) => ({ reply, isRepeated: false }))];
}

/** Puts together what two nodes received at one moment, and what has waited for too long. */
export async function receiveWaiting(
  transaction: Transaction,
  nowMs: number,
  newId: NewReplyId,
): Promise<readonly ReadReply[]> {
  const keys = await findWaiting(transaction, limit('replySweep'));
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

/** A reply came when the last of its parts did. */
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
