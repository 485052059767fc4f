import type { LinkId } from '../../domain/ids.ts';
import type { LinkHealth } from '../../domain/routing/link-health.ts';
import { oneAtATime } from '../../kit/one-at-a-time.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { readLinkHealth } from './link-health.ts';
import { readRoads, type RoadsPicture } from './read-roads.ts';

/** The roads picture kept in memory. Whoever commits compares its version with the store's. */
export type KnownRoads = {
  /** The picture as of the last refresh. The same object until something has changed. */
  current(): RoadsPicture;
  /**
   * Reads the picture again if its version has changed; true when it has. Calls that come while
   * one is under way are answered by one further reading, begun after they came.
   */
  refresh(): Promise<boolean>;
  /** Reads again how the links stand, which has no version; true when it has changed. */
  refreshHealth(): Promise<boolean>;
};

/** Reads the roads and keeps them. Rejects when the store cannot be read. */
export async function createKnownRoads(reader: Reader): Promise<KnownRoads> {
  const first = await readRoads(reader, 0);
  if (first === undefined) throw new Error('the settings have no version');
  let picture: RoadsPicture = { ...first, health: await readLinkHealth(reader) };
  const roads = oneAtATime(async () => {
    const changed = await readRoads(reader, picture.version);
    if (changed !== undefined) picture = { ...changed, health: picture.health };
    return changed !== undefined;
  });
  const health = oneAtATime(async () => {
    const read = await readLinkHealth(reader);
    const isSame = isAlike(read, picture.health);
    if (!isSame) picture = { ...picture, health: read };
    return !isSame;
  });
  return { current: () => picture, refresh: roads, refreshHealth: health };
}

type Healths = ReadonlyMap<LinkId, LinkHealth>;

function isAlike(some: Healths, others: Healths): boolean {
  if (some.size !== others.size) return false;
  return [...some].every(([linkId, { state, words, sinceMs }]) => {
    const other = others.get(linkId);
    return other?.state === state && other.words === words && other.sinceMs === sinceMs;
  });
}
