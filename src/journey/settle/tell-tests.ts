/**
 * What becomes of a test besides a receipt: what the person writes back, and the words of the chat
 * platform, by the code that settles real ones. Nothing that a real word asks for besides is done:
 * no opt-out, no window, no number that is stopped.
 */
import { isUserId } from '../../domain/chat/user-id.ts';
import type { Fact } from '../../domain/event/event.ts';
import type { ChatStatusEvent, NewChatReply } from '../../domain/chat/webhook-event.ts';
import type { LinkId, ReplyId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import { dueIn, messageIn, TEST_LINKS } from '../../domain/testing/test-mode.ts';
import type { TestEnd } from '../../domain/testing/test-numbers.ts';
import { pause } from '@paigham/base/clock.ts';
import { createGroup } from '../../kit/group.ts';
import { isTransient } from '../../kit/postgres/faults.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertChatReplies } from '../../store/chat/replies.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import { insertReplies } from '../../features/replies/replies.sql.ts';
import { findTestAttempts, type TestAttempt } from '../../store/messages/test-attempts.ts';
import type { JourneyDeps } from '../deps.ts';
import { settleStatuses } from './settle-statuses.ts';

type EndedTest = {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly recipient: string;
  readonly end: Extract<TestEnd, { readonly kind: 'reported' }>;
};

type TellDeps = Pick<JourneyDeps, 'db' | 'clock' | 'log' | 'ids'>;

type TellTests = {
  /** Settles when it is stored. Never rejects: what is given up a later look finds. */
  tell(ended: EndedTest): Promise<void>;
  drained(): Promise<void>;
};

const AGAIN_MS = 250;
const MOST_TRIES = 40;

/** Tells the ends of tests in groups, one at a time: they take no connections from what is real. */
export function createTellTests(deps: TellDeps): TellTests {
  const group = createGroup<EndedTest, void>({
    async work(ended) {
      await tellAtLast(deps, ended);
      return ended.map(() => undefined);
    },
    mostItems: limit('closingGroup'),
  });
  return { tell: (ended) => group.add(ended), drained: () => group.drained() };
}

/** Again while the store is away, or somebody else holds a message. */
async function tellAtLast(deps: TellDeps, ended: readonly EndedTest[]): Promise<void> {
  let left = ended;
  for (let tries = 1; tries <= MOST_TRIES && left.length > 0; tries += 1) {
    if (tries > 1) await pause(deps.clock, AGAIN_MS);
    try {
      const telling = left;
      left = await deps.db.transact((transaction) => tellOnce(deps, transaction, telling));
    } catch (error) {
      deps.log.warn({ error }, 'the ends of tests could not be told');
      if (!isTransient(error)) return;
    }
  }
}

type Found = EndedTest & TestAttempt;

/** Gives those whose attempts are not stored yet, or whose messages are locked. */
async function tellOnce(
  { clock, ids }: TellDeps,
  transaction: Transaction,
  ended: readonly EndedTest[],
): Promise<readonly EndedTest[]> {
  const names = ended.map((it) => ({ ...it, messageId: messageIn(it.operatorKey) }));
  const attempts = new Map(
    (await findTestAttempts(transaction, { rows: names })).map((it) => [it.operatorKey, it]),
  );
  const found = ended.flatMap((it): readonly Found[] => {
    const attempt = attempts.get(it.operatorKey);
    return attempt === undefined ? [] : [{ ...it, ...attempt }];
  });
  const nowMs = clock.nowMs();
  const newId = (): number => ids.next();
  const placed = found.flatMap((of) =>
    of.linkId === TEST_LINKS.chat ? statusesOf(of).map((event) => ({ ...of, event })) : [],
  );
  const { deferred } = await settleStatuses(transaction, placed, { nowMs, newId });
  const late = new Set([...deferred].map((place) => placed[place]?.operatorKey));
  const told = found.filter(({ operatorKey }) => !late.has(operatorKey));
  await keepReplies(transaction, told, { nowMs, newId });
  const isTold = new Set(told.map(({ operatorKey }) => operatorKey));
  return ended.filter(({ operatorKey }) => !isTold.has(operatorKey));
}

function statusesOf({ end, operatorKey }: EndedTest): readonly ChatStatusEvent[] {
  const atMs = dueIn(operatorKey);
  const about = {
    kind: 'status' as const,
    phoneNumberId: '',
    operatorKey,
    atMs,
    opaqueId: undefined,
    user: { phone: undefined, userId: undefined },
    pricing: undefined,
  };
  if (end.state !== 'delivered') return [{ ...about, status: 'failed', failure: end.failure }];
  const words = end.isRead === true ? ['delivered', 'read'] : ['delivered'];
  return words.map((status) => ({ ...about, status, failure: undefined }));
}

/** What people write back, and that it has come. */
async function keepReplies(
  transaction: Transaction,
  told: readonly Found[],
  { nowMs, newId }: { readonly nowMs: number; readonly newId: () => number },
): Promise<void> {
  const replies = told.flatMap((it) => {
    const { reply: text } = it.end;
    return text === undefined ? [] : [{ ...it, text, id: newId() as ReplyId, nowMs }];
  });
  const chats = replies.filter(({ linkId }) => linkId === TEST_LINKS.chat);
  const texts = replies.filter(({ linkId }) => linkId !== TEST_LINKS.chat);
  const [fresh] = await Promise.all([
    insertChatReplies(transaction, chats.map(toChatReply)),
    insertReplies(transaction, texts.map(toReply)),
  ]);
  const facts = replies.flatMap(({ accountId, id: subjectId, linkId }): readonly Fact[] => {
    if (linkId !== TEST_LINKS.chat) return [{ accountId, type: REPLY, subjectId }];
    return fresh.has(subjectId) ? [{ accountId, type: CHAT_REPLY, subjectId }] : [];
  });
  await noteFacts(transaction, facts, { atMs: nowMs });
}

const REPLY = 'reply.received' as const;
const CHAT_REPLY = 'chat.reply.received' as const;

type Reply = Found & { readonly id: ReplyId; readonly text: string; readonly nowMs: number };

function toReply(reply: Reply): KeptReply {
  const { sender = '', recipient: from, text, nowMs: receivedAtMs } = reply;
  const octets = Buffer.from(text, 'latin1');
  const whole = { parts: 1, partsExpected: 1, alphabet: 'gsm7' as const, octets };
  return { ...reply, ...whole, from, to: sender, wish: undefined, receivedAtMs };
}

/** Under a name of its own, so that it is kept once. */
function toChatReply(reply: Reply): NewChatReply {
  const { operatorKey, recipient, text, nowMs, senderId } = reply;
  return {
    ...reply,
    operatorKey: `reply-${operatorKey}`,
    contextKey: operatorKey,
    type: 'text',
    linkId: Number(senderId) as LinkId,
    userKey: recipient,
    phone: isUserId(recipient) ? undefined : recipient,
    userId: isUserId(recipient) ? recipient : undefined,
    profileName: undefined,
    userName: undefined,
    payload: undefined,
    media: undefined,
    groupId: undefined,
    isStandby: false,
    wish: undefined,
    writtenAtMs: nowMs,
    receivedAtMs: nowMs,
    content: { type: 'text', text: { body: text } },
  };
}
