/**
 * Files and crashes: before OK there is no trace of one, after OK nothing of it is lost, and what
 * happens to its reader affects nobody else.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import type { Demo } from '../../src/demo/seed-demo.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { fetchBalance, type SmsAnswer } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import {
  csvOf,
  fileParameters,
  sendFile,
  startFileSite,
  type FileSite,
} from '../support/file-site.ts';
import { endLeases, startMortal, type Mortal } from '../support/mortal.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { databaseOf, killHard, startProgram, type Installation } from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { openAdmin } from '../support/built-world.ts';

/** More than a piece. */
const ROWS = 2_500;

let paigham: Paigham;
let site: FileSite;
let shop: Shop;
let firstNumber = 0;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true, config: { fetchLoopback: true } });
  await watch(paigham);
  site = await startFileSite();
});

beforeEach(async () => {
  firstNumber += 10_000;
  shop = await openShop(paigham.world, { rupees: '10000' });
});

afterEach(() => paigham.stop());

const link = (): string => site.put(`${firstNumber}.csv`, csvOf(ROWS, firstNumber));

async function sendTo(node: Node, url = link()): Promise<SmsAnswer | undefined> {
  const parameters = fileParameters(shop, url, { idempotency_key: 'once' });
  const answer = await sendFile(node.baseUrl, parameters).catch(() => undefined);
  if (answer?.id !== undefined) okIds.push(answer.id);
  return answer;
}

const TRACES = `
  select (select count(*) from messages where account_id = $1)
       + (select count(*) from batches where account_id = $1)
       + (select count(*) from batch_rows where account_id = $1)
       + (select count(*) from idempotency_keys where account_id = $1)
       + (select count(*) from transfers where account_id = $1 and kind <> 'credit') as traces`;

async function hasNoTrace(): Promise<boolean> {
  const [row] = await asker(paigham.db)<{ readonly traces: number }>(TRACES, [shop.accountId]);
  return row?.traces === 0;
}

/** Nothing of it is left, and the same request is accepted as if it were the first. */
async function isAsNever(node: Node): Promise<void> {
  await eventually('no trace', hasNoTrace);
  expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('10000.00');
  const again = await sendTo(node);
  expect(again).toMatchObject({ httpStatus: 200, replayed: false });
  await nothingIsWrong();
}

async function nothingIsWrong(): Promise<void> {
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

describe('a node that dies while accepting a file', () => {
  let mortal: Mortal;

  beforeEach(async () => {
    mortal = await startMortal(paigham, { fetchLoopback: true });
  });

  it.each([
    ['once it has begun', 'begin-batch', 'after the commit'],
    ['in its first piece', 'insert-piece', 'before the commit'],
    ['after a piece', 'insert-piece', 'after the commit'],
    ['just before it is published', 'publish-batch', 'before the commit'],
  ] as const)('%s leaves no trace of it', async (_, statement, point) => {
    const cut = mortal.wire.cutAt(statement, point).then(mortal.die);
    const answer = await sendTo(mortal.node);
    await cut;
    expect(answer?.id).toBeUndefined();
    await endLeases(paigham);
    await isAsNever(await paigham.startNode());
  });

  it('just after publishing it loses nothing: another node sends all of it', async () => {
    const cut = mortal.wire.cutAt('publish-batch', 'after the commit').then(mortal.die);
    const answer = await sendTo(mortal.node);
    await cut;
    expect(answer?.id).toBeUndefined();
    await endLeases(paigham);
    const again = await sendTo(await paigham.startNode());
    expect(again).toMatchObject({ httpStatus: 200, replayed: true });
    await nothingIsWrong();
    const [row] = await asker(paigham.db)<{ readonly many: number }>(
      'select count(*) as many from messages where account_id = $1 and state = 4',
      [shop.accountId],
    );
    expect(row?.many).toBe(ROWS);
  });
});

/** Processes that read files for the service in this process. */
function readers(): readonly number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
  const pids = children.split(' ').filter((pid) => pid !== '');
  const isReader = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sheets/src/reader.ts');
    } catch (error) {
      // It has ended meanwhile.
      if (error instanceof Error && 'code' in error) return false;
      throw error;
    }
  };
  return pids.filter(isReader).map(Number);
}

