import type { ReplyId } from '../../../domain/ids.ts';
import { listLinks } from '../../../store/settings/links.ts';
import { listReplies } from '../../../store/replies/read-replies.ts';
import type { Answer, Command, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readNumber, readTime, showTime } from '../values.ts';

const DEFAULT_MOST = '50';

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.option('account');
  const account = named === undefined ? undefined : await findAccount(line, named);
  const most = readNumber(given.option('most') ?? DEFAULT_MOST, '--most');
  const until = given.option('before');
  const before = until === undefined ? undefined : placeBefore(until);
  const filter = { from: given.option('from'), to: given.option('to') };
  const replies = await listReplies(line.reader, account?.id, { before, most, filter });
  const links = new Map((await listLinks(line.reader)).map(({ id, name }) => [id, name]));
  const data = replies.map((reply) => ({
    received: showTime(reply.receivedAtMs),
    id: reply.id,
    link: links.get(reply.linkId) ?? null,
    from: reply.from,
    to: reply.to,
    wish: reply.wish ?? null,
    parts: `${reply.parts}/${reply.partsExpected}`,
    text: reply.text ?? `hex ${Buffer.from(reply.octets).toString('hex')}`,
  }));
  return { data };
}

function placeBefore(text: string) {
  return { receivedAtMs: readTime(text, '--before'), id: 0 as ReplyId };
}

export const replyCommands: readonly Command[] = [
  {
    name: 'reply list',
    args: [],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'whose they are; absent: nobody’s' },
      { name: 'from', value: 'NUMBER', about: 'from this phone: 923001234567' },
      { name: 'to', value: 'SENDER', about: 'to this sender' },
      { name: 'before', value: 'TIME', about: 'older than this' },
      { name: 'most', value: 'N', about: `as many at most (default: ${DEFAULT_MOST})` },
    ],
    about: 'Lists what phones wrote, newest first.',
    run: list,
  },
];
