import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecipient } from '../recipient/recipient.ts';
import { failureOf } from '../failure/failure.ts';
import { makeAccount } from '../../../test/support/fixtures.ts';
import { dueIn, hashedOf, messageIn, testing, writeTestKey, writeTestName } from './test-mode.ts';
import { isTestNumber, TEST_NUMBERS, testEndOf, type TestEnd } from './test-numbers.ts';

const PAGE = readFileSync(new URL('../../../docs/interface/testing.md', import.meta.url), 'utf8');

/** `0011` → what its row says of a text and of a chat message. */
const ROWS = new Map(
  [...PAGE.matchAll(/^\| `(\d{12})` \| (.+) \| (.+) \|$/gm)].map(
    ([, number = '', sms = '', chat = '']) =>
      [number, { sms, chat: chat === 'the same' ? sms : chat }] as const,
  ),
);

/** What a row must hold of an end. */
function wordOf(end: TestEnd): string {
  switch (end.kind) {
    case 'reported':
      if (end.failure !== undefined) return end.failure.reason;
      if (end.reply !== undefined) return `\`${end.reply}\``;
      return end.state === 'delivered' ? `${end.afterMs / 1_000} s` : end.state;
    case 'silent':
      return 'nothing more';
    case 'refused':
      return failureOf(end.reason).permanent || end.once === true ? end.reason : 'for now';
    case 'lost':
      return 'lost';
    case 'forbidden':
      return 'refused';
  }
}

describe('the numbers of tests', () => {
  it('are mobile numbers of a prefix that nobody has, each once', () => {
    const numbers = TEST_NUMBERS.map((it) => it.number);
    expect(numbers.filter((it) => !/^923990000\d{3}$/.test(it))).toEqual([]);
    expect(numbers.filter((it) => !readRecipient(it).ok)).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect([isTestNumber('923990000001'), isTestNumber('923001234567')]).toEqual([true, false]);
  });

  it('are those of the page, with their ends', () => {
    expect([...ROWS.keys()]).toEqual(TEST_NUMBERS.map(({ number }) => number));
    for (const { number, sms, chat } of TEST_NUMBERS) {
      expect([number, ROWS.get(number)?.sms]).toEqual([
        number,
        expect.stringContaining(wordOf(sms)),
      ]);
      expect([number, ROWS.get(number)?.chat]).toEqual([
        number,
        expect.stringContaining(wordOf(chat)),
      ]);
    }
  });

  it('leave any other number to be delivered', () => {
    expect(testEndOf('923001234567', 'sms')).toMatchObject({ state: 'delivered', afterMs: 1_000 });
    expect(testEndOf('923001234567', 'chat')).toMatchObject({ state: 'delivered' });
  });
});

describe('the name of a part that was taken', () => {
  it('tells when its word is due and whose it is, and names stand in that order', () => {
    const of = { messageId: 117_378_331_478_069, attempt: 2, part: 3 };
    const name = writeTestName({ ...of, dueAtMs: 1_795_176_000_000 });
    expect([dueIn(name), messageIn(name)]).toEqual([1_795_176_000_000, of.messageId]);
    const never = writeTestName({ ...of, dueAtMs: undefined });
    expect(dueIn(never)).toBeNaN();
    expect(name < never).toBe(true);
  });
});

describe('a test key', () => {
  it('is hashed as no program from before would, and a live one as ever', () => {
    const secret = 'a'.repeat(43);
    expect(hashedOf(writeTestKey(secret))).not.toBe(writeTestKey(secret));
    const live = `test_${'a'.repeat(38)}`;
    expect([hashedOf(secret), hashedOf(live)]).toEqual([secret, live]);
  });

  it('sees the account as it is, but for the test', () => {
    const account = makeAccount();
    expect(testing(account)).toEqual({ ...account, isTest: true });
    expect(testing(account)).toBe(testing(account));
  });
});
