/**
 * A burst: as many requests as the answers allow for some seconds, then rest. Nothing is left out:
 * every message that was accepted must have its end, and the time until the last one has it counts.
 */
import { untilAtRest } from '../contest.ts';
import { usedCpuMs } from '../cpu.ts';
import { startLoad } from '../load/wrk.ts';
import type { Running } from '../system.ts';

export type Burst = {
  /** Answers that promise the message, by the load generator's count. */
  readonly acceptedPerSecond: number;
  /** Messages with their end, over the time from the first request to the last end. */
  readonly finishedPerSecond: number;
  /**
   * Processor time of the system, its database included, from the first request to the last end.
   */
  readonly cpuMicrosPerMessage: number;
  readonly [name: string]: number;
};

/** Measures a burst on a system at rest. Throws when an accepted message has no end. */
export async function measureBurst(running: Running, seconds: number): Promise<Burst> {
  const before = await running.finished();
  const cpuBeforeMs = usedCpuMs(running.roots);
  const startMs = Date.now();
  const load = await startLoad(running.request, seconds).done;
  const { finished, looked } = await untilAtRest(running, () => usedCpuMs(running.roots));
  const messages = finished - before;
  if (messages < load.accepted) {
    throw new Error(`of ${load.accepted} accepted messages only ${messages} came to an end`);
  }
  const audit = await running.audit();
  if (audit.messages !== finished) {
    throw new Error(`${finished} messages were counted, ${audit.messages} are on record`);
  }
  return {
    acceptedPerSecond: load.acceptedPerSecond,
    finishedPerSecond: (messages * 1_000) / (audit.lastAtMs - startMs),
    cpuMicrosPerMessage: (((looked ?? 0) - cpuBeforeMs) * 1_000) / messages,
  };
}
