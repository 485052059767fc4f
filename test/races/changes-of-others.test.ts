/**
 * What one account changes through `/v1`, as fast as it can, keeps no other account from sending.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import { addHost, removeHost } from '../../src/features/hosts/hosts.operations.ts';
import { buildChat } from '../../src/demo/build-chat.ts';
import { must } from '../../src/operations/admin.ts';
import { send } from '../support/caller.ts';
import { NO_SAMPLES } from '../support/chat-world.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

let platform: RunningPlatform;
let paigham: Paigham;
let nodes: readonly Node[];
let shop: Shop;

beforeAll(async () => {
  platform = await startDemoPlatform();
  const config = { graphAddress: platform.url };
  paigham = await startPaigham({ config });
  nodes = [paigham.node, await paigham.startNode({ config })];
  const { admin, roshan } = paigham.world;
  const api = createChatPlatform({ origin: platform.url, version: 'v25.0', clock: admin.clock });
  const chat = { ...admin, platform: api, samples: NO_SAMPLES, publicAddress: paigham.baseUrl };
  await buildChat(chat, roshan.accountId, CHAT_ACCESS);
  await api.close();
  shop = await openShop(paigham.world, { rupees: '100000' });
});
afterAll(() => platform.close());

const SENDS = 400;
const CALLERS = 8;

/** Sends from the shop by eight callers on both nodes while `change` is repeated. */
async function answersDuring(change: (round: number) => Promise<unknown>) {
  let begun = 0;
  let over = false;
  let changes = 0;
  const statuses = new Map<string, number>();
  const caller = async (): Promise<void> => {
    while (begun < SENDS) {
      begun += 1;
      const { baseUrl = '' } = nodes[begun % nodes.length] ?? {};
      const parameters = shop.write(`No. ${begun}`, mobileOf(0, begun));
      const { httpStatus, body } = await send(baseUrl, parameters);
      const what = httpStatus === 200 ? '200' : `${httpStatus} ${body}`;
      statuses.set(what, (statuses.get(what) ?? 0) + 1);
    }
  };
  const changing = async (): Promise<void> => {
    while (!over) await change((changes += 1));
  };
  const others = [changing(), changing()];
  await Promise.all(Array.from({ length: CALLERS }, caller));
  over = true;
  await Promise.all(others);
  return { changes, statuses: [...statuses] };
}

/** From the account that makes the changes: it sends too, in the same groups. */
async function call(method: string, path: string, json?: unknown): Promise<number> {
  const { roshan, template } = paigham.world;
  const response = await fetch(`${paigham.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${roshan.apiKey}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  await response.arrayBuffer();
  await send(paigham.baseUrl, {
    ...{ api_key: roshan.apiKey, sender: '8584', mobile: mobileOf(1, 7) },
    ...{ template_id: template('One-time code').templateId, message: { code: '4821' } },
  });
  return response.status;
}

describe('every send of another account is accepted while one account', () => {
  it('changes its domains', async () => {
    const { admin, roshan } = paigham.world;
    const { accountId } = roshan;
    // Beyond the limit of `/v1`: by the commands behind it.
    const { changes, statuses } = await answersDuring(async (round) => {
      const host = `a${round}.roshan.example`;
      must(await addHost(admin, { accountId, host, publicHost: '' }));
      must(await removeHost(admin, { accountId, host }));
    });
    expect(statuses).toEqual([['200', SENDS]]);
    expect(changes).toBeGreaterThan(10);
  });

  it('changes its templates and compares them with the platform’s', async () => {
    const { changes, statuses } = await answersDuring(async (round) => {
      const body = { text: 'Your parcel is here.' };
      const template = { name: `parcel_${round}`, language: 'en', category: 'utility', body };
      await call('POST', '/v1/chat/templates', template);
      await call('POST', '/v1/chat/templates/sync');
    });
    expect(statuses).toEqual([['200', SENDS]]);
    expect(changes).toBeGreaterThan(5);
  });
});
