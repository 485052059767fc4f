import { describe, expect, it, onTestFinished } from 'vitest';
import { wallClock } from '../../src/kit/clock.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { ServerAddress } from '../../src/kit/postgres/address.ts';
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
});
