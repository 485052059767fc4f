/**
 * Nodes that die while they hold chat messages and webhook posts, at every boundary of the store.
 */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { endLeaseOfHolder, startMortal, type Mortal } from '../support/mortal.ts';
import type { Node } from '../support/paigham.ts';
import type { CutPoint } from '../support/wire.ts';

let story: ChatStory;
let worker: Node;
beforeAll(async () => {
  story = await beginChatStory({
    config: { roles: ['api'] },
    number: { answerTimeoutMs: 3_000, reconcileWithinMs: 5_000 },
    rupees: '10000',
  });
  worker = await startWorker();
});

const startWorker = (): Promise<Node> =>
  story.paigham.startNode({ config: { roles: ['worker'], graphAddress: story.platform.url } });

/** A node that holds the number, and dies. */
const startCarrier = (): Promise<Mortal> =>
  startMortal(story.paigham, { roles: ['carriers'], graphAddress: story.platform.url });

const endLease = (): Promise<void> => endLeaseOfHolder(story.paigham, story.linkId);

let sent = 0;
const nextMobile = (): string => `9230012350${String((sent += 1)).padStart(2, '0')}`;

async function movedBy(act: () => Promise<unknown>) {
  const before = await story.moved();
  await act();
  const after = await story.moved();
  return [after.post - before.post, after.release - before.release];
}

describe('a node that dies', () => {
  it.each<[string, string, CutPoint]>([
    ['between the answer of the platform and its commit', 'leave-queue-whole', 'before the commit'],
    ['after the commit of that answer', 'leave-queue-whole', 'after the commit'],
  ])('%s leaves a message that is delivered and charged, once', async (_, statement, point) => {
    const mobile = nextMobile();
    const moved = await movedBy(async () => {
      const mortal = await startCarrier();
      const cut = mortal.wire.cutAt(statement, point);
      const id = await story.sendOne('plain_news', mobile);
      await cut;
      mortal.die();
      await endLease();
      await story.until(id, 'DELIVERED');
      await eventually('nothing in line', async () => {
        return (await story.ask('select 1 from queue')).length === 0;
      });
    });
    expect(moved).toEqual([7, 0]);
    expect(story.copies(mobile)).toBe(1);
  });

  it('while the platform is thinking leaves a message that its status explains', async () => {
    const mobile = nextMobile();
    await story.tell('/next', { answer: { kind: 'slow', ms: 1_000 } });
    const moved = await movedBy(async () => {
      const mortal = await startCarrier();
      const id = await story.sendOne('plain_news', mobile);
      await eventually('it is taken', async () => {
        const rows = await story.ask('select 1 from queue where node is not null');
        return rows.length === 1;
      });
      const asked = () =>
        story.platform.platform.heard.last(20).map(({ body }) => JSON.stringify(body ?? ''));
      await eventually('the platform has it', () => asked().some((it) => it.includes(mobile)));
      mortal.die();
      await endLease();
      await story.until(id, 'DELIVERED');
    });
    expect(moved).toEqual([7, 0]);
    expect(story.copies(mobile)).toBe(1);
  });

  it('before it wrote what it had taken leaves a message that ends unknown, released', async () => {
    const mobile = nextMobile();
    const moved = await movedBy(async () => {
      const mortal = await startCarrier();
      // Its first look for work is not the one we mean.
      await story.until(await story.sendOne('plain_news', nextMobile()), 'DELIVERED');
      const cut = mortal.wire.cutAt('take-in-turn', 'after the commit');
      const id = await story.sendOne('plain_news', mobile);
      await cut;
      mortal.die();
      await endLease();
      const report = await story.until(id, 'UNKNOWN');
      expect(report.results[0]?.['price']).toBe('0.00');
    });
    expect(moved).toEqual([7, 7]);
    expect(story.copies(mobile)).toBe(0);
  });

  it.each<CutPoint>(['before the commit', 'after the commit'])(
    '%s of a webhook post leaves it to be repeated, and it counts once',
    async (point) => {
      const mortal = await startMortal(story.paigham, { roles: ['api', 'worker'] });
      const from = nextMobile();
      const body = postOf(from);
      const cut = mortal.wire.cutAt('insert-chat-events', point);
      const lost = post(mortal.node.baseUrl, body).catch(() => ({ status: 0 }));
      await cut;
      mortal.die();
      expect((await lost).status).not.toBe(200);
      expect((await post(story.paigham.baseUrl, body)).status).toBe(200);
      const rows = () => story.ask('select 1 from chat_replies where user_key = $1', [from]);
      await eventually('the reply', async () => (await rows()).length > 0);
      expect(await rows()).toHaveLength(1);
    },
  );

  it.each<CutPoint>(['before the commit', 'after the commit'])(
    '%s of a post’s contents leaves it to another node, and it counts once',
    async (point) => {
      const carrier = await startCarrier();
      const mobile = nextMobile();
      await worker.stop();
      const mortal = await startMortal(story.paigham, { roles: ['worker'] });
      const cut = mortal.wire.cutAt('lock-chat-records', point);
      const moved = await movedBy(async () => {
        const id = await story.sendOne('plain_news', mobile);
        await cut;
        mortal.die();
        worker = await startWorker();
        await story.until(id, 'DELIVERED');
        await story.tell('/settle', {});
      });
      expect(moved).toEqual([7, 0]);
      expect(story.copies(mobile)).toBe(1);
      await carrier.node.stop();
    },
  );
});

function postOf(from: string): string {
  const timestamp = String(Math.floor(wallClock.nowMs() / 1_000));
  const message = { from, id: `wamid.${from}`, timestamp, type: 'text', text: { body: 'Hi' } };
  const value = { metadata: { phone_number_id: PLATFORM.number }, messages: [message] };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: PLATFORM.business, changes: [{ field: 'messages', value }] }],
  });
}

function post(baseUrl: string, body: string): Promise<Response> {
  const signature = createHmac('sha256', PLATFORM.appSecret).update(body).digest('hex');
  return fetch(`${baseUrl}/webhooks/chat/${story.businessId}`, {
    method: 'POST',
    body,
    headers: { 'x-hub-signature-256': `sha256=${signature}` },
  });
}

describe('in the end', () => {
  it('every invariant holds', async () => {
    const carrier = await startCarrier();
    expect(await story.breaches()).toEqual([]);
    await carrier.node.stop();
  });
});
