/**
 * A year of traffic, thinned: on each of its days the program is started with its clock set there,
 * takes some messages and ends; its jobs make the days and drop the old ones. Says every two weeks
 * how large the database is and what a caller waits for; then whether the year's sums are whole.
 * Needs the package `faketime`. `npm run year -- --days 365 --messages 300 --keep 90`
 */
import { parseArgs } from 'node:util';
import { must } from '../../src/operations/admin.ts';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { endAll } from '../support/after-file.ts';
import { openAdmin } from '../support/built-world.ts';
import { sendOk } from '../support/caller.ts';
import { databaseOf, prepareInstallation, startProgram } from '../support/program.ts';
import type { Installation } from '../support/program.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc } from '../support/smsc-program.ts';
import { asker, untilOver } from '../support/verify.ts';
import { openClock, type SteppedClock } from './soak-faults.ts';
import { percentile } from './soak-plot.ts';

const { values: chosen } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    messages: { type: 'string', default: '300' },
    keep: { type: 'string', default: '90' },
  },
});
const [days, messages] = [Number(chosen.days), Number(chosen.messages)];

const DAY_SECONDS = 86_400;
const CALLERS = 8;
const LOOKS = 20;
const TOLD_EVERY_DAYS = 15;
/** At most, of one request for sums. */
const SPAN_DAYS = 30;

/** How long each took, in milliseconds, in order of size. */
async function timed(many: number, callers: number, act: () => Promise<unknown>) {
  const tookMs: number[] = [];
  let begun = 0;
  const call = async (): Promise<void> => {
    while (begun < many) {
      begun += 1;
      const sinceMs = wallClock.monotonicMs();
      await act();
      tookMs.push(wallClock.monotonicMs() - sinceMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return tookMs.toSorted((a, b) => a - b);
}

const PARTITIONS = `
  select count(*)::int as many, pg_database_size(current_database())::float8 / 1e6 as megabytes
  from pg_inherits where inhparent = 'messages'::regclass`;
const PLANNED = `
  explain (summary, format json)
  select state from messages where account_id = $1 and id = $2`;

let sent = 0;

/** Sends the day's messages and looks at them as a caller does. */
async function live(installation: Installation, day: number): Promise<void> {
  const { apiKey, accountId, templates } = installation.demo();
  const { baseUrl } = installation;
  const template = templates.find(({ name }) => name === 'Order update');
  let last = 0;
  const sendOne = async (): Promise<void> => {
    sent += 1;
    last = await sendOk(baseUrl, {
      ...{ api_key: apiKey, sender: 'InfoSMS', template_id: Number(template?.id) },
      mobile: mobileOf((sent % 4) as 0, sent),
      message: { name: 'Ali', order_no: String(sent), date: 'Friday' },
    });
  };
  const answers = await timed(messages, CALLERS, sendOne);
  const db = open({ address: databaseOf(installation), connections: 2 });
  await untilOver({ db });
  if (day % TOLD_EVERY_DAYS === 0 || day === days - 1) {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const get = (path: string) => async (): Promise<void> => {
      const answer = await fetch(`${baseUrl}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    const report = get(`/api/delivery.php?api_key=${apiKey}&id=${last}`);
    const looks = [report, get('/v1/messages?limit=50'), get('/v1/balance')];
    const waits: number[] = [];
    for (const look of looks) waits.push(percentile(await timed(LOOKS, 1, look), 50));
    const ask = asker(db);
    const [size] = await ask<{ readonly many: number; readonly megabytes: number }>(PARTITIONS);
    const [plan] = await ask<{ readonly 'QUERY PLAN': readonly [{ 'Planning Time': number }] }>(
      PLANNED,
      [Number(accountId), last],
    );
    const planningMs = plan?.['QUERY PLAN'][0]['Planning Time'];
    const ok = `OK ${percentile(answers, 50)} / ${percentile(answers, 99)} ms`;
    const seen = `report ${waits[0]}, list ${waits[1]}, balance ${waits[2]} ms`;
    const kept = `${size?.many} partitions, ${size?.megabytes.toFixed(0)} MB`;
    console.log(`day ${day}: ${kept}; ${ok}; ${seen}; planned in ${planningMs?.toFixed(2)} ms`);
  }
  await db.close();
}

/** What /v1/usage says was sent in the whole year. */
async function usedInAll({ baseUrl, demo }: Installation, firstMs: number): Promise<number> {
  const headers = { Authorization: `Bearer ${demo().apiKey}` };
  let sum = 0;
  for (let day = -1; day <= days; day += SPAN_DAYS) {
    const at = (place: number): string => new Date(firstMs + place * DAY_SECONDS * 1_000).toJSON();
    const span = `since=${at(day)}&until=${at(day + SPAN_DAYS)}`;
    const answer = await fetch(`${baseUrl}/v1/usage?by=day&${span}`, { headers });
    const { total } = (await answer.json()) as { readonly total: { readonly messages: number } };
    sum += total.messages;
  }
  return sum;
}

async function furnish(installation: Installation): Promise<void> {
  const db = open({ address: databaseOf(installation), connections: 2 });
  const accountId = Number(installation.demo().accountId) as AccountId;
  const amountMicros = micros(1_000_000_000_000n);
  must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
  await db.close();
  await withConnection(databaseOf(installation), async (client) => {
    type Row = { readonly text: string };
    const { rows } = await client.query<Row>(
      `select pg_get_functiondef('drop_day'::regproc) as text`,
    );
    // It spares the last week by the clock of the database, which nobody moves.
    for (const { text } of rows) {
      await client.query(text.replace('current_date - 7', 'current_date + 3650'));
    }
  });
}

async function pass(clock: SteppedClock): Promise<number> {
  const smsc = await startSmsc({ receiptDelayMs: 20 });
  const environment = { ...clock.environment, RETENTION_DAYS: chosen.keep };
  const installation = await prepareInstallation(smsc, environment);
  const firstMs = Date.now();
  try {
    for (let day = 0; day < days; day += 1) {
      clock.step(day * DAY_SECONDS);
      const program = await startProgram(installation);
      if (day === 0) await furnish(installation);
      await live(installation, day);
      if (day === days - 1) {
        const used = await usedInAll(installation, firstMs);
        console.log(`${sent} were sent; the sums of the year say ${used}`);
        return used === sent ? 0 : 1;
      }
      await program.stop();
    }
    return 0;
  } finally {
    await endAll();
    await smsc.stop();
    installation.remove();
  }
}

const clock = openClock(makeTemporaryDir());
if (clock === undefined) throw new Error('the package faketime is not installed');
process.exitCode = await pass(clock);
