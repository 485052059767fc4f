/**
 * The third leg: settle → report. Results of attempts and receipts are worked off in the order in
 * which they were heard, in groups, each in one commit; operators are acknowledged after it. A
 * group that the database would not take is tried again until it does: nothing that was heard is
 * dropped.
 */
import type { InboundWord } from '../../../domain/carrier/carrier.ts';
import type { LinkId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import type { AttemptResult } from '../../../domain/message/outgoing.ts';
import { pause } from '../../../kit/clock.ts';
import { createGroup } from '../../../kit/group.ts';
import { isNotAll, isTransient } from '../../../kit/postgres/faults.ts';
import { freeNext } from '../../../store/queue/free-next.ts';
import { type KnownLink, smppConfigOf } from '../../../store/routing-snapshot.ts';
import type { ChatRefusal, JourneyDeps } from '../../deps.ts';
import type { Heard } from '../../../links/outbox.ts';
import {
  judgeAttempt,
  type AmbiguousPolicy,
  type AttemptJudgement,
} from '../../settle/judge-attempt.ts';
import type { MatchedReceipt } from '../../settle/match-receipts.ts';
import { createNewNames, type ChatName } from '../../settle/new-names.ts';
import { createParkedNames, type ParkedNames } from '../../settle/parked-names.ts';
import {
  isPlain,
  settle,
  settlePlain,
  type SettleContext,
  type Settled,
  type Words,
} from '../../settle/settle.ts';
import type { Tallies } from '../../report/tallies.ts';

const RETRY_MS = 250;
/** A commit that takes longer says that the database is in trouble. */
const LONGEST_COMMIT_MS = 2_000;

/** What was heard, and when: a commit may wait for long, and users write meanwhile. */
type TimedHeard = { readonly heard: Heard; readonly atMs: number };

export type CloseOut = {
  /** Takes what an outbox has heard. */
  hear(heard: Heard): void;
  /** Learns from the store which receipts of a link are parked. */
  learnParked(linkId: LinkId): Promise<void>;
  /** What the chat platform calls messages whose attempts were stored a moment ago. */
  newNames(): readonly ChatName[];
  /** Words that wait for their commit. */
  pending(): number;
  /** Whether what was heard some seconds ago is committed: false while the database is away. */
  flows(): boolean;
  drained(): Promise<void>;
};

/** The leg on its dependencies. `settled` is called after each commit. */
export function createCloseOut(deps: JourneyDeps, tallies: Tallies, settled: () => void): CloseOut {
  const parked = createParkedNames();
  const newNames = createNewNames();

  let committedAtMs = deps.clock.monotonicMs();
  const finish = (heard: readonly Heard[], outcome: Settled): void => {
    committedAtMs = deps.clock.monotonicMs();
    const inbound = inboundOf(heard);
    parked.note(outcome.kept);
    const taken = takenNames(heard);
    for (const { linkId, operatorKey } of taken) parked.forget(linkId, operatorKey);
    const { links } = deps.routing.current();
    newNames.note(taken.filter(({ linkId }) => links.get(linkId)?.carrier === 'whatsapp'));
    tallies.count(outcome);
    for (const it of inbound) it.acknowledge();
  };
  const work = async (timed: readonly TimedHeard[]): Promise<readonly void[]> => {
    try {
      const heard = timed.map((it) => it.heard);
      finish(heard, await commitAtLast(deps, parked, heard));
      await freeLanes(deps, heard);
      await deps.onChatRefusals(timed.flatMap(refusalsIn));
    } catch (error) {
      const [alone, ...others] = timed;
      if (alone === undefined || others.length > 0) throw error;
      deps.log.error({ error, kind: alone.heard.kind }, 'a result could not be stored');
      const lost = asLost(alone.heard).map((heard) => ({ heard, atMs: alone.atMs }));
      if (lost.length > 0) await work(lost);
    }
    return timed.map(() => undefined);
  };

  const group = createGroup<TimedHeard, void>({
    work,
    splits(error, timed) {
      deps.log.error({ error, words: timed.length }, 'a group of results failed and is split');
      return true;
    },
    mostItems: limit('closingGroup'),
  });
  return {
    hear: (heard) => void group.add({ heard, atMs: deps.clock.nowMs() }).then(settled),
    learnParked: (linkId) => parked.learn(deps.db, linkId),
    newNames: () => newNames.take(),
    pending: () => group.pending(),
    flows: () =>
      group.pending() === 0 || deps.clock.monotonicMs() - committedAtMs < LONGEST_COMMIT_MS,
    drained: () => group.drained(),
  };
}

/** Refusals of chat messages, for what they ask for besides ending their attempt. */
function refusalsIn({ heard, atMs }: TimedHeard): readonly ChatRefusal[] {
  if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
  const { linkId, message, results } = heard.attempt;
  const { accountId, messageId, recipient } = message;
  return results.flatMap((it) => {
    if (it.kind !== 'refused' || it.reaction === undefined) return [];
    const { reaction, status: code } = it;
    return [{ accountId, messageId, linkId, recipient, reaction, code, saidAtMs: atMs }];
  });
}

/** Whatever became of a chat message, another one may be the next to its recipient. */
async function freeLanes(deps: JourneyDeps, heard: readonly Heard[]): Promise<void> {
  const { outboxes, db, clock, log } = deps;
  const attempts = heard.flatMap((it) => (it.kind === 'attempt' ? [it.attempt] : []));
  const chats = attempts.filter(({ message }) => message.alphabet === 'chat');
  for (const [linkId, alike] of Map.groupBy(chats, (it) => it.linkId)) {
    const lanes = alike.map(({ message }) => message);
    if (outboxes.get(linkId) === undefined) {
      // Another node holds the link, and what became of these it cannot know.
      const atMs = clock.nowMs();
      await db
        .transact((transaction) => freeNext(transaction, linkId, { lanes, atMs }))
        .catch((error: unknown) => log.warn({ error }, 'the next of some chats wait longer'));
    } else for (const lane of lanes) outboxes.answered(linkId, lane);
  }
}

/**
 * An answer that cannot be stored is lost. Left as it is, its message would go back into the queue
 * as one that was in nobody's hands; the chat platform has it, and takes no message twice as one.
 */
function asLost(heard: Heard): readonly Heard[] {
  if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
  const { results } = heard.attempt;
  if (!results.some(({ kind }) => kind === 'taken')) return [];
  const lost = results.map(({ part }) => ({ part, kind: 'ambiguous' as const }));
  return [{ kind: 'attempt', attempt: { ...heard.attempt, results: lost } }];
}

/** Commits a group, however long the database takes to come back. */
async function commitAtLast(
  deps: JourneyDeps,
  parked: ParkedNames,
  heard: readonly Heard[],
): Promise<Settled> {
  for (;;) {
    try {
      return await commit(deps, parked, heard);
    } catch (error) {
      if (!isTransient(error)) throw error;
      deps.log.warn({ error }, 'results could not be stored yet');
      await pause(deps.clock, RETRY_MS);
    }
  }
}

function commit(deps: JourneyDeps, parked: ParkedNames, heard: readonly Heard[]): Promise<Settled> {
  const nowMs = deps.clock.nowMs();
  const { links, tariffs } = deps.routing.current();
  const judge = (attempt: AttemptResult): AttemptJudgement =>
    judgeAttempt(attempt, {
      atMs: nowMs,
      chance: deps.random.randomInt(0, 1000) / 1000,
      ...policyOf(links.get(attempt.linkId)),
    });
  const words: Words = {
    judgements: heard.flatMap((it) => (it.kind === 'attempt' ? [judge(it.attempt)] : [])),
    late: heard.flatMap((it) => (it.kind === 'late' ? [judge(it.late)] : [])),
    receipts: heard.flatMap(receiptOf),
    others: inboundOf(heard).flatMap((it) => (it.kind === 'receipt' ? [] : [it])),
    overtaken: heard.flatMap((it) => (it.kind === 'overtaken' ? [it] : [])),
  };
  const context: SettleContext = {
    nowMs,
    newId: () => deps.ids.next(),
    mayBeParked: parked.has,
    oneReceiptForAll: (linkId) => smppConfigOf(links.get(linkId))?.receiptsPer === 'message',
    refundsFailed: tariffs.some(({ refundFailed }) => refundFailed),
  };
  return write(deps, words, context);
}

/** Nearly every group is plain and takes one round trip. */
async function write(deps: JourneyDeps, words: Words, context: SettleContext): Promise<Settled> {
  if (isPlain(words, context)) {
    try {
      return await deps.db.transact((transaction) => settlePlain(transaction, words, context));
    } catch (error) {
      if (!isNotAll(error)) throw error;
    }
  }
  return deps.db.transact((transaction) => settle(transaction, words, context));
}

/**
 * A link that was removed while its messages were out leaves nobody to ask: its attempts are made
 * again elsewhere. On the chat platform nothing is ever made again.
 */
function policyOf(link: KnownLink | undefined): AmbiguousPolicy {
  const gone = { ambiguousAfterMs: limit('ambiguousMs'), reconcileWithinMs: limit('reconcileMs') };
  switch (link?.carrier) {
    case undefined:
      return { ambiguous: 'resubmit', ...gone };
    case 'smpp':
      return link.config;
    case 'whatsapp': {
      const { reconcileWithinMs } = link.config;
      return { ...gone, ambiguous: 'reconcile', reconcileWithinMs };
    }
  }
}

function receiptOf(heard: Heard): readonly MatchedReceipt[] {
  if (heard.kind !== 'inbound' || heard.inbound.kind !== 'receipt') return [];
  const attempt = heard.attempt && { ...heard.attempt, receiptState: undefined };
  return [{ receipt: heard.inbound, attempt }];
}

function inboundOf(heard: readonly Heard[]): readonly InboundWord[] {
  return heard.flatMap((it) => (it.kind === 'inbound' ? [it.inbound] : []));
}

/** Names whose attempts are stored with this group: nothing is parked under them any more. */
function takenNames(heard: readonly Heard[]): readonly ChatName[] {
  return heard.flatMap((it) => {
    if (it.kind === 'overtaken') return [{ linkId: it.linkId, operatorKey: it.operatorKey }];
    if (it.kind !== 'attempt' && it.kind !== 'late') return [];
    const { linkId, results } = it.kind === 'attempt' ? it.attempt : it.late;
    return results.flatMap((result) =>
      result.kind === 'taken' ? [{ linkId, operatorKey: result.operatorKey }] : [],
    );
  });
}
