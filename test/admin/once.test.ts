/** A command under an idempotency key: done once, told as often as it is asked. */
import { beforeAll, expect, it } from 'vitest';
import { once, type Once } from '../../src/operations/once.ts';
import { addTemplate } from '../../src/features/templates/templates.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { listTemplates } from '../../src/features/templates/templates.sql.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
let accountId: AccountId;

beforeAll(async () => {
  ({ accountId } = await world.addAccount({ name: 'Repeats', rupees: '1' }));
});

type Asked = { readonly key?: string; readonly name: string; readonly account?: AccountId };

/** Proposes a template of this name under a key. */
function propose({ key, name, account = accountId }: Asked): Promise<Once<string>> {
  const requestHash = Buffer.from(name.padEnd(32)).toString('hex').slice(0, 64);
  const idempotency = key === undefined ? undefined : { key, requestHash };
  const asked = { accountId: account, idempotency };
  return once(world.admin, asked, async (admin) => {
    const template = {
      accountId: account,
      name,
      message: 'Hello',
      category: 'promotional',
    } as const;
    const added = await addTemplate(admin, template);
    return added.ok ? { ok: true, value: String(added.value.templateId) } : added;
  });
}

const ALL = { state: undefined, beforeId: undefined, most: 1_000 };
const templates = async (account = accountId): Promise<readonly string[]> =>
  (await listTemplates(database, { ...ALL, accountId: account })).map(({ name }) => name);

it('without a key everything is done, each time', async () => {
  await propose({ name: 'Plain' });
  await propose({ name: 'Plain' });
  expect((await templates()).filter((name) => name === 'Plain')).toHaveLength(2);
});

it('the same request is done once and told twice', async () => {
  const first = await propose({ key: 'a', name: 'First' });
  const again = await propose({ key: 'a', name: 'First' });
  expect(first).toMatchObject({ ok: true, replayed: false });
  expect(again).toEqual({ ...first, replayed: true });
  expect((await templates()).filter((name) => name === 'First')).toHaveLength(1);
});

it('another request under the key is a conflict, another account has keys of its own', async () => {
  await propose({ key: 'b', name: 'Second' });
  const other = await propose({ key: 'b', name: 'Third' });
  expect(other).toMatchObject({ ok: false, key: 'idempotency_conflict' });
  const stranger = await world.addAccount({ name: 'Stranger', rupees: '1' });
  const theirs = await propose({ key: 'b', name: 'Third', account: stranger.accountId });
  expect(theirs).toMatchObject({ ok: true, replayed: false });
  expect(await templates()).not.toContain('Third');
});

it('a refusal leaves nothing behind and the key free', async () => {
  const refused = await propose({ key: 'c', name: '' });
  expect(refused).toMatchObject({ ok: false, field: 'name' });
  expect(await propose({ key: 'c', name: 'Fourth' })).toMatchObject({ ok: true });
});

it('a refusal takes back what the command had changed before it', async () => {
  const outcome = await once(world.admin, { accountId }, async (admin) => {
    const template = {
      accountId,
      name: 'Half',
      message: 'Hello',
      category: 'promotional',
    } as const;
    await addTemplate(admin, template);
    return { ok: false, field: 'name', rule: 'must be another' };
  });
  expect(outcome).toMatchObject({ ok: false });
  expect(await templates()).not.toContain('Half');
});

it('of two at once one is done and the other is told so, or to wait', async () => {
  const both = await Promise.all([1, 2].map(() => propose({ key: 'd', name: 'Twins' })));
  const kinds = both.map((it) => (it.ok ? 'done' : String(it.key)));
  expect([
    ['done', 'done'],
    ['done', 'idempotency_running'],
  ]).toContainEqual(kinds.toSorted());
  expect((await templates()).filter((name) => name === 'Twins')).toHaveLength(1);
});
