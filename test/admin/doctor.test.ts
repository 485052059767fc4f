import { plain } from '../../src/kit/postgres/statement.ts';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMasterKey } from '../../src/features/doctor/check-keys.ts';
import { examine } from '../../src/features/doctor/doctor.ts';
import type { CheckContext, Finding } from '../../src/features/doctor/finding.ts';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { setRoute } from '../../src/features/routes/routes.operations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { stepClock } from '../support/step-clock.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal } from '../../src/kit/seal.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { leadLinks, worldDatabase } from '../support/world.ts';
import { MIGRATION_NAMES, openTerminal } from './terminal.ts';

const fresh = await worldDatabase();
const { database, address, world } = fresh;
/** As the service enters it. */
const { writer, reader: readAddress } = loginsOf(address);
const reader = open({ address: writer, readAddress, connections: 2 });
let check: CheckContext;
let operator: Server;

const run = (text: string, values: readonly unknown[] = []) =>
  database.transact((transaction) => transaction.run(plain(text.slice(0, 60), text), values));

/** A node that lives and holds every link; a worker's days; an operator that answers. */
beforeAll(async () => {
  operator = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
  const address = operator.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await leadLinks(fresh, [port, port, port, port]);
  await database.transact((transaction) => makePartitions(transaction, wallClock.nowMs(), 7));
  await run(
    `insert into nodes (slot, epoch, holder, lease_until, recovered)
     values (3, 1, 'vm 2563', now() + interval '1 hour', true)`,
  );
  await run(
    `insert into link_leases (link_id, node, epoch, state) select id, 3, 1, 'up' from links`,
  );
  const { seal } = world;
  const migrations = MIGRATION_NAMES;
  check = { reader, transact: reader.transact, clock: wallClock, seal, dataDir: '.', migrations };
});
afterAll(async () => {
  operator.close();
  await reader.close();
});

const wrongOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ verdict }) => verdict !== 'fine')
    .map(({ subject, verdict, sentence }) => `${verdict} ${subject}: ${sentence}`);

/** What the doctor says is wrong, besides the disk, which is this machine's. */
const ills = async (change: Partial<CheckContext> = {}) =>
  wrongOf((await examine({ ...check, ...change })).filter(({ subject }) => subject !== 'disk'));

const illsOfJazz = async () => (await ills()).filter((it) => it.includes('jazz'));

