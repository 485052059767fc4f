/** Does the jobs of a node, each at its times: those that its roles ask for. */
import type { LinkId } from '../../domain/ids.ts';
import type { Timer } from '../../kit/clock.ts';
import { isTransient } from '../../kit/postgres/faults.ts';
import type { CloseOut } from '../legs/close-out/close-out.ts';
import type { CountedLoad } from '../load.ts';
import type { JourneyParts } from '../parts.ts';
import type { Line } from '../send/line.ts';
import type { Tallies } from '../report/tallies.ts';
import { JOBS } from './jobs.ts';
import type { Job, JobContext } from './job.ts';

/** What a node does whatever its role. */
const EVERYWHERE: readonly Job[] = [
  JOBS.learnChanges,
  JOBS.learnHealth,
  JOBS.countQueue,
  JOBS.countHeld,
  JOBS.shareCapCounts,
  JOBS.sweepFiles,
  JOBS.giveUpAgain,
];
/** What is done besides by a node that holds links, worker or not. */
const AT_LINKS: readonly Job[] = [
  JOBS.findStrays,
  JOBS.moveWaiting,
  JOBS.reconcile,
  JOBS.askForSilent,
];

/** Begins and ends the jobs of this node. */
export function createJobs(parts: JourneyParts, needs: JobNeeds) {
  const timers: Timer[] = [];
  const begin = async (jobContext: JobContext, jobs: readonly Job[]): Promise<void> => {
    for (const job of jobs) await beginJob(jobContext, job, timers);
  };
  return {
    /** Does them once, in the order of the table, and from then on at their times. */
    async start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void> {
      const jobContext = jobContextOf(parts, needs);
      if (roles.worker) return begin(jobContext, Object.values(JOBS));
      await begin(jobContext, EVERYWHERE);
      if (roles.carriers) await begin(jobContext, AT_LINKS);
    },
    stop(): void {
      for (const timer of timers) timer.cancel();
    },
  };
}

type JobNeeds = {
  readonly closeOut: CloseOut;
  readonly load: CountedLoad;
  readonly tallies: Tallies;
  readonly resync: JobContext['resync'];
};

/** What jobs work with, and what they remember from one time to the next. */
function jobContextOf(
  parts: JourneyParts,
  { closeOut, load, tallies, resync }: JobNeeds,
): JobContext {
  return {
    ...parts,
    resync,
    hear: closeOut.hear,
    counted: load.counted,
    countedHeld: load.countedHeld,
    flows: closeOut.flows,
    places: new Map(),
    strays: new Set<number>(),
    newNames: closeOut.newNames,
    orphans: { after: undefined },
    asking: new Map<number, LinkId>(),
    setAside: new Map<Line, number>(),
    askedUntil: new Map<LinkId, number>(),
    reconciled: tallies.reconciled,
    capCounts: { readAtMs: undefined, toldAs: new Set<string>() },
  };
}

async function beginJob(parts: JobContext, job: Job, timers: Timer[]): Promise<void> {
  let busy = false;
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await job.run(parts);
    } catch (error) {
      if (isTransient(error)) parts.log.warn({ error }, 'a job could not be done now');
      else parts.log.error({ error }, 'a job failed');
    }
    busy = false;
  };
  const first = run();
  if (job.isLong !== true) await first;
  timers.push(parts.clock.every(job.everyMs, () => void run()));
}
