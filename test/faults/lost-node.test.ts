/** Two nodes as two processes on one database: one is killed, or hangs, the other takes over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { MESSAGE_STATES } from '../../src/domain/message/message.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { sendOk } from '../support/caller.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches } from '../support/invariants.ts';
import { startLoad, type Load } from '../support/load.ts';
import {
  prepareInstallation,
  startProgram,
  type Installation,
  type Program,
} from '../support/program.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { asker, untilOver } from '../support/verify.ts';
import { openWire } from '../support/wire.ts';
import { openAdmin, TEST_MASTER_KEY } from '../support/built-world.ts';

let smsc: SmscProgram;
let db: Database;
let installations: readonly [Installation, Installation];
const programs = new Map<number, Program>();
const okIds: number[] = [];
let sent = 0;

beforeAll(async () => {
  smsc = await startSmsc({ answerDelayMs: 3, receiptDelayMs: 50 });
  const { address, database } = await freshDatabase(3);
  db = database;
  const { host, port } = (await openWire(address)).address;
  const { user, password, database: name } = address;
  const login = `${user}:${encodeURIComponent(password)}`;
  const environment = {
    DATABASE_URL: `postgres://${login}@${host}:${port}/${name}`,
    DATABASE_POOL: '8',
    MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
  };
  const prepare = (): Promise<Installation> => prepareInstallation(smsc, environment);
  installations = [await prepare(), await prepare()];
  for (const installation of installations) await start(installation);
  const { accountId } = installations[0].demo();
  const amountMicros = micros(1_000_000_000_000n);
  const to = Number(accountId) as AccountId;
  const credit = { accountId: to, kind: 'credit', amountMicros } as const;
  must(await moveCredit(openAdmin(db), credit));
});

afterAll(async () => {
  for (const program of programs.values()) await program.stop();
  await smsc.stop();
  for (const installation of installations) installation.remove();
});

async function start(installation: Installation): Promise<void> {
  const program = await startProgram(installation);
  programs.set(program.pid, program);
}

function loadOn(installation: Installation, callers = 6): Load {
  const { apiKey, templates } = installations[0].demo();
  return startLoad(installation.baseUrl, callers, () => {
    sent += 1;
    const base = { api_key: apiKey, sender: 'InfoSMS', template_id: Number(templates[0]?.id) };
    return { ...base, mobile: mobileOf((sent % 4) as 0, sent), message: { code: String(sent) } };
  });
}

type Holder = { readonly pid: number; readonly slot: number };

/** The process that holds every link, once one does. */
function findHolder(): Promise<Holder> {
  return eventually('one holder of all links', async () => {
    const holders = await asker(db)<{ readonly holder: string; readonly slot: number }>(
      `select distinct n.holder, n.slot from link_leases l
       join nodes n on n.slot = l.node and n.epoch = l.epoch and n.lease_until > now()`,
    );
    const [only] = holders;
    if (only === undefined || holders.length > 1) return undefined;
    return { pid: Number(only.holder.split(' ').at(-1)), slot: only.slot };
  });
}

/** Sends one text by this node; resolves with its id when it is with an operator. */
async function sendAndSee({ baseUrl }: Installation): Promise<number> {
  const { apiKey, templates } = installations[0].demo();
  sent += 1;
  const base = { api_key: apiKey, sender: 'InfoSMS', template_id: Number(templates[0]?.id) };
  const id = await sendOk(baseUrl, { ...base, mobile: mobileOf(0, sent), message: { code: '1' } });
  okIds.push(id);
  await eventually('it is with the operator', async () => {
    const [row] = await asker(db)<{ readonly state: number }>(
      'select state from messages where id = $1',
      [id],
    );
    return row?.state !== MESSAGE_STATES.waiting;
  });
  return id;
}

/** How long before the end of the lease of a node that is gone a message left, in milliseconds. */
async function leaseLeft({ slot }: Holder, id: number): Promise<number> {
  const [row] = await asker(db)<{ readonly ms: number }>(
    `select (extract(epoch from n.lease_until - m.sent_at) * 1000)::int as ms
     from nodes n, messages m where n.slot = $1 and m.id = $2`,
    [slot, id],
  );
  return row?.ms ?? 0;
}

/** So long that nodes trust their own connection to the database. */
function untilSteady(): Promise<void> {
  return eventually('steady nodes', async () => {
    const [row] = await asker(db)<{ readonly count: number }>(
      `select count(*)::int as count from nodes where witnessed and lease_until > now()
        and steady_since < now() - interval '${limit('nodeSteadyMs')} milliseconds'`,
    );
    return row?.count === 2;
  }).then(() => undefined);
}

async function breaches(loads: readonly Load[]): Promise<readonly string[]> {
  for (const load of loads) {
    await load.stop();
    okIds.push(...load.okIds);
  }
  await untilOver({ db });
  const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
  return findBreaches({ ask: asker(db), okIds, copies, acknowledged, isOver: true });
}

describe('of two nodes', () => {
  it('one is killed under load: the other has its links before its lease ends', async () => {
    const holder = await findHolder();
    const loads = installations.map((it) => loadOn(it));
    await eventually('load', () => loads.every((load) => load.okIds.length > 100));
    await untilSteady();
    const killed = programs.get(holder.pid);
    await killed?.kill();
    programs.delete(holder.pid);
    const [alive] = installations.filter((it) => it !== killed?.installation);
    if (alive === undefined) throw new Error('no node is left');
    const id = await sendAndSee(alive);
    expect(await leaseLeft(holder, id)).toBeGreaterThan(0);
    expect((await findHolder()).pid).not.toBe(holder.pid);
    expect(await breaches(loads)).toEqual([]);
  });

  it('one hangs past the end of its lease: once awake, it sends nothing that it held', async () => {
    const alive = new Set([...programs.values()].map(({ installation }) => installation));
    for (const installation of installations) {
      if (!alive.has(installation)) await start(installation);
    }
    const holder = await findHolder();
    const loads = installations.map((it) => loadOn(it));
    await eventually('load', () => loads.every((load) => load.okIds.length > 100));
    await untilSteady();
    process.kill(holder.pid, 'SIGSTOP');
    // Its links are taken sooner. Its lease ends by itself within fifteen seconds:
    // one caller is load enough for so long.
    const hung = programs.get(holder.pid)?.installation;
    for (const [at, installation] of installations.entries()) {
      if (installation === hung) continue;
      await loads[at]?.stop();
      loads.push(loadOn(installation, 1));
      const id = await sendAndSee(installation);
      expect(await leaseLeft(holder, id)).toBeGreaterThan(0);
    }
    const successor = await eventually('a successor', async () => {
      const now = await findHolder();
      return now.pid !== holder.pid && now;
    });
    process.kill(holder.pid, 'SIGCONT');
    expect(successor.pid).not.toBe(holder.pid);
    expect(await breaches(loads)).toEqual([]);
    expect((await findHolder()).pid).toBe(successor.pid);
  });
});
