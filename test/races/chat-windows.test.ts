/** The platform's refusals and users' messages in any order and at once: the later one counts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AccountId, LinkId } from '../../src/domain/ids.ts';
import { closeWindows, findChatFacts, openWindows } from '../../src/store/chat/windows.ts';
import { learnNames } from '../../src/store/chat/people.ts';
import { freshDatabase } from '../support/database.ts';

const { database } = await freshDatabase();
const ACCOUNT = 7 as AccountId;
const LINK = 3 as LinkId;
const BASE_MS = 1_800_000_000_000;
let lastPhone = 923_001_000_000;

/** Somebody whom the platform knows by two ids. */
async function somebody() {
  lastPhone += 1;
  const phone = String(lastPhone);
  const userId = `PK.${phone}`;
  const names = [{ accountId: ACCOUNT, userKey: userId, recipient: phone }];
  await database.transact((transaction) => learnNames(transaction, names, BASE_MS));
  return { phone, userId };
}

type Word = { readonly kind: 'wrote' | 'refused'; readonly by: 0 | 1; readonly second: number };

const say = ({ kind, by, second }: Word, { phone, userId }: Awaited<ReturnType<typeof somebody>>) =>
  database.transact((transaction) => {
    const userKey = by === 0 ? phone : userId;
    const seen = { accountId: ACCOUNT, linkId: LINK, userKey, atMs: BASE_MS + second * 1_000 };
    return (kind === 'wrote' ? openWindows : closeWindows)(transaction, [seen]);
  });

async function inboundAtMs(phone: string): Promise<number | undefined> {
  const question = { accountId: ACCOUNT, linkId: LINK, recipient: phone, messageId: undefined };
  const [facts] = await findChatFacts(database, [question]);
  return facts?.inboundAtMs;
}

const latest = (words: readonly Word[], kind: Word['kind']): number =>
  Math.max(...words.filter((it) => it.kind === kind).map(({ second }) => second));

/** What the window counts from when all has been said, whoever said it first. */
function expected(words: readonly Word[]): number | undefined {
  const wrote = latest(words, 'wrote');
  if (wrote === -Infinity || wrote < latest(words, 'refused')) return undefined;
  return BASE_MS + wrote * 1_000;
}

const words = fc.array(
  fc.record<Word>({
    kind: fc.constantFrom('wrote', 'refused'),
    by: fc.constantFrom(0, 1),
    second: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 1, maxLength: 6 },
);

it('count by their own times, in whatever order they arrive', async () => {
  const property = fc.asyncProperty(words, async (told) => {
    const person = await somebody();
    for (const word of told) await say(word, person);
    expect(await inboundAtMs(person.phone)).toBe(expected(told));
  });
  await fc.assert(property, { numRuns: 60 });
});

it('count by their own times when they arrive at once', async () => {
  const property = fc.asyncProperty(words, async (told) => {
    const person = await somebody();
    await Promise.all(told.map((word) => say(word, person)));
    expect(await inboundAtMs(person.phone)).toBe(expected(told));
  });
  await fc.assert(property, { numRuns: 60 });
});

it('about another number or person change nothing', async () => {
  const [one, other] = [await somebody(), await somebody()];
  await say({ kind: 'wrote', by: 0, second: 1 }, one);
  await say({ kind: 'refused', by: 0, second: 2 }, other);
  const seen = { accountId: ACCOUNT, linkId: 4 as LinkId, userKey: one.phone };
  await database.transact((transaction) =>
    closeWindows(transaction, [{ ...seen, atMs: BASE_MS + 2_000 }]),
  );
  expect(await inboundAtMs(one.phone)).toBe(BASE_MS + 1_000);
});
