import { expect, it } from 'vitest';
import { NAYA, ROSHAN } from '../../test/support/fixtures.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { quietLog } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { Statement } from '../kit/postgres/statement.ts';
import type { AuditLine } from '../features/audit/audit.sql.ts';
import { createAuditRefusals } from './audit-refusals.ts';

type Written = AuditLine & { readonly accountId: AccountId | undefined; readonly atMs: number };

function world() {
  const written: Written[] = [];
  const run = (_: Statement, line: Written) => {
    written.push(line);
    return Promise.resolve([]);
  };
  const transact: Database['transact'] = (work) => work({ run } as never);
  const clock = stepClock();
  return {
    written,
    clock,
    refusals: createAuditRefusals({ db: { transact }, clock, log: quietLog }),
  };
}

it('writes one line a minute for all that are alike', async () => {
  const { written, clock, refusals } = world();
  const startMs = clock.nowMs();
  for (let times = 0; times < 3; times += 1) {
    refusals.note({ what: 'key', from: '192.0.2.1', accountId: undefined });
    clock.advance(1_000);
  }
  refusals.note({ what: 'key', from: '192.0.2.1', accountId: ROSHAN });
  refusals.note({ what: 'address', from: '192.0.2.1', accountId: ROSHAN });
  refusals.note({ what: 'login', from: '192.0.2.2', accountId: NAYA });
  clock.advance(57_000);
  await refusals.stop();
  const firstAt = new Date(startMs).toISOString();
  expect(written[0]).toEqual({
    accountId: undefined,
    actor: 'caller from 192.0.2.1',
    action: 'key.refused',
    detail: { from: '192.0.2.1', times: 3, first_at: firstAt },
    atMs: startMs + 2_000,
  });
  expect(written.map(({ accountId, action }) => [accountId, action])).toEqual([
    [undefined, 'key.refused'],
    [ROSHAN, 'key.refused'],
    [ROSHAN, 'address.refused'],
    [NAYA, 'login.refused'],
  ]);
});

it('writes no more lines than its limit, however many addresses guess', async () => {
  const { written, refusals } = world();
  const most = limit('refusedCallerLines');
  for (let index = 0; index < 3 * most; index += 1) {
    refusals.note({ what: 'key', from: `192.0.2.${index}`, accountId: undefined });
  }
  refusals.note({ what: 'login', from: '192.0.2.0', accountId: NAYA });
  await refusals.stop();
  expect(written).toHaveLength(most + 2);
  expect(written.at(-2)).toMatchObject({
    accountId: undefined,
    actor: 'caller from many addresses',
    action: 'key.refused',
    detail: { times: 2 * most },
  });
});
