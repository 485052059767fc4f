/** All accounts' SMS replies. */
import type { ReplyId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { findReplyPlace, listAllReplies, listReplies, type ReplyPlace } from './replies.sql.ts';
import { listLinks } from '../links/links.sql.ts';
import { noteLook } from '../../operations/admin.ts';
import { account, flag, id, limitOf, option, text, time } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at, more } from '../../operations/show.ts';

export const replyList = query({
  name: 'reply list',
  about: 'Lists the SMS replies to every account, newest first.',
  input: {
    accountId: option('account', account, 'to this account'),
    isNobodys: flag('nobody', 'that belong to no account'),
    from: option('from', text('NUMBER'), 'from this phone: 923001234567'),
    to: option('to', text('SENDER'), 'to this sender ID'),
    untilMs: option('until', time, 'before this time: 15:53, 2026-12-01T15:53'),
    beforeId: option('before', id, 'older than this reply'),
    most: limitOf(50),
  },
  async read({ reader, admin }, { accountId, isNobodys, from, to, untilMs, beforeId, most }) {
    if (accountId !== undefined && isNobodys) {
      throw new UsageError('--account and --nobody cannot be used together.');
    }
    const page = { before: await placeOf(reader, untilMs, beforeId), most, filter: { from, to } };
    const replies =
      accountId === undefined && !isNobodys
        ? await listAllReplies(reader, page)
        : await listReplies(reader, accountId, page);
    const looked = { from, to, nobody: isNobodys || undefined, found: replies.length };
    await noteLook(admin, { action: 'reply.list', accountId, detail: looked });
    const links = new Map((await listLinks(reader)).map((it) => [it.id, it.name]));
    const data = replies.map((reply) => ({
      received: at(reply.receivedAtMs),
      id: reply.id,
      account: reply.accountId,
      link: links.get(reply.linkId),
      from: reply.from,
      to: reply.to,
      wish: reply.wish,
      parts: `${reply.parts}/${reply.partsExpected}`,
      text: reply.text ?? `hex ${Buffer.from(reply.octets).toString('hex')}`,
    }));
    const shown = data.map(({ wish, ...reply }) => ({ ...reply, keyword: wish }));
    return { data: shown, full: data, empty: 'No replies found.', ...more(replies, most) };
  },
});

async function placeOf(
  reader: Reader,
  untilMs: number | undefined,
  beforeId: number | undefined,
): Promise<ReplyPlace | undefined> {
  if (untilMs !== undefined && beforeId !== undefined) {
    throw new UsageError('Give --until or --before, not both.');
  }
  if (untilMs !== undefined) return { receivedAtMs: untilMs, id: 0 as ReplyId };
  if (beforeId === undefined) return undefined;
  const place = await findReplyPlace(reader, { id: beforeId });
  if (place === undefined) throw new Refusal(`There is no reply ${beforeId}.`);
  return place;
}
