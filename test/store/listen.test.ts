import { describe, expect, it, onTestFinished } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { listen } from '../../src/kit/postgres/listen.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const ask = (address: ServerAddress, text: string): Promise<unknown> =>
  withConnection(address, (client) => client.query(text));

describe('listening', () => {
  it('hears what is announced, and tells when it may have missed something', async () => {
    const { address } = await freshDatabase();
    const heard: string[] = [];
    let connections = 0;
    const listening = listen({
      address,
      clock: wallClock,
      channel: 'changes',
      onNotice: (payload) => heard.push(payload),
      onConnected: () => (connections += 1),
    });
    onTestFinished(() => listening.stop());
    await eventually('connected', () => connections === 1);

    await ask(address, "NOTIFY changes, 'account 7'");
    await eventually('heard', () => heard.length === 1);
    expect(heard).toEqual(['account 7']);

    await ask(
      address,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    );
    await eventually('connected again', () => connections === 2);
    await ask(address, "NOTIFY changes, 'account 8'");
    await eventually('heard again', () => heard.includes('account 8'));
  });

  it('holds a lock as long as its connection lives, and again on the next', async () => {
    const { address } = await freshDatabase();
    const held: boolean[] = [];
    let key: readonly [number, number] = [1, 1];
    const listening = listen({
      ...{ address, clock: wallClock, channel: 'changes' },
      ...{ onNotice: () => undefined, onConnected: () => undefined },
      lock: { key: () => key, onHeld: (isHeld) => held.push(isHeld) },
    });
    onTestFinished(() => listening.stop());
    const isFree = async (slot: number): Promise<boolean> => {
      const sql = `select pg_try_advisory_xact_lock_shared(1, ${slot}) as free`;
      const { rows } = (await ask(address, sql)) as { rows: { readonly free: boolean }[] };
      return rows[0]?.free === true;
    };
    await eventually('held', () => held.at(-1));
    expect([await isFree(1), await isFree(2)]).toEqual([false, true]);

    key = [1, 2];
    await ask(
      address,
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await eventually('held again', () => held.length === 3 && held.at(-1));
    expect(held).toEqual([true, false, true]);
    expect([await isFree(1), await isFree(2)]).toEqual([true, false]);
  });
});
