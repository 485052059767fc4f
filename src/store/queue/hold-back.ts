import type { AccountId, LinkId, MessageId, SenderId, TemplateId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** What of one account waits for one link and has no hours now. */
export type Backlog = {
  readonly linkId: LinkId;
  readonly accountId: AccountId;
  readonly templateIds: readonly TemplateId[];
  readonly senderIds: readonly SenderId[];
  readonly untilMs: number;
};

const HOLD_BACK = `
  update queue q set
    due_at = to_timestamp($7::float8 / 1000),
    expires_at = greatest(q.expires_at, least(
      q.expires_at + make_interval(secs => ($7::float8 - $5::float8) / 1000),
      h.accepted_at + make_interval(hours => $8::int)))
  from (
    select w.ctid as place, m.accepted_at
    from queue w
    cross join lateral (
      select accepted_at from messages m
      where m.account_id = w.account_id and m.id = w.message_id
        and m.template_id = any ($3::bigint[]) and m.sender_id = any ($4::int[])
        and m.parts_taken = 0
      limit 1
    ) as m
    where w.link_id = $1 and w.node is null and w.lost_until is null and w.account_id = $2
      and w.due_at <= to_timestamp($5::float8 / 1000)
    limit $6 for update of w skip locked
  ) as h
  where q.ctid = h.place
  returning q.message_id`;

/**
 * Holds back at once what would else be taken and put back one by one, in front of others. Gives
 * the messages, at most `most`; waiting shortens no validity, up to the bound on held ones.
 */
export async function holdBack(
  transaction: Transaction,
  backlog: Backlog,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly MessageId[]> {
  const rows = await transaction.run(
    plain<{ readonly message_id: MessageId }>('hold-back', HOLD_BACK),
    [
      backlog.linkId,
      backlog.accountId,
      backlog.templateIds,
      backlog.senderIds,
      ask.atMs,
      ask.most,
      backlog.untilMs,
      limit('validityHours') + limit('heldHours'),
    ],
  );
  return rows.map((row) => row.message_id);
}
