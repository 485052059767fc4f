/**
 * What staff look at all day: one snapshot for all who look through this node, however many they
 * are, read again only while somebody looks.
 */
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { keep } from '../../kit/refreshed.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { listNumbers } from '../../store/chat/numbers.ts';
import { countStaffWork, readQueues, type StaffWork } from '../../store/nodes/waiting.ts';
import { listLinks, readLinkHealth } from '../links/links.sql.ts';
import type { Carried } from '../../domain/routing/link-trouble.ts';
import { standingOf, type LinkStanding } from '../links/links.ts';
import { QUIET, readTraffic } from '../links/link-traffic.sql.ts';
import { examine } from '../doctor/doctor.ts';
import type { CheckContext, Finding } from '../doctor/finding.ts';

export type LinkNow = Pick<Carried, 'taken' | 'failed'> &
  LinkStanding & {
    readonly name: string;
    /** `chat`: a number of the chat platform. */
    readonly kind: 'sms' | 'chat';
    readonly enabled: boolean;
  };

type QueueNow = {
  /** The name of a link; undefined: it was removed. */
  readonly link: string | undefined;
  readonly waiting: number;
  /** Of those, what was put back and is tried again. */
  readonly again: number;
  readonly oldestDueAtMs: number | undefined;
  readonly later: number;
};

/** A part that has not changed is the same object as before. */
export type Overview = {
  readonly links: readonly LinkNow[];
  readonly queues: readonly QueueNow[];
  readonly work: StaffWork;
  /** undefined: they are being looked for. */
  readonly findings: readonly Finding[] | undefined;
};

export type ReadOverview = {
  /** Waits for findings, too. */
  whole(): Promise<Overview>;
  /** Without waiting for findings. */
  quick(): Promise<Overview>;
};

/** How old each part may be: links change by the second; the doctor looks at everything. */
const LINKS_MS = 1_000;
const WAITING_MS = 5_000;
const FINDINGS_MS = 30_000;

export function createReadOverview(deps: {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly check: CheckContext;
}): ReadOverview {
  const { reader, clock, check } = deps;
  const links = keep(clock, LINKS_MS, () => readLinks(reader, clock.nowMs()));
  const queues = keep(clock, WAITING_MS, () => readQueuesByName(reader));
  const work = keep(clock, WAITING_MS, () =>
    countStaffWork(reader, { most: limit('staffWorkCounted') }),
  );
  const findings = keep(clock, FINDINGS_MS, () => examine(check));
  const read = async (seen: Overview['findings']): Promise<Overview> => {
    const parts = [links.latest(), queues.latest(), work.latest()] as const;
    const [links_, queues_, work_] = await Promise.all(parts);
    return { links: links_, queues: queues_, work: work_, findings: seen };
  };
  return {
    whole: async () => read(await findings.latest()),
    quick: () => read(findings.peek()),
  };
}

async function readLinks(reader: Reader, nowMs: number): Promise<readonly LinkNow[]> {
  const [links, health, numbers, traffic] = await Promise.all([
    listLinks(reader),
    readLinkHealth(reader),
    listNumbers(reader, { accountId: undefined }),
    readTraffic(reader),
  ]);
  const carried = (id: LinkId): Pick<Carried, 'taken' | 'failed'> => {
    const { taken, failed } = traffic.get(id)?.carried ?? QUIET;
    return { taken, failed };
  };
  const ofOperators = links.map((link): LinkNow => {
    const { id, name, enabled } = link;
    return { name, kind: 'sms', enabled, ...standingOf(link, health, nowMs), ...carried(id) };
  });
  const ofChat = numbers.map(({ id, name, enabled, state, words }): LinkNow => {
    const standing = enabled ? (state ?? 'down') : undefined;
    const known = { state: standing, sinceMs: health.get(id)?.sinceMs, words };
    return { name, kind: 'chat', enabled, ...known, ...carried(id) };
  });
  return [...ofOperators, ...ofChat];
}

async function readQueuesByName(reader: Reader): Promise<readonly QueueNow[]> {
  const [queues, links, numbers] = await Promise.all([
    readQueues(reader, { most: limit('staffQueueCounted') }),
    listLinks(reader),
    listNumbers(reader, { accountId: undefined }),
  ]);
  const names = new Map([...links, ...numbers].map(({ id, name }) => [id, name]));
  return queues.map(({ linkId, ...rest }) => ({ link: names.get(linkId), ...rest }));
}
