import type { Foundation } from '../app.ts';
import { listen } from '../kit/postgres/listen.ts';
import type { KnownAccounts } from '../store/known-accounts.ts';
import { changeOf, CHANGES_CHANNEL } from '../store/versions.ts';
import type { KnownHosts } from '../store/hosts.ts';
import type { KnownWork } from '../store/known-work.ts';
import type { KnownRouting } from '../store/known-routing.ts';

/** For a change whose announcement met a database that could not be read. */
const HOSTS_MS = 60_000;

/** Learns at once what staff and other nodes change; versions catch what is missed here. */
export function hearChanges(
  { address, clock, log }: Foundation,
  known: {
    readonly accounts: KnownAccounts;
    readonly routing: KnownRouting;
    readonly hosts: KnownHosts;
    readonly work: KnownWork;
  },
): { stop(): Promise<void> } {
  const { accounts, routing, hosts, work } = known;
  const warn = (error: unknown): void => log.warn({ error }, 'the routing could not be read');
  // A link may be new, or a node.
  const refresh = (): void => void Promise.all([routing.refresh(), work.refresh()]).catch(warn);
  const refreshHealth = (): void =>
    void Promise.all([routing.refreshHealth(), work.refresh()]).catch(warn);
  const unread = (error: unknown): void => log.warn({ error }, 'the domains could not be read');
  const refreshHosts = (): void => void hosts.refresh().catch(unread);
  const looking = clock.every(HOSTS_MS, refreshHosts);
  const listening = listen({
    address,
    clock,
    channel: CHANGES_CHANNEL,
    onNotice(announced) {
      const change = changeOf(announced);
      if (change?.of === 'account') accounts.forget(change.accountId);
      else if (change?.of === 'health') refreshHealth();
      else if (change?.of === 'hosts') refreshHosts();
      else refresh();
    },
    onConnected() {
      refresh();
      refreshHosts();
    },
  });
  return {
    stop() {
      looking.cancel();
      return listening.stop();
    },
  };
}
