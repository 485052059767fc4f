import { describe, expect, it } from 'vitest';
import type { AccountId, LinkId, MessageId, ReplyId } from '../../domain/ids.ts';
import type { ReadReply } from '../../domain/reply/reply.ts';
import { matchOne } from './match.ts';

const OURS = 1001 as AccountId;
const THEIRS = 1002 as AccountId;
const messageId = 7 as MessageId;

const reply: ReadReply = {
  id: 1 as ReplyId,
  linkId: 1 as LinkId,
  from: '923001234567',
  to: '+8584',
  alphabet: 'gsm7',
  octets: Buffer.from('Hi'),
  text: 'Hi',
  parts: 1,
  partsExpected: 1,
  receivedAtMs: 0,
  wish: undefined,
};

describe('a reply belongs', () => {
  it.each([
    ['to nobody when nobody has the sender', undefined, [undefined, undefined, '+8584']],
    [
      'to the account that has the sender alone',
      { name: '8584', owner: OURS, last: undefined },
      [OURS, undefined, '8584'],
    ],
    [
      'to it, and answers its last message',
      { name: '8584', owner: OURS, last: { accountId: OURS, messageId } },
      [OURS, messageId, '8584'],
    ],
    [
      'to who wrote last where several have the sender',
      { name: '8584', owner: undefined, last: { accountId: THEIRS, messageId } },
      [THEIRS, messageId, '8584'],
    ],
    [
      'to nobody where several have the sender and none wrote',
      { name: '8584', owner: undefined, last: undefined },
      [undefined, undefined, '+8584'],
    ],
  ])('%s', (_, writers, expected) => {
    const matched = matchOne(reply, writers);
    expect([matched.accountId, matched.messageId, matched.to]).toEqual(expected);
  });
});
