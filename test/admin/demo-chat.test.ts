/** The chat service of the demo world, as a newcomer finds it at each start. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { buildChat } from '../../src/demo/build-chat.ts';
import { disconnectNumber } from '../../src/features/chat-numbers/chat-numbers.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
import { CHAT_ACCESS, chatAdminOf, startDemoPlatform } from '../support/demo-chat.ts';
import { worldDatabase } from '../support/world.ts';
import { samples } from './template-bench.ts';

const { database, world } = await worldDatabase();
let platform: RunningPlatform;

beforeAll(async () => {
  platform = await startDemoPlatform({ behaviour: { approveAfterMs: 0 } });
});
afterAll(() => platform.close());

describe('the chat service of the demo world', () => {
  it('has a template of each kind, the first for a first try', async () => {
    const admin = chatAdminOf(world.admin, platform.url, { samples });
    const { accountId } = world.roshan;
    const built = await buildChat(admin, accountId, CHAT_ACCESS);
    expect(built?.templates.map(({ kind }) => kind)).toEqual([
      'text',
      'buttons',
      'authentication',
      'waiting',
      'refused',
      'header_media',
    ]);
    const chat = (await readSnapshot(database, accountId, 0))?.chat;
    const [first] = built?.templates ?? [];
    expect(first && chat?.templates.get(first.id)).toMatchObject({
      state: 'approved',
      definition: { header: undefined, body: { variables: ['1', '2'] }, buttons: [] },
    });
    expect(chat?.numbers.get(built?.numberId ?? (0 as never))).toMatchObject({ isDefault: true });
  });

  it('is the same after another start, and stays away once disconnected', async () => {
    const admin = chatAdminOf(world.admin, platform.url, { samples });
    const { accountId } = world.roshan;
    const ids = async () => {
      const built = await buildChat(admin, accountId, CHAT_ACCESS);
      return built?.templates.map(({ id }) => id);
    };
    expect(await ids()).toEqual(await ids());
    must(await disconnectNumber(admin, { accountId, number: CHAT_ACCESS.phoneNumberId }));
    expect(await ids()).toBeUndefined();
  });
});
