/** Events: what numbers and delivers them, and what `/v1` asks of it. */
import type { Admin } from '../operations/admin.ts';
import { listenToEvents } from '../features/webhooks/listen-to-events.ts';
import { type EventEndpointDeps, keepRecorded } from '../features/events/events.http.ts';
import { createShowEvents } from '../features/events/show-events.http.ts';
import { createStreams } from '../features/events/stream.http.ts';
import type { Foundation } from '../app.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { createEvents, type RunningEvents } from '../events/events.ts';
import { createResolve, publicAddresses } from '@paigham/http/fetch/address-policy.ts';
import { openTarget, type PostOptions } from '@paigham/http/fetch/post.ts';
import type { Metrics } from '../kit/metrics.ts';
import { machineRandom } from '@paigham/base/random.ts';
import type { AccountCache } from '../store/snapshots/account-cache.ts';
import type { HeldLease } from '../store/nodes/nodes.ts';

export type OpenEvents = RunningEvents & {
  readonly endpoints: EventEndpointDeps;
  /** Ends the streams, which would otherwise go on forever. */
  endStreams(): void;
  isStopping(): boolean;
};

type OpenEventsDeps = {
  readonly accounts: AccountCache;
  readonly lease: HeldLease;
  readonly admin: Admin;
  readonly metrics: Metrics;
};

export function openEvents(
  foundation: Foundation,
  { accounts, lease, admin, metrics }: OpenEventsDeps,
): OpenEvents {
  const { config, clock, db, log, seal } = foundation;
  const show = createShowEvents({ reader: db, clock, accounts });
  const posting = postingOf(foundation);
  const posts = metrics.counter({
    name: 'paigham_webhook_posts_total',
    help: 'Posts to webhooks of accounts, by what became of them: delivered, failed, gone',
    labels: ['fate'],
  });
  const events = createEvents({
    db,
    clock,
    log,
    lease,
    seal,
    show,
    random: machineRandom,
    ids: admin.ids,
    open: (url) => openTarget(url, posting),
    keptDays: config.eventDays,
    count: (fate) => posts([fate]),
  });
  let isStopping = false;
  const listen = (accountId: AccountId): Promise<void> =>
    listenToEvents({ transact: db.transact, clock }, accountId);
  const nowMs = (): number => clock.nowMs();
  const streams = createStreams({
    reader: db,
    clock,
    show,
    isStopping: () => isStopping,
    keepRecorded: (accountId) => keepRecorded({ reader: db, nowMs, listen }, accountId),
  });
  return {
    ...events,
    endStreams: () => void (isStopping = true),
    isStopping: () => isStopping,
    endpoints: {
      reader: db,
      show,
      streams,
      nowMs,
      listen,
      loopback: config.fetchLoopback === true,
      policy: posting.policy,
      test: events.test,
    },
  };
}

function postingOf({ config, clock, nameServers }: Foundation): PostOptions {
  return {
    clock,
    resolve: createResolve(nameServers),
    policy: publicAddresses({
      own: config.ownAddresses,
      loopback: config.fetchLoopback === true,
    }),
    limits: {
      linkCharacters: limit('fetchLinkCharacters'),
      connections: limit('webhookAtOnce'),
      connectMs: limit('webhookConnectMs'),
      totalMs: limit('webhookAnswerMs'),
      answerBytes: limit('webhookAnswerBytes'),
      headBytes: limit('webhookHeadBytes'),
    },
  };
}
