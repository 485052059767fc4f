/**
 * What a node does besides moving messages. Every node with a job's role runs it; the store makes
 * sure that no two do the same work.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import { forgetPeople } from '../features/person/forget-people.ts';
import { lookupsSinceMs } from '../domain/portability/directory.ts';
import { endBatches } from '../batches/end-batches.ts';
import { createShareCapCounts } from '../journey/accept/share-cap-counts.ts';
import { watchCredit, watchSpending } from '../journey/charge/watch-spending.ts';
import { removeAbandoned } from '../journey/commit/remove-abandoned.ts';
import { giveUpAgain } from '../journey/commit/remove-unpublished.ts';
import { createMoveWaiting } from '../journey/route/move-waiting.ts';
import { giveUpChats } from '../journey/settle/chat-moves.ts';
import { createGiveUpSilent, expireWaiting, matchParked } from '../journey/settle/overdue.ts';
import type { Config, Role } from '../kit/config.ts';
import type { Job } from '../kit/jobs.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { endDrains } from '../links/end-drains.ts';
import { createFindStrays, recoverDead, STRAY_MS } from '../links/recover.ts';
import { forgetKeys } from '../store/messages/idempotency-keys.ts';
import { forgetExpiredKeys } from '../features/keys/keys.sql.ts';
import { addUp } from '../store/reports/add-up.ts';
import type { Admin } from '../operations/admin.ts';
import { forgetExpiredSessions } from '../features/sign-in/sessions.sql.ts';
import { forgetTries } from '../features/sign-in/try-counts.sql.ts';
import { forgetLookups } from '../store/ledger/lookups.ts';
import { markGone } from '../store/nodes/nodes.ts';
import { makePartitions } from '../store/messages/make-partitions.ts';
import { allWaiting, countHeld, countQueue, findOldest } from '../store/queue/look-at-queue.ts';
import { batching } from './batch-jobs.ts';
import { dropOldDays, forgetOldTexts } from './drop-old-days.ts';
import type { ChatJobs } from '../chat/jobs.ts';
import type { EventJobs } from '../events/events.ts';
import type { MailJobs } from './open-mail.ts';
import type { Background } from './open-journey.ts';
import { linkJobs, type OfLinks } from './link-jobs.ts';
import { paying } from './payment-jobs.ts';

/** A job, and the roles that run it: a node needs one of them. */
export type NodeJob = Job & { readonly on: readonly Exclude<Role, 'all'>[] };

const EVERY_NODE = ['api', 'carriers', 'worker'] as const;
const AT_LINKS = ['carriers', 'worker'] as const;
const WORKERS = ['worker'] as const;

type Others = OfLinks & {
  readonly chat: { readonly jobs: ChatJobs; readonly admin: Admin };
  readonly events: EventJobs;
  readonly mail: MailJobs;
  /** For how many days messages, and their texts, are kept; 0: for ever. */
  readonly kept: Pick<Config, 'retentionDays' | 'textDays'>;
};

/** The jobs, in the order in which a node runs them once before it starts working. */
export function jobsOf(node: Background, others: Others): readonly NodeJob[] {
  const { chat, events, mail } = others;
  return [
    ...learning(node, events),
    ...watching(node, mail),
    ...moving(node),
    ...settling(node),
    ...chatting(node, chat.jobs),
    ...telling(node, events),
    ...mailing(node, mail),
    ...paying(chat.admin),
    ...linkJobs(node, chat.admin, others.callers.clicks),
    ...tidying(node),
    ...dropping(node, { ...others.kept, seal: chat.admin.seal }),
  ];
}

/** Learns what other nodes and staff do. */
function learning(
  { deps, load, pump, work }: Background,
  events: Pick<EventJobs, 'keepsLogs'>,
): readonly NodeJob[] {
  const { db, clock, routing, accounts, settings } = deps;
  const bound = settings.queueBoundMessages + 1;
  const dueByMs = (): number => clock.nowMs() + limit('retryLastMs');
  const mayWait = (): boolean =>
    work.heads().length > 0 || work.has('hasUnconfirmed') || allWaiting(load.waiting()) > 0;
  return [
    {
      name: 'find work',
      everyMs: 100,
      on: EVERY_NODE,
      async run() {
        if (!work.isOld(events.keepsLogs())) return;
        await work.refresh();
        pump.lookAt(work.heads());
      },
    },
    {
      name: 'learn settings',
      everyMs: 250,
      on: EVERY_NODE,
      isDue: () => work.settingsVersion() !== routing.current().version,
      run: routing.refresh,
    },
    // Changes are announced; these are for lost announcements.
    { name: 'learn accounts', everyMs: 2 * SECOND_MS, on: EVERY_NODE, run: accounts.forgetChanged },
    {
      name: 'learn health',
      everyMs: 2 * SECOND_MS,
      on: EVERY_NODE,
      isDue: () => work.has('hasOthers'),
      run: routing.refreshHealth,
    },
    // So that the API knows when to stop accepting.
    {
      name: 'count queue',
      everyMs: 2 * SECOND_MS,
      on: EVERY_NODE,
      isDue: mayWait,
      async run() {
        const [counted, oldest] = await Promise.all([
          countQueue(db, bound, dueByMs()),
          findOldest(db, { dueByMs: dueByMs() }),
        ]);
        load.counted(counted, oldest);
      },
    },
    {
      name: 'count held',
      everyMs: 30 * SECOND_MS,
      on: EVERY_NODE,
      run: async () => load.countedHeld(await countHeld(db, bound, dueByMs())),
    },
    {
      name: 'share cap counts',
      everyMs: SECOND_MS,
      on: EVERY_NODE,
      run: createShareCapCounts({
        ...deps,
        hasNews: () => work.has('hasOthers') && work.has('hasCounts'),
      }),
    },
  ];
}

