import type { AccountId, LinkId, MessageId, OperatorId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { ALPHABETS, type MessageKey } from '../../domain/message/message.ts';
import type { Category } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A message that waits for a link and may go by another, with what rules look at. */
export type WaitingMessage = MessageKey & {
  /** Of its last attempt: the message is the same as long as this is. */
  readonly attempt: number;
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly senderRoute: SenderRoute;
  readonly category: Category;
};

/** A place in the line of a link, for the next look. */
export type PlaceInLine = { readonly dueAt: string; readonly turn: number };

export type LookAtLine = {
  readonly linkId: LinkId;
  readonly priority: 0 | 1;
  /** undefined: from its head. */
  readonly after: PlaceInLine | undefined;
  readonly most: number;
  /** What is due later waits for its hours, and for whichever link is up then. */
  readonly dueByMs: number;
};

export type LineSeen = {
  readonly messages: readonly WaitingMessage[];
  /** Where the next look goes on; undefined at the end of the line. */
  readonly next: PlaceInLine | undefined;
};

/**
 * Which of those that wait may change their link at all. A message that is half at the operator
 * stays with it, and a chat message with its number. Nor may one go elsewhere whose last attempt
 * must first be explained.
 */
const MAY_MOVE = `(m.parts_taken = 0 and q.lost_until is null
  and m.alphabet <> ${ALPHABETS.chat})`;

const LOOK = `
  select q.account_id, q.message_id, q.attempt, q.due_at::text as due_at, q.turn, m.recipient,
         m.operator_id, coalesce(s.route, 'simple') as sender_route,
         coalesce(t.category, 'transactional') as category, ${MAY_MOVE} as may_move
  from (
    select account_id, message_id, attempt, due_at, turn, lost_until from queue
    where link_id = $1 and node is null and priority = $2
      and (due_at, turn) > ($3::timestamptz, $4::bigint)
      and due_at <= to_timestamp($6::float8 / 1000)
    order by priority desc, due_at, turn
    limit $5
  ) as q
  join messages m on m.account_id = q.account_id and m.id = q.message_id
  left join senders s on s.account_id = m.account_id and s.id = m.sender_id
  left join templates t on t.account_id = m.account_id and t.id = m.template_id
  order by q.due_at, q.turn`;

type Row = {
  readonly account_id: number;
  readonly message_id: number;
  readonly attempt: number;
  readonly due_at: string;
  readonly turn: number;
  readonly recipient: number;
  readonly operator_id: OperatorId;
  readonly sender_route: SenderRoute;
  readonly category: Category;
  readonly may_move: boolean;
};

/** What waits for a link, oldest first. Locks nothing: moving asks again. */
export async function lookAtLine(reader: Reader, look: LookAtLine): Promise<LineSeen> {
  const { linkId, priority, after, most, dueByMs } = look;
  const from = [after?.dueAt ?? '-infinity', after?.turn ?? 0];
  const values = [linkId, priority, ...from, most, dueByMs];
  const rows = await reader.read(plain<Row>('look-at-line', LOOK), values);
  const last = rows.length < most ? undefined : rows.at(-1);
  return {
    messages: rows.filter((row) => row.may_move).map(waitingMessage),
    next: last && { dueAt: last.due_at, turn: last.turn },
  };
}

function waitingMessage(row: Row): WaitingMessage {
  return {
    accountId: row.account_id as AccountId,
    messageId: row.message_id as MessageId,
    attempt: row.attempt,
    recipient: String(row.recipient),
    operatorId: row.operator_id,
    senderRoute: row.sender_route,
    category: row.category,
  };
}

/** From one link to another; both have seen the message as it was at `attempt`. */
export type Move = Pick<WaitingMessage, 'accountId' | 'messageId' | 'attempt'> & {
  readonly to: LinkId;
};

const MOVE = `
  update queue q set link_id = t.link_id
  from (
    select u.link_id, h.place
    from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::int[])
         as u (account_id, message_id, attempt, link_id)
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = u.account_id and w.message_id = u.message_id
        and w.link_id = $1 and w.node is null and w.attempt = u.attempt
        and w.lost_until is null
      limit 1 for update skip locked
    ) as h
  ) as t
  where q.ctid = t.place
  returning q.link_id`;

/**
 * Puts messages that wait for `from` into the lines of other links, with their age. Gives how many
 * came to each: those that somebody took or moved meanwhile are left alone.
 */
export async function moveWaiting(
  transaction: Transaction,
  from: LinkId,
  moves: readonly Move[],
): Promise<ReadonlyMap<LinkId, number>> {
  const rows = await transaction.last(plain<{ readonly link_id: LinkId }>('move-waiting', MOVE), [
    from,
    numberList(moves.map((it) => it.accountId)),
    numberList(moves.map((it) => it.messageId)),
    numberList(moves.map((it) => it.attempt)),
    numberList(moves.map((it) => it.to)),
  ]);
  const moved = new Map<LinkId, number>();
  for (const { link_id: to } of rows) moved.set(to, (moved.get(to) ?? 0) + 1);
  return moved;
}
