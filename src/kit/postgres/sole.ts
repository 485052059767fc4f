import { pause, type Clock } from '@paigham/base/clock.ts';
import { connect, disconnect, type Address } from './address.ts';

/** Any number, the same in every program of ours. */
const SOLE_LOCK = 7_142_701;
const TRIES = 40;
const BETWEEN_TRIES_MS = 50;

type Sole = {
  /**
   * Whether no other program of ours uses this database, and none will while this one runs.
   */
  readonly alone: boolean;
  release(): Promise<void>;
};

/**
 * Finds out whether this program is alone on a database, by a lock that ends with its session. Only
 * for a server that is reached directly: behind a pooler sessions are shared and the lock proves
 * nothing. The session of a program that was killed ends a moment later, so it tries a few
 * times.
 */
export async function becomeSole(address: Address, clock: Clock): Promise<Sole> {
  const client = await connect(address);
  // The server may go down before us; then the lock is gone with it, and so is everything else.
  client.on('error', () => undefined);
  let alone = false;
  for (let tries = 0; tries < TRIES && !alone; tries += 1) {
    if (tries > 0) await pause(clock, BETWEEN_TRIES_MS);
    const { rows } = await client.query<{ readonly taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [SOLE_LOCK],
    );
    alone = rows[0]?.taken === true;
  }
  return { alone, release: () => disconnect(client, clock) };
}
