/**
 * What operators report later: in time, late, twice, contradicting themselves, never, unreadably.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { eventually } from '../support/eventually.ts';
import { giveReceipt } from '../support/heard.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let sent = 0;

beforeAll(async () => {
  story = await beginStory();
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

/** A send to Jazz, to a number of its own. */
async function send(parts = 1): Promise<number> {
  sent += 1;
  return story.send(`Message ${sent} ${'x'.repeat(153 * (parts - 1))}`, mobileOf(0, sent));
}

/** The kinds of PDUs kept besides messages, in order of arrival. */
async function kept(after: number): Promise<readonly string[]> {
  type Row = { readonly kind: string };
  const rows = await asker(story.paigham.db)<Row>(
    'select kind from receipts where id > $1 order by id',
    [after],
  );
  return rows.map(({ kind }) => kind);
}

async function lastKept(): Promise<number> {
  const [row] = await asker(story.paigham.db)<{ readonly id: number }>(
    'select coalesce(max(id), 0) as id from receipts',
  );
  return row?.id ?? 0;
}

const acknowledged = (): number => story.paigham.operators.jazz.tally.counts.acknowledged;

describe('a receipt', () => {
  it.each([
    ['DELIVRD', 'DELIVERED'],
    ['UNDELIV', 'FAILED'],
    ['EXPIRED', 'EXPIRED'],
    ['REJECTD', 'REJECTED'],
    ['DELETED', 'FAILED'],
  ])('of %s ends the message as %s', async (receiptState, word) => {
    await story.paigham.behave({ receiptState });
    const { results } = await story.until(await send(), word);
    expect(results[0]?.level).toBe('handset');
    expect(results[0]?.reason === undefined).toBe(word === 'DELIVERED');
  });

  it.each(['ACCEPTD', 'ENROUTE'])('of %s leaves it sent until a final one', async (word) => {
    const from = await lastKept();
    await story.paigham.behave({ receiptState: word });
    const id = await send();
    await eventually('the word', async () => (await kept(from)).length === 1);
    expect(await kept(from)).toEqual(['intermediate']);
    await story.until(id, 'SENT');
  });

  it('that comes twice is counted once and kept', async () => {
    const from = await lastKept();
    await story.paigham.behave({ receiptTwicePercent: 100 });
    const id = await send();
    await eventually('the second', async () => (await kept(from)).length === 1);
    expect(await kept(from)).toEqual(['duplicate']);
    expect((await story.report(id)).delivery).toBe('DELIVERED');
  });

  it('that contradicts the first is kept and changes nothing', async () => {
    const from = await lastKept();
    await story.paigham.behave({ receiptContradictoryPercent: 100 });
    const id = await send();
    await eventually('the second', async () => (await kept(from)).length === 1);
    expect(await kept(from)).toEqual(['contradiction']);
    expect((await story.report(id)).delivery).toBe('DELIVERED');
  });

  it('that comes a hundred times, and then contradicted, is counted once', async () => {
    const { jazz } = story.paigham.operators;
    await story.paigham.behave({ receiptNeverPercent: 100 });
    const id = await send();
    await story.until(id, 'SENT');
    const from = await lastKept();
    const before = acknowledged();
    const receipt = { id: jazz.heard.last(1)[0]?.messageId ?? '', mobile: mobileOf(0, sent) };
    for (let time = 0; time < 100; time += 1) giveReceipt(jazz, { ...receipt, state: 'DELIVRD' });
    giveReceipt(jazz, { ...receipt, state: 'UNDELIV' });
    await eventually('every acknowledgement', () => acknowledged() === before + 101);
    const kinds = await kept(from);
    expect(kinds.filter((kind) => kind === 'duplicate')).toHaveLength(99);
    expect(kinds.filter((kind) => kind !== 'duplicate')).toEqual(['contradiction']);
    expect((await story.report(id)).delivery).toBe('DELIVERED');
  });

  it('on a link that only speaks for its network is reported as that', async () => {
    const config = { receiptLevel: 'operator' };
    must(await setLink(story.paigham.world.admin, { name: 'zong', config }));
    const level = async (): Promise<string | undefined> => {
      sent += 1;
      const id = await story.send(`Message ${sent}`, mobileOf(1, sent));
      return (await story.until(id, 'DELIVERED')).results[0]?.level;
    };
    await eventually('the setting', async () => (await level()) === 'operator');
    expect((await story.until(await send(), 'DELIVERED')).results[0]?.level).toBe('handset');
  });

  it('that cannot be read is kept and acknowledged, and changes nothing', async () => {
    const from = await lastKept();
    const before = acknowledged();
    await story.paigham.behave({ receiptGarbledPercent: 100 });
    const id = await send();
    await eventually('the acknowledgement', () => acknowledged() === before + 1);
    expect(await kept(from)).toEqual(['unreadable']);
    await story.until(id, 'SENT');
  });

  it('with another operator’s id closes nothing', async () => {
    const from = await lastKept();
    // Ufone has taken nothing: operators that started together give the same ids.
    const { jazz, ufone } = story.paigham.operators;
    await story.paigham.behave({ receiptNeverPercent: 100 });
    const id = await send();
    await story.until(id, 'SENT');
    const messageId = jazz.heard.last(1)[0]?.messageId ?? '';
    const before = ufone.tally.counts.acknowledged;
    giveReceipt(ufone, { id: messageId, mobile: mobileOf(0, sent), state: 'DELIVRD' });
    await eventually('the acknowledgement', () => ufone.tally.counts.acknowledged === before + 1);
    expect(await kept(from)).toEqual(['early']);
    expect((await story.report(id)).delivery).toBe('SENT');
  });
});

describe('a message of three parts', () => {
  it('is delivered when the last of its parts is', async () => {
    await story.paigham.behave({ receiptJitterMs: 200 });
    const id = await send(3);
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.parts).toBe('3');
  });

  it.each([
    ['fails when one part does, whatever others did', ['DELIVRD', 'UNDELIV', 'DELIVRD'], 'FAILED'],
    ['stays sent while one part is silent', ['DELIVRD', 'DELIVRD'], 'SENT'],
    ['is unknown when one part is', ['DELIVRD', 'UNKNOWN', 'DELIVRD'], 'UNKNOWN'],
  ])('%s', async (_, states, word) => {
    const { jazz } = story.paigham.operators;
    await story.paigham.behave({ receiptNeverPercent: 100 });
    const id = await send(3);
    await story.until(id, 'SENT');
    const before = acknowledged();
    const ids = jazz.heard.last(3).map(({ messageId }) => messageId);
    for (const [index, state] of states.entries()) {
      giveReceipt(jazz, { id: ids[index] ?? '', mobile: mobileOf(0, sent), state });
    }
    await eventually('the words', () => acknowledged() === before + states.length);
    expect((await story.report(id)).delivery).toBe(word);
  });

  it('improves on unknown', async () => {
    const { jazz } = story.paigham.operators;
    await story.paigham.behave({ receiptNeverPercent: 100 });
    const id = await send();
    await story.until(id, 'SENT');
    const receipt = { id: jazz.heard.last(1)[0]?.messageId ?? '', mobile: mobileOf(0, sent) };
    giveReceipt(jazz, { ...receipt, state: 'UNKNOWN' });
    await story.until(id, 'UNKNOWN');
    giveReceipt(jazz, { ...receipt, state: 'DELIVRD' });
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.reason).toBeUndefined();
  });
});

describe('the books', () => {
  it('are in order after all of it', async () => {
    expect(await story.breaches({ silent: true })).toEqual([]);
  });
});
