/** Repeating a request without sending twice (contract section 1). */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { ask, PATHS, shown, type Answer, type Parameters } from '../support/ask.ts';
import { callBatches, type Batches } from '../support/batches.ts';
import { chatConfig, openChatShop, startShopPlatform } from '../support/chat-shop.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

let paigham: Paigham;
let second: Node;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham();
  second = await paigham.startNode();
  shop = await openShop(paigham.world, { rupees: '200' });
});

type SendOptions = {
  readonly change?: Parameters;
  readonly header?: string;
  readonly node?: Node;
};

function send({ change = {}, header, node = paigham.node }: SendOptions): Promise<Answer> {
  const parameters = {
    api_key: shop.apiKey,
    sender: shop.senders.shortCode,
    mobile: '923001234567',
    template_id: shop.transactional,
    message: '{"text":"hello"}',
    ...change,
  };
  const headers = header === undefined ? {} : { 'Idempotency-Key': header };
  return ask(`${node.baseUrl}${PATHS.send}`, parameters, { headers });
}

async function balance(): Promise<string> {
  return (await ask(`${paigham.baseUrl}${PATHS.balance}`, { api_key: shop.apiKey })).body;
}

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

describe('the same key', () => {
  it('with the same request gives the same answer, charges once, and says so', async () => {
    const before = Number(await balance());
    const first = await send({ header: 'order-1' });
    const again = await send({ change: { idempotency_key: 'order-1' } });
    expect(first.body).toMatch(/^OK ID:\d+$/);
    expect(again.body).toBe(first.body);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(Number(await balance())).toBeCloseTo(before - 4.8, 5);
  });

  it('gives the first answer in any format, on any node', async () => {
    const first = await send({ header: 'order-2', change: { format: 'json' } });
    const again = await send({ header: 'order-2', change: { format: 'json' }, node: second });
    expect(again.body).toBe(first.body);
    const plain = await send({ header: 'order-2', node: second });
    expect(plain.body).toBe(`OK ID:${(JSON.parse(first.body) as { id: string }).id}`);
    expect(isReplay(plain)).toBe(true);
  });

  it('with a different request is a conflict', async () => {
    await send({ header: 'order-3' });
    const other = await send({ header: 'order-3', change: { message: '{"text":"bye"}' } });
    expect(shown(other)).toBe('409 12 : Invalid idempotency key: it was used with another request');
  });

  it('in header and form with two values is refused', async () => {
    const answer = await send({ header: 'a', change: { idempotency_key: 'b' } });
    expect(shown(answer)).toBe(
      '400 12 : Invalid request: the idempotency key is given twice with different values',
    );
  });

  it('that is empty in the header is refused, on each interface', async () => {
    const empty = 'Invalid idempotency key: 1 to 255 printable ASCII characters';
    expect(shown(await send({ header: '' }))).toBe(`400 12 : ${empty}`);
    expect(shown(await send({ header: ' ', change: { idempotency_key: 'b' } }))).toContain('400');
    expect(shown(await send({ change: { idempotency_key: '' } }))).toMatch(/^200 OK/);
    const v1 = v1At(paigham.baseUrl, shop.apiKey);
    const label = await v1('POST /v1/labels', { name: 'Refund' }, { 'idempotency-key': '' });
    expect(label.body).toMatchObject({ code: 'idempotency_key_unusable' });
  });

  it('of another account is a different key', async () => {
    const stranger = await openShop(paigham.world, { rupees: '10' });
    const first = await send({ header: 'order-4' });
    const { apiKey, transactional } = stranger;
    const change = { api_key: apiKey, template_id: transactional };
    const theirs = await send({ header: 'order-4', change });
    expect(theirs.body).toMatch(/^OK ID:/);
    expect(theirs.body).not.toBe(first.body);
  });

  it('is free after a refusal, because refusals are not remembered', async () => {
    const refused = await send({ header: 'order-5', change: { mobile: '12' } });
    expect(refused.status).toBe(400);
    expect((await send({ header: 'order-5' })).body).toMatch(/^OK ID:/);
  });

  it('is not used up by a dry run: the send that follows is a send', async () => {
    const dry = await send({ header: 'order-6', change: { dry_run: '1' } });
    expect(dry.body).toMatch(/^DRY RUN: /);
    const sent = await send({ header: 'order-6' });
    expect(sent.body).toMatch(/^OK ID:/);
    expect(isReplay(sent)).toBe(false);
  });
});

describe('the same key on another interface', () => {
  let batches: Batches;
  let chat: (change?: Parameters) => Promise<Answer>;

  beforeAll(async () => {
    const platform = await startShopPlatform();
    const node = await paigham.startNode({ config: chatConfig(platform) });
    const { template } = await openChatShop({ ...paigham, ...node }, platform, shop);
    batches = callBatches(node.baseUrl, shop);
    chat = (change = {}) =>
      ask(`${node.baseUrl}${PATHS.chat}`, {
        ...{ api_key: shop.apiKey, template_id: template('opening_hours') },
        ...{ template_data: '[{"mobile":"923001234567"}]', ...change },
      });
  });

  const uploaded = (key: string, file = '923001234567,Ali\n') =>
    batches.upload({ file, headers: { 'Idempotency-Key': key } });

  it('is a different key: one order number works for text, chat message and file', async () => {
    const key = { idempotency_key: 'order-8' };
    const first = [await send({ change: key }), await chat(key), await uploaded('order-8')];
    expect(first.map(({ status }) => status)).toEqual([200, 200, 201]);
    const again = [await send({ change: key }), await chat(key), await uploaded('order-8')];
    expect(again.map(({ status }) => status)).toEqual([200, 200, 201]);
    for (const { headers } of again) expect(headers.get('idempotent-replayed')).toBe('true');
    expect(again[0]).toMatchObject({ body: (first[0] as Answer).body });
    expect(again[1]).toMatchObject({ body: (first[1] as Answer).body });
    expect((await chat({ ...key, chatapp_id: '300000000000072' })).status).toBe(409);
    expect((await uploaded('order-8', '923001234567,Bano\n')).status).toBe(409);
  });

  it('was the same key in the previous version, whose answers are still replayed', async () => {
    const first = await chat({ idempotency_key: 'chat-9' });
    const file = await uploaded('file-9');
    // What that version wrote: just the caller's key.
    const strip = `update idempotency_keys set key = split_part(key, e'\\t', 2)
                   where account_id = $1 and key like e'%\\t%-9' returning key`;
    const stripped = paigham.db.transact((it) =>
      it.run(plain('strip-keys', strip), [shop.accountId]),
    );
    expect(await stripped).toHaveLength(2);
    const again = await chat({ idempotency_key: 'chat-9' });
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
    const fileAgain = await uploaded('file-9');
    expect(fileAgain.body.id).toBe(file.body.id);
    expect(fileAgain.headers.get('idempotent-replayed')).toBe('true');
    // Another interface's key is not one of theirs.
    expect((await uploaded('chat-9')).status).toBe(201);
  });
});

describe('the same key at the same time', () => {
  it('sends once: the others get the same id, or are told to wait', async () => {
    const before = Number(await balance());
    const nodes = [paigham.node, second];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({ header: 'order-7', ...(index % 2 === 0 ? {} : { node: nodes[1] ?? second }) }),
      ),
    );
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body));
    expect(ids.size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(shown(answer)).toContain('409 12 : Error: a request with this idempotency key');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(Number(await balance())).toBeCloseTo(before - 4.8, 5);
  });
});
