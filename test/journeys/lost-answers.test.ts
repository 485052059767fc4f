/**
 * Lost answers on links that find out before they submit again: by the late answer, by a receipt,
 * by a query, or not at all (cases 3 and 4 of the faults).
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeReceipts, planReceipts } from '../../fakes/smsc/receipts.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { eventually } from '../support/eventually.ts';
import { giveReceipt } from '../support/heard.ts';
import { openTerminal } from '../admin/terminal.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

const JAZZ = 0;
const ZONG = 1;
const UFONE = 2;
const TELENOR = 3;

let story: Story;
let sent = 0;
let before = 0;

beforeAll(async () => {
  story = await beginStory({
    link: {
      answerTimeoutMs: 500,
      ambiguous: 'reconcile',
      reconcileWithinMs: 3_000,
    },
  });
  const set = async (name: string, config: Readonly<Record<string, unknown>>): Promise<void> => {
    must(await setLink(story.paigham.world.admin, { name, config }));
  };
  await set('zong', { querySm: 'by_reference' });
  await set('ufone', { messageReference: 'on' });
  await set('telenor', { ambiguous: 'resubmit', ambiguousAfterMs: 300 });
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
  before = await story.balance();
});

/** A send with this many parts, to a new number. */
async function send(operator: 0 | 1 | 2 | 3, parts = 1): Promise<number> {
  sent += 1;
  return sendTo(mobileOf(operator, sent), parts);
}

function sendTo(mobile: string, parts = 1): Promise<number> {
  sent += 1;
  return story.send(`Message ${sent} ${'x'.repeat(153 * (parts - 1))}`, mobile);
}

/** What the sends since the beginning of the test have cost. */
async function charged(): Promise<number> {
  return Number((before - (await story.balance())).toFixed(2));
}

const submitsOf = (name: 'jazz' | 'zong' | 'ufone' | 'telenor'): number =>
  story.paigham.operators[name].tally.counts.submits;

describe('a link that drops before the answer', () => {
  it('and reconciles: the receipt explains it, one copy, charged once', async () => {
    const submits = submitsOf('jazz');
    await story.paigham.operators.jazz.change({ dropPoint: 'before_answer' });
    const id = await send(JAZZ);
    await story.until(id, 'DELIVERED');
    expect(await story.attempts(id)).toEqual(['1.1 taken, was lost']);
    expect(submitsOf('jazz')).toBe(submits + 1);
    expect(await charged()).toBe(4.8);
    expect(await story.breaches()).toEqual([]);
  });

  it('and resubmits: two copies, the first recorded as lost, charged once', async () => {
    const submits = submitsOf('telenor');
    await story.paigham.operators.telenor.change({
      dropPoint: 'before_answer',
      receiptNeverPercent: 100,
    });
    const id = await send(TELENOR);
    await eventually('the second copy', () => submitsOf('telenor') === submits + 2);
    await story.until(id, 'SENT');
    expect(await story.attempts(id)).toEqual(['1.1 ambiguous, was lost', '2.1 taken']);
    const { telenor } = story.paigham.operators;
    const { messageId = '', message } = telenor.heard.last(1)[0] ?? {};
    giveReceipt(telenor, { id: messageId, mobile: message?.destination ?? '', state: 'DELIVRD' });
    await story.until(id, 'DELIVERED');
    expect(await charged()).toBe(4.8);
    expect(await story.breaches()).toEqual([]);
  });
});

