/**
 * The drill of a restore: a backup under load, more traffic, and the backup put back elsewhere. The
 * simulated operators run on and remember everything: they are sent nothing twice.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { explainLedger } from '../../src/features/ledger/explain-ledger.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { putBack } from '@paigham/embedded-postgres/put-back.ts';
import { PAIGHAM } from '../../src/kit/postgres/embedded.ts';
import { readLedgerTotals } from '../../src/features/ledger/ledger-totals.sql.ts';
import { openAdmin } from '../support/built-world.ts';
import { sendOk } from '../support/caller.ts';
import { paigham } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches, type HeardCopies } from '../support/invariants.ts';
import { databaseOf, startProgram, type Installation } from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { temporaryDir } from '../support/temporary.ts';
import { v1At } from '../support/v1.ts';
import { asker, untilOver } from '../support/verify.ts';
import { leadTo, type Receiver, startReceiver } from '../support/webhooks.ts';

/** More than may wait in the queue: a part is still to be let into it. */
const MANY = 6_500;

let smsc: SmscProgram;
let installation: Installation;
let fresh: Installation;
let safe: string;
let receiver: Receiver;
/** Ids by what was true of them at the backup; `since` was accepted after it. */
let sent: Record<'before' | 'waiting' | 'since', readonly number[]>;
let campaign: number;
let scheduled: number;
/** What operators had when the first service ended. */
let had: readonly HeardCopies[];
/** The codes that were accepted after the backup. */
let lost: ReadonlySet<string>;
let written = 0;

beforeAll(async () => {
  smsc = await startSmsc({ answerDelayMs: 0, receiptDelayMs: 20 });
  installation = await readyInstallation(smsc);
  safe = temporaryDir();
  fresh = { ...installation, dataDir: join(safe, 'data') };
  receiver = await startReceiver();
});

afterAll(async () => {
  await smsc.stop();
  installation.remove();
});

async function stateOf(at: Installation, id: number): Promise<unknown> {
  const { status, body } = await v1At(
    at.baseUrl,
    installation.demo().apiKey,
  )(`GET /v1/messages/${id}`);
  return status === 404 ? 'not found' : body['state'];
}

const heard = async (): Promise<number> =>
  (await smsc.copies()).reduce((sum, it) => sum + it.heard, 0);

const template = (): number =>
  Number(installation.demo().templates.find(({ name }) => name === 'One-time code')?.id);

/** Each with a code of its own. */
function send(mobile?: string): Promise<number> {
  written += 1;
  return sendOk(installation.baseUrl, {
    ...{ api_key: installation.demo().apiKey, sender: 'InfoSMS', template_id: template() },
    mobile: mobile ?? mobileOf((written % 4) as 0, written),
    message: { code: String(100_000 + written) },
  });
}

const several = (count: number) => Promise.all(Array.from({ length: count }, () => send()));

async function schedule(): Promise<number> {
  const { body } = await v1At(installation.baseUrl, installation.demo().apiKey)(
    'POST /v1/messages',
    {
      ...{ recipients: [mobileOf(0, 9_000)], sender: 'InfoSMS', template_id: String(template()) },
      values: { code: '700700' },
      send_at: new Date(wallClock.nowMs() + HOUR_MS).toISOString(),
    },
  );
  return Number(body['id']);
}

describe('a backup', () => {
  it('is made while the service works, closed to others, and never over another', async () => {
    const program = await startProgram(installation);
    const { baseUrl, dataDir } = installation;
    const demo = installation.demo();
    const accountId = Number(demo.accountId) as AccountId;
    const db = open({ address: databaseOf(installation), connections: 2 });
    const amountMicros = micros(1_000_000_000_000n);
    must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
    await leadTo(baseUrl, demo, receiver);
    const before = await several(20);
    await untilOver({ db });
    await smsc.behave({ frozen: true });
    const waiting = await several(200);
    const list = Array.from({ length: MANY }, (_, at) => mobileOf((at % 4) as 0, 10_000 + at));
    campaign = await send(list.join(','));
    scheduled = await schedule();

    const folder = join(safe, 'backup');
    const made = await paigham('backup', folder, '--data-dir', dataDir);
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('--data-dir NEW')]);
    expect((await paigham('backup', folder, '--data-dir', dataDir)).err).toContain('already');
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'master.key')).mode & 0o077).toBe(0);

    await smsc.behave({ frozen: false });
    const first = written + 1;
    const since = await several(10);
    lost = new Set(since.map((_, at) => String(100_000 + first + at)));
    await eventually('much is sent', async () => (await heard()) > 1_000);
    await db.close();
    await program.stop();
    sent = { before, waiting, since };
    had = await smsc.copies();
  });

  it('put back in another place starts only after what waited in it was ended', async () => {
    await putBack({
      ...{ folder: join(safe, 'backup'), dataDir: fresh.dataDir, print: () => undefined },
      beside: ['postgres.password', 'master.key', 'simulators.json'],
      program: PAIGHAM,
      signal: new AbortController().signal,
    });
    await expect(startProgram(fresh)).rejects.toThrow('ended');
    expect(fresh.output()).toContain('paigham restored');
    const said = await paigham('restored', '--data-dir', fresh.dataDir, '--json');
    expect([said.code, said.out]).toEqual([0, expect.stringContaining('"account": ')]);
    const again = await paigham('restored', '--data-dir', fresh.dataDir);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('Nothing was changed')]);
  });

  it('is put back and made safe by one command, and never over an installation', async () => {
    const words = ['restore', join(safe, 'backup'), '--data-dir', join(safe, 'whole')];
    const done = await paigham(...words);
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('bin/start --data-dir')]);
    const again = await paigham(...words);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('name a new folder')]);
  });

  it('sends nothing twice, says what it does not know, and goes on', async () => {
    const { before, waiting, since } = sent;
    const program = await startProgram(fresh);
    const restored = open({ address: databaseOf(fresh), connections: 2 });
    const ask = asker(restored);
    const states = async (ids: readonly number[]) =>
      new Set(await Promise.all(ids.map((id) => stateOf(fresh, id))));
    expect(await states(before)).toEqual(new Set(['delivered']));
    expect(await states(waiting)).toEqual(new Set(['unknown']));
    expect(await states(since)).toEqual(new Set(['not found']));
    expect(await states([scheduled])).toEqual(new Set(['pending']));
    const ofCampaign =
      'select state, count(*) as many from messages where batch_id = $1 group by 1';
    expect(await ask(ofCampaign, [campaign])).toEqual([{ state: 3, many: MANY }]);
    const now = await send();
    await eventually('a new message', async () => (await stateOf(fresh, now)) === 'delivered');

    const copies = await smsc.copies();
    const nameOf = (it: HeardCopies): string => `${it.destination} ${it.text}`;
    const old = new Set(had.map(nameOf));
    expect(copies.filter((it) => old.has(nameOf(it)))).toEqual(had);
    const totals = await readLedgerTotals(
      restored,
      Number(installation.demo().accountId) as AccountId,
    );
    expect(totals && explainLedger(totals).isExplained).toBe(true);
    await eventually('events of the end', () =>
      receiver.events.some(({ type }) => type === 'message.unknown'),
    );
    // Nobody in this database knows of what was accepted after the backup.
    const known = copies.filter(({ text: words }) => !lost.has(/\d{6}/.exec(words)?.[0] ?? ''));
    const okIds = [...before, ...waiting, campaign, now];
    const evidence = { ask, okIds, copies: known, acknowledged: 0, isOver: false };
    expect(await findBreaches(evidence)).toEqual([]);
    await restored.close();
    await program.stop();
  });
});
