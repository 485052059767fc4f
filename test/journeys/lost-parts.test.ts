/** Answers that are lost for some parts of a message, or for all of them at once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

const UFONE = 2;
const TELENOR = 3;

let story: Story;
let before = 0;

beforeAll(async () => {
  story = await beginStory({
    link: { answerTimeoutMs: 150, ambiguous: 'reconcile', reconcileWithinMs: 1_500 },
  });
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
  before = await story.balance();
});

/** Configures a link again, and waits until it is bound. */
async function bindAnew(
  name: 'ufone' | 'telenor',
  config: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tally, links } = story.paigham.operators[name];
  const { binds } = tally.counts;
  must(await setLink(story.paigham.world.admin, { name, config }));
  await eventually('the link', () => tally.counts.binds > binds && links.size > 0);
}

const send = (operator: 2 | 3, parts: number): Promise<number> =>
  story.send(`Message ${'x'.repeat(153 * (parts - 1))}`, mobileOf(operator, parts));

/** What the test has cost so far. */
async function charged(): Promise<number> {
  return Number((before - (await story.balance())).toFixed(2));
}

describe('an answer after our timeout that is faster than another part’s', () => {
  it('and throttles is not forgotten: it is sent again as the next attempt', async () => {
    const { telenor } = story.paigham.operators;
    await bindAnew('telenor', { windowSubmits: 1, answerTimeoutMs: 2_000 });
    await telenor.change({ answerDelayMs: 2_600, throttleNext: 1 });
    const id = await send(TELENOR, 2);
    await eventually('the first part', () => telenor.tally.counts.submits === 1);
    await telenor.change({ answerDelayMs: 1_200 });
    await eventually('the second part', () => telenor.tally.counts.submits === 2);
    await telenor.change({ answerDelayMs: 0 });
    await story.until(id, 'DELIVERED');
    expect(await story.attempts(id)).toEqual(['1.1 refused', '1.2 taken', '2.1 taken']);
    expect(await charged()).toBe(9.6);
    expect(await story.breaches()).toEqual([]);
  });
});

describe('one receipt for a text sent whole', () => {
  it('explains all its parts, each of them charged', async () => {
    await bindAnew('ufone', { longTexts: 'payload', receiptsPer: 'message' });
    await story.paigham.operators.ufone.change({ ignoreNext: 1, echoReference: true });
    const id = await send(UFONE, 3);
    await story.until(id, 'DELIVERED');
    const lost = ['1.1 taken, was lost', '1.2 taken, was lost', '1.3 taken, was lost'];
    expect(await story.attempts(id)).toEqual(lost);
    expect(await charged()).toBe(14.4);
    expect(await story.breaches()).toEqual([]);
  });
});
