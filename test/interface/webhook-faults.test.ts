/** Receivers at their worst (docs/interface/events.md, "When a webhook fails"), over days. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShownEvent } from '../../src/features/events/show-events.http.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { afterFile } from '../support/after-file.ts';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startNameServer } from '../support/name-server.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { startWebSite } from '../support/web-site.ts';
import { callWebhooks, leadTo, startReceiver, untilReceived } from '../support/webhooks.ts';

const HOUR_MS = 3_600_000;
const clock = movedClock(Date.now());
/** What a name of a receiver leads to. */
let address = '127.0.0.1';
let paigham: Paigham;
let shop: Shop;
let written = 0;

beforeAll(async () => {
  const names = await startNameServer(() => [address]);
  afterFile(async () => names.close());
  const nameServers = [names.address];
  paigham = await startPaigham({ clock, nameServers, config: { fetchLoopback: true } });
  // Its clock leaps over the hours in which a worker makes the days.
  await paigham.db.transact((transaction) => makePartitions(transaction, clock.nowMs(), 8));
});

/** A shop of its own for each test. */
const openOwn = async (): Promise<void> => {
  shop = await openShop(paigham.world, { rupees: '100' });
};
const send = (text: string): Promise<number> => {
  written += 1;
  return sendOk(paigham.baseUrl, shop.write(text, mobileOf(0, written)));
};
const call = (path: string, method = 'GET', body?: object) =>
  callWebhooks(paigham.baseUrl, shop, { path, method, ...(body === undefined ? {} : { body }) });

type Attempt = {
  readonly event_id: string;
  readonly attempt: number;
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly next_at: string | null;
};

/** The attempts at a webhook, the oldest first, when there are as many. */
const attemptsAt = (id: string, least: number): Promise<readonly Attempt[]> =>
  eventually(`${least} attempts`, async () => {
    const { body } = await call(`/${id}/deliveries?limit=200`);
    const { data } = body as unknown as { readonly data: readonly Attempt[] };
    return data.length >= least && data.toReversed();
  });

describe('a receiver', () => {
  it('that asks for patience by Retry-After is given it', async () => {
    await openOwn();
    const busy = await startReceiver();
    busy.answer((_, to) => to.writeHead(503, { 'retry-after': '7200' }).end());
    const id = await leadTo(paigham.baseUrl, shop, busy, { types: ['message.sent'] });
    await send('Later');
    const [first] = await attemptsAt(id, 1);
    const waitMs = Date.parse(first?.next_at ?? '') - Date.parse(first?.at ?? '');
    expect(Math.round(waitMs / 60_000)).toBe(120);
  });

  it('with an answer that never ends has taken the event', async () => {
    await openOwn();
    const endless = await startReceiver();
    endless.answer((_, to) => {
      to.writeHead(200);
      const more = (): void => {
        while (to.writable && to.write(Buffer.alloc(10_000, 'x')));
        to.once('drain', more);
      };
      more();
    });
    const id = await leadTo(paigham.baseUrl, shop, endless);
    await untilReceived(endless, await send('Huge'), 'message.delivered');
    const [line] = await attemptsAt(id, 2);
    expect(line).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(512) });
  });

  it('with a certificate that nobody vouches for gets nothing', async () => {
    await openOwn();
    const folder = join(import.meta.dirname, '../support/tls');
    const [key, cert] = ['key.pem', 'certificate.pem'].map((it) =>
      readFileSync(join(folder, it), 'utf8'),
    );
    const tls = { key: key ?? '', cert: cert ?? '' };
    const site = await startWebSite({ host: '127.0.0.1', tls, answer: (_, to) => to.end() });
    afterFile(async () => site.close());
    const { body } = await call('', 'POST', { url: `https://127.0.0.1:${site.port}/hook` });
    const tried = await call(`/${body.id}/test`, 'POST');
    const error = 'its certificate is not valid for its name';
    expect(tried.body).toMatchObject({ status: null, error });
    expect(site.paths).toEqual([]);
  });

  it('whose name turns private is not posted to, and nobody learns what is there', async () => {
    await openOwn();
    const named = await startReceiver();
    named.answer((_, to) => to.writeHead(204, { connection: 'close' }).end());
    const id = await leadTo(paigham.baseUrl, shop, named);
    const url = named.url.replace('127.0.0.1', 'hooks.example');
    // Its port is one for tests alone.
    await paigham.db.transact((transaction) =>
      transaction.run(plain('test-url', 'update webhooks set url = $2 where id = $1'), [id, url]),
    );
    await call(`/${id}`, 'PATCH', { description: 'by its name' });
    await untilReceived(named, await send('Public'), 'message.delivered');
    const received = named.events.length;
    address = '10.0.0.7';
    try {
      await send('Private');
      const line = (await attemptsAt(id, received + 1)).at(-1);
      const error = 'its name leads to an address that is not public';
      expect(line).toMatchObject({ status: null, error });
      expect(named.events).toHaveLength(received);
    } finally {
      address = '127.0.0.1';
    }
  });

  it('gets the events of a time again by pages', async () => {
    await openOwn();
    const receiver = await startReceiver();
    const id = await leadTo(paigham.baseUrl, shop, receiver);
    const since = new Date(clock.nowMs() - HOUR_MS).toISOString();
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain(
          'test-many',
          `insert into event_outbox (account_id, at, kind, ids, facts)
           select $1, now() + make_interval(secs => $2::float8), 'credit.low',
             array_agg($1::bigint), jsonb_agg(null::jsonb)
           from generate_series(1, 1200) as n group by n % 50`,
        ),
        [shop.accountId, (clock.nowMs() - Date.now()) / 1_000],
      ),
    );
    await eventually('all of them', () => receiver.events.length >= 1_200);
    const again = async (cursor?: string) =>
      (await call(`/${id}/redeliver`, 'POST', { since, ...(cursor && { cursor }) })).body;
    let page = await again();
    let sum = Number(page['events']);
    expect([sum, typeof page['next_cursor']]).toEqual([1_000, 'string']);
    while (page['next_cursor'] !== null) {
      page = await again(page['next_cursor'] as string);
      sum += Number(page['events']);
    }
    expect(sum).toBe(1_200);
    // At least once is the promise: a busy machine may have posted some a third time.
    const seldom = (): readonly string[] => {
      const times = Map.groupBy(receiver.events, (it) => it.id);
      return [...times].flatMap(([id, them]) => (them.length < 2 ? [id] : []));
    };
    await eventually('each of them twice', () => seldom().length === 0);
    expect(new Set(receiver.events.map((it) => it.id)).size).toBe(1_200);
  });
});

