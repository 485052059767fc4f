/** What operators said and nobody could use: staff can see it. */
import { deliverSm, encodePdu, textTlv, type Message } from '@paigham/smpp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinkId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { keepReceipts, type KeptReceipt } from '../../src/store/messages/receipts.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
let say: Say;

function kept(message: Partial<Message>, changes: Partial<KeptReceipt> = {}): KeptReceipt {
  const encoded = encodePdu(
    deliverSm({ source: '923001234567', destination: '8584', ...message }),
    7,
  );
  return {
    linkId: 1 as LinkId,
    kind: 'unreadable',
    operatorKey: undefined,
    state: undefined,
    error: undefined,
    level: undefined,
    message: undefined,
    clues: undefined,
    raw: encoded.ok ? encoded.bytes : new Uint8Array(0),
    ...changes,
  };
}

beforeAll(async () => {
  say = openTerminal(database, world.admin);
  const shortMessage = Buffer.from('id:77 stat:KAPUT err:E9', 'latin1');
  const receipts = [
    kept({ esmClass: 4, shortMessage, tlvs: [textTlv('receipted_message_id', '78')] }),
    kept({ esmClass: 4 }, { kind: 'duplicate', operatorKey: '77', state: 'delivered' }),
    kept({}, { linkId: 2 as LinkId, raw: Uint8Array.of(1, 2, 3) }),
    kept({ shortMessage: Buffer.from('STOP') }, { kind: 'reply' }),
  ];
  await database.transact((tx) => keepReceipts(tx, receipts, wallClock.nowMs()));
});

type Listed = { readonly id: number; readonly kind: string; readonly link: string };

async function list(...words: readonly string[]): Promise<readonly Listed[]> {
  const { code, out, err } = await say('receipt', 'list', '--json', ...words);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as readonly Listed[];
}

async function show(id: number | undefined): Promise<Readonly<Record<string, unknown>>> {
  const { out } = await say('receipt', 'show', String(id), '--json');
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

const kinds = (listed: readonly Listed[]): readonly string[] => listed.map(({ kind }) => kind);

describe('kept receipts', () => {
  it('are listed, the youngest first, and can be chosen by kind and by link', async () => {
    expect(kinds(await list())).toEqual(['reply', 'unreadable', 'duplicate', 'unreadable']);
    expect(kinds(await list('--kind', 'duplicate'))).toEqual(['duplicate']);
    expect(kinds(await list('--link', 'zong'))).toEqual(['unreadable']);
    expect(await list('--kind', 'late')).toEqual([]);
    expect(await say('receipt', 'list', '--kind', 'odd')).toMatchObject({ code: 2 });
  });

  it('are listed a page at a time', async () => {
    const [, second] = await list('--limit', '2');
    const older = await list('--limit', '2', '--before', String(second?.id));
    expect(kinds(older)).toEqual(['duplicate', 'unreadable']);
    const { out } = await say('receipt', 'list', '--limit', '2');
    expect(out).toContain(`--before ${second?.id}`);
  });

  it('are shown with their octets and with what these say', async () => {
    const [first] = (await list('--kind', 'unreadable', '--link', 'jazz')).toReversed();
    expect(await show(first?.id)).toMatchObject({
      kind: 'unreadable',
      pdu: 'deliver_sm',
      from: '923001234567',
      to: '8584',
      esm_class: '0x04',
      text: 'id:77 stat:KAPUT err:E9',
      tlvs: ['receipted_message_id=373800'],
      read_as: 'id 78: the unknown word KAPUT, err E9',
      octets: expect.stringMatching(/^[0-9a-f]{8}00000005/),
    });
  });

  it('that are no PDU at all are shown as octets', async () => {
    const [odd] = await list('--link', 'zong');
    expect(await show(odd?.id)).toMatchObject({
      pdu: expect.stringContaining('cannot be read'),
      octets: '010203',
    });
  });

  it('that do not exist are said not to', async () => {
    expect(await say('receipt', 'show', '999999')).toMatchObject({ code: 1 });
  });
});
