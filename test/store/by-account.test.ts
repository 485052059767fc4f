/**
 * What is asked of the tables that grow with traffic names the account, so that they can be spread
 * over servers by `account_id`. What cannot, and why, is listed.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { statements } from '../../src/kit/postgres/statement.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const DAY = '20261120';

const TABLES = 'messages|attempts|queue|balances|transfers';
const GROWING = new RegExp(String.raw`\b(from|join|update|into|only)\s+(${TABLES})(_${DAY})?\b`);

/** The account in a condition, in a join, or in the columns of an insert. */
const BY_ACCOUNT = new RegExp(
  [
    String.raw`account_id\s*(=|in\b)`,
    String.raw`=\s*(any\()?\w*\.?account_id`,
    String.raw`insert into \w+( as \w+)?\s*\([^)]*account_id`,
    String.raw`using \(account_id`,
    String.raw`\(\w*\.?account_id,[^)]*\)\s*(=|in)`,
  ].join('|'),
);

/** Of a link or of all accounts: each server would answer for its own accounts. */
const ACROSS_ACCOUNTS = [
  // What waits for a link or for anybody: a node looks for work, wherever it is.
  'adopt-dead',
  'find-work',
  'free-first',
  'links-to-ask',
  'numbers-with-room',
  'take-due',
  'take-expired',
  'take-lost',
  'take-restored',
  'take-unasked',
  // What a node holds: it answers for messages of many accounts.
  'held-long',
  // An operator's receipt names its own key and the link, not the account.
  'find-overtaken',
  'messages-by-operator-key',
  // What waits for each link, for metrics, the doctor and staff: since when, and how much.
  'find-oldest',
  'list-queue-lines',
  // Counts for bounds, metrics, the doctor and staff.
  'count-held',
  'count-queue',
  'count-staff-work',
  'count-waiting',
  'read-queue-health',
  'read-queues',
  'uses-of-link',
  // Staff search by number, over all accounts.
  'list-messages-to-number-end',
  'list-messages-to-person-end',
  'stop-of-number',
];

beforeAll(async () => {
  for (const file of globSync(['store/**/*.ts', 'features/**/*.sql.ts'], { cwd: SOURCES })) {
    if (!file.endsWith('.test.ts')) await import(join(SOURCES, file));
  }
});

it('asks by account, but for what is listed', () => {
  const asking = [...statements].flatMap(([name, made]) => {
    const text = (typeof made === 'function' ? made(DAY) : made).text.replaceAll(/\s+/g, ' ');
    return GROWING.test(text) ? [{ name, text }] : [];
  });
  expect(asking.length).toBeGreaterThan(80);
  const others = asking.filter(({ text }) => !BY_ACCOUNT.test(text)).map(({ name }) => name);
  expect(others.toSorted()).toEqual(ACROSS_ACCOUNTS.toSorted());
});
