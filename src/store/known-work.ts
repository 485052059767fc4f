import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import type { Clock } from '../kit/clock.ts';
import { oneAtATime } from '../kit/one-at-a-time.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { findWork, type QueueHead, type Work } from './find-work.ts';

/** What may be there without this node having done it, by its name in `Work`. */
export type WorkKind = Exclude<keyof Work, 'heads' | 'ownLinks' | 'settingsVersion'>;

/**
 * What there is to do, as of the last look: so that a node with nothing to do asks one question.
 */
export type KnownWork = {
  heads(): readonly QueueHead[];
  /** Links that are held under this lease; undefined when they were not asked for yet. */
  ownLinks(held: NodeLease): readonly LinkId[] | undefined;
  settingsVersion(): number;
  has(kind: WorkKind): boolean;
  /** This node has made work of that kind: it is there before the next look. */
  note(kind: WorkKind): void;
  /**
   * Whether it is time for another look: at every question as long as another node may make work or
   * something is about to be due, otherwise now and then.
   */
  isOld(): boolean;
  refresh(): Promise<void>;
};

/** How often a node looks that is alone and has nothing to do. */
const QUIET_MS = 500;
/** Retries come sooner than the look after next. */
const SOON_MS = 2 * QUIET_MS;

/** Until the first look there may be work of every kind. */
export function createKnownWork(deps: {
  readonly db: Reader;
  readonly clock: Clock;
  readonly lease: { current(): NodeLease };
}): KnownWork {
  const { db, clock, lease } = deps;
  let work: Work | undefined;
  let askedFor: NodeLease | undefined;
  let noted = new Set<WorkKind>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const isSoon = ({ dueAtMs }: QueueHead): boolean => dueAtMs < clock.nowMs() + SOON_MS;
  const refresh = oneAtATime(async () => {
    const before = noted;
    noted = new Set();
    lookedAtMs = clock.monotonicMs();
    const asked = lease.current();
    try {
      work = await findWork(db, asked, clock.nowMs() + SOON_MS);
      askedFor = asked;
    } catch (error) {
      for (const kind of before) noted.add(kind);
      throw error;
    }
  });
  return {
    heads: () => work?.heads ?? [],
    ownLinks: (held) => (held === askedFor ? work?.ownLinks : undefined),
    settingsVersion: () => work?.settingsVersion ?? 0,
    has: (kind) => work === undefined || work[kind] || noted.has(kind),
    note: (kind) => void noted.add(kind),
    isOld: () =>
      work === undefined ||
      work.hasOthers ||
      work.heads.some(isSoon) ||
      clock.monotonicMs() - lookedAtMs >= QUIET_MS,
    refresh,
  };
}
