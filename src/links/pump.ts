/**
 * Keeps the outboxes of this node full: whenever one has room, and something is queued for its
 * link.
 */
import { type Clock, createPace, type Timer } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { QueueHead } from '../store/nodes/work-index.ts';
import { type Outbox, type Outboxes, whatFits } from './outbox.ts';

/** A one-time code must be at its operator within 100 ms, whoever accepted it. */
const LOOK_MS = 100;
/** A chat number answers after a tenth of a second; a transaction for each message costs more. */
const CHAT_LOOK_MS = 40;

type PumpDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly outboxes: Outboxes;
  readonly isChat: (outbox: Outbox) => boolean;
  /** Moves what is due into an outbox; true when there may be more at once. */
  readonly sendOut: (outbox: Outbox) => Promise<boolean>;
};

export type Pump = {
  /** Fills an outbox now if it has room and anything may be queued; one turn at a time. */
  look(outbox: Outbox): void;
  /** The same for all of them. */
  lookAtAll(): void;
  /** The same for those whose links have something due, as found in the store. */
  lookAt(heads: readonly QueueHead[]): void;
  start(): void;
  /** Begins no more turns and waits for those under way. */
  stop(): Promise<void>;
};

/** Does not poll before `start`. */
export function createPump({ clock, log, outboxes, isChat, sendOut }: PumpDeps): Pump {
  const paces = new WeakMap<Outbox, () => Promise<void>>();
  const looking = new Map<Outbox, Promise<void>>();
  let again = new Set<Outbox>();
  let timer: Timer | undefined;
  let stopped = false;

  const mayFind = (outbox: Outbox): boolean => {
    const least = whatFits(outbox)?.least;
    return least !== undefined && outboxes.mayHaveWaiting(outbox.linkId, least);
  };
  const paceOf = (outbox: Outbox): (() => Promise<void>) => {
    const pace = paces.get(outbox) ?? createPace(clock, CHAT_LOOK_MS);
    paces.set(outbox, pace);
    return pace;
  };
  const fill = async (outbox: Outbox): Promise<void> => {
    if (isChat(outbox)) await paceOf(outbox)();
    const more = await sendOut(outbox).catch((error: unknown) => {
      log.warn({ error, link: outbox.linkId }, 'due messages could not be taken');
      return false;
    });
    looking.delete(outbox);
    if ((again.delete(outbox) || more) && mayFind(outbox)) begin(outbox);
  };
  const begin = (outbox: Outbox): void => {
    if (stopped) return;
    if (looking.has(outbox)) again.add(outbox);
    else looking.set(outbox, fill(outbox));
  };
  const look = (outbox: Outbox): void => {
    if (mayFind(outbox)) begin(outbox);
  };
  const lookAtAll = (): void => {
    for (const outbox of outboxes.all()) look(outbox);
  };
  return {
    look,
    lookAtAll,
    lookAt(heads) {
      const nowMs = clock.nowMs();
      for (const { linkId, priority, dueAtMs } of heads) {
        const outbox = dueAtMs <= nowMs ? outboxes.get(linkId) : undefined;
        const least = outbox && whatFits(outbox)?.least;
        if (outbox === undefined || least === undefined || priority < least) continue;
        if (!looking.has(outbox)) begin(outbox);
      }
    },
    start() {
      // A look of its own for each answer would find nothing: few have more to say to one person.
      timer = clock.every(LOOK_MS, () => {
        outboxes.seekAnswered();
        lookAtAll();
      });
    },
    async stop() {
      stopped = true;
      timer?.cancel();
      again = new Set();
      await Promise.all(looking.values());
    },
  };
}
