import { expect, it } from 'vitest';
import { makeKey, NAYA, ROSHAN } from '../../test/support/fixtures.ts';
import type { KeyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { quietLog } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { Statement } from '../kit/postgres/statement.ts';
import type { KeyUse } from '../features/keys/keys.sql.ts';
import { createKeyUses } from './key-uses.ts';

function world() {
  const written: (readonly KeyUse[])[] = [];
  const run = (_: Statement, { rows }: { readonly rows: readonly KeyUse[] }) => {
    written.push(rows);
    return Promise.resolve([]);
  };
  const transact: Database['transact'] = (work) => work({ run } as never);
  const clock = stepClock();
  return { written, clock, uses: createKeyUses({ db: { transact }, clock, log: quietLog }) };
}

const keyOf = (id: number) => makeKey({ id: id as KeyId });

it('writes the keys of a minute in one statement, each once', async () => {
  const { written, clock, uses } = world();
  const startMs = clock.nowMs();
  for (let times = 0; times < 3; times += 1) {
    uses.note({ id: ROSHAN }, keyOf(1));
    clock.advance(1_000);
  }
  uses.note({ id: NAYA }, keyOf(2));
  expect(written).toEqual([]);
  clock.advance(57_000);
  await uses.stop();
  expect(written).toEqual([
    [
      { accountId: ROSHAN, id: 1, atMs: startMs },
      { accountId: NAYA, id: 2, atMs: startMs + 3_000 },
    ],
  ]);
});

it('writes the rest when it stops, and nothing if there is none', async () => {
  const { written, uses } = world();
  uses.note({ id: ROSHAN }, keyOf(1));
  await uses.stop();
  await uses.stop();
  expect(written).toHaveLength(1);
});

it('remembers no more keys than its limit', async () => {
  const { written, uses } = world();
  const most = limit('keyUsesNoted');
  for (let id = 1; id <= most + 1; id += 1) uses.note({ id: ROSHAN }, keyOf(id));
  await uses.stop();
  expect(written[0]).toHaveLength(most);
});
