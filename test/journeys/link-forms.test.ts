/** Links that carry messages in other forms, and their operators' meanings, followed to the end. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { limit } from '../../src/domain/limits.ts';
import { eventually } from '../support/eventually.ts';
import { lastFor, pdusOf } from '../support/heard.ts';
import { OPERATOR_NAMES, PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let sent = 0;

const LINKS = {
  jazz: { longTexts: 'payload', receiptsPer: 'message', validity: 'relative', bind: 'pair' },
  zong: { longTexts: 'sar', binds: 2, validity: 'absolute', serverUtcOffsetMinutes: 300 },
  ufone: { statusReasons: '0x45=operator_queue_full' },
  telenor: { defaultAlphabet: 'ascii' },
} as const;

beforeAll(async () => {
  story = await beginStory({ link: { ambiguousAfterMs: 300, answerTimeoutMs: 2_000 } });
  const { admin } = story.paigham.world;
  for (const name of OPERATOR_NAMES) must(await setLink(admin, { name, config: LINKS[name] }));
  await eventually('the links as they are now', () =>
    OPERATOR_NAMES.every((name) => {
      const { links, tally } = story.paigham.operators[name];
      return tally.counts.binds > (name === 'jazz' || name === 'zong' ? 2 : 1) && links.size > 0;
    }),
  );
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

const nextMobile = (operator: 0 | 1 | 2 | 3): string => mobileOf(operator, (sent += 1));

/** Waits for the state, with every pause between attempts cut short. */
async function untilHastened(id: number, word: string): Promise<void> {
  await eventually(`${word} of ${id}`, async () => {
    await story.paigham.db.transact((transaction) =>
      transaction.run(
        plain('test-hasten', 'update queue set due_at = now() where node is null'),
        [],
      ),
    );
    return (await story.report(id)).delivery === word;
  });
}

async function reasonsOf(id: number): Promise<readonly string[]> {
  const rows = await asker(story.paigham.db)<{ readonly reason: string }>(
    'select reason from attempts where message_id = $1 order by attempt',
    [id],
  );
  return rows.map(({ reason }) => reason);
}

describe('a long text for a link that takes it whole', () => {
  it('is one submit, paid for by its parts, and ended by one receipt', async () => {
    const before = await story.balance();
    const text = 'ایک لمبا پیغام جو ایک ہی بار میں جاتا ہے۔ '.repeat(4).trim();
    const mobile = nextMobile(0);
    const id = await story.send(text, mobile, { type: 'unicode' });
    const { results } = await story.until(id, 'DELIVERED');
    expect(results[0]).toMatchObject({ parts: '3' });
    expect(before - (await story.balance())).toBeCloseTo(3 * 4.8, 6);
    const heard = pdusOf(story.paigham.operators.jazz).filter((it) => it.destination === mobile);
    // From a short code it is valid for ten minutes.
    expect(heard).toMatchObject([{ text, part: null, validity: '000000001000000R' }]);
  });

  it('that is refused is refused whole, and nothing is paid', async () => {
    const before = await story.balance();
    await story.paigham.behave({ refuseNext: 1, refuseStatus: 0x0b });
    await story.until(await story.send('x'.repeat(400), nextMobile(0)), 'REJECTED');
    expect(await story.balance()).toBe(before);
  });

  it('whose answer comes late is ended by it, and not sent again', async () => {
    const { admin } = story.paigham.world;
    must(await setLink(admin, { name: 'jazz', config: { ambiguousAfterMs: 5_000 } }));
    const { jazz } = story.paigham.operators;
    await eventually('the link again', () => jazz.tally.counts.binds >= 5 && jazz.links.size === 2);
    await story.paigham.behave({ answerDelayMs: 2_600 });
    const mobile = nextMobile(0);
    const id = await story.send('y'.repeat(400), mobile);
    await story.until(id, 'DELIVERED');
    expect(pdusOf(jazz).filter((it) => it.destination === mobile)).toHaveLength(1);
  });
});

describe('a long text for a link of segments', () => {
  it('is joined at the operator, and reported by part', async () => {
    const mobile = nextMobile(1);
    const text = 'Two parts, joined by TLVs. '.repeat(8).trim();
    await story.until(await story.send(text, mobile), 'DELIVERED');
    expect(lastFor(story.paigham.operators.zong, mobile)).toMatchObject({ text, partCount: 2 });
    const [pdu] = pdusOf(story.paigham.operators.zong).slice(-1);
    expect(pdu).toMatchObject({ esmClass: 0, validity: expect.stringMatching(/^\d{13}20\+$/) });
  });
});

describe('an operator’s status code', () => {
  it('means what its link says: 0x45 is not final here', async () => {
    await story.paigham.behave({ refuseNext: 2, refuseStatus: 0x45 });
    const id = await story.send('Asked again', nextMobile(2));
    await untilHastened(id, 'DELIVERED');
    expect(await reasonsOf(id)).toEqual(['operator_queue_full', 'operator_queue_full', null]);
  });

  it.each([0x08, 0x4ff])('of %i is believed after a few tries', async (status) => {
    const before = await story.balance();
    const mobile = nextMobile(2);
    await story.paigham.behave({ refuseNumbers: [{ pattern: mobile, status }] });
    const id = await story.send('A fault for good', mobile);
    await untilHastened(id, 'REJECTED');
    expect(await reasonsOf(id)).toHaveLength(limit('faultRetries'));
    expect(await story.balance()).toBe(before);
  });

  it('for a fault is not believed sooner because of throttling before', async () => {
    const throttleNext = limit('faultRetries') + 1;
    await story.paigham.behave({ throttleNext, refuseNext: 2, refuseStatus: 0x08 });
    const mobile = nextMobile(2);
    const id = await story.send('Throttled first', mobile);
    await untilHastened(id, 'DELIVERED');
    expect(await reasonsOf(id)).toHaveLength(limit('faultRetries') + 4);
  });
});

describe('what a link cannot write', () => {
  it('is refused before the wire, with a reason, and not paid', async () => {
    const before = await story.balance();
    const mobile = nextMobile(3);
    const id = await story.send('Costs 5 £', mobile);
    const { results } = await story.until(id, 'REJECTED');
    expect(results[0]?.reason).toContain('form');
    expect(await story.balance()).toBe(before);
    expect(pdusOf(story.paigham.operators.telenor)).toEqual([]);
  });
});

describe('all of it', () => {
  it('breaks no invariant', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
