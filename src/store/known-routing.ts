import type { LinkId } from '../domain/ids.ts';
import type { LinkHealth } from '../domain/routing/link-health.ts';
import { oneAtATime } from '../kit/one-at-a-time.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { readLinkHealth } from './link-health.ts';
import { readRouting, type RoutingSnapshot } from './routing-snapshot.ts';

/** The routing snapshot kept in memory. Whoever commits compares its version with the store's. */
export type KnownRouting = {
  /** The snapshot as of the last refresh. The same object until something has changed. */
  current(): RoutingSnapshot;
  /**
   * Reads the snapshot again if its version has changed; true when it has. Calls that come while
   * one is under way are answered by one further reading, begun after they came.
   */
  refresh(): Promise<boolean>;
  /** Reads again how the links stand, which has no version; true when it has changed. */
  refreshHealth(): Promise<boolean>;
};

/** Reads the routing and keeps it. Rejects when the store cannot be read. */
export async function createKnownRouting(reader: Reader): Promise<KnownRouting> {
  const first = await readRouting(reader, 0);
  if (first === undefined) throw new Error('the settings have no version');
  let snapshot: RoutingSnapshot = { ...first, health: await readLinkHealth(reader) };
  const routing = oneAtATime(async () => {
    const changed = await readRouting(reader, snapshot.version);
    if (changed !== undefined) snapshot = { ...changed, health: snapshot.health };
    return changed !== undefined;
  });
  const health = oneAtATime(async () => {
    const read = await readLinkHealth(reader);
    const isSame = isAlike(read, snapshot.health);
    if (!isSame) snapshot = { ...snapshot, health: read };
    return !isSame;
  });
  return { current: () => snapshot, refresh: routing, refreshHealth: health };
}

type Healths = ReadonlyMap<LinkId, LinkHealth>;

function isAlike(some: Healths, others: Healths): boolean {
  if (some.size !== others.size) return false;
  return [...some].every(([linkId, { state, words, sinceMs }]) => {
    const other = others.get(linkId);
    return other?.state === state && other.words === words && other.sinceMs === sinceMs;
  });
}
