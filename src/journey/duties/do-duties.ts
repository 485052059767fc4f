/** Does the duties of a node, each at its times: those that its roles ask for. */
import type { LinkId } from '../../domain/ids.ts';
import type { Timer } from '../../kit/clock.ts';
import { isTransient } from '../../kit/postgres/faults.ts';
import type { CloseOut } from '../legs/close-out/close-out.ts';
import type { CountedLoad } from '../load.ts';
import type { JourneyParts } from '../parts.ts';
import type { Line } from '../send/line.ts';
import type { Tallies } from '../tell/tallies.ts';
import { DUTIES } from './duties.ts';
import type { Duty, DutyParts } from './duty.ts';

/** What a node does whatever its role. */
const EVERYWHERE: readonly Duty[] = [
  DUTIES.learnChanges,
  DUTIES.learnHealth,
  DUTIES.countQueue,
  DUTIES.countHeld,
  DUTIES.shareCapCounts,
  DUTIES.sweepFiles,
  DUTIES.giveUpAgain,
];
/** What is done besides by a node that holds links, worker or not. */
const AT_LINKS: readonly Duty[] = [
  DUTIES.findStrays,
  DUTIES.moveWaiting,
  DUTIES.reconcile,
  DUTIES.askForSilent,
];

/** Begins and ends the duties of this node. */
export function createDuties(parts: JourneyParts, needs: DutyNeeds) {
  const timers: Timer[] = [];
  const begin = async (dutyParts: DutyParts, duties: readonly Duty[]): Promise<void> => {
    for (const duty of duties) await beginDuty(dutyParts, duty, timers);
  };
  return {
    /** Does them once, in the order of the table, and from then on at their times. */
    async start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void> {
      const dutyParts = dutyPartsOf(parts, needs);
      if (roles.worker) return begin(dutyParts, Object.values(DUTIES));
      await begin(dutyParts, EVERYWHERE);
      if (roles.carriers) await begin(dutyParts, AT_LINKS);
    },
    stop(): void {
      for (const timer of timers) timer.cancel();
    },
  };
}

type DutyNeeds = {
  readonly closeOut: CloseOut;
  readonly load: CountedLoad;
  readonly tallies: Tallies;
  readonly resync: DutyParts['resync'];
};

/** What duties work with, and what they remember from one time to the next. */
function dutyPartsOf(
  parts: JourneyParts,
  { closeOut, load, tallies, resync }: DutyNeeds,
): DutyParts {
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

async function beginDuty(parts: DutyParts, duty: Duty, timers: Timer[]): Promise<void> {
  let busy = false;
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await duty.run(parts);
    } catch (error) {
      if (isTransient(error)) parts.log.warn({ error }, 'a duty could not be done now');
      else parts.log.error({ error }, 'a duty failed');
    }
    busy = false;
  };
  const first = run();
  if (duty.isLong !== true) await first;
  timers.push(parts.clock.every(duty.everyMs, () => void run()));
}
