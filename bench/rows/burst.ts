/**
 * A burst: as many requests as the answers allow for some seconds, then rest. Nothing is left out:
 * every accepted message must reach its end, and the time until the last one does counts.
 */
import { untilAtRest } from '../contest.ts';
import { usedCpuMs } from '../cpu.ts';
import { sendSteadily } from '../load/steady.ts';
import { sendToAll } from '../load/wrk.ts';
import type { Running } from '../system.ts';

export type Burst = {
  /** Accepting answers, as counted by the load generator. */
  readonly acceptedPerSecond: number;
  /** Finished messages, over the time from the first request to the last end. */
  readonly finishedPerSecond: number;
  /**
   * Processor time of the system, including its database, from the first request to the last end.
   */
  readonly cpuMicrosPerMessage: number;
  readonly [name: string]: number;
};

/** Measures a burst on an idle system. Throws if an accepted message does not reach its end. */
export async function measureBurst(running: Running, seconds: number): Promise<Burst> {
  const before = await running.finished();
  const cpuBeforeMs = usedCpuMs(running.roots);
  const startMs = Date.now();
  const load = await sendToAll(running, seconds);
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

/** What so many requests a second cost on an idle system, and what their callers wait. */
export async function measureRate(
  running: Running,
  load: { readonly perSecond: number; readonly seconds: number },
): Promise<{
  readonly cpuMicrosPerMessage: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}> {
  const before = await running.finished();
  const cpuBeforeMs = usedCpuMs(running.roots);
  const { p50Ms, p99Ms } = await sendSteadily(running.request, load);
  const { finished, looked } = await untilAtRest(running, () => usedCpuMs(running.roots));
  const cpuMicrosPerMessage = (((looked ?? 0) - cpuBeforeMs) * 1_000) / (finished - before);
  return { cpuMicrosPerMessage, p50Ms, p99Ms };
}
