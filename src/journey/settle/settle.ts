/**
 * Sixth stage: settles what operators said. Results of attempts and receipts are settled in the
 * order they were heard, in groups, one commit each.
 */
import type { InboundReceipt } from '../../domain/carrier/carrier.ts';
import { limit } from '../../domain/limits.ts';
import type { AttemptResult } from '../../domain/message/outgoing.ts';
import { type Elsewhere, elsewhereFor } from '../../domain/routing/choose-link.ts';
import type { Routing } from '../../domain/routing/routing.ts';
import { type Clock, createPace, pause } from '@paigham/base/clock.ts';
import { createGroup } from '../../kit/group.ts';
import type { Log } from '../../kit/log.ts';
import { isNotAll, isTransient } from '../../kit/postgres/faults.ts';
import type { Heard } from '../../links/outbox.ts';
import { type KnownLink, smppConfigOf } from '../../store/snapshots/routing-snapshots.ts';
import type { ChatRefusal, JourneyDeps } from '../deps.ts';
import {
  type AmbiguousPolicy,
  type AttemptJudgement,
  judgeAttempt,
  type Judging,
} from './judge-attempt.ts';
import type { ChatName, MatchedReceipt, NewNames, ParkedNames } from './match-receipts.ts';
import {
  type Group,
  isPlain,
  type Settled,
  type WriteContext,
  writePlain,
  writeResults,
} from './write-results.ts';

const RETRY_MS = 250;

export type SettleDeps = Pick<
  JourneyDeps,
  'db' | 'clock' | 'random' | 'log' | 'ids' | 'routing' | 'outboxes'
> & {
  /** The operators' ids under which receipts wait for their attempts. */
  readonly parked: ParkedNames;
  /** The chat platform's ids of messages whose attempts were stored a moment ago. */
  readonly newNames: NewNames;
};

/** Something heard, and when: a commit may be delayed, and users go on writing. */
export type TimedHeard = { readonly heard: Heard; readonly atMs: number };

/**
 * Commits a group, however long the database is away: nothing heard is dropped. Rejects when the
 * group itself is at fault.
 */
export async function settle(deps: SettleDeps, heard: readonly Heard[]): Promise<Settled> {
  for (;;) {
    try {
      const settled = await commit(deps, heard);
      deps.parked.note(settled.kept);
      const taken = takenNames(heard);
      for (const { linkId, operatorKey } of taken) deps.parked.forget(linkId, operatorKey);
      const { links } = deps.routing.current();
      deps.newNames.note(taken.filter(({ linkId }) => links.get(linkId)?.carrier === 'whatsapp'));
      return settled;
    } catch (error) {
      if (!isTransient(error)) throw error;
      deps.log.warn({ error }, 'results could not be stored yet');
      await pause(deps.clock, RETRY_MS);
    }
  }
}

/** Tells operators that what they sent is stored. */
export function acknowledge(heard: readonly Heard[]): void {
  for (const inbound of inboundOf(heard)) inbound.acknowledge();
}

/** Refusals of chat messages, for what they require besides ending the attempt. */
export function chatRefusals(group: readonly TimedHeard[]): readonly ChatRefusal[] {
  return group.flatMap(({ heard, atMs }) => {
    if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
    const { linkId, message, results } = heard.attempt;
    const { accountId, messageId, userId } = message;
    const recipient = userId ?? message.recipient;
    return results.flatMap((it) => {
      if (it.kind !== 'refused' || it.reaction === undefined) return [];
      const { reaction, status: code } = it;
      return [{ accountId, messageId, linkId, recipient, reaction, code, saidAtMs: atMs }];
    });
  });
}

async function commit(deps: SettleDeps, heard: readonly Heard[]): Promise<Settled> {
  const nowMs = deps.clock.nowMs();
  const group: Group = {
    judgements: heard.flatMap((it) =>
      it.kind === 'attempt' ? [judgeHere(deps, it.attempt, nowMs)] : [],
    ),
    late: heard.flatMap((it) => (it.kind === 'late' ? [judge(deps, it.late, nowMs)] : [])),
    receipts: heard.flatMap(receiptOf),
    others: inboundOf(heard).flatMap((it) => (it.kind === 'receipt' ? [] : [it])),
    overtaken: heard.flatMap((it) => (it.kind === 'overtaken' ? [it] : [])),
  };
  const settled = await write(deps, group, writeContextOf(deps, nowMs));
  for (const { movesTo, isCode } of group.judgements) {
    if (movesTo !== undefined) deps.outboxes.setWaiting(movesTo, isCode ? 1 : 0);
  }
  return settled;
}

type Judges = Pick<SettleDeps, 'routing' | 'random'>;

/** The outcome of an attempt, by its link's policy; it is not tried by another link. */
export function judge(deps: Judges, attempt: AttemptResult, atMs: number): AttemptJudgement {
  return judgeAttempt(attempt, judgingOf(deps, attempt, atMs));
}

/** The same for one that has just ended: what was refused, another link may take. */
function judgeHere(deps: Judges, attempt: AttemptResult, atMs: number): AttemptJudgement {
  if (!attempt.results.some(({ kind }) => kind === 'refused')) return judge(deps, attempt, atMs);
  const elsewhere = () => elsewhereOf(deps.routing.current(), attempt);
  return judgeAttempt(attempt, { ...judgingOf(deps, attempt, atMs), elsewhere });
}

function judgingOf({ routing, random }: Judges, { linkId }: AttemptResult, atMs: number): Judging {
  const chance = (): number => random.randomInt(0, 1000) / 1000;
  return { atMs, chance, ...policyOf(routing.current().links.get(linkId)) };
}