describe('an answer after our timeout', () => {
  it('explains a message of one part', async () => {
    await story.paigham.behave({ answerDelayMs: 1_000 });
    const id = await send(JAZZ);
    await story.until(id, 'DELIVERED');
    expect(await story.attempts(id)).toEqual(['1.1 taken, was lost']);
    expect(await charged()).toBe(4.8);
  });

  it('explains a message of several parts', async () => {
    await story.paigham.behave({ answerDelayMs: 1_000 });
    const id = await send(JAZZ, 3);
    await story.until(id, 'DELIVERED');
    expect(await story.breaches()).toEqual([]);
    const lost = ['1.1 taken, was lost', '1.2 taken, was lost', '1.3 taken, was lost'];
    expect(await story.attempts(id)).toEqual(lost);
    expect(await charged()).toBe(14.4);
  });

  it('that refuses permanently ends it, uncharged', async () => {
    await story.paigham.behave({ answerDelayMs: 1_000, refuseNext: 3, refuseStatus: 0x0b });
    const [one, three] = [await send(JAZZ), await send(JAZZ, 3)];
    await story.until(one, 'REJECTED');
    await story.paigham.behave({ answerDelayMs: 0 });
    await story.until(three, 'REJECTED');
    expect(await story.breaches()).toEqual([]);
  });
});

describe('a receipt for an unknown id', () => {
  it('explains the lost part of a message whose other parts were answered', async () => {
    await story.paigham.operators.jazz.change({ ignoreNext: 1 });
    const id = await send(JAZZ, 3);
    await story.until(id, 'DELIVERED');
    expect(await story.breaches()).toEqual([]);
    expect(await story.attempts(id)).toEqual(['1.1 taken, was lost', '1.2 taken', '1.3 taken']);
    expect(await charged()).toBe(14.4);
  });

  it('that may mean either of two messages to one number means neither', async () => {
    await story.paigham.operators.jazz.change({ ignoreNext: 2 });
    const mobile = mobileOf(JAZZ, 500_001);
    const ids = [await sendTo(mobile), await sendTo(mobile)];
    for (const id of ids) await story.until(id, 'UNKNOWN');
    expect(await charged()).toBe(0);
    for (const id of ids) expect(await story.attempts(id)).toEqual(['1.1 ambiguous, was lost']);
    expect(await story.breaches()).toEqual([]);
  });

  it('means the one whose reference it repeats', async () => {
    await story.paigham.operators.ufone.change({
      ignoreNext: 2,
      echoReference: true,
      receiptNumbers: [{ pattern: '500002$', state: 'UNDELIV', error: '001' }],
    });
    const mobile = mobileOf(UFONE, 500_002);
    const ids = [await sendTo(mobile), await sendTo(mobile)];
    for (const id of ids) await story.until(id, 'FAILED');
    expect(await charged()).toBe(9.6);
    expect(await story.breaches()).toEqual([]);
  });

  it('from another day means nothing that was lost today', async () => {
    const { jazz } = story.paigham.operators;
    await jazz.change({ ignoreNext: 1, receiptNeverPercent: 100 });
    const mobile = mobileOf(JAZZ, 500_003);
    const id = await sendTo(mobile);
    giveReceipt(jazz, { id: '990001', mobile, state: 'DELIVRD' });
    await story.until(id, 'UNKNOWN');
    expect(await charged()).toBe(0);
  });
});

