/**
 * The second, shorter journey: what comes in from phones. This file is its table of contents.
 *
 *   receive → match → optouts    one commit for what arrives together; acknowledged after it
 *   report                       what accounts see
 *
 * docs/journey.md, "Replies", follows one through.
 */
import type { InboundReply } from '../domain/carrier/carrier.ts';
import type { AccountId, ReplyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { KeptReply } from '../domain/reply/reply.ts';
import { pause, type Clock, type Timer } from '@paigham/base/clock.ts';
import { createGroup } from '../kit/group.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { isTransient } from '../kit/postgres/faults.ts';
import type { Database, Transaction } from '../kit/postgres/pool.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { insertReplies, readReply } from '../features/replies/replies.sql.ts';
import { forgetParts } from '../features/replies/reply-parts.sql.ts';
import { applyOptouts } from './optouts/apply-optouts.ts';
import { match } from './match/match.ts';
import { leaveOutRepeats } from './match/repeats.ts';
import { receive, receiveWaiting, type HeardReply, type Received } from './receive/receive.ts';
import {
  type AskReplies,
  listReplies,
  type ReplyPage,
  type ReplyTallies,
} from './report/list-replies.ts';

export type { AskReplies, ReplyPage } from './report/list-replies.ts';

/** What the API may ask. */
export type Replies = {
  /** The replies to an account, newest first. */
  list(accountId: AccountId, ask: AskReplies): Promise<ReplyPage>;
  /** undefined when the account has no reply with this id. */
  find(accountId: AccountId, id: number): Promise<KeptReply | undefined>;
};

/** The running journey, which app.ts starts and stops. */
export type RunningReplies = Replies & {
  /** Takes what a link heard; its operator is acknowledged after the commit. */
  hear(inbound: InboundReply): void;
  /** Starts looking after waiting parts. */
  start(): void;
  /** Shows replies that have waited too long, and forgets parts that are too old to be repeated. */
  sweep(): Promise<void>;
  /** Resolves when everything heard is stored. */
  stop(): Promise<void>;
};

type RepliesDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Ids;
  readonly tallies: ReplyTallies;
};

const RETRY_MS = 250;
const SWEEP_MS = 5_000;

export function createReplies(deps: RepliesDeps): RunningReplies {
  const { db, clock, log } = deps;
  const group = createGroup<HeardReply, void>({
    async work(heard) {
      await commitAtLast(deps, heard);
      return heard.map(({ inbound }) => inbound.acknowledge());
    },
    splits(error, heard) {
      log.error({ error, replies: heard.length }, 'a group of replies failed and is split');
      return true;
    },
    mostItems: limit('replyGroup'),
  });
  let timer: Timer | undefined;
  let sweeping: Promise<void> | undefined;
  const sweepAlone = (): void => {
    sweeping ??= sweep(deps)
      .catch((error: unknown) => log.warn({ error }, 'waiting reply parts could not be processed'))
      .finally(() => (sweeping = undefined));
  };
  return {
    hear(inbound) {
      group.add({ inbound, receivedAtMs: clock.nowMs() }).catch((error: unknown) => {
        log.error({ error }, 'a reply could not be stored and is not acknowledged');
      });
    },
    list: (accountId, ask) => listReplies(db, accountId, ask),
    find: (accountId, id) => readReply(db, accountId, id),
    sweep: () => sweep(deps),
    start() {
      timer = clock.every(SWEEP_MS, sweepAlone);
    },
    async stop() {
      timer?.cancel();
      await sweeping;
      await group.drained();
    },
  };
}

/** Stores a group, however long the database is away. */
async function commitAtLast(deps: RepliesDeps, heard: readonly HeardReply[]): Promise<void> {
  const newId = (): ReplyId => deps.ids.next() as ReplyId;
  for (;;) {
    try {
      const told = await deps.db.transact(async (transaction) => {
        const received = await receive(transaction, heard, newId);
        return store(deps, transaction, received);
      });
      return deps.tallies.count(told);
    } catch (error) {
      if (!isTransient(error)) throw error;
      deps.log.warn({ error }, 'replies could not be stored yet');
      await pause(deps.clock, RETRY_MS);
    }
  }
}

/** Finds their accounts, keeps them, and applies their opt-out requests. */
async function store(
  { clock }: RepliesDeps,
  transaction: Transaction,
  received: readonly Received[],
): Promise<Parameters<ReplyTallies['count']>[0]> {
  const nowMs = clock.nowMs();
  const matched = await match(
    transaction,
    received.map(({ reply }) => reply),
    nowMs,
  );
  const suspects = received.flatMap(({ reply, mayRepeat }) => (mayRepeat ? [reply.id] : []));
  const kept = await leaveOutRepeats(transaction, matched, new Set(suspects));
  const facts = kept.flatMap(({ accountId, id: subjectId }) =>
    accountId === undefined ? [] : [{ accountId, type: 'reply.received' as const, subjectId }],
  );
  const stored = Promise.all([
    insertReplies(transaction, kept),
    noteFacts(transaction, facts, { atMs: nowMs }),
  ]);
  const [applied] = await Promise.all([applyOptouts(transaction, matched, nowMs), stored]);
  const unmatched = kept.filter(({ accountId }) => accountId === undefined).length;
  return {
    matched: kept.length - unmatched,
    unmatched,
    repeated: matched.length - kept.length,
    incomplete: kept.filter((it) => it.parts < it.partsExpected).length,
    applied,
  };
}

async function sweep(deps: RepliesDeps): Promise<void> {
  const { db, clock, ids } = deps;
  const nowMs = clock.nowMs();
  const told = await db.transact(async (transaction) => {
    const newId = (): ReplyId => ids.next() as ReplyId;
    const replies = await receiveWaiting(transaction, nowMs, newId);
    const received = replies.map((reply) => ({ reply, mayRepeat: false }));
    return store(deps, transaction, received);
  });
  deps.tallies.count(told);
  const most = limit('replySweep');
  const beforeMs = nowMs - limit('replyRepeatMs');
  let forgotten: number;
  do {
    forgotten = await db.transact((transaction) => forgetParts(transaction, { beforeMs, most }));
  } while (forgotten === most);
}
