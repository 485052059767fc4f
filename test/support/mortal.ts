/**
 * A node in this process that can die: from one moment to the next its timers stop, its connections
 * to the database and to operators break, and nothing that it was doing is ever finished.
 */
import type { LinkId } from '../../src/domain/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { Config } from '../../src/kit/config.ts';
import { wallClock, type Clock, type Timer } from '@paigham/base/clock.ts';
import { OPERATOR_NAMES, type Node, type Paigham } from './paigham.ts';
import { openWire, type Wire } from './wire.ts';

export type Mortal = {
  readonly node: Node;
  readonly wire: Wire;
  /** What callers of a node that dies would see: their connections end (`send` takes it). */
  readonly dead: AbortSignal;
  /** Kills it. It must be the only node of its service that has links: they all break. */
  die(): void;
};

/** Starts a node that can die. Call it in a test. */
export async function startMortal(paigham: Paigham, config: Partial<Config> = {}): Promise<Mortal> {
  const wire = await openWire(paigham.address);
  const clock = mortalClock();
  const death = new AbortController();
  const node = await paigham.startNode({ config, clock, address: wire.address });
  return {
    node,
    wire,
    dead: death.signal,
    die() {
      clock.stop();
      death.abort();
      wire.cut();
      node.forget();
      breakLinks(paigham);
      // A connection that it was just opening exists after the next look at the sockets; left
      // alone, it would be bound without an owner and take what operators send.
      setImmediate(() => setImmediate(() => breakLinks(paigham)));
    },
  };
}

function breakLinks({ operators }: Paigham): void {
  for (const name of OPERATOR_NAMES) {
    for (const link of operators[name].links.values()) link.drop('the client died');
  }
}

/** The machine's clock, until it is stopped: then none of its timers ever fires. */
function mortalClock(): Clock & { stop(): void } {
  const timers = new Set<Timer>();
  let isStopped = false;
  const keep = (timer: Timer): Timer => {
    timers.add(timer);
    if (isStopped) timer.cancel();
    return timer;
  };
  return {
    ...wallClock,
    setTimer(delayMs, fn) {
      const timer = keep(
        wallClock.setTimer(delayMs, () => {
          timers.delete(timer);
          fn();
        }),
      );
      return timer;
    },
    every: (periodMs, fn) => keep(wallClock.every(periodMs, fn)),
    stop() {
      isStopped = true;
      for (const timer of timers) timer.cancel();
    },
  };
}

/** Lets the time pass after which dead nodes are replaced. Call it when no node is alive. */
export async function endLeases(paigham: Pick<Paigham, 'db'>): Promise<void> {
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain(
        'test-end-leases',
        `update nodes set lease_until = now() - interval '1 second' where lease_until > now()`,
      ),
      [],
    ),
  );
}

/**
 * Lets the lease of a link's holder expire, as it does when the holder has been dead long enough.
 */
export async function endLeaseOfHolder({ db }: Pick<Paigham, 'db'>, linkId: LinkId): Promise<void> {
  await db.transact((transaction) =>
    transaction.run(
      plain(
        'test-end-lease',
        `update nodes n set lease_until = now() - interval '1 second'
       from link_leases l where l.link_id = $1 and n.slot = l.node and n.epoch = l.epoch`,
      ),
      [linkId],
    ),
  );
}

/**
 * The machine's clock, but with durations that can be made longer: a hung process, a long sleep.
 */
export function skippableClock(): Clock & { skip(ms: number): void } {
  let skippedMs = 0;
  return {
    ...wallClock,
    monotonicMs: () => wallClock.monotonicMs() + skippedMs,
    skip: (ms) => void (skippedMs += ms),
  };
}

/** The machine's clock, with regular work done this many times as often. */
export function hurriedClock(times: number): Clock {
  return { ...wallClock, every: (periodMs, fn) => wallClock.every(periodMs / times, fn) };
}

/** The machine's clock, whose timers fire this many times as early. */
export function hastyClock(times: number): Clock {
  return { ...wallClock, setTimer: (delayMs, fn) => wallClock.setTimer(delayMs / times, fn) };
}
