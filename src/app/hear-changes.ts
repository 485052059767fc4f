import type { Foundation } from '../app.ts';
import { listen } from '../kit/postgres/listen.ts';
import type { AccountId } from '../domain/ids.ts';
import type { RunningEvents } from '../events/events.ts';
import type { AccountCache } from '../store/snapshots/account-cache.ts';
import { changeOf, CHANGES_CHANNEL } from '../store/nodes/versions.ts';
import type { HostCache } from '../features/hosts/hosts.sql.ts';
import type { WorkIndex } from '../store/nodes/work-index.ts';
import type { HeldLease } from '../store/nodes/nodes.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';

/** For a change that was announced while the database could not be read. */
const HOSTS_MS = 60_000;

/** Learns at once what staff and other nodes change; versions catch what is missed here. */
export function hearChanges(
  { address, clock, log }: Foundation,
  known: {
    readonly accounts: AccountCache;
    readonly routing: RoutingSnapshots;
    readonly hosts: HostCache;
    readonly work: WorkIndex;
    readonly events: Pick<RunningEvents, 'reload'>;
    readonly lease: Pick<HeldLease, 'witness' | 'setWitnessed'>;
  },
): { stop(): Promise<void> } {
  const { accounts, routing, hosts, work, events, lease } = known;
  const warn = (error: unknown): void => log.warn({ error }, 'the routing could not be read');
  // There may be a new link or node.
  const refresh = (): void => void Promise.all([routing.refresh(), work.refresh()]).catch(warn);
  const refreshHealth = (): void =>
    void Promise.all([routing.refreshHealth(), work.refresh()]).catch(warn);
  const unread = (error: unknown): void => log.warn({ error }, 'the domains could not be read');
  const refreshHosts = (): void => void hosts.refresh().catch(unread);
  const unheard = (error: unknown): void => log.warn({ error }, 'webhooks could not be read');
  const changeAccount = (accountId: AccountId): void => {
    accounts.forget(accountId);
    void events.reload(accountId).catch(unheard);
  };
  const looking = clock.every(HOSTS_MS, refreshHosts);
  const listening = listen({
    address,
    clock,
    channel: CHANGES_CHANNEL,
    onNotice(announced) {
      const change = changeOf(announced);
      if (change?.of === 'account') changeAccount(change.accountId);
      else if (change?.of === 'health') refreshHealth();
      else if (change?.of === 'hosts') refreshHosts();
      else refresh();
    },
    onConnected() {
      refresh();
      refreshHealth();
      refreshHosts();
    },
    // It ends with the program: then others need not wait for the end of its lease.
    lock: { key: lease.witness, onHeld: lease.setWitnessed },
  });
  return {
    stop() {
      looking.cancel();
      return listening.stop();
    },
  };
}
