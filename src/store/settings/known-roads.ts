import type { Reader } from '../../kit/postgres/pool.ts';
import { readRoads, type RoadsPicture } from './read-roads.ts';

/** The roads picture kept in memory. Whoever commits compares its version with the store's. */
export type KnownRoads = {
  /** The picture as of the last refresh. */
  current(): RoadsPicture;
  /**
   * Reads the picture again if its version has changed; true when it has. Calls that come while
   * one is under way are answered by one further reading, begun after they came.
   */
  refresh(): Promise<boolean>;
};

/** Reads the roads and keeps them. Rejects when the store cannot be read. */
export async function createKnownRoads(reader: Reader): Promise<KnownRoads> {
  const first = await readRoads(reader, 0);
  if (first === undefined) throw new Error('the settings have no version');
  let picture = first;
  let reading: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const read = async (): Promise<boolean> => {
    const changed = await readRoads(reader, picture.version);
    if (changed !== undefined) picture = changed;
    return changed !== undefined;
  };
  const begin = (): Promise<boolean> => {
    reading = read().finally(() => (reading = undefined));
    return reading;
  };
  const beginNext = async (underWay: Promise<boolean>): Promise<boolean> => {
    // Its failure is reported to those who asked for it.
    await underWay.catch(() => false);
    next = undefined;
    return begin();
  };
  return {
    current: () => picture,
    refresh() {
      if (reading === undefined) return begin();
      next ??= beginNext(reading);
      return next;
    },
  };
}
