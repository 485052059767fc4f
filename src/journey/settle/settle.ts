/**
 * Sixth stage: what operators said, made true. Results of attempts and receipts are settled in the
 * order in which they were heard, in groups, each in one commit.
 */
import type { InboundWord } from '../../domain/carrier/carrier.ts';
import { limit } from '../../domain/limits.ts';
import type { AttemptResult } from '../../domain/message/outgoing.ts';
import { pause } from '../../kit/clock.ts';
import { isNotAll, isTransient } from '../../kit/postgres/faults.ts';
import type { Heard } from '../../links/outbox.ts';
import { smppConfigOf, type KnownLink } from '../../store/routing-snapshot.ts';
import type { ChatRefusal, JourneyDeps } from '../deps.ts';
import { judgeAttempt, type AmbiguousPolicy, type AttemptJudgement } from './judge-attempt.ts';
import type { ChatName, NewNames, ParkedNames } from './known-names.ts';
import type { MatchedReceipt } from './match-receipts.ts';
import {
  isPlain,
  writePlain,
  writeResults,
  type Group,
  type Settled,
  type WriteContext,
} from './write-results.ts';

const RETRY_MS = 250;

export type SettleDeps = Pick<
  JourneyDeps,
  'db' | 'clock' | 'random' | 'log' | 'ids' | 'routing'
> & {
  /** Under which of the operators' ids receipts wait for their attempts. */
  readonly parked: ParkedNames;
  /** What the chat platform calls messages whose attempts were stored a moment ago. */
  readonly newNames: NewNames;
};

/** Something that was heard, and when: a commit may wait for long, and users write meanwhile. */
export type TimedHeard = { readonly heard: Heard; readonly atMs: number };

/**
 * Commits a group, however long the database takes to come back: nothing that was heard is dropped.
 * Rejects where the group itself is at fault.
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

/** Refusals of chat messages, for what they ask for besides ending their attempt. */
export function chatRefusals(group: readonly TimedHeard[]): readonly ChatRefusal[] {
  return group.flatMap(({ heard, atMs }) => {
    if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
    const { linkId, message, results } = heard.attempt;
    const { accountId, messageId, recipient } = message;
    return results.flatMap((it) => {
      if (it.kind !== 'refused' || it.reaction === undefined) return [];
      const { reaction, status: code } = it;
      return [{ accountId, messageId, linkId, recipient, reaction, code, saidAtMs: atMs }];
    });
  });
}

function commit(deps: SettleDeps, heard: readonly Heard[]): Promise<Settled> {
  const nowMs = deps.clock.nowMs();
  const { links, tariffs } = deps.routing.current();
  const judge = (attempt: AttemptResult): AttemptJudgement =>
    judgeAttempt(attempt, {
      atMs: nowMs,
      chance: deps.random.randomInt(0, 1000) / 1000,
      ...policyOf(links.get(attempt.linkId)),
    });
  const group: Group = {
    judgements: heard.flatMap((it) => (it.kind === 'attempt' ? [judge(it.attempt)] : [])),
    late: heard.flatMap((it) => (it.kind === 'late' ? [judge(it.late)] : [])),
    receipts: heard.flatMap(receiptOf),
    others: inboundOf(heard).flatMap((it) => (it.kind === 'receipt' ? [] : [it])),
    overtaken: heard.flatMap((it) => (it.kind === 'overtaken' ? [it] : [])),
  };
  const context: WriteContext = {
    nowMs,
    newId: () => deps.ids.next(),
    mayBeParked: deps.parked.has,
    oneReceiptForAll: (linkId) => smppConfigOf(links.get(linkId))?.receiptsPer === 'message',
    refundsFailed: tariffs.some(({ refundFailed }) => refundFailed),
  };
  return write(deps, group, context);
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
