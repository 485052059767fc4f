import { ATTEMPT_OUTCOMES } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A message in line whose last answer was lost. */
export type LostRecord = {
  readonly accountId: number;
  readonly messageId: number;
  readonly recipient: string;
  readonly link: string;
  readonly attempt: number;
  /** Parts of that attempt without an answer. */
  readonly parts: number;
  readonly lostAtMs: number;
  /** When it is asked for; null: it is submitted again at `dueAtMs`. */
  readonly lostUntilMs: number | null;
  readonly dueAtMs: number;
  /** A node is asking for it now. */
  readonly isAsked: boolean;
};

const LIST_LOST = `
  select q.account_id as "accountId", q.message_id as "messageId", m.recipient::text,
         l.name as link, q.attempt, count(*) as parts, min(a.answered_at) as "lostAtMs",
         q.lost_until as "lostUntilMs", q.due_at as "dueAtMs", q.node is not null as "isAsked"
  from queue q
  join links l on l.id = q.link_id
  join messages m on m.account_id = q.account_id and m.id = q.message_id
  join attempts a on a.account_id = q.account_id and a.message_id = q.message_id
    and a.attempt = q.attempt
    and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null
  where ($1::text is null or l.name = $1)
  group by q.account_id, q.message_id, m.recipient, l.name
  order by min(a.answered_at), q.message_id
  limit $2`;

/** Messages whose answers are lost and not explained, the oldest loss first. */
export async function listLost(
  reader: Reader,
  ask: { readonly link: string | undefined; readonly most: number },
): Promise<readonly LostRecord[]> {
  return reader.read<LostRecord>('list-lost', LIST_LOST, [ask.link ?? null, ask.most]);
}
