/**
 * A killed process loses nothing that the kernel has; a machine that loses power does. So this
 * shows that the database has flushed its log to disk before OK is written to the caller.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { fetchBalance, sendOk, type SendParameters } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import {
  databaseOf,
  databaseProcesses,
  startProgram,
  type Installation,
  type Program,
} from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { trace, whyNoTrace, type SystemCall } from '../support/trace.ts';

const reason = whyNoTrace();
if (reason !== undefined) console.warn(`skipped: ${reason}`);

const SENDS = 20;
/** How the database flushes its log, by whatever `wal_sync_method` this machine has. */
const FLUSHES = ['fdatasync', 'fsync', 'sync_file_range'];

let smsc: SmscProgram;
let installation: Installation;
let program: Program;

beforeAll(async () => {
  // No operator accepts connections: nothing is sent, so every commit is an accept's.
  smsc = await startSmsc({});
  await smsc.behave({ accepting: false });
  installation = await readyInstallation(smsc);
  program = await startProgram(installation);
  // What nobody waits for is flushed five times a second otherwise: during any slow request.
  await withConnection(databaseOf(installation), async (client) => {
    await client.query(`alter system set wal_writer_delay = '10s'`);
    await client.query('select pg_reload_conf()');
  });
});

afterAll(async () => {
  await program.stop();
  await smsc.stop();
  installation.remove();
});

function parameters(index: number): SendParameters {
  const { apiKey, templates } = installation.demo();
  const base = { api_key: apiKey, sender: '8584', mobile: mobileOf(0, index) };
  return { ...base, template_id: Number(templates[0]?.id), message: { code: String(index) } };
}

/** From when a request is read until its answer is written. */
type Exchange = { readonly readAt: number; readonly answeredAt: number };

function exchanges(calls: readonly SystemCall[], request: string, answer: RegExp) {
  const reads = calls.filter(
    ({ name, rest }) => /^(read|recv)/.test(name) && rest.includes(request),
  );
  const answers = calls.filter(({ name, rest }) => /^(write|send)/.test(name) && answer.test(rest));
  return answers.map(({ beganAt }, index): Exchange => {
    return { readAt: reads[index]?.endedAt ?? Number.NaN, answeredAt: beganAt };
  });
}

/** Sends and then queries, traced; returns how many of each were answered after a flush. */
async function countFlushed(): Promise<{ readonly sends: number; readonly questions: number }> {
  const watched = ['read', 'write', 'writev', 'sendto', 'sendmsg', 'recvfrom', ...FLUSHES];
  const pids = [program.pid, ...databaseProcesses(installation)];
  const calls = await trace(pids, watched, async () => {
    for (let index = 0; index < SENDS; index += 1) {
      await sendOk(installation.baseUrl, parameters(index));
    }
    for (let index = 0; index < SENDS; index += 1) {
      await fetchBalance(installation.baseUrl, installation.demo().apiKey);
    }
  });
  const flushes = calls.filter(({ pid, name, result }) => {
    return pid !== program.pid && FLUSHES.includes(name) && result === 0;
  });
  const isFlushed = ({ readAt, answeredAt }: Exchange): boolean =>
    flushes.some(({ beganAt, endedAt }) => beganAt > readAt && endedAt < answeredAt);
  const answer = /OK ID:|HTTP\/1\.1 200 OK/;
  const sends = exchanges(calls, 'POST /api/sms.php', answer).slice(0, SENDS);
  const questions = exchanges(calls, 'GET /api/balance.php', answer).slice(-SENDS);
  return {
    sends: sends.filter(isFlushed).length,
    questions: questions.filter(isFlushed).length,
  };
}

async function switchFlushingOff(): Promise<void> {
  await withConnection(databaseOf(installation), async (client) => {
    await client.query('alter database paigham set synchronous_commit = off');
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    );
  });
  await eventually('the service', async () => {
    const response = await fetch(`${installation.baseUrl}/readyz`);
    return response.ok;
  });
}

describe.skipIf(reason !== undefined)('the log of the database', () => {
  it('is on disk before OK is written to the caller', async () => {
    const { sends, questions } = await countFlushed();
    expect(sends).toBe(SENDS);
    // A query flushes nothing, but occasionally something else does meanwhile.
    expect(questions).toBeLessThan(SENDS / 2);
  });

  it('would be caught if it were not', async () => {
    await switchFlushingOff();
    const { sends } = await countFlushed();
    expect(sends).toBeLessThan(SENDS / 2);
  });
});
