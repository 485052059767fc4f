import { expect, it } from 'vitest';
import { NAYA, ROSHAN } from '../../../test/support/fixtures.ts';
import { bookOf, type CapRow, capsOf } from './policy.ts';

const row = (id: number, change: Partial<CapRow>): CapRow => ({
  id,
  accountId: undefined,
  scope: 'number',
  senderRoute: undefined,
  most: id,
  minutes: 10,
  ...change,
});

const BOOK = bookOf([
  row(1, { senderRoute: 'short_code' }),
  row(2, { senderRoute: 'short_code', scope: 'block' }),
  row(3, { scope: 'account' }),
  row(4, { accountId: ROSHAN, most: undefined, minutes: undefined }),
  row(5, { accountId: ROSHAN, scope: 'block', senderRoute: 'simple' }),
  row(6, { accountId: ROSHAN, scope: 'account' }),
  row(7, { accountId: ROSHAN, scope: 'account', minutes: 60 }),
]);

it.each([
  ['everybody’s hold for who has none', NAYA, 'short_code', [1, 2, 3]],
  ['those of another route do not', NAYA, 'simple', [3]],
  ['own rows stand instead of everybody’s, scope by scope', ROSHAN, 'short_code', [2, 6, 7]],
  ['and own rows of a route count there', ROSHAN, 'simple', [5, 6, 7]],
] as const)('%s', (_, account, route, ids) => {
  expect(capsOf(BOOK, account, route).map(({ id }) => id)).toEqual(ids);
});