/** Watches the accounts' spending. */
function watching({ deps, caps }: Background, mail: MailJobs): readonly NodeJob[] {
  return [
    {
      name: 'watch spending',
      everyMs: 10 * SECOND_MS,
      on: WORKERS,
      run: () => watchSpending(deps),
    },
    {
      name: 'watch credit',
      everyMs: 10 * SECOND_MS,
      on: WORKERS,
      run: () => watchCredit(deps, mail.tellLowCredit),
    },
    {
      name: 'tell of caps',
      everyMs: SECOND_MS,
      on: EVERY_NODE,
      isDue: caps.hasNews,
      run: caps.tell,
    },
  ];
}

/** Moves messages into the queue, between its links, and away from dead nodes. */
function moving(node: Background): readonly NodeJob[] {
  const { deps, load, hearing, unconfirmed, work } = node;
  const recovering = { ...deps, ...hearing, isAsking: unconfirmed.isAsking };
  return [
    ...batching(node),
    {
      name: 'move waiting',
      everyMs: limit('moveEveryMs'),
      on: AT_LINKS,
      isDue: () => work.heads().length > 0,
      run: createMoveWaiting({
        ...deps,
        waiting: () => new Set(work.heads().map(({ linkId }) => linkId)),
        counted: load.waiting,
      }),
    },
    {
      name: 'mark gone',
      everyMs: 100,
      on: AT_LINKS,
      isDue: () => work.has('hasGone'),
      run: () => deps.db.transact((transaction) => markGone(transaction, deps.lease.current())),
    },
    {
      name: 'recover dead',
      everyMs: 2 * SECOND_MS,
      on: WORKERS,
      isDue: () => work.has('hasDeadNodes'),
      run: () => recoverDead(recovering),
    },
    { name: 'find strays', everyMs: STRAY_MS, on: AT_LINKS, run: createFindStrays(recovering) },
  ];
}

/** Settles what nobody reports on any more. */
function settling({ deps, hearing, unconfirmed, work }: Background): readonly NodeJob[] {
  const overdue = { ...deps, ...hearing };
  return [
    {
      name: 'expire waiting',
      everyMs: 30 * SECOND_MS,
      on: WORKERS,
      run: () => expireWaiting(overdue),
    },
    {
      name: 'reconcile',
      everyMs: SECOND_MS,
      on: AT_LINKS,
      isDue: () => work.has('hasUnconfirmed') || unconfirmed.keepsRoom(),
      run: unconfirmed.reconcile,
    },
    { name: 'end unasked', everyMs: 30 * SECOND_MS, on: WORKERS, run: unconfirmed.endUnasked },
    {
      name: 'ask for silent',
      everyMs: 10 * MINUTE_MS,
      on: AT_LINKS,
      isLong: true,
      run: unconfirmed.askForSilent,
    },
    {
      name: 'end drains',
      everyMs: limit('drainLookMs'),
      on: WORKERS,
      run: () => endDrains(deps),
    },
    { name: 'match parked', everyMs: 5 * SECOND_MS, on: WORKERS, run: () => matchParked(overdue) },
    {
      name: 'give up silent',
      everyMs: 10 * MINUTE_MS,
      on: WORKERS,
      isLong: true,
      run: createGiveUpSilent(overdue),
    },
    { name: 'give up again', everyMs: SECOND_MS, on: EVERY_NODE, run: () => giveUpAgain(deps) },
    {
      name: 'remove abandoned',
      everyMs: 5 * SECOND_MS,
      on: WORKERS,
      isLong: true,
      run: () => removeAbandoned(deps),
    },
  ];
}

function chatting({ deps }: Background, chat: ChatJobs): readonly NodeJob[] {
  return [
    {
      name: 'give up chats',
      everyMs: 2 * SECOND_MS,
      on: WORKERS,
      run: () => giveUpChats(deps),
    },
    { name: 'match chat orphans', everyMs: 5 * SECOND_MS, on: WORKERS, run: chat.matchOrphans },
    { name: 'sync templates', everyMs: 20 * SECOND_MS, on: WORKERS, run: chat.syncTemplates },
    { name: 'read chat numbers', everyMs: 3 * SECOND_MS, on: WORKERS, run: chat.readNumbers },
    { name: 'forget chat media', everyMs: HOUR_MS, on: WORKERS, run: chat.forgetMedia },
    { name: 'forget chat events', everyMs: 10 * MINUTE_MS, on: WORKERS, run: chat.forgetEvents },
  ];
}

