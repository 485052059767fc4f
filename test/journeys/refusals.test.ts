/**
 * What operators answer to a submission, and links that break: what is charged, released, sent
 * again.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { eventually } from '../support/eventually.ts';
import { pdusOf } from '../support/heard.ts';
import { OPERATOR_NAMES, PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let sent = 0;

beforeAll(async () => {
  story = await beginStory({ link: { ambiguousAfterMs: 300, answerTimeoutMs: 2_000 } });
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

/** A send to a number of its own, of Jazz unless another operator is meant. */
async function send(parts = 1, operator: 0 | 1 | 2 | 3 = 0): Promise<number> {
  sent += 1;
  const text = `Message ${sent} ${'x'.repeat(153 * (parts - 1))}`;
  return story.send(text, mobileOf(operator, sent));
}

/** How often operators received the last message. */
const copies = (): number =>
  OPERATOR_NAMES.flatMap((name) => pdusOf(story.paigham.operators[name])).filter((it) =>
    it.destination.endsWith(mobileOf(0, sent).slice(5)),
  ).length;

async function attemptsOf(id: number) {
  type Row = { readonly attempt: number; readonly part: number; readonly ambiguous: boolean };
  return asker(story.paigham.db)<Row>(
    'select attempt, part, ambiguous from attempts where message_id = $1 order by 1, 2',
    [id],
  );
}

describe('an operator that refuses', () => {
  it.each([
    ['the recipient', 0x0b, 'recipient'],
    ['the sender', 0x0a, 'sender'],
    ['the message', 0x45, 'message'],
  ])('%s permanently ends the message, and nothing is charged', async (_, refuseStatus, word) => {
    const before = await story.balance();
    await story.paigham.behave({ refuseNext: 1, refuseStatus });
    const { results } = await story.until(await send(), 'REJECTED');
    expect(results[0]?.reason).toContain(word);
    expect(await story.balance()).toBe(before);
    expect(copies()).toBe(1);
  });

  it.each([
    ['for its pace', { throttleNext: 1 }],
    ['with a full queue', { refuseNext: 1, refuseStatus: 0x14 }],
    ['with a fault of its own', { refuseNext: 1, refuseStatus: 0x08 }],
    ['with a word that nobody knows', { refuseNext: 1, refuseStatus: 0x4ff }],
  ])('%s is tried again, and the message is delivered without a reason', async (_, behaviour) => {
    const before = await story.balance();
    await story.paigham.behave(behaviour);
    const { results } = await story.until(await send(), 'DELIVERED');
    expect(results[0]?.reason).toBeUndefined();
    expect(before - (await story.balance())).toBeCloseTo(4.8, 6);
    expect(copies()).toBe(2);
  });

  it('for one part of three is paid for the others only', async () => {
    const before = await story.balance();
    const { jazz } = story.paigham.operators;
    await jazz.change({ refuseNext: 1, refuseStatus: 0x45 });
    const id = await send(3);
    await story.until(id, 'REJECTED');
    expect(before - (await story.balance())).toBeCloseTo(2 * 4.8, 6);
  });

  it('for the login is left alone, and what is waiting goes out once it is fixed', async () => {
    const { admin } = story.paigham.world;
    must(await setLink(admin, { name: 'ufone', password: 'wrong' }));
    const { ufone } = story.paigham.operators;
    await eventually('a refused bind', () =>
      JSON.stringify(ufone.tally.show()).includes('bind refused'),
    );
    const id = await story.send('Waiting for the login', mobileOf(2, 1));
    expect((await story.report(id)).delivery).toBe('PENDING');
    must(await setLink(admin, { name: 'ufone', password: 'demo' }));
    await story.until(id, 'DELIVERED');
  });
});

describe('a link that breaks', () => {
  // One operator each: a link that breaks again and again takes longer and longer to come back.
  const points = [
    ['before it takes the message', 'before_taking', 0, 2],
    ['before it answers', 'before_answer', 1, 2],
    ['in the middle of its answer', 'mid_answer', 2, 2],
    ['after its answer', 'after_answer', 3, 1],
  ] as const;

  it.each(points)(
    '%s has the message charged once, and sent again only as ambiguous',
    async (...[, dropPoint, operator, times]) => {
      const before = await story.balance();
      await story.paigham.behave({ dropPoint, dropAfterSubmits: 1 });
      const id = await send(1, operator);
      await story.until(id, 'DELIVERED');
      expect(copies()).toBe(times);
      expect(await attemptsOf(id)).toEqual(
        times === 1
          ? [{ attempt: 1, part: 1, ambiguous: false }]
          : [
              { attempt: 1, part: 1, ambiguous: true },
              { attempt: 2, part: 1, ambiguous: false },
            ],
      );
      expect(before - (await story.balance())).toBeCloseTo(4.8, 6);
    },
  );

  it('in the middle of three parts has only the missing ones sent again', async () => {
    await story.paigham.behave({ dropPoint: 'before_answer', dropAfterSubmits: 2 });
    const id = await send(3);
    await story.until(id, 'DELIVERED');
    const attempts = await attemptsOf(id);
    expect(attempts.filter(({ part, ambiguous }) => part === 1 && ambiguous)).toEqual([]);
    expect(attempts.filter(({ attempt, part }) => attempt === 2 && part === 1)).toEqual([]);
  });
});

describe('an answer that never comes', () => {
  it('makes the attempt ambiguous, and it is sent again after the link’s time', async () => {
    const before = await story.balance();
    await story.paigham.behave({ ignoreNext: 1, receiptNeverPercent: 100 });
    const id = await send();
    await eventually('the second copy', () => copies() === 2);
    await story.until(id, 'SENT');
    expect(await attemptsOf(id)).toEqual([
      { attempt: 1, part: 1, ambiguous: true },
      { attempt: 2, part: 1, ambiguous: false },
    ]);
    expect(before - (await story.balance())).toBeCloseTo(4.8, 6);
  });

  it('ends the message unknown and uncharged, where it reconciles in vain', async () => {
    const { admin } = story.paigham.world;
    const config = { ambiguous: 'reconcile', reconcileWithinMs: 1_000 };
    must(await setLink(admin, { name: 'telenor', config }));
    const before = await story.balance();
    await story.paigham.behave({ ignoreNext: 1, receiptNeverPercent: 100 });
    const id = await story.send('Once at most', mobileOf(3, 1));
    const { results } = await story.until(id, 'UNKNOWN');
    expect(results[0]?.reason).toContain('answer');
    expect(await story.balance()).toBe(before);
    must(await setLink(admin, { name: 'telenor', config: { ambiguous: 'resubmit' } }));
  });
});

describe('the book', () => {
  it('is in order after all of it', async () => {
    expect(await story.breaches({ silent: true })).toEqual([]);
  });
});
