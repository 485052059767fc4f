/** Events as they happen, as Server-Sent Events (HTML Standard, section 9.2). */
import type { Account } from '../../../domain/account/account.ts';
import { eventId, eventsOf } from '../../../domain/event/event.ts';
import { SECOND_MS } from '../../../domain/durations.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import { type Clock, pause, type Timer } from '../../../kit/clock.ts';
import type { Reader } from '../../../kit/postgres/pool.ts';
import { readEventsAfter, readHeads } from '../../../store/events/events.ts';
import type { ShowEvents, ShownEvent } from './show-events.ts';

export const EVENT_STREAM = 'text/event-stream';

const LOOK_MS = 200;
/** Proxies close idle connections; it also reveals callers that are gone. */
const HEARTBEAT_MS = 5 * SECOND_MS;
const GROUPS_READ = 20;

export type StreamDeps = {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly show: ShowEvents;
  /** The node is stopping: streams end, and their callers reconnect elsewhere. */
  readonly isStopping: () => boolean;
  /** Whether the account is as it was when its key was checked. */
  readonly isCurrent: (account: Account) => Promise<boolean>;
  /** Keeps the account's events being recorded. */
  readonly keepRecorded: (accountId: AccountId) => Promise<void>;
};

export type Streams = {
  /** Events after that number, while the caller listens; undefined: too many are listening. */
  open(account: Account, after: number): AsyncIterable<string> | undefined;
};

/** One look at the logs of all accounts being listened to serves every stream. */
export function createStreams(deps: StreamDeps): Streams {
  const { reader, clock, isStopping } = deps;
  const listening = new Map<AccountId, number>();
  const heads = new Map<AccountId, number>();
  let timer: Timer | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const found = await readHeads(reader, [...listening.keys()]);
      for (const { accountId, nextNumber } of found) heads.set(accountId, nextNumber - 1);
    } finally {
      isLooking = false;
    }
  };
  const enter = (accountId: AccountId): boolean => {
    const streams = listening.get(accountId) ?? 0;
    const all = [...listening.values()].reduce((sum, it) => sum + it, 0);
    if (streams >= limit('accountStreams') || all >= limit('eventStreams')) return false;
    listening.set(accountId, streams + 1);
    // A failed look is repeated: streams stay silent meanwhile.
    timer ??= clock.every(LOOK_MS, () => void look().catch(() => undefined));
    return true;
  };
  const leave = (accountId: AccountId): void => {
    const left = (listening.get(accountId) ?? 1) - 1;
    if (left > 0) return void listening.set(accountId, left);
    listening.delete(accountId);
    heads.delete(accountId);
    if (listening.size > 0) return;
    timer?.cancel();
    timer = undefined;
  };
  async function* tell(account: Account, after: number): AsyncGenerator<string> {
    const accountId = account.id;
    let place = after;
    let saidAtMs = clock.monotonicMs();
    try {
      // An id without data: a client that reconnects before its first event sends it back.
      yield `: events of this account\nid: ${eventId({ accountId, number: place })}\n\n`;
      while (!isStopping()) {
        if ((heads.get(accountId) ?? 0) > place) {
          const groups = await readEventsAfter(reader, [{ accountId, after: place }], GROUPS_READ);
          const events = groups.flatMap(eventsOf).filter(({ number }) => number > place);
          const last = events.at(-1);
          place = last?.number ?? heads.get(accountId) ?? place;
          if (last !== undefined) yield (await deps.show(events)).map(frameOf).join('');
          saidAtMs = clock.monotonicMs();
          continue;
        }
        if (clock.monotonicMs() - saidAtMs >= HEARTBEAT_MS) {
          // The key was changed or revoked: the caller reconnects and is checked again.
          if (!(await deps.isCurrent(account))) return;
          await deps.keepRecorded(accountId);
          yield ': still here\n\n';
          saidAtMs = clock.monotonicMs();
        }
        await pause(clock, LOOK_MS);
      }
    } finally {
      leave(accountId);
    }
  }

  return {
    open: (account, after) => (enter(account.id) ? tell(account, after) : undefined),
  };
}

function frameOf(event: ShownEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
