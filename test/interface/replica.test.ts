/** Reports are read from a replica, and from the primary while that is away. */
import { beforeAll, expect, it } from 'vitest';
import type { ServerAddress } from '../../src/kit/postgres/address.ts';
import { loginsOf } from '../../src/kit/postgres/cluster.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { openWire, type Wire } from '../support/wire.ts';
import { worldDatabase } from '../support/world.ts';

/** A database that gets nothing of the primary's: whatever comes from it is seen at once. */
const stale = await worldDatabase();
let story: Story;
let wire: Wire;
let nodeUrl: string;

beforeAll(async () => {
  story = await beginStory();
  wire = await openWire(stale.address);
  const { user, password } = loginsOf(stale.address).reader as ServerAddress;
  const { host, port, database } = wire.address;
  const login = `${user}:${encodeURIComponent(password)}`;
  const databaseReplicaUrl = `postgres://${login}@${host}:${port}/${database}`;
  nodeUrl = (await story.paigham.startNode({ secrets: { databaseReplicaUrl } })).baseUrl;
});

async function ask(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${story.shop.apiKey}` };
  const response = await fetch(`${nodeUrl}${path}`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

const total = async (): Promise<unknown> =>
  (JSON.parse(await ask('/v1/usage')) as { readonly total: { readonly messages: number } }).total
    .messages;

it('usage and exports come from the replica, everything else does not', async () => {
  const id = await story.send('Your code is 4711', mobileOf(0, 1));
  await story.until(id, 'DELIVERED');
  expect(await total()).toBe(0);
  expect(await ask('/v1/exports/messages')).not.toContain(String(id));
  expect(await ask('/v1/messages')).toContain(String(id));
  wire.cut();
  expect(await total()).toBe(1);
  expect(await ask('/v1/exports/messages')).toContain(String(id));
  wire.mend();
  expect(await total()).toBe(0);
});
