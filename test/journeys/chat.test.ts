import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, idIn, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { answerTimeoutMs: 2_000 } });
});

/** A number whose last two digits select a story of the simulated platform. */
const magic = (story: string): string => `9230019900${story}`;

/** The ledger's transfers while something happened, in rupees. */
async function movedBy(act: () => Promise<unknown>) {
  const before = await story.moved();
  await act();
  const after = await story.moved();
  return {
    post: after.post - before.post,
    release: after.release - before.release,
    refund: after.refund - before.refund,
  };
}

const send = (mobile: string): Promise<string> =>
  story.sendOne('order_ready', mobile, ['Ali', '991']);

describe('a template message', () => {
  it('travels to the platform and back: sent, delivered, charged once', async () => {
    const moved = await movedBy(async () => {
      const id = await send('923001234501');
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      const report = await story.until(id, 'DELIVERED');
      expect(report.results[0]).toMatchObject({ id, network: 'chat', price: '3.00', parts: '1' });
      expect(report.results[0]).not.toHaveProperty('read_at');
    });
    expect(moved).toEqual({ post: 3, release: 0, refund: 0 });
    expect(story.copies('923001234501')).toBe(1);
  });

  it('that was read says when', async () => {
    const id = await send(magic('39'));
    const report = await eventually('read', async () => {
      const now = await story.report(id);
      return now.results[0]?.['read_at'] !== undefined && now;
    });
    expect(report.delivery).toBe('DELIVERED');
  });

  it.each([
    ['01', 'FAILED', 'FAILED', /131026/],
    ['02', 'REJECTED', 'refused in the answer', /./],
    ['04', 'REJECTED', 'window closed', /131047/],
    ['05', 'REJECTED', 'marketing cap', /131049/],
    ['08', 'FAILED', 'experiment', /130472/],
    ['33', 'REJECTED', 'not allowed', /./],
  ])('to …%s fails: %s (%s), and is released', async (number, word, _, reason) => {
    const moved = await movedBy(async () => {
      const report = await story.until(await send(magic(number)), word);
      expect(report.results[0]?.['reason']).toMatch(reason);
      expect(report.results[0]?.['price']).toBe('0.00');
    });
    expect(moved.post - moved.refund).toBe(0);
    expect(moved.release + moved.refund).toBe(3);
  });

  it.each([
    ['20', 'whose statuses come before the answer'],
    ['21', 'whose statuses come in the wrong order'],
    ['22', 'each of whose statuses comes twice'],
    ['23', 'that is read and never called delivered'],
    ['28', 'of which the platform says a word that nobody knows'],
    ['29', 'after a status of a message that nobody has written'],
    ['30', 'to a user whom the platform calls by another number'],
    ['31', 'to a user who hides the number'],
    ['34', 'that is held for a while'],
  ])('to …%s, %s, is delivered and charged once', async (number) => {
    const moved = await movedBy(async () => {
      await story.until(await send(magic(number)), 'DELIVERED');
      await story.tell('/settle', {});
    });
    expect(moved).toEqual({ post: 3, release: 0, refund: 0 });
  });

  it('that failed after the platform charged for it is refunded', async () => {
    const moved = await movedBy(async () => {
      const report = await story.until(await send(magic('27')), 'FAILED');
      expect(report.results[0]?.['reason']).toMatch(/131026/);
    });
    expect([moved.post - moved.refund, moved.release]).toContain(0);
    expect(moved.release + moved.refund).toBe(3);
  });

  it('that is delivered after it failed is delivered, and not charged again', async () => {
    const moved = await movedBy(async () => {
      const id = await send(magic('24'));
      await eventually('both', async () => {
        const [row] = await story.ask<{ failed: number | null; delivered: number | null }>(
          'select failed_at as failed, delivered_at as delivered from chat_messages where id = $1',
          [idIn(id)],
        );
        return row?.failed !== null && row?.delivered !== null;
      });
      await story.until(id, 'DELIVERED');
    });
    expect(moved.post - moved.refund).toBe(0);
  });

  it.each([
    ['10', 'of which no answer ever comes'],
    ['11', 'whose connection drops after the platform took it'],
    ['14', 'answered with a page that is not JSON'],
  ])('to …%s, %s, is explained by its status and never sent again', async (number) => {
    const moved = await movedBy(async () => {
      await story.until(await send(magic(number)), 'DELIVERED');
      await story.tell('/settle', {});
    });
    expect(moved).toEqual({ post: 3, release: 0, refund: 0 });
    expect(story.copies(magic(number))).toBe(1);
  });
});

describe('a request', () => {
  it('gives each entry its own result, in the order of the request', async () => {
    const [first, second] = [
      { type: 'text', text: 'Ali' },
      { type: 'text', text: '7' },
    ];
    const answer = await story.send('order_ready', [
      { mobile: '923001234511', body: [first, second] },
      { mobile: '923001234512', body: [first] },
      { mobile: 'nobody', body: [first, second] },
      { mobile: '923001234511', body: [first, second] },
    ]);
    expect(answer.results.map(({ status }) => status)).toEqual(['OK', '22', '7', 'OK']);
    expect(answer.total_price).toBe('2');
    for (const { id } of answer.results) if (id !== undefined) await story.until(id, 'DELIVERED');
    expect(story.copies('923001234511')).toBe(2);
  });

  it('repeated with its key is answered as the first time, and sent once', async () => {
    const entry = { mobile: '923001234521' };
    const again = { idempotency_key: 'news-1' };
    const first = await story.send('plain_news', [entry], again);
    const second = await story.send('plain_news', [entry], again);
    expect(second).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBe(false);
    const other = await story.send('plain_news', [{ mobile: '923001234522' }], again);
    expect([other.status, other.success]).toEqual([409, 'false']);
    await story.until(first.results[0]?.id ?? '', 'DELIVERED');
    expect(story.copies('923001234521')).toBe(1);
  });

  it('in a dry run is priced and leaves nothing behind', async () => {
    const before = await story.balance();
    const answer = await story.send('plain_news', [{ mobile: '923001234523' }], { dry_run: '1' });
    expect(answer.success).toBe('true');
    expect(Number(answer.remaining_credit)).toBe(before - 7);
    expect(await story.balance()).toBe(before);
  });

  it('of another account does not find the report', async () => {
    const id = await story.sendOne('plain_news', '923001234524');
    const query = new URLSearchParams({ api_key: story.paigham.world.roshan.apiKey, id });
    const response = await fetch(`${story.paigham.baseUrl}/api/delivery.php?${query}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/^12/);
  });
});

describe('a recipient who has opted out of marketing at the platform', () => {
  it('gets no more of it once an answer says so', async () => {
    const mobile = '923001990006';
    const body = ['Ali', '7'].map((text) => ({ type: 'text', text }));
    await story.until(await story.sendOne('plain_news', mobile), 'REJECTED');
    const refused = await eventually('heeded', async () => {
      const { results } = await story.send('plain_news', [{ mobile }], { dry_run: '1' });
      return results[0]?.error !== undefined && results[0];
    });
    expect(refused.status).toBe('24');
    expect((await story.send('order_ready', [{ mobile, body }], { dry_run: '1' })).success).toBe(
      'true',
    );
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