describe('a node that survives', () => {
  it('refuses a file for now if its reader was killed, and accepts the next one', async () => {
    const node = await paigham.startNode();
    const killed = eventually('a reader', () => {
      const [reader] = readers();
      if (reader !== undefined) killHard(reader);
      return reader !== undefined;
    });
    const answer = await sendTo(node, site.put('long.csv', csvOf(80_000, firstNumber)));
    await killed;
    expect(answer).toMatchObject({
      httpStatus: 503,
      body: expect.stringMatching(/^12 : Error: reading the file was interrupted/) as string,
    });
    const event = 'the reader of a file was killed: is this machine short of memory?';
    expect(paigham.logged.filter((line) => line.includes(event))).toHaveLength(1);
    await isAsNever(node);
  });

  it('says 503 when the database goes away meanwhile, and leaves nothing behind', async () => {
    const mortal = await startMortal(paigham, { fetchLoopback: true });
    const cut = mortal.wire.cutAt('insert-piece', 'before the commit');
    const answer = sendTo(mortal.node);
    await cut;
    expect(await answer).toMatchObject({ httpStatus: 503, code: '12' });
    mortal.wire.mend();
    mortal.die();
    await endLeases(paigham);
    await isAsNever(await paigham.startNode());
  });

  it('stops in time while a link sends nothing, and leaves nothing behind', async () => {
    const node = await paigham.startNode({ config: { fetchLoopback: true, shutdownMs: 200 } });
    let isAsked = false;
    const url = site.answer('never.csv', (response) => {
      isAsked = true;
      response.writeHead(200).write('Mobile,Text\n');
    });
    const answer = sendTo(node, url);
    await eventually('the fetch', () => isAsked);
    await node.stop();
    expect((await answer)?.id).toBeUndefined();
    await isAsNever(await paigham.startNode());
  });
});

describe('the program, killed by its process id', () => {
  let smsc: SmscProgram;
  let installation: Installation;

  beforeAll(async () => {
    smsc = await startSmsc({ answerDelayMs: 1, receiptDelayMs: 20 });
    installation = await readyInstallation(smsc);
  });

  afterAll(async () => {
    await smsc.stop();
    installation.remove();
  });

  async function giveCredit(demo: Demo): Promise<void> {
    const db = open({ address: databaseOf(installation), connections: 2 });
    const accountId = Number(demo.accountId) as AccountId;
    const credit = { accountId, kind: 'credit', amountMicros: micros(1_000_000_000_000n) } as const;
    must(await moveCredit(openAdmin(db), credit));
    await db.close();
  }

  it('has no trace of a file before OK, and all of it after OK', async () => {
    const first = await startProgram(installation);
    const demo = installation.demo();
    await giveCredit(demo);
    const template = demo.templates.find(({ name }) => name === 'One-time code')?.id ?? '';
    const parameters = {
      api_key: demo.apiKey,
      sender: 'InfoSMS',
      url: site.put('kill.csv', csvOf(ROWS, 500_000)),
      template_id: template,
      message: '{"code":"4821"}',
    };
    const pieces = 'select count(*) as many from messages';
    const count = async (sql: string): Promise<number> => {
      const db = open({ address: databaseOf(installation), connections: 2 });
      const [row] = await asker(db)<{ readonly many: number }>(sql);
      await db.close();
      return row?.many ?? 0;
    };
    // Long enough to be killed between the first piece and the last.
    const url = site.put('long.csv', csvOf(100_000, 600_000));
    const lost = sendFile(installation.baseUrl, { ...parameters, url }).catch(() => undefined);
    await eventually('a piece', async () => (await count(pieces)) > 0);
    await first.crash('service first');
    expect((await lost)?.id).toBeUndefined();
    const second = await startProgram(installation);
    const hidden = `${pieces} union all select count(*) from batches order by 1 desc limit 1`;
    await eventually('no trace', async () => (await count(hidden)) === 0);
    expect(readdirSync(join(installation.dataDir, 'files'))).toEqual([]);
    const { id } = await sendFile(installation.baseUrl, parameters);
    await second.crash('database first');
    expect(Number(id)).toBeGreaterThan(0);
    const third = await startProgram(installation);
    const db = open({ address: databaseOf(installation), connections: 2 });
    await untilOver({ db });
    const [row] = await asker(db)<{ readonly many: number }>(
      'select count(*) as many from messages where batch_id = $1 and state = 4',
      [id],
    );
    expect(row?.many).toBe(ROWS);
    await db.close();
    await third.stop();
  });
});
