/** The webhooks of accounts whose logs this node holds: kept up to date, and taken in turns. */
import { eventsOf, type StoredEvent } from '../domain/event/event.ts';
import type { AccountId } from '../domain/ids.ts';
import type { PostTarget } from '@paigham/http/fetch/post.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { readEventsAfter, readHeads } from '../features/events/events.sql.ts';
import {
  type HeldWebhook,
  readHeldWebhooks,
  readRetries,
} from '../features/webhooks/webhooks.sql.ts';
import { DeliveryState, type Due } from './delivery-state.ts';

const GROUPS_READ = 20;

/** A webhook on this node. */
export type Running = { readonly deliveryState: DeliveryState; url: string; target: PostTarget };

/** An event to post to it now. */
export type Picked = { readonly running: Running; readonly due: Due };

export type HeldWebhooks = {
  /** The accounts whose logs this node holds now; their webhooks are read again. */
  hold(accounts: ReadonlySet<AccountId>): Promise<void>;
  /** Reads an account's webhooks again, if this node holds its log. */
  reload(accountId: AccountId): Promise<void>;
  numbered(events: readonly StoredEvent[]): void;
  /** Reads events for webhooks that have room. */
  fill(): Promise<void>;
  /** What may be posted now, with at most `most` under way: one per webhook in turn. */
  pick(most: number, nowMs: number): readonly Picked[];
  close(): Promise<void>;
};

type HeldDeps = { readonly db: Database; readonly open: (url: string) => PostTarget };

export function createHeldWebhooks({ db, open }: HeldDeps): HeldWebhooks {
  const webhooks = new Map<string, Running>();
  const heads = new Map<AccountId, number>();
  let held: ReadonlySet<AccountId> = new Set();

  const read = async (accounts: readonly AccountId[]): Promise<void> => {
    const [hooks, retries, known] = await Promise.all([
      readHeldWebhooks(db, accounts),
      readRetries(db, accounts),
      readHeads(db, { accountIds: accounts }),
    ]);
    for (const { accountId, nextNumber } of known) raise(heads, accountId, nextNumber - 1);
    const names = new Set(hooks.map(nameOf));
    for (const [name, { deliveryState, target }] of webhooks) {
      const { accountId } = deliveryState.hook;
      const stays = names.has(name) || (held.has(accountId) && !accounts.includes(accountId));
      if (stays) continue;
      webhooks.delete(name);
      void target.close();
    }
    for (const hook of hooks) adopt(webhooks, hook, open);
    for (const retry of retries) {
      webhooks.get(`${retry.accountId} ${retry.webhookId}`)?.deliveryState.addRetries([retry]);
    }
  };

  // One at a time, so that a reading never overwrites the result of a more recent one.
  let last: Promise<unknown> = Promise.resolve();
  const readInTurn = (accounts: readonly AccountId[]): Promise<void> => {
    const reading = last.then(() => read(accounts));
    last = Promise.allSettled([reading]);
    return reading;
  };

  return {
    async hold(accounts) {
      held = accounts;
      await readInTurn([...accounts]);
    },
    async reload(accountId) {
      if (held.has(accountId)) await readInTurn([accountId]);
    },
    numbered(events) {
      for (const { accountId, number } of events) raise(heads, accountId, number);
      const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
      for (const { deliveryState } of webhooks.values()) {
        if (deliveryState.hasRoom())
          deliveryState.add(byAccount.get(deliveryState.hook.accountId) ?? []);
      }
    },
    async fill() {
      const isHungry = ({ deliveryState }: Running): boolean =>
        deliveryState.hasRoom() &&
        deliveryState.read < (heads.get(deliveryState.hook.accountId) ?? 0);
      await feed(db, [...webhooks.values()].filter(isHungry));
    },
    pick: (most, nowMs) => pick(webhooks, most, nowMs),
    async close() {
      await Promise.all([...webhooks.values()].map(({ target }) => target.close()));
    },
  };
}

/**
 * Reads the log for webhooks that are behind; those of one account at the same position together.
 */
async function feed(db: Database, hungry: readonly Running[]): Promise<void> {
  const places = new Map(
    hungry.map(({ deliveryState }) => {
      const place = { accountId: deliveryState.hook.accountId, after: deliveryState.read };
      return [`${place.accountId} ${place.after}`, place];
    }),
  );
  const groups = await readEventsAfter(db, [...places.values()], GROUPS_READ);
  const byAccount = Map.groupBy(groups.flatMap(eventsOf), ({ accountId }) => accountId);
  for (const { deliveryState } of hungry) {
    const events = byAccount.get(deliveryState.hook.accountId) ?? [];
    deliveryState.add(events.toSorted((a, b) => a.number - b.number));
  }
}

function nameOf({ accountId, id }: Pick<HeldWebhook, 'accountId' | 'id'>): string {
  return `${accountId} ${id}`;
}

function raise(heads: Map<AccountId, number>, accountId: AccountId, number: number): void {
  heads.set(accountId, Math.max(heads.get(accountId) ?? 0, number));
}

/** A webhook that is new here, or that its account has changed. */
function adopt(
  webhooks: Map<string, Running>,
  hook: HeldWebhook,
  open: (url: string) => PostTarget,
): void {
  const known = webhooks.get(nameOf(hook));
  if (known === undefined) {
    const running = {
      deliveryState: new DeliveryState(hook),
      url: hook.url,
      target: open(hook.url),
    };
    webhooks.set(nameOf(hook), running);
    return;
  }
  known.deliveryState.change(hook);
  if (known.url === hook.url) return;
  void known.target.close();
  known.url = hook.url;
  known.target = open(hook.url);
}

/** One event from each in turn, until there is no more room; the first goes last next time. */
function pick(webhooks: Map<string, Running>, most: number, nowMs: number): readonly Picked[] {
  const picked: Picked[] = [];
  let candidates = [...webhooks];
  while (candidates.length > 0 && picked.length < most) {
    const going: typeof candidates = [];
    for (const [name, running] of candidates) {
      if (picked.length >= most) break;
      const due = running.deliveryState.next(nowMs);
      if (due === undefined) continue;
      picked.push({ running, due });
      going.push([name, running]);
      webhooks.delete(name);
      webhooks.set(name, running);
    }
    candidates = going;
  }
  return picked;
}
