/** A worker whose picture of an account is old refuses no upload by it. */
import { tmpdir } from 'node:os';
import { plain } from '../../src/kit/postgres/statement.ts';
import { beforeAll, expect, it } from 'vitest';
import { setAccount, setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { refuse } from '../../src/domain/failure/failure.ts';
import type { AccountId, BatchId } from '../../src/domain/ids.ts';
import type { FileTakenIn } from '../../src/domain/message/file-send.ts';
import { createReadUploads } from '../../src/batches/read-uploads.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { createLog } from '../../src/kit/log.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createAccountCache } from '../../src/store/snapshots/account-cache.ts';
import { insertUpload } from '../../src/store/batches/uploads.ts';
import { eventually } from '../support/eventually.ts';
import { testConfig } from '../support/paigham.ts';
import { asker } from '../support/verify.ts';
import { worldDatabase, type World } from '../support/world.ts';

let database: Database;
let world: World;
let uploads = 0;

beforeAll(async () => {
  ({ database, world } = await worldDatabase());
  await database.transact((transaction) =>
    transaction.run(
      plain(
        'test-node',
        `insert into nodes (slot, epoch, holder, lease_until, recovered)
       values (1, 1, 'test', now() + interval '1 hour', true)`,
      ),
      [],
    ),
  );
});

/** Keeps an upload by a link. */
async function keep(accountId: AccountId): Promise<BatchId> {
  uploads += 1;
  const batchId = uploads as BatchId;
  const request = {
    ...{ sender: 'X', templateId: '1', message: '{}', network: '', ported: '', type: '' },
    ...{ duplicate: '', link: 'http://127.0.0.1/' },
  };
  const upload = { accountId, batchId, fileName: '', fileBytes: 0, request };
  await database.transact((it) => insertUpload(it, { ...upload, atMs: wallClock.nowMs() }));
  return batchId;
}

const EMPTY: FileTakenIn = {
  ...{ kind: 'refused', refusal: refuse('file_empty'), leftOut: [], isProven: true },
};
const UNAPPROVED: FileTakenIn = {
  ...{ kind: 'refused', refusal: refuse('sender_empty'), leftOut: [], isProven: false },
};

/** Why an upload is refused by a worker that saw the account before `change`, and not since. */
async function refusalAfter(accountId: AccountId, change: () => Promise<unknown>) {
  const accounts = createAccountCache({
    ...{ reader: database, clock: wallClock, hashKey: (key) => key },
  });
  const seen = await accounts.byId(accountId);
  await change();
  const id = await keep(accountId);
  const deps = {
    ...{ db: database, clock: wallClock, random: machineRandom, accounts },
    ids: createIds(() => 1, wallClock, machineRandom),
    log: createLog(testConfig({}), { write: () => undefined }),
    lease: {
      current: () => ({ slot: 1, epoch: 1 }),
      holds: () => true,
      witness: () => [1, 1] as const,
      setWitnessed: () => undefined,
      release: () => Promise.resolve(),
    },
    hasUploads: () => true,
    files: { remove: () => Promise.resolve(), fetching: { folder: tmpdir() } },
  };
  const reading = createReadUploads(deps, ({ account }) =>
    Promise.resolve(account.version === seen?.version ? UNAPPROVED : EMPTY),
  );
  reading.start();
  const [kept] = await eventually('its end', async () => {
    const rows = await asker(database)<{ readonly reason: string }>(
      `select refusal->'refusal'->>'reason' as reason from uploads
       where batch_id = ${id} and state = 'refused'`,
    );
    return rows.length > 0 && rows;
  });
  reading.stop();
  await reading.drained();
  return kept?.reason;
}

it('what was changed since is looked at before an upload is refused for good', async () => {
  const { accountId } = await world.addAccount({ name: 'Changed', rupees: '1' });
  const change = async () => must(await setAccount(world.admin, { accountId, verified: true }));
  expect(await refusalAfter(accountId, change)).toBe('file_empty');
});

it('an account that was opened again is not taken for a disabled one', async () => {
  const { accountId } = await world.addAccount({ name: 'Opened', rupees: '1' });
  must(await setAccountState(world.admin, { accountId, state: 'disabled' }));
  const change = async () =>
    must(await setAccountState(world.admin, { accountId, state: 'active' }));
  expect(await refusalAfter(accountId, change)).toBe('file_empty');
});

it('what has not changed is refused once', async () => {
  const { accountId } = await world.addAccount({ name: 'Unchanged', rupees: '1' });
  expect(await refusalAfter(accountId, () => Promise.resolve())).toBe('sender_empty');
});