describe('the doctor', () => {
  it('names the nodes that run by their number, host and process', async () => {
    const nodesOf = async (): Promise<string | undefined> =>
      (await examine(check)).find(({ subject }) => subject === 'nodes')?.sentence;
    expect(await nodesOf()).toBe('1 node running: node 3 on vm, pid 2563.');
    await run(
      `insert into nodes
       values (4, 1, 'other 17', now() + interval '1 hour', true)`,
    );
    expect(await nodesOf()).toMatch(/^2 nodes running: node 3 on vm, pid 2563; node 4 on other/);
    await run('delete from nodes where slot = 4');
  });

  it('finds nothing wrong with a service that is well', async () => {
    expect(await ills()).toEqual([]);
    const subjects = (await examine(check)).map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(['database', 'migrations', 'clock', 'disk', 'master key', 'nodes']),
    );
    const said = await openTerminal(database, world.admin)('doctor');
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining('link jazz: 127.0.0.1') });
  });

  it('looks no further when the schema is another one', async () => {
    const missing = await examine({ ...check, migrations: [...MIGRATION_NAMES, 'chat'] });
    expect(wrongOf(missing)).toEqual([expect.stringMatching(/^fault migrations: chat missing/)]);
    expect(missing.map(({ subject }) => subject)).toEqual(['database', 'migrations']);
    expect(await ills({ migrations: [] })).toEqual([expect.stringMatching(/it is newer/)]);
  });

  it('notices a role that may do more than it must', async () => {
    const { transact } = database;
    expect(await ills({ reader: database, transact })).toEqual([
      expect.stringMatching(/^warning database roles: DATABASE_URL logs in as paigham, .* tables/),
      expect.stringMatching(/^warning database roles: .* can write: set DATABASE_READ_URL/),
    ]);
  });

  it('notices a clock that is off', async () => {
    const late = stepClock(wallClock.nowMs() - 5_000);
    const lost = stepClock(wallClock.nowMs() - 60_000);
    expect(await ills({ clock: late })).toEqual([
      expect.stringMatching(/^warning clock: .* 5\.\d/),
    ]);
    expect(await ills({ clock: lost })).toEqual([expect.stringMatching(/^fault clock: /)]);
  });

  it('notices that readers of files could open connections', async () => {
    expect(await ills({ isReaderAlone: () => Promise.resolve(true) })).toEqual([]);
    expect(await ills({ isReaderAlone: () => Promise.resolve(false) })).toEqual([
      expect.stringMatching(/^warning files: .*network/),
    ]);
  });

  it('notices events that nobody numbers', async () => {
    await run(
      `insert into event_outbox (account_id, at, kind, ids)
       values (1, now() - interval '1 minute', 'message', '{1}')`,
    );
    const waits = /^warning events: 1 groups of events wait .*, one for 6\d s: is there a worker/;
    expect(await ills()).toEqual([expect.stringMatching(waits)]);
    await run(`update event_outbox set at = now() - interval '10 minutes'`);
    expect(await ills()).toEqual([expect.stringMatching(/^fault events: /)]);
    await run('delete from event_outbox');
  });

  it('notices invoices with tax that nobody issues', async () => {
    await run(`insert into tax_rates values ('punjab', now(), 1600)`);
    const said = 'Invoices state sales tax, and nobody as who issues them: set STATEMENT_FROM.';
    expect(await ills()).toEqual([`fault payments: ${said}`]);
    expect(await ills({ statementFrom: 'Paigham Services' })).toEqual([]);
    await run('delete from tax_rates');
  });

  it('notices a master key that opens nothing', async () => {
    const seal = createSeal([Buffer.alloc(32, 1)], machineRandom);
    const wrong = await ills({ seal });
    expect(wrong).toContainEqual(expect.stringMatching(/^fault master key: .* 2 of the newest 2/));
    expect(wrong).toContainEqual(expect.stringMatching(/^fault link jazz: MASTER_KEY/));
    const said = await openTerminal(database, { ...world.admin, seal })('doctor');
    expect(said).toMatchObject({ code: 1, out: expect.stringContaining('FAULT    master key') });
  });

  it('claims no proof of a master key that was tried on nothing', async () => {
    const findings = await checkMasterKey({ ...check, reader: { read: async () => [] } });
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'There is no API key yet that it could be tried on.',
    ]);
  });

  it('notices a master key beside the database, but in a demo', async () => {
    expect(await ills({ isKeyBeside: true })).toEqual([
      expect.stringMatching(/^warning master key: .* next to the database .* MASTER_KEY_FILE/),
    ]);
    await run(`insert into audit (actor, account_id, action, detail)
      select 'seed', min(id), 'account.create', '{}' from accounts`);
    expect(await ills({ isKeyBeside: true })).toEqual([]);
  });

  it('notices a link that nobody answers, nobody holds, or to which nothing leads', async () => {
    must(await setLink(world.admin, { name: 'zong', config: { port: 1 } }));
    await run('update link_leases set epoch = 0 where link_id = (select min(id) from links)');
    await run(
      `update routes set enabled = false
       where link_id = (select id from links where name = 'ufone')`,
    );
    expect(await ills()).toEqual([
      'fault link jazz: No running node holds it: does any have the role carriers?',
      'fault link zong: 127.0.0.1:1 cannot be reached: ECONNREFUSED.',
      'warning link ufone: It is enabled, but no route leads to it.',
      'fault operator Ufone: No route carries simple, branded, short_code: refused with 12.',
    ]);
    const ufone = { operator: 'Ufone', link: 'ufone', senderRoute: undefined, priority: 100 };
    must(await setRoute(world.admin, { ...ufone, enabled: true }));
    must(await setLink(world.admin, { name: 'zong', enabled: false }));
    await run('update link_leases set epoch = 1');
    expect(await ills()).toEqual([
      'fault operator Zong: Only disabled links carry simple, branded, short_code: messages wait.',
    ]);
  });

  it('says why a link is not up, and since when', async () => {
    const say = (state: string, words: string) =>
      run(
        `update link_leases set state = $1, words = $2, since = '2026-11-20T12:00:00Z'
         where link_id = (select id from links where name = 'jazz')`,
        [state, words],
      );
    await say('down', 'connect ECONNREFUSED');
    expect(await ills()).toContainEqual(
      'fault link jazz: It has been down since 2026-11-20T17:00:00+05:00: connect ECONNREFUSED.',
    );
    await say('needs_attention', 'bind refused');
    expect(await ills()).toContainEqual(
      'fault link jazz: It has needed attention since 2026-11-20T17:00:00+05:00: bind refused.',
    );
    await say('up', '');
  });

  it('notices what waits too long and what a dead node holds', async () => {
    await run(
      `insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at,
                          node, epoch)
       select $1, n, l.id, 0, 0, now() - make_interval(secs => $2), now() + interval '1 day',
              case n when 2 then 9 end, case n when 2 then 9 end
       from generate_series(1, 2) as n, links l where l.name = 'jazz'`,
      [world.roshan.accountId, 90],
    );
    const late = /^warning queue of jazz: 1 wait, the oldest for 9\d s.*1 held by a node that/;
    expect(await ills()).toContainEqual(expect.stringMatching(late));
    await run(`update queue set due_at = now() - interval '1 hour'`);
    expect(await ills()).toContainEqual(expect.stringMatching(/^fault queue of jazz/));
  });

  it('counts the age of what is tried again from when it might first have left', async () => {
    await run(`update queue set node = null, epoch = null, due_at = now() + interval '4 minutes',
      since = now() - interval '11 minutes'`);
    expect(await illsOfJazz()).toContainEqual(
      expect.stringMatching(/^fault queue of jazz: 2 wait, the oldest for 66\d s/),
    );
    await run('update queue set since = null');
    expect(await illsOfJazz()).toEqual([]);
    await run('delete from queue');
  });

  it('says what an operator refuses, and when its receipts are not as usual', async () => {
    const carry = (traffic: object) =>
      run(
        `update link_leases set traffic = $1, traffic_at = now()
         where link_id = (select id from links where name = 'jazz')`,
        [JSON.stringify(traffic)],
      );
    await carry({ taken: [0], failed: [424], codes: { '0x14': [424] } });
    expect(await illsOfJazz()).toEqual([
      'fault link jazz: It refuses everything: 0x14 × 424 in 5 min.',
    ]);
    const long = Array.from({ length: 60 }, () => 2);
    await carry({ taken: long, failed: [] });
    expect(await illsOfJazz()).toEqual([
      expect.stringMatching(/^warning link jazz: It took 96 parts/),
    ]);
    // As the release before wrote it.
    await carry({ taken: [3], failed: [1] });
    expect(await illsOfJazz()).toEqual([]);
  });

  it('says which binds are missing', async () => {
    const words = 'only 1 of 2 binds are up: bind refused: ESME_RALYBND';
    const set = `update link_leases set words = $1
      where link_id = (select id from links where name = 'jazz')`;
    await run(set, [words]);
    expect(await illsOfJazz()).toEqual([`warning link jazz: ${words}.`]);
    await run(set, [null]);
  });

  it('finds a fault where no node lives, and no link well that nobody holds', async () => {
    await run(`update nodes set lease_until = now() - interval '1 hour'`);
    const wrong = await ills();
    expect(wrong).toContainEqual('fault nodes: None is running: nothing is sent. Start one.');
    expect(wrong).toContainEqual(
      'fault link jazz: No running node holds it: does any have the role carriers?',
    );
    await run(`update nodes set lease_until = now() + interval '1 hour'`);
  });

  it('notices days that are missing and prices that are', async () => {
    await run('delete from tariffs where operator_id is null and sender_route = $1', ['branded']);
    const far = stepClock(wallClock.nowMs() + 9 * 86_400_000);
    const wrong = await ills({ clock: far });
    expect(wrong).toContainEqual(expect.stringMatching(/^fault days of messages: .*stored/));
    expect(wrong).toContainEqual('fault operator Jazz: No tariff for branded: refused with 12.');
  });
});
