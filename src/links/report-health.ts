/**
 * Tells every node how the links stand that this one holds: written when it changes, and announced.
 * What could not be written is written at the next look.
 */
import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Timer } from '../kit/clock.ts';
import { announceHealth } from '../store/versions.ts';
import { type ReportedHealth, reportHealth } from '../store/link-health.ts';
import type { LinksDeps } from './hold-links.ts';
import type { LinkWatch, Standing } from './link-watch.ts';

export type ReportHealth = {
  /** A link is held from now on. */
  begin(link: WatchedLink): void;
  /** It is held no more. */
  end(linkId: LinkId): void;
  /** Something may have changed. */
  look(): void;
  start(): void;
  stop(): Promise<void>;
};

export type WatchedLink = {
  readonly linkId: LinkId;
  readonly name: string;
  readonly lease: NodeLease;
  readonly watch: Pick<LinkWatch, 'standing'>;
};

type Deps = Pick<LinksDeps, 'db' | 'clock' | 'log'> & {
  readonly lease: Pick<LinksDeps['lease'], 'current'>;
  readonly routing: Pick<LinksDeps['routing'], 'refreshHealth'>;
};

/** Looks at nothing before `start`. */
export function createReportHealth(deps: Deps): ReportHealth {
  const watched = new Map<LinkId, WatchedLink>();
  const told = new Map<LinkId, Standing & { readonly sinceMs: number }>();
  let telling: Promise<void> | undefined;
  /** Something may have changed since the look under way began. */
  let again = false;
  let timer: Timer | undefined;

  const tell = async (): Promise<void> => {
    const lease = deps.lease.current();
    const nowMs = deps.clock.nowMs();
    const changed = [...watched.values()].flatMap((link) => {
      const standing = link.watch.standing();
      const known = told.get(link.linkId);
      const isNews = standing !== undefined && !isSame(standing, known) && link.lease === lease;
      const sinceMs = known?.state === standing?.state ? known?.sinceMs : undefined;
      return isNews ? [{ link, standing: { sinceMs: sinceMs ?? nowMs, ...standing } }] : [];
    });
    if (changed.length === 0) return;
    const health = changed.map(({ link, standing }): ReportedHealth => ({
      linkId: link.linkId,
      ...standing,
    }));
    await deps.db.transact(async (transaction) => {
      await reportHealth(transaction, lease, health);
      await announceHealth(transaction);
    });
    for (const { link, standing } of changed) {
      told.set(link.linkId, standing);
      const { state, words } = standing;
      deps.log.info({ link: link.name, state, words }, 'a link stands otherwise now');
    }
    await deps.routing.refreshHealth();
  };
  const look = (): void => {
    again = telling !== undefined;
    telling ??= tell()
      .catch((error: unknown) => deps.log.warn({ error }, 'the state of links was not stored'))
      .finally(() => {
        telling = undefined;
        if (again && timer !== undefined) look();
      });
  };
  return {
    begin(link) {
      told.delete(link.linkId);
      watched.set(link.linkId, link);
    },
    end: (linkId) => void watched.delete(linkId),
    look,
    start() {
      timer = deps.clock.every(limit('linkHealthMs'), look);
    },
    async stop() {
      timer?.cancel();
      timer = undefined;
      await telling;
    },
  };
}

function isSame(standing: Standing, known: Standing | undefined): boolean {
  return known?.state === standing.state && known.words === standing.words;
}
