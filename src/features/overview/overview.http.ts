/** `/v1/staff/overview` and `/v1/staff/stream`: how the service is doing, now and as it changes. */
import type { Overview, LinkNow, ReadOverview } from './overview.ts';
import { mayDo } from '../../operations/staff-rights.ts';
import { SECOND_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { type Clock, pause } from '@paigham/base/clock.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { defineEndpoint, type PersonEndpoint } from '../../api/v1/endpoint.ts';
import type { SignedIn } from '../../api/v1/sessions.ts';
import { EVENT_STREAM } from '../events/stream.http.ts';
import { LINK } from '../links/links.ts';
import { staffMay } from '../../api/v1/guards.ts';
import { getOne } from '../../api/v1/list.ts';
import {
  closed,
  derived,
  nullable,
  nullableCount,
  nullableTime,
  resource,
  count,
} from '../../operations/resource.ts';

const counts = (description: string) => Type.Array(count(), { description });

const PERIOD_SECONDS = limit('trafficPeriodMs') / SECOND_MS;
const MOST = limit('staffWorkCounted');
const MOST_QUEUED = limit('staffQueueCounted');

const { name, enabled, state, since, why } = LINK.properties;
const STAFF_LINK = resource(
  'StaffLink',
  {
    name,
    kind: Type.Enum(['sms', 'chat'], { description: 'chat: a number of the chat platform.' }),
    enabled,
    state,
    since,
    why,
    per_second: derived(
      Type.Number({ minimum: 0, description: 'Parts that the operator takes now.' }),
      ({ taken }: LinkNow) => (taken.at(-1) ?? 0) / PERIOD_SECONDS,
    ),
    taken: counts(`Parts that the operator took, in each of the last ${PERIOD_SECONDS} seconds.`),
    failed: counts('The same for parts that it refused, or whose answers were lost.'),
  },
  'A link and what it carries.',
);

const QUEUE = resource(
  'StaffQueue',
  {
    link: nullable('null: it was removed.'),
    waiting: count(
      `Messages that are due or tried again; of each priority up to ${MOST_QUEUED} are counted.`,
    ),
    again: count('Of those, the messages that were put back, and are tried again.'),
    oldest_due_at: nullableTime('Since when the oldest of them might have left.'),
    later: count('Messages that are scheduled, or held for their hours.'),
  },
  'What waits for a link.',
);

const FINDING = closed(
  {
    subject: Type.String(),
    verdict: Type.Enum(['fine', 'warning', 'fault']),
    sentence: Type.String(),
  },
  { title: 'Finding', description: 'What the doctor says about one thing.' },
);

const OVERVIEW = closed(
  {
    links: Type.Union([Type.Array(STAFF_LINK), Type.Null()]),
    queues: Type.Union([Type.Array(QUEUE), Type.Null()]),
    unconfirmed: nullableCount(
      `Messages whose submit has no answer; ${MOST} stands for ${MOST} or more.`,
    ),
    set_aside: nullableCount(`Receipts that were set aside; counted likewise.`),
    approvals: nullableCount(`Decisions that wait; counted likewise.`),
    requests: nullableCount(`What waits for a second person; counted likewise.`),
    findings: Type.Union([Type.Array(FINDING), Type.Null()], {
      description: 'In the stream also null while they are being looked for.',
    }),
  },
  {
    title: 'StaffOverview',
    description: 'How the service is doing. What is for another role is null.',
  },
);

type Shown = Static<typeof OVERVIEW>;

/** What somebody of this role sees of it. */
function show({ staffRole }: SignedIn, it: Overview): Shown {
  const seesTraffic = staffRole !== undefined && mayDo(staffRole, 'doctor');
  const seesApprovals = staffRole !== undefined && mayDo(staffRole, 'sender approve');
  const seesRequests = staffRole !== undefined && mayDo(staffRole, 'request confirm');
  const { unconfirmed, setAside, approvals, requests } = it.work;
  return {
    links: seesTraffic ? it.links.map(STAFF_LINK.show) : null,
    queues: seesTraffic ? it.queues.map(QUEUE.show) : null,
    unconfirmed: seesTraffic ? unconfirmed : null,
    set_aside: seesTraffic ? setAside : null,
    approvals: seesApprovals ? Math.min(approvals, MOST) : null,
    requests: seesRequests ? requests : null,
    findings: seesTraffic && it.findings !== undefined ? [...it.findings] : null,
  };
}

export type OverviewDeps = {
  readonly overview: ReadOverview;
  readonly clock: Clock;
  /** The node is stopping: streams end, and their callers reconnect elsewhere. */
  readonly isStopping: () => boolean;
};

const SEE = [staffMay('doctor', 'sender approve', 'request confirm')];

const STREAM_TYPE = `${EVENT_STREAM}; charset=utf-8`;

export function createOverviewEndpoints(deps: OverviewDeps): readonly PersonEndpoint[] {
  return [
    getOne({
      path: '/v1/staff/overview',
      name: 'showOverview',
      who: 'staff',
      guards: SEE,
      about: 'How the service is doing: links, queues, what waits for staff, what is wrong.',
      gives: OVERVIEW,
      find: async ({ person }) => show(person, await deps.overview.whole()),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/v1/staff/stream',
      name: 'watchOverview',
      who: 'staff',
      about:
        'The overview as Server-Sent Events: `overview` at first, then `change` with the ' +
        'properties that have changed. It ends with the session.',
      onlyGives: { [EVENT_STREAM]: Type.String({ description: 'StaffOverview, as it changes.' }) },
      guards: SEE,
      failures: ['streams_exceeded'],
      async handle({ person }) {
        const pieces = (ended: AbortSignal) => tell(deps, person, ended);
        return { kind: 'pieces', kept: 'overview', contentType: STREAM_TYPE, pieces };
      },
    }),
  ];
}

const LOOK_MS = 500;
/** Proxies close idle connections; it also reveals callers that are gone. */
const HEARTBEAT_MS = 5 * SECOND_MS;

async function* tell(
  { overview, clock, isStopping }: OverviewDeps,
  person: SignedIn,
  ended: AbortSignal,
): AsyncGenerator<string> {
  let told: Shown | undefined;
  let saw: Overview | undefined;
  let saidAtMs = clock.monotonicMs();
  while (!isStopping() && !ended.aborted) {
    // A failed look is repeated: the stream stays silent meanwhile.
    const seen = await overview.quick().catch(() => saw);
    const now = seen === undefined || isSame(seen, saw) ? told : show(person, seen);
    if (now !== undefined && now !== told) {
      const change = changeOf(told, now);
      if (change !== undefined) yield change;
      [told, saw] = [now, seen];
    }
    if (clock.monotonicMs() - saidAtMs >= HEARTBEAT_MS) {
      yield ': still here\n\n';
      saidAtMs = clock.monotonicMs();
    }
    await pause(clock, LOOK_MS);
  }
}

function isSame(one: Overview, other: Overview | undefined): boolean {
  const { links, queues, work, findings } = one;
  return (
    links === other?.links &&
    queues === other.queues &&
    work === other.work &&
    findings === other.findings
  );
}

/** An event; undefined: for this role nothing has changed. */
function changeOf(told: Shown | undefined, now: Shown): string | undefined {
  if (told === undefined) return `event: overview\ndata: ${JSON.stringify(now)}\n\n`;
  const before: Readonly<Record<string, unknown>> = told;
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return undefined;
  return `event: change\ndata: ${JSON.stringify(Object.fromEntries(changed))}\n\n`;
}
