/** Reports are read from a replica, and from the primary while that is away. */
import { expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory } from '../support/stories.ts';
import { openWire } from '../support/wire.ts';
import { worldDatabase } from '../support/world.ts';

/** A database that gets nothing of the primary's: whatever comes from it is seen at once. */
const stale = await worldDatabase();

type Usage = { readonly total: { readonly messages: number } };

async function ask(url: string, key: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return response.text();
}

it('usage and exports come from the replica, everything else does not', async () => {
  const story = await beginStory();
  const { shop, paigham } = story;
  const wire = await openWire(stale.address);
  const { user, password } = loginsOf(stale.address).reader;
  const { host, port, database } = wire.address;
  const login = `${user}:${encodeURIComponent(password)}`;
  const databaseReplicaUrl = `postgres://${login}@${host}:${port}/${database}`;
  const { baseUrl } = await paigham.startNode({ secrets: { databaseReplicaUrl } });
  const id = await story.send('Your code is 4711', mobileOf(0, 1));
  await story.until(id, 'DELIVERED');
  const total = async (): Promise<unknown> => {
    const usage = JSON.parse(await ask(`${baseUrl}/v1/usage`, shop.apiKey)) as Usage;
    return usage.total.messages;
  };
  const exported = () => ask(`${baseUrl}/v1/exports/messages`, shop.apiKey);
  expect(await total()).toBe(0);
  expect(await exported()).not.toContain(String(id));
  expect(await ask(`${baseUrl}/v1/messages`, shop.apiKey)).toContain(String(id));
  wire.cut();
  expect(await total()).toBe(1);
  expect(await exported()).toContain(String(id));
  wire.mend();
  expect(await total()).toBe(0);
  // It has not had the last migration yet.
  await withConnection(stale.address, (client) =>
    client.query('alter table usage_sums rename to none_yet'),
  );
  expect(await total()).toBe(1);
});