describe('querying the operator', () => {
  it('that denies it: it is submitted once more, and charged once', async () => {
    const { zong } = story.paigham.operators;
    const submits = submitsOf('zong');
    await zong.change({ queryAnswer: 'by_reference', dropPoint: 'before_taking' });
    const id = await send(ZONG);
    await story.until(id, 'DELIVERED');
    expect(submitsOf('zong')).toBe(submits + 2);
    expect(await story.attempts(id)).toEqual(['1.1 ambiguous, was lost', '2.1 taken']);
    expect(await charged()).toBe(4.8);
    expect(await story.breaches()).toEqual([]);
  });

  it('that has it under an id we never got: sent, then closed by its receipt', async () => {
    const { zong } = story.paigham.operators;
    await zong.change({ queryAnswer: 'by_reference', ignoreNext: 1, receiptNeverPercent: 100 });
    const id = await send(ZONG);
    await story.until(id, 'SENT');
    expect(await charged()).toBe(4.8);
    const heard = zong.heard.last(1)[0];
    const mobile = heard?.message.destination ?? '';
    giveReceipt(zong, { id: heard?.messageId ?? '', mobile, state: 'DELIVRD' });
    await story.until(id, 'DELIVERED');
    expect(await story.breaches()).toEqual([]);
  });

  it('that says it has reached its end: that counts as its receipt', async () => {
    await story.paigham.operators.zong.change({
      queryAnswer: 'by_reference',
      queryState: 'UNDELIV',
      ignoreNext: 2,
      receiptNeverPercent: 100,
    });
    const ids = [await send(ZONG), await send(ZONG, 3)];
    await story.until(ids[0] ?? 0, 'FAILED');
    await story.until(ids[1] ?? 0, 'FAILED');
    expect(await charged()).toBe(19.2);
    expect(await story.breaches({ silent: true })).toEqual([]);
  });

  it.each(['silent', 'unsupported'] as const)(
    'that is %s: it ends as UNKNOWN, uncharged, one copy',
    async (queryAnswer) => {
      const { zong } = story.paigham.operators;
      const submits = submitsOf('zong');
      await zong.change({ queryAnswer, ignoreNext: 1, receiptNeverPercent: 100 });
      const id = await send(ZONG);
      const report = await story.until(id, 'UNKNOWN');
      expect(report.results[0]?.reason).toMatch(/lost/);
      expect(submitsOf('zong')).toBe(submits + 1);
      expect(await charged()).toBe(0);
      expect(await story.breaches({ silent: true })).toEqual([]);
    },
  );
});

describe('staff', () => {
  it('see what is lost while it is open, and how much was', async () => {
    const { paigham } = story;
    await paigham.behave({ ignoreNext: 1, receiptNeverPercent: 100 });
    const ids = [await send(JAZZ), await send(ZONG)];
    const say = openTerminal(paigham.db, paigham.world.admin);
    const listed = await eventually('both', async () => {
      const { out } = await say('lost', 'list', '--json');
      const rows = JSON.parse(out) as readonly { message: string; link: string; next: string }[];
      return rows.length === 2 && rows;
    });
    expect(new Set(listed.map(({ message }) => message))).toEqual(new Set(ids.map(String)));
    expect(listed[0]?.next).toMatch(/^(waits for a receipt until|is being asked for)/);
    expect(await story.breaches({ silent: true })).toEqual([]);
    expect((await say('lost', 'list')).out).toBe('No unconfirmed attempts found.');
    const metrics = await (await fetch(`${paigham.baseUrl}/metrics`)).text();
    for (const what of ['reconcile', 'resubmit', 'answered', 'denied', 'explained_by_receipt']) {
      expect(metrics).toMatch(new RegExp(`paigham_lost_answers_total\\{what="${what}"\\} [1-9]`));
    }
    expect(metrics).toContain('paigham_receipts_kept_total{kind="early"}');
  });
});

describe('after UNKNOWN', () => {
  it('a matching receipt still reports the end, and charges nothing', async () => {
    // Not Jazz, whose breaker has been through a lot by now.
    const { ufone } = story.paigham.operators;
    await ufone.change({ ignoreNext: 1, receiptNeverPercent: 100 });
    const id = await send(UFONE);
    await story.until(id, 'UNKNOWN');
    const planned = ufone.heard.last(1).map((it) => planReceipts(it, Number(it.messageId)));
    const behaviour = { ...ufone.behaviour, receiptNeverPercent: 0 };
    for (const { message } of planned.flatMap((it) => composeReceipts(it, behaviour, () => 0))) {
      ufone.deliver('paigham', message);
    }
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.reason).toBeUndefined();
    expect(await charged()).toBe(0);
    expect(await story.attempts(id)).toEqual(['1.1 ambiguous, was lost']);
    expect(await story.breaches()).toEqual([]);
  });
});
