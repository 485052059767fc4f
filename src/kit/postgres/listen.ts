/**
 * Receives what other nodes announce with NOTIFY, on its own connection, which is reopened
 * whenever it breaks. Announcements in between are lost, so a listener is also called for every new
 * connection and must then treat whatever it keeps as stale.
 */
import type { Client } from 'pg';
import type { Clock, Timer } from '../clock.ts';
import type { Address } from './address.ts';
import { connect, disconnect } from './address.ts';

export type Listening = {
  readonly address: Address;
  readonly clock: Clock;
  readonly channel: string;
  /** Called with what was announced. */
  onNotice(payload: string): void;
  /** Called after each (re)connection: anything may have been missed. */
  onConnected(): void;
};

const retryAfterMs = 1_000;
/** An idle connection is probed now and then, so that a dead peer is noticed. */
const askEveryMs = 15_000;
const answerWithinMs = 10_000;

async function subscribe(to: Listening, onLost: () => void): Promise<Client> {
  const client = await connect(to.address, { query_timeout: answerWithinMs });
  client.on('error', onLost);
  client.on('end', onLost);
  client.on('notification', ({ payload }) => to.onNotice(payload ?? ''));
  await client.query(`LISTEN ${client.escapeIdentifier(to.channel)}`);
  return client;
}

/** Starts listening; `stop` ends it and the connection. Never rejects: it keeps trying. */
export function listen(to: Listening): { stop(): Promise<void> } {
  let stopped = false;
  let timer: Timer | undefined;
  let current: Client | undefined;

  const ask = (client: Client): void => {
    client.query('SELECT').catch(() => client.end());
  };
  const settle = async (onLost: () => void): Promise<void> => {
    const client = await subscribe(to, onLost);
    if (stopped) return client.end();
    current = client;
    timer = to.clock.every(askEveryMs, () => ask(client));
    to.onConnected();
  };
  const start = (): void => {
    let lost = false;
    const onLost = (): void => {
      if (lost || stopped) return;
      lost = true;
      timer?.cancel();
      timer = to.clock.setTimer(retryAfterMs, start);
    };
    settle(onLost).catch(onLost);
  };

  start();
  return {
    async stop() {
      stopped = true;
      timer?.cancel();
      if (current !== undefined) await disconnect(current, to.clock);
    },
  };
}
