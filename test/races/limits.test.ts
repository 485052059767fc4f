/** What an account may have so many of is counted one at a time, however many add to it at once. */
import { beforeAll, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { addCannedAnswer } from '../../src/features/canned-answers/canned-answers.operations.ts';
import { addSegment } from '../../src/features/contacts/segments.operations.ts';
import { addLabel } from '../../src/features/labels/labels.operations.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { asker } from '../support/verify.ts';

const MORE = 10;
let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true });
  shop = await openShop(paigham.world, { rupees: '100' });
});

/** Adds more than there may be, at once; how many there are then. */
async function fill(most: number, table: string, add: (name: string) => Promise<unknown>) {
  const names = Array.from({ length: most + MORE }, (_, at) => `No. ${at}`);
  await Promise.all(names.map(add));
  const count = `select count(*)::int as rows from ${table} where account_id = $1`;
  const [counted] = await asker(paigham.db)<{ readonly rows: number }>(count, [shop.accountId]);
  return counted?.rows;
}

const admin = () => paigham.world.admin;
const of = () => ({ accountId: shop.accountId });

it('labels', async () => {
  const most = limit('labels');
  expect(await fill(most, 'labels', (name) => addLabel(admin(), { ...of(), name }))).toBe(most);
});

it('canned answers', async () => {
  const most = limit('cannedAnswers');
  const add = (name: string) => addCannedAnswer(admin(), { ...of(), name, text: 'Salaam' });
  expect(await fill(most, 'canned_answers', add)).toBe(most);
});

it('segments', async () => {
  const most = limit('segmentsOfAccount');
  const add = (name: string) => addSegment(admin(), { ...of(), name, filter: { tag: 'vip' } });
  expect(await fill(most, 'segments', add)).toBe(most);
});
