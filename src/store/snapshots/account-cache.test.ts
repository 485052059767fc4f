import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { limit } from '../../domain/limits.ts';
import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { Statement } from '../../kit/postgres/statement.ts';
import { createAccountCache } from './account-cache.ts';

/** A store with three accounts, whose readings end when the test says so. */
function heldStore() {
  const asked: string[] = [];
  const release: (() => void)[] = [];
  const rows = new Map<unknown, Record<string, unknown>>();
  const put = (id: number, version: number, expiresAtMs: number | null = null): void => {
    const keys = [{ hash: `hash ${id}`, expires_at_ms: expiresAtMs }];
    const empty = { senders: [], templates: [], ipList: [], chatNumbers: [], chatTemplates: [] };
    const row = { id, version, keys, active: true, ...empty };
    rows.set(id, row);
    rows.set(`hash ${id}`, row);
  };
  for (const id of [1, 2, 3]) put(id, 1);
  const reader: Reader = {
    async read<Row>({ name }: Statement<Row>, values: object = {}) {
      const { hashes = [], ids = [] } = values as { hashes?: unknown[]; ids?: unknown[] };
      const wanted = [...ids, ...hashes];
      asked.push(`${name} ${String(wanted)}`);
      if (name === 'are-live-keys') {
        return wanted.filter((hash) => rows.has(hash)).map((hash) => ({ hash })) as Row[];
      }
      const found = wanted.flatMap((it) => rows.get(it) ?? []);
      await new Promise<void>((resolve) => release.push(resolve));
      return found as Row[];
    },
  };
  const releaseAll = (): void => release.splice(0).forEach((resolve) => resolve());
  /** Ends every reading until this has its answer. */
  const answered = async <It>(asking: Promise<It>): Promise<It> => {
    const seen = { isOver: false };
    void asking.catch(() => undefined).finally(() => (seen.isOver = true));
    while (!seen.isOver) {
      releaseAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return asking;
  };
  return { asked, put, reader, releaseAll, answered };
}

const one = 1 as AccountId;

function open(store: ReturnType<typeof heldStore>, most = 10) {
  const clock = stepClock(1_000_000);
  const hashKey = (key: string): string => `hash ${key}`;
  const accounts = createAccountCache({ reader: store.reader, clock, hashKey, most });
  const ask = async (key: string) => (await store.answered(accounts.byKey(key)))?.account;
  return { accounts, clock, ask };
}

describe('known accounts', () => {
  it('reads the store once for callers of one moment, and not again for a known key', async () => {
    const store = heldStore();
    const { accounts, ask } = open(store);
    const both = Promise.all([accounts.byKey('1'), accounts.byKey('1')]);
    const [first, second] = (await store.answered(both)).map((it) => it?.account);
    expect(first).toMatchObject({ id: 1, version: 1 });
    expect(second).toBe(first);
    expect(await ask('1')).toBe(first);
    expect(await accounts.byId(one)).toBe(first);
    expect(store.asked).toEqual(['read-snapshots hash 1']);
  });

  it('reads together what is asked for at once, and gives each its own', async () => {
    const store = heldStore();
    const { accounts } = open(store);
    const asking = [accounts.byKey('2'), accounts.byId(one), accounts.byKey('9')] as const;
    const [two, first, nobody] = await store.answered(Promise.all(asking));
    expect([two?.account.id, first?.id, nobody]).toEqual([2, 1, undefined]);
    expect(store.asked).toEqual(['read-snapshots 1,hash 2,hash 9']);
  });

  it('asks the store again for every unknown key', async () => {
    const store = heldStore();
    const { ask } = open(store);
    expect(await ask('9')).toBeUndefined();
    expect(await ask('9')).toBeUndefined();
    expect(store.asked).toHaveLength(2);
  });

  it('refuses a known key from the millisecond it expires', async () => {
    const store = heldStore();
    store.put(1, 1, 1_000_050);
    const { ask, clock } = open(store);
    expect(await ask('1')).toMatchObject({ id: 1 });
    clock.advance(49);
    expect(await ask('1')).toMatchObject({ id: 1 });
    clock.advance(1);
    expect(await ask('1')).toBeUndefined();
  });

  it('reads anew after forgetting, also when a reading was under way', async () => {
    const store = heldStore();
    const { accounts, ask } = open(store);
    const old = accounts.byId(one);
    await eventually('the reading', () => store.asked.length > 0);
    store.put(1, 2);
    accounts.forget(one);
    const fresh = accounts.byId(one);
    // Another account is forgotten meanwhile: the reading of the first is still remembered as old.
    accounts.forget(2 as AccountId);
    await store.answered(Promise.all([old, fresh]));
    expect(await old).toMatchObject({ version: 1 });
    expect(await fresh).toMatchObject({ version: 2 });
    expect(await ask('1')).toMatchObject({ version: 2 });
    expect(store.asked).toHaveLength(2);
  });

  it('never keeps an older snapshot in place of a newer one', async () => {
    const store = heldStore();
    const { accounts, ask } = open(store);
    const old = accounts.byId(one);
    await eventually('the reading', () => store.asked.length > 0);
    store.put(1, 2);
    const fresh = accounts.byKey('1');
    await store.answered(Promise.all([old, fresh]));
    expect((await fresh)?.account.version).toBe(2);
    expect((await old)?.version).toBe(1);
    expect((await ask('1'))?.version).toBe(2);
  });

  it('keeps no more than its bound and forgets what was not looked at for longest', async () => {
    const store = heldStore();
    const { ask } = open(store, 2);
    for (const key of ['1', '2', '1', '3']) await ask(key);
    expect(store.asked).toHaveLength(3);
    await ask('1');
    expect(store.asked).toHaveLength(3);
    await ask('2');
    expect(store.asked).toHaveLength(4);
  });

  it('compares a part of what it keeps at once, and all of it in turn', async () => {
    const atOnce = limit('accountsCompared');
    const known = Array.from({ length: atOnce + 1 }, (_, index) => index + 1);
    const compared: unknown[][] = [];
    const reader: Reader = {
      async read<Row>({ name }: Statement<Row>, values: object = {}) {
        if (name !== 'list-changed-accounts') return store.reader.read({ name } as never, values);
        const { rows } = values as { readonly rows: readonly { readonly id: AccountId }[] };
        compared.push(rows.map(({ id }) => id));
        return rows.slice(0, 1) as Row[];
      },
    };
    const store = heldStore();
    for (const id of known) store.put(id, 1);
    const { accounts, ask } = open({ ...store, reader }, atOnce + 1);
    for (const id of known) await ask(String(id));
    for (const _ of [1, 2, 3]) await accounts.forgetChanged();
    expect(compared.map((ids) => [ids[0], ids.length])).toEqual([
      [1, atOnce],
      [atOnce + 1, 1],
      [2, atOnce - 1],
    ]);
  });

  it('does not keep a failure', async () => {
    const store = heldStore();
    let broken = true;
    const reader: Reader = {
      read(statement, values) {
        if (broken) return Promise.reject(new Error('down'));
        return store.reader.read(statement, values);
      },
    };
    const { accounts, ask } = open({ ...store, reader });
    await expect(accounts.byKey('1')).rejects.toThrow('down');
    broken = false;
    expect(await ask('1')).toMatchObject({ id: 1 });
  });
});

describe('keys from where keys are guessed', () => {
  const isGuessed = (): boolean => true;

  it('are looked up together, and none that is wrong by itself', async () => {
    const store = heldStore();
    const { accounts, clock } = open(store);
    const answers = ['wrong', 'also wrong', '2', 'wrong'].map((key) =>
      accounts.byKey(key, isGuessed),
    );
    await eventually('the wait', () => clock.pendingTimers() > 0);
    expect(store.asked).toEqual([]);
    clock.advance(limit('guessedKeysEveryMs'));
    let all: readonly (Account | undefined)[] | undefined;
    void Promise.all(answers).then((given) => (all = given.map((it) => it?.account)));
    const found = await eventually('the answers', () => {
      store.releaseAll();
      return all;
    });
    expect(found.map((account) => account?.id)).toEqual([undefined, undefined, 2, undefined]);
    expect(store.asked).toEqual([
      'are-live-keys hash wrong,hash also wrong,hash 2,hash wrong',
      'read-snapshots hash 2',
    ]);
  });

  it('wait for nobody when they are known', async () => {
    const store = heldStore();
    const { accounts, ask } = open(store);
    await ask('1');
    expect(await accounts.byKey('1', isGuessed)).toMatchObject({ account: { id: 1 } });
    expect(store.asked).toHaveLength(1);
  });
});
