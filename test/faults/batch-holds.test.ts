/** kill -9 in the middle of cancelling a large batch: it is cancelled whole, and costs nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { explainLedger } from '../../src/features/ledger/explain-ledger.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { readLedgerTotals } from '../../src/features/ledger/ledger-totals.sql.ts';
import { callBatches } from '../support/batches.ts';
import { openAdmin } from '../support/built-world.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches, watchMoves } from '../support/invariants.ts';
import { databaseOf, startProgram, type Installation } from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { asker, untilOver } from '../support/verify.ts';

/** Five pieces. */
const ROWS = 5_000;

/** A piece of the cancelling waits in its middle while this many are cancelled: none yet. */
const GATE = `
  create table gate (most int not null);
  insert into gate values (1);
  create function wait_at_gate() returns trigger language plpgsql security definer as $$
    begin
      while (select count(*) from messages where reason = 'cancelled') >= (select most from gate)
      loop perform pg_sleep(0.1); end loop;
      return null;
    end $$;
  create trigger wait_at_gate before delete on queue
    for each statement execute function wait_at_gate()`;
const ALL = 1_000_000;

let smsc: SmscProgram;
let installation: Installation;

beforeAll(async () => {
  smsc = await startSmsc({ answerDelayMs: 0, receiptDelayMs: 20 });
  installation = await readyInstallation(smsc);
});
afterAll(async () => {
  await smsc.stop();
  installation.remove();
});

it('goes on where it was, and ends each message once', async () => {
  let program = await startProgram(installation);
  const demo = installation.demo();
  const accountId = Number(demo.accountId) as AccountId;
  const db = open({ address: databaseOf(installation), connections: 2 });
  const amountMicros = micros(1_000_000_000_000n);
  must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
  await db.close();
  await withConnection(databaseOf(installation), async (client) => {
    await watchMoves((sql) => client.query(sql));
    await client.query(GATE);
  });
  const template = demo.templates.find(({ name }) => name === 'One-time code')?.id ?? '';
  const caller = { apiKey: demo.apiKey, senders: { shortCode: 'InfoSMS' }, transactional: '' };
  const batches = callBatches(installation.baseUrl, caller as never);
  const file = Array.from(
    { length: ROWS },
    (_, at) => `${mobileOf((at % 4) as 0, at)},${100_000 + at}`,
  ).join('\n');
  const sendAt = new Date(wallClock.nowMs() + HOUR_MS).toISOString();
  const fields = { template_id: template, message: '{"code":"#B#"}', send_at: sendAt };
  const made = await batches.upload({ file, fields });
  expect([made.status, made.body.recipients]).toEqual([201, ROWS]);
  const id = made.body.id ?? '';

  // Whoever asked is not answered: it is asked again after the crash.
  batches.hold(id, 'cancel').catch(() => undefined);
  let before = 0;
  for (const [order, more] of [
    ['service first', 1_500],
    ['database first', ALL],
  ] as const) {
    const looking = open({ address: databaseOf(installation), connections: 2 });
    await eventually('more are cancelled', async () => (await cancelled(looking)) > before);
    before = await cancelled(looking);
    expect(before).toBeLessThan(ROWS);
    await looking.close();
    await program.crash(order);
    program = await startProgram(installation);
    await withConnection(databaseOf(installation), (client) =>
      client.query('update gate set most = $1', [more]),
    );
  }
  // So soon after a crash the store may be away, or its rows locked: 503 says to ask again. On a
  // busy machine a piece of the cancelling holds them for longer than anybody waits for a lock.
  const isAnswered = async () => {
    const answer = await batches.hold(id, 'cancel');
    return answer.status !== 503 && answer;
  };
  const again = await eventually('it is cancelled still', isAnswered);
  expect([again.status, again.body.state]).toEqual([200, expect.stringMatching(/^cancell/)]);
  expect(await batches.until(id, 'cancelled')).toMatchObject({ cancelled: ROWS });

  const after = open({ address: databaseOf(installation), connections: 3 });
  await untilOver({ db: after });
  const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
  const ask = asker(after);
  const okIds = [Number(id)];
  expect(await findBreaches({ ask, okIds, copies, acknowledged, isOver: true })).toEqual([]);
  expect(copies).toEqual([]);
  const totals = await readLedgerTotals(after, accountId);
  expect(totals && explainLedger(totals).isExplained).toBe(true);
  const reserved = `select coalesce(sum(price_micros), 0)::float8 as left from messages
    where posted_micros > 0 or state <> 6`;
  expect(await ask(reserved)).toEqual([{ left: 0 }]);
  await after.close();
  await program.stop();
});

async function cancelled(db: Parameters<typeof asker>[0]): Promise<number> {
  type Row = { readonly many: number };
  const [row] = await asker(db)<Row>(
    `select count(*)::int as many from messages where reason = 'cancelled'`,
  );
  return row?.many ?? 0;
}
