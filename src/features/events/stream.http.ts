/** Events as they happen, as Server-Sent Events (HTML Standard, section 9.2). */
import { eventId, eventsOf, type EventType } from '../../domain/event/event.ts';
import { SECOND_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { type Clock, pause, type Timer } from '@paigham/base/clock.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { readEventsAfter, readHeads } from './events.sql.ts';
import type { ShowEvents, ShownEvent } from './show-events.http.ts';

export const EVENT_STREAM = 'text/event-stream';

const LOOK_MS = 200;
/** Proxies close idle connections; it also reveals callers that are gone. */
const HEARTBEAT_MS = 5 * SECOND_MS;
const GROUPS_READ = 20;

type StreamDeps = {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly show: ShowEvents;
  /** The node is stopping: streams end, and their callers reconnect elsewhere. */
  readonly isStopping: () => boolean;
  /** Keeps the account's events being recorded. */
  readonly keepRecorded: (accountId: AccountId) => Promise<void>;
};

/** The types that are told; undefined: all. */
export type OnlyTypes = readonly EventType[] | undefined;

type Following = { readonly ended: AbortSignal; readonly types: OnlyTypes };

export type Streams = {
  /** Events after that number, until the caller has gone or `ended`. */
  open(accountId: AccountId, after: number, how: Following): AsyncIterable<string>;
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
      const found = await readHeads(reader, { accountIds: [...listening.keys()] });
      for (const { accountId, nextNumber } of found) heads.set(accountId, nextNumber - 1);
    } finally {
      isLooking = false;
    }
  };
  const enter = (accountId: AccountId): void => {
    listening.set(accountId, (listening.get(accountId) ?? 0) + 1);
    // A failed look is repeated: streams stay silent meanwhile.
    timer ??= clock.every(LOOK_MS, () => void look().catch(() => undefined));
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
  async function* open(
    accountId: AccountId,
    after: number,
    { ended, types }: Following,
  ): AsyncGenerator<string> {
    let place = after;
    let saidAtMs = clock.monotonicMs();
    enter(accountId);
    try {
      // An id without data: a client that reconnects before its first event sends it back.
      yield `: events of this account\nid: ${eventId({ accountId, number: place })}\n\n`;
      while (!isStopping() && !ended.aborted) {
        if ((heads.get(accountId) ?? 0) > place) {
          const groups = await readEventsAfter(reader, [{ accountId, after: place }], GROUPS_READ);
          const events = groups.flatMap(eventsOf).filter(({ number }) => number > place);
          const last = events.at(-1);
          place = last?.number ?? heads.get(accountId) ?? place;
          const told = events.filter(({ type }) => types?.includes(type) ?? true);
          if (told.length > 0) yield (await deps.show(told)).map(frameOf).join('');
          saidAtMs = clock.monotonicMs();
          continue;
        }
        if (clock.monotonicMs() - saidAtMs >= HEARTBEAT_MS) {
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
  return { open };
}

function frameOf(event: ShownEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