/** Its clock stands elsewhere, so it verifies nothing: what came, and how it answers. */
async function startNoting() {
  const noted = { events: [] as ShownEvent[], status: 204, url: '' };
  const site = await startWebSite({
    host: '127.0.0.1',
    answer(request, to) {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        noted.events.push(JSON.parse(Buffer.concat(pieces).toString('utf8')) as ShownEvent);
        to.writeHead(noted.status).end();
      });
    },
  });
  afterFile(async () => site.close());
  noted.url = `http://127.0.0.1:${site.port}/hook`;
  return noted;
}

describe('a receiver that answers 500 for days', () => {
  it('is tried on the schedule, then paused; what it missed can be had again', async () => {
    await openOwn();
    const [watching, failing] = [await startNoting(), await startNoting()];
    await call('', 'POST', { url: watching.url, types: ['webhook.stopped'] });
    failing.status = 500;
    const { id } = (await call('', 'POST', { url: failing.url })).body;
    await send('Lost for days');
    const waits: number[] = [];
    for (let made = 1; made <= 10; made += 1) {
      const last = (await attemptsAt(id, made)).at(-1);
      expect(last).toMatchObject({ attempt: made, status: 500 });
      const nextAtMs = Date.parse(last?.next_at ?? '');
      if (made < 10) waits.push((nextAtMs - Date.parse(last?.at ?? '')) / HOUR_MS);
      // A webhook that fails rests for minutes, whatever is due.
      clock.setTo(Math.max(made < 10 ? nextAtMs : 0, clock.nowMs() + HOUR_MS / 10));
    }
    const planned = [5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
    // Drawn by a tenth; a busy machine takes seconds from an attempt to its note.
    const [tenth, noted] = [0.1, 10 / 3_600];
    const within = waits.filter((it, at) => {
      const plan = planned[at] ?? 0;
      return it >= plan * (1 - tenth) && it <= plan * (1 + tenth) + noted;
    });
    expect([within.length, waits]).toEqual([9, expect.any(Array)]);
    // Given up: what waited behind it has its turn.
    const attempts = await attemptsAt(id, 11);
    const lost = attempts[0];
    expect(attempts[9]).toMatchObject({ event_id: lost?.event_id, next_at: null });
    expect(attempts[10]).toMatchObject({ attempt: 1, type: 'message.delivered' });
    expect((await call(`/${id}`)).body).toMatchObject({ state: 'active', failures: 11 });
    // The waits above are drawn: 68 to 84 hours together. Five days are over now in any case.
    clock.setTo(clock.nowMs() + 60 * HOUR_MS);
    await eventually('it is paused', async () => (await call(`/${id}`)).body['state'] === 'paused');
    const told = await eventually('the account knows', () => watching.events[0]);
    expect(told).toMatchObject({ type: 'webhook.stopped', data: { id, state: 'paused' } });
    failing.status = 204;
    const before = failing.events.length;
    expect((await call(`/${id}`, 'PATCH', { active: true })).status).toBe(200);
    // It rests no longer; what was tried is tried at its time.
    clock.setTo(clock.nowMs() + HOUR_MS);
    await eventually('what waited', () => failing.events.length > before);
    await call(`/${id}/redeliver`, 'POST', { event_id: lost?.event_id });
    await eventually('what was given up', () =>
      failing.events.slice(before).some((it) => it.id === lost?.event_id),
    );
  });
});
