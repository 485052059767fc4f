/** Does the jobs of a node, each at its times: those that its roles ask for. */
import type { LinkId } from '../../domain/ids.ts';
import { createJobRunner } from '../../kit/jobs.ts';
import type { CloseOut } from '../legs/close-out/close-out.ts';
import type { CountedLoad } from '../load.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Outbox } from '../../links/outbox.ts';
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
export function createJobs(deps: JourneyDeps, needs: JobNeeds) {
  const runner = createJobRunner(jobContextOf(deps, needs));
  return {
    /** Does them once, in the order of the table, and from then on at their times. */
    async start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void> {
      const atLinks = roles.carriers ? AT_LINKS : [];
      const jobs = roles.worker ? Object.values(JOBS) : [...EVERYWHERE, ...atLinks];
      await runner.start(jobs);
    },
    stop: runner.stop,
  };
}

type JobNeeds = {
  readonly closeOut: CloseOut;
  readonly load: CountedLoad;
  readonly tallies: Tallies;
};

/** What jobs work with, and what they remember from one time to the next. */
function jobContextOf(deps: JourneyDeps, { closeOut, load, tallies }: JobNeeds): JobContext {
  return {
    ...deps,
    hear: closeOut.hear,
    counted: load.counted,
    countedHeld: load.countedHeld,
    flows: closeOut.flows,
    places: new Map(),
    strays: new Set<number>(),
    asking: new Map<number, LinkId>(),
    setAside: new Map<Outbox, number>(),
    askedUntil: new Map<LinkId, number>(),
    reconciled: tallies.reconciled,
    capCounts: { readAtMs: undefined, toldAs: new Set<string>() },
  };
}
