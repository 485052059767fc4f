import type { ReplyId } from '../../domain/ids.ts';
import { Refusal, UsageError } from '../../kit/refusal.ts';
import {
  findReplyPlace,
  listAllReplies,
  listReplies,
  type ReplyPlace,
} from '../../store/replies/read-replies.ts';
import { listLinks } from '../../store/settings/links.ts';
import type { Answer, Command, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { limitOption, more, readLimit } from '../paging.ts';
import { readNumber, readTime, showTime } from '../values.ts';

const SHOWN = 50;

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.option('account');
  const isNobodys = given.has('nobody');
  if (named !== undefined && isNobodys) {
    throw new UsageError('--account and --nobody contradict each other.');
  }
  const accountId = named === undefined ? undefined : (await findAccount(line, named)).id;
  const most = readLimit(given, SHOWN);
  const filter = { from: given.option('from'), to: given.option('to') };
  const page = { before: await readPlace(line, given), most, filter };
  const replies =
    accountId === undefined && !isNobodys
      ? await listAllReplies(line.reader, page)
      : await listReplies(line.reader, accountId, page);
  const links = new Map((await listLinks(line.reader)).map(({ id, name }) => [id, name]));
  const data = replies.map((reply) => ({
    received: showTime(reply.receivedAtMs),
    id: reply.id,
    account: reply.accountId ?? null,
    link: links.get(reply.linkId) ?? null,
    from: reply.from,
    to: reply.to,
    wish: reply.wish ?? null,
    parts: `${reply.parts}/${reply.partsExpected}`,
    text: reply.text ?? `hex ${Buffer.from(reply.octets).toString('hex')}`,
  }));
  return { data, empty: 'No replies found.', ...more(replies, most) };
}

/** The earlier of --until and --before. */
async function readPlace({ reader, admin }: Line, given: Given): Promise<ReplyPlace | undefined> {
  const until = given.option('until');
  const before = given.option('before');
  if (until !== undefined && before !== undefined) {
    throw new UsageError('--until and --before are one too many.');
  }
  if (until !== undefined) {
    const receivedAtMs = readTime(until, '--until', admin.clock.nowMs());
    return { receivedAtMs, id: 0 as ReplyId };
  }
  if (before === undefined) return undefined;
  const place = await findReplyPlace(reader, readNumber(before, '--before'));
  if (place === undefined) throw new Refusal(`There is no reply ${before}.`);
  return place;
}

export const replyCommands: readonly Command[] = [
  {
    name: 'reply list',
    args: [],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'to this account' },
      { name: 'nobody', about: 'that belong to no account' },
      { name: 'from', value: 'NUMBER', about: 'from this phone: 923001234567' },
      { name: 'to', value: 'SENDER', about: 'to this sender ID' },
      { name: 'until', value: 'TIME', about: 'before then: 15:53, 2026-12-01T15:53' },
      { name: 'before', value: 'ID', about: 'older than this reply' },
      limitOption(SHOWN),
    ],
    about: 'Lists the SMS replies to every account, newest first.',
    run: list,
  },
];
