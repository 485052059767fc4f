/**
 * Receives what other nodes announce with NOTIFY, on its own connection, which is reopened
 * whenever it breaks. Announcements in between are lost, so a listener is also called for every new
 * connection and must then treat whatever it keeps as stale.
 */
import type { Client } from 'pg';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Address } from './address.ts';
import { connect, disconnect } from './address.ts';

type Listening = {
  readonly address: Address;
  readonly clock: Clock;
  readonly channel: string;
  /** Called with what was announced. */
  onNotice(payload: string): void;
  /** Called after each (re)connection: anything may have been missed. */
  onConnected(): void;
  /** A lock that the connection holds as long as it lives, so that others see it. */
  readonly lock?: {
    /** Which, now: it may change. */
    key(): readonly [number, number];
    /** Called whenever the one of this key is held or lost. */
    onHeld(isHeld: boolean, key: readonly [number, number]): void;
  };
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

  let key = '';
  const hold = async (client: Client): Promise<void> => {
    if (to.lock === undefined) return void (await client.query('SELECT'));
    const wanted = to.lock.key();
    if (key === wanted.join()) return void (await client.query('SELECT'));
    await client.query('SELECT pg_advisory_unlock_all()');
    const { rows } = await client.query<{ readonly held: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS held',
      [...wanted],
    );
    const isHeld = rows[0]?.held === true;
    key = isHeld ? wanted.join() : '';
    to.lock.onHeld(isHeld, wanted);
  };
  const ask = (client: Client): void => {
    hold(client).catch(() => client.end());
  };
  const settle = async (onLost: () => void): Promise<void> => {
    const client = await subscribe(to, onLost);
    if (stopped) return client.end();
    current = client;
    timer = to.clock.every(askEveryMs, () => ask(client));
    if (to.lock !== undefined) ask(client);
    to.onConnected();
  };
  const start = (): void => {
    let lost = false;
    const onLost = (): void => {
      if (lost || stopped) return;
      lost = true;
      key = '';
      to.lock?.onHeld(false, to.lock.key());
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