/** Tells accounts what happened to what they have. */
function telling({ deps, work }: Background, events: EventJobs): readonly NodeJob[] {
  return [
    {
      name: 'hold event logs',
      everyMs: 250,
      on: WORKERS,
      isDue: () => work.has('hasFreeLogs') || events.isOld(),
      run: events.hold,
    },
    {
      name: 'number events',
      everyMs: 50,
      on: WORKERS,
      isDue: () => work.has('hasFacts'),
      run: events.number,
    },
    {
      name: 'end batches',
      everyMs: 250,
      on: WORKERS,
      isLong: true,
      isDue: () => work.has('hasBatchEnds'),
      run: () => endBatches(deps),
    },
    { name: 'forget events', everyMs: 10 * MINUTE_MS, on: WORKERS, run: events.forget },
  ];
}

/** Hands mails to the mail server, if there is one. */
function mailing({ work }: Background, { send, forget, tellUnread }: MailJobs): readonly NodeJob[] {
  const sending = {
    name: 'send mails',
    everyMs: 250,
    on: WORKERS,
    isLong: true,
    isDue: () => work.has('hasMails'),
  };
  return [
    ...(send === undefined ? [] : [{ ...sending, run: send }]),
    { name: 'tell of unread replies', everyMs: MINUTE_MS / 2, on: WORKERS, run: tellUnread },
    { name: 'forget mails', everyMs: HOUR_MS, on: WORKERS, run: forget },
  ];
}

/** Frees space, and forgets what is no longer of use. */
function tidying({ deps: { db, clock, files } }: Background): readonly NodeJob[] {
  const daysAhead = limit('partitionDaysAhead');
  const now = (): number => clock.nowMs();
  const keysKeptMs = limit('idempotencyHours') * HOUR_MS;
  const seldom = { everyMs: 10 * MINUTE_MS, on: WORKERS } as const;
  return [
    {
      name: 'forget idempotency keys',
      ...seldom,
      run: () => db.transact((tx) => forgetKeys(tx, { beforeMs: now() - keysKeptMs })),
    },
    {
      name: 'forget expired keys',
      ...seldom,
      run: () => db.transact((tx) => forgetExpiredKeys(tx, { nowMs: now() })),
    },
    {
      name: 'forget sessions',
      ...seldom,
      run: () => forgetSessions(db, now()),
    },
    // A day later, to spare requests under way.
    {
      name: 'forget look-ups',
      ...seldom,
      run: () => forgetOldLookups(db, lookupsSinceMs(now()) - DAY_MS),
    },
    { name: 'sweep files', everyMs: 10 * MINUTE_MS, on: EVERY_NODE, run: files.sweep },
    { name: 'add up', everyMs: 5 * SECOND_MS, on: WORKERS, isLong: true, run: () => addUpAll(db) },
    {
      name: 'make partitions',
      everyMs: HOUR_MS,
      on: WORKERS,
      run: () => db.transact((tx) => makePartitions(tx, now(), daysAhead)),
    },
  ];
}

/** Drops and forgets what is older than the service keeps. */
function dropping(
  { deps }: Background,
  { retentionDays, textDays, seal }: Others['kept'] & Pick<Admin, 'seal'>,
): readonly NodeJob[] {
  const hourly = { everyMs: HOUR_MS, on: WORKERS, isLong: true } as const;
  const drop = { ...hourly, name: 'drop old days', run: () => dropOldDays(deps, retentionDays) };
  const forget = { ...hourly, name: 'forget texts', run: () => forgetOldTexts(deps, textDays) };
  const ofPeople = { ...hourly, name: 'forget people', run: () => forgetPeople({ ...deps, seal }) };
  return [
    { ...ofPeople, everyMs: 2 * SECOND_MS },
    ...(retentionDays === 0 ? [] : [drop]),
    ...(textDays === 0 ? [] : [forget]),
  ];
}

async function addUpAll(db: Database): Promise<void> {
  const most = limit('changesAddedUp');
  while ((await db.transact((tx) => addUp(tx, most))) === most);
}

async function forgetSessions(db: Database, atMs: number): Promise<void> {
  const most = limit('forgottenSessions');
  while ((await db.transact((tx) => forgetExpiredSessions(tx, { atMs, most }))) === most);
  while ((await db.transact((tx) => forgetTries(tx, { most }))) === most);
}

async function forgetOldLookups(db: Database, beforeMs: number): Promise<void> {
  const most = limit('forgottenLookups');
  while ((await db.transact((tx) => forgetLookups(tx, { beforeMs, most }))) === most);
}