/** Tests go nowhere, and what leaves by one number of the chat platform leaves by no other. */
function elsewhereOf(
  routing: Routing,
  { linkId: refused, message }: AttemptResult,
): Elsewhere | undefined {
  const { accountId, operatorId, category, sender, isTest, recipient } = message;
  if (isTest || operatorId === undefined || category === undefined) return undefined;
  const traffic = { accountId, operatorId, category, senderRoute: sender.route, refused };
  return elsewhereFor(routing, traffic, recipient);
}

/** What writing a group needs. */
export function writeContextOf(
  { routing, ids, parked }: Pick<SettleDeps, 'routing' | 'ids' | 'parked'>,
  nowMs: number,
): WriteContext {
  const { links, tariffs } = routing.current();
  return {
    nowMs,
    newId: () => ids.next(),
    mayBeParked: parked.has,
    oneReceiptForAll: (linkId) => smppConfigOf(links.get(linkId))?.receiptsPer === 'message',
    refundsFailed: tariffs.some(({ refundFailed }) => refundFailed),
  };
}

/** Nearly every group is plain and takes one round trip. */
async function write(deps: SettleDeps, group: Group, context: WriteContext): Promise<Settled> {
  if (isPlain(group, context)) {
    try {
      return await deps.db.transact((transaction) => writePlain(transaction, group, context));
    } catch (error) {
      if (!isNotAll(error)) throw error;
    }
  }
  return deps.db.transact((transaction) => writeResults(transaction, group, context));
}

/**
 * If a link was removed while its messages were out, there is nobody to ask: its attempts are made
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

function inboundOf(heard: readonly Heard[]): readonly InboundReceipt[] {
  return heard.flatMap((it) => (it.kind === 'inbound' ? [it.inbound] : []));
}

/** Ids whose attempts this group stores: nothing is parked under them any more. */
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

/** A commit that takes longer means that the database is in trouble. */
const LONGEST_COMMIT_MS = 2_000;

/** What outboxes have heard, on its way to being settled. */
export type Hearing = {
  /** Takes what an outbox has heard. */
  hear(heard: Heard): void;
  /** How much is waiting to be committed. */
  pending(): number;
  /** Whether what was heard some seconds ago is committed: false while the database is away. */
  flows(): boolean;
  drained(): Promise<void>;
};

/** Nobody waits for the result of a chat message, and most would be a transaction each. */
const CHAT_RESULTS_EVERY_MS = 100;

/**
 * Groups of texts' results begin so far apart at most: at ordinary rates most would be a commit
 * each. Less where nothing more came for a moment: an operator with few receipts under way sends
 * the next when it has our answer.
 */
const TEXT_RESULTS_EVERY_MS = 20;
const GATHER_MS = 5;

/** Settles in groups, chat messages apart from texts; `settled` is called after each. */
export function createHearing(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly closeOut: (heard: readonly TimedHeard[]) => Promise<void>;
  readonly settled: () => void;
}): Hearing {
  const { clock, log, closeOut } = deps;
  let committedAtMs = clock.monotonicMs();
  const work = async (timed: readonly TimedHeard[]): Promise<readonly void[]> => {
    try {
      await closeOut(timed);
      committedAtMs = clock.monotonicMs();
    } catch (error) {
      const [alone, ...others] = timed;
      if (alone === undefined || others.length > 0) throw error;
      log.error({ error, kind: alone.heard.kind }, 'a result could not be stored');
      const left = asUnconfirmed(alone.heard).map((heard) => ({ heard, atMs: alone.atMs }));
      if (left.length > 0) await work(left);
    }
    return timed.map(() => undefined);
  };
  const how = {
    work,
    splits(error: unknown, timed: readonly TimedHeard[]) {
      log.error({ error, results: timed.length }, 'a group of results failed and is split');
      return true;
    },
    mostItems: limit('closingGroup'),
  };
  let freeAtMs = Number.NEGATIVE_INFINITY;
  const gather = async (): Promise<void> => {
    for (let had = 0; texts.pending() > had && clock.monotonicMs() < freeAtMs;) {
      had = texts.pending();
      await pause(clock, GATHER_MS);
    }
    freeAtMs = clock.monotonicMs() + TEXT_RESULTS_EVERY_MS;
  };
  const texts: ReturnType<typeof createGroup<TimedHeard, void>> = createGroup({
    ...how,
    pace: gather,
  });
  const pace = createPace(clock, CHAT_RESULTS_EVERY_MS);
  const chats = createGroup<TimedHeard, void>({ ...how, pace });
  const pending = (): number => texts.pending() + chats.pending();
  return {
    hear(heard) {
      const group = isOfChat(heard) ? chats : texts;
      void group.add({ heard, atMs: clock.nowMs() }).then(deps.settled);
    },
    pending,
    flows: () => pending() === 0 || clock.monotonicMs() - committedAtMs < LONGEST_COMMIT_MS,
    async drained() {
      await Promise.all([texts.drained(), chats.drained()]);
    },
  };
}

function isOfChat(heard: Heard): boolean {
  if (heard.kind !== 'attempt' && heard.kind !== 'late') return false;
  const { message } = heard.kind === 'attempt' ? heard.attempt : heard.late;
  return message.alphabet === 'chat';
}

/**
 * An answer that cannot be stored counts as unconfirmed. Otherwise its message would go back to the
 * queue as if nobody had it; the chat platform does have it, and would take it as a second message.
 */
function asUnconfirmed(heard: Heard): readonly Heard[] {
  if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
  const { results } = heard.attempt;
  if (!results.some(({ kind }) => kind === 'taken')) return [];
  const unconfirmed = results.map(({ part }) => ({ part, kind: 'ambiguous' as const }));
  return [{ kind: 'attempt', attempt: { ...heard.attempt, results: unconfirmed } }];
}
