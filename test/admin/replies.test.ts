/** What staff see of replies. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountId, LinkId, ReplyId } from '../../src/domain/ids.ts';
import type { KeptReply } from '../../src/domain/reply/reply.ts';
import { insertReplies } from '../../src/features/replies/replies.sql.ts';
import { NOON_MS } from '../support/fixtures.ts';
import { worldDatabase, type World } from '../support/world.ts';
import { openTerminal, type Say } from './terminal.ts';

let world: World;
let say: Say;

function reply(id: number, change: Partial<KeptReply>): KeptReply {
  return {
    id: id as ReplyId,
    linkId: 1 as LinkId,
    from: '923001234567',
    to: '8584',
    alphabet: 'gsm7',
    octets: Buffer.from('Hello'),
    text: 'Hello',
    parts: 1,
    partsExpected: 1,
    receivedAtMs: NOON_MS + id * 1_000,
    wish: undefined,
    accountId: undefined,
    messageId: undefined,
    ...change,
  };
}

beforeAll(async () => {
  const fresh = await worldDatabase();
  const { database } = fresh;
  world = fresh.world;
  say = openTerminal(database, world.admin);
  const ours: AccountId = world.roshan.accountId;
  await database.transact((transaction) =>
    insertReplies(transaction, [
      reply(1, {}),
      reply(2, { from: '923111234567', text: undefined, octets: Buffer.from('00ff', 'hex') }),
      reply(3, { accountId: ours, text: 'STOP', wish: 'stop' }),
      reply(4, { accountId: ours, text: 'one …', parts: 1, partsExpected: 2 }),
    ]),
  );
});

const textsOf = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { out } = await say('reply', 'list', '--json', ...words);
  return (JSON.parse(out) as readonly { readonly text: string }[]).map(({ text }) => text);
};

describe('paigham reply list', () => {
  it('shows what came for every account and for nobody, newest first', async () => {
    expect(await textsOf()).toEqual(['one …', 'STOP', 'hex 00ff', 'Hello']);
    const { out } = await say('reply', 'list', '--json');
    expect(JSON.parse(out)).toMatchObject([
      { account: world.roshan.accountId },
      {},
      { account: null },
      { account: null },
    ]);
  });

  it('shows what belongs to an account, or to nobody', async () => {
    expect(await textsOf('--nobody')).toEqual(['hex 00ff', 'Hello']);
    expect(await textsOf('--account', world.roshan.name)).toEqual(['one …', 'STOP']);
    expect(await textsOf('--account', world.naya.name)).toEqual([]);
    const { out } = await say('reply', 'list', '--account', world.roshan.name);
    expect(out).toContain('1/2');
  });

  it('says what to leave out where nothing is found', async () => {
    const { out } = await say('reply', 'list', '--account', world.naya.name, '--limit', '5');
    expect(out).toBe('No replies found. There may be some without --account.');
  });

  it('by phone, by sender, before a time or a reply, as many as wanted', async () => {
    expect(await textsOf('--from', '923001234567')).toEqual(['one …', 'STOP', 'Hello']);
    expect(await textsOf('--nobody', '--from', '923001234567')).toEqual(['Hello']);
    expect(await textsOf('--to', '7711')).toEqual([]);
    expect(await textsOf('--limit', '1')).toEqual(['one …']);
    expect(
      await textsOf('--until', new Date(NOON_MS + 2_000).toISOString().replace('.000', '')),
    ).toEqual(['Hello']);
    const { out } = await say('reply', 'list', '--limit', '2');
    const before = /Older ones: --before (\d+)/.exec(out)?.[1] ?? '';
    expect(await textsOf('--before', before)).toEqual(['hex 00ff', 'Hello']);
    expect(await say('reply', 'list', '--before', '999')).toMatchObject({ code: 1 });
    expect(await say('reply', 'list', '--most', '1')).toMatchObject({ code: 2 });
  });
});
