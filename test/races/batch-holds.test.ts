/** Batches that are held while they leave, and while they are published, at two nodes at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { explainLedger } from '../../src/features/ledger/explain-ledger.ts';
import { readLedgerTotals } from '../../src/features/ledger/ledger-totals.sql.ts';
import { callBatches, csvOf, type Batches, type ShownBatch } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { OPERATOR_NAMES } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At } from '../support/v1.ts';
import { asker, copiesOf } from '../support/verify.ts';

/** More than one commit writes, in three pieces. */
const LARGE = 2_100;

let story: Story;
/** The same account at either node. */
let nodes: readonly [Batches, Batches];
let written = 0;

beforeAll(async () => {
  // Slow enough that a batch is met in its middle.
  story = await beginStory({ behaviour: { answerDelayMs: 10 }, link: { windowSubmits: 2 } });
  const second = await story.paigham.startNode();
  const [one, other] = [story.paigham.baseUrl, second.baseUrl];
  nodes = [callBatches(one, story.shop), callBatches(other, story.shop)];
});

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, () => mobileOf(((written += 1) % 4) as 0, written));

async function send(count: number): Promise<string> {
  const { sender, template_id: template } = story.shop.write('', '');
  const { status, body } = await v1At(story.paigham.baseUrl, story.shop.apiKey)(
    'POST /v1/messages',
    {
      ...{ recipients: numbers(count), sender, template_id: String(template) },
      values: { text: 'Now' },
    },
  );
  expect(status).toBe(201);
  story.okIds.push(Number(body['id']));
  return String(body['id']);
}

/** What operators heard, of everything. */
const heard = (): number =>
  copiesOf(OPERATOR_NAMES.map((name) => story.paigham.operators[name])).length;

/** Waits for the end, and tells of every message whether it was sent and charged, or neither. */
async function judge(before: number, balance: number, batch: ShownBatch): Promise<void> {
  expect(await story.breaches()).toEqual([]);
  const left = (batch.recipients ?? 0) - (batch.cancelled ?? 0);
  expect(heard() - before).toBe(left);
  const cost = left * 4.8;
  expect(await story.balance()).toBeCloseTo(balance - cost, 2);
  const totals = await readLedgerTotals(story.paigham.db, story.shop.accountId);
  expect(totals && explainLedger(totals).isExplained).toBe(true);
}

describe('a batch', () => {
  it('that is cancelled twice while it leaves: each message is cancelled or sent', async () => {
    const [before, balance] = [heard(), await story.balance()];
    const id = await send(600);
    await eventually('some have left', () => heard() > before + 50);
    const answers = await Promise.all(nodes.map((node) => node.hold(id, 'cancel')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await nodes[0].until(id, 'cancelled');
    const over = await nodes[1].untilOver(id);
    expect(over.cancelled).toBeGreaterThan(0);
    expect(over.cancelled).toBe(over.counts?.['cancelled']);
    await judge(before, balance, over);
  });

  it('stands still while it is paused, and goes on to the last', async () => {
    const [before, balance] = [heard(), await story.balance()];
    const id = await send(LARGE);
    await eventually('some have left', () => heard() > before + 50);
    expect((await nodes[1].hold(id, 'pause')).body.state).toBe('paused');
    const ask = asker(story.paigham.db);
    const held = 'select 1 from queue q where q.node is not null limit 1';
    await eventually('nobody submits any', async () => (await ask(held)).length === 0);
    const then = heard();
    expect(then).toBeLessThan(before + LARGE);
    const other = await story.send('In between', numbers(1)[0] ?? '');
    await story.until(other, 'DELIVERED');
    expect(heard()).toBe(then + 1);
    await nodes[0].hold(id, 'resume');
    const over = await nodes[0].untilOver(id);
    expect(over.counts).toMatchObject({ delivered: LARGE });
    await judge(before + 1, balance - 4.8, over);
  });

  it('of which everything is wanted at once does one thing after the other', async () => {
    const [before, balance] = [heard(), await story.balance()];
    const id = await send(LARGE);
    await eventually('some have left', () => heard() > before + 50);
    type Wish = 'pause' | 'resume' | 'cancel';
    const answers = { pause: 0, resume: 0, cancel: 0 };
    const wish = async (node: Batches, wishes: readonly Wish[]): Promise<void> => {
      for (const it of wishes) {
        // 503: the batch was locked for too long, and nothing was done. Callers try again.
        const { status } = await eventually(`an answer to ${it}`, async () => {
          const answer = await node.hold(id, it);
          return answer.status !== 503 && answer;
        });
        expect([200, 409]).toContain(status);
        if (status === 200) answers[it] += 1;
      }
    };
    const often = Array.from({ length: 12 }, (_, at): Wish => (at % 2 === 0 ? 'pause' : 'resume'));
    await Promise.all([
      wish(nodes[0], [...often, 'cancel', 'resume']),
      wish(nodes[1], [...often.toReversed(), 'resume']),
    ]);
    expect(answers.cancel).toBe(1);
    expect(answers.pause).toBeGreaterThan(0);
    await nodes[0].until(id, 'cancelled');
    await judge(before, balance, await nodes[0].untilOver(id));
  });
});

describe('an upload', () => {
  const begin = async (): Promise<string> => {
    const { status, body } = await nodes[0].upload({
      ...{ file: csvOf(numbers(LARGE)), query: '?async=1' },
    });
    expect(status).toBe(202);
    return body.id ?? '';
  };

  it.each([0, 1, 1_001, 1_500, 2_001, LARGE])(
    'that is cancelled once %d are written is cancelled whole, or as far as it has not left',
    async (count) => {
      const [before, balance] = [heard(), await story.balance()];
      const id = await begin();
      const written = 'select from messages where batch_id = $1';
      const ask = asker(story.paigham.db);
      await eventually('so many', async () => (await ask(written, [id])).length >= count);
      const answer = await nodes[1].hold(id, 'cancel');
      if (answer.status === 409) {
        expect(answer.text).toContain('batch_not_waiting');
        await judge(before, balance, await nodes[0].untilOver(id));
        return;
      }
      expect(answer.status).toBe(200);
      const batch = await nodes[0].until(id, 'cancelled');
      if (batch.recipients !== null) {
        story.okIds.push(Number(id));
        await judge(before, balance, await nodes[0].untilOver(id));
        return;
      }
      expect(batch).toMatchObject({ price: null, counts: null, progress: null, problem: null });
      // Its writer may learn of it before its first message is written, or after the last.
      const left =
        'select from batches where id = $1 union all select from messages where batch_id = $1';
      const isGone = async () => (await asker(story.paigham.db)(left, [id])).length === 0;
      await eventually('what was written is gone', isGone);
      expect(await nodes[1].find(id)).toMatchObject({ state: 'cancelled', recipients: null });
      await judge(before, balance, batch);
    },
  );

  it('that is paused before it is published waits, and goes on', async () => {
    const [before, balance] = [heard(), await story.balance()];
    const id = await begin();
    expect((await nodes[1].hold(id, 'pause')).body.state).toBe('paused');
    await eventually('it is published', async () => {
      const { recipients, state } = await nodes[0].find(id);
      expect(state).toBe('paused');
      return recipients === LARGE;
    });
    const other = await story.send('In between', numbers(1)[0] ?? '');
    await story.until(other, 'DELIVERED');
    expect((await nodes[0].find(id)).counts).toMatchObject({ pending: LARGE });
    await nodes[0].hold(id, 'resume');
    story.okIds.push(Number(id));
    await judge(before + 1, balance - 4.8, await nodes[0].untilOver(id));
  });
});
