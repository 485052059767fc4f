/** What a node needs of the messages that it takes from the queue. */
import type { LinkId, MessageId, SenderId, TemplateId } from '../../domain/ids.ts';
import { FEW_TRIES } from '../../domain/failure/retried-a-few-times.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { alphabetOf, ATTEMPT_OUTCOMES } from '../../domain/message/message.ts';
import type { Hold } from '../../domain/message/hold.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import { eachDay } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf } from '../../kit/postgres/statement.ts';

/** A message that this node now holds, with everything that an attempt needs. */
export type DueMessage = Omit<Outgoing, 'sender' | 'category' | 'userId' | 'lostUntilMs'> & {
  readonly linkId: LinkId;
  readonly templateId: TemplateId;
  readonly senderId: SenderId;
  /** The answer to `attempt` is lost: see `Outgoing`. */
  readonly lostUntilMs: number | undefined;
  /** Hours of the day, as stored; undefined: it may leave at any time. */
  readonly hours?: number | undefined;
};

/** A message to check before it is sent, and the current version of its account. */
export type TakenDue = DueMessage & {
  readonly accountVersion: number;
  /** The hold on its batch; also undefined if an operator may have something of it. */
  readonly hold: Hold | undefined;
};

/** What the queue says of a message that was taken from it. */
export type Leased = Pick<
  TakenDue,
  | 'accountId'
  | 'messageId'
  | 'attempt'
  | 'linkId'
  | 'priority'
  | 'expiresAtMs'
  | 'lostUntilMs'
  | 'hours'
> & {
  readonly turn: number;
  /** It was put behind another one of its lane instead of being taken. */
  readonly behind: boolean;
};

/** The rest of it, as the message itself says. */
type MessageRow = Omit<TakenDue, keyof Leased | 'recipient' | 'alphabet' | 'partsTaken'> & {
  readonly messageId: MessageId;
  readonly recipient: number;
  readonly alphabet: number;
  readonly partsTaken: readonly number[] | undefined;
};

const COUNTED: readonly FailureReason[] = [...FEW_TRIES, 'operator_refused'];
const COUNTED_LIST = COUNTED.map((reason) => `'${reason}'`).join(', ');

const READ = daily<MessageRow>(
  'read-taken',
  (day) => `
  select m.id as message_id, m.recipient, m.operator_id, m.template_id,
         (select version from balances b where b.account_id = t.account_id) as account_version,
         m.sender_id, m.alphabet, m.parts, m.price_micros, m.text,
         m.tariff_id = ${TEST_TARIFF} as is_test,
         case when m.batch_id is not null and m.parts_taken = 0
              and m.reason is distinct from 'answer_lost' then (
           select b.hold from batches b where b.account_id = m.account_id and b.id = m.batch_id
         ) end as hold,
         case when m.parts_taken > 0 then (
           select array_agg(distinct a.part::int) from attempts_${day} a
           where a.account_id = m.account_id and a.message_id = m.id and a.outcome = 1
         ) end as parts_taken,
         m.reason is not distinct from 'answer_lost' or (t.attempt >= 2 and exists (
           select from attempts_${day} a
           where a.account_id = m.account_id and a.message_id = m.id
             and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous}
         )) as is_unexplained,
         case when t.attempt < 2 then 0 else (
           select count(distinct a.attempt)::int from attempts_${day} a
           where a.account_id = m.account_id and a.message_id = m.id
             and a.outcome = ${ATTEMPT_OUTCOMES.refused} and a.reason in (${COUNTED_LIST})
         ) end as faults
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint', attempt: 'int' })}
  join messages_${day} m on m.account_id = t.account_id and m.id = t.message_id`,
);

/**
 * All that attempts at these messages need, most urgent first. Their own days are asked: the queue
 * may hold messages of any, and the cost must not grow with the days that are kept.
 */
export async function readLeased(
  transaction: Transaction,
  rows: readonly Leased[],
): Promise<readonly TakenDue[]> {
  const found = await eachDay(rows, (day, some) => transaction.run(READ(day), { rows: some }));
  const messages = new Map(found.map((it) => [it.messageId, it]));
  return inOrder(rows).flatMap(({ turn: _turn, behind: _behind, ...leased }) => {
    const message = messages.get(leased.messageId);
    if (message === undefined) return [];
    const { recipient, alphabet, partsTaken = [] } = message;
    const read = { recipient: String(recipient), alphabet: alphabetOf(alphabet), partsTaken };
    return [{ ...leased, ...message, ...read }];
  });
}

/** Most urgent first, then as they were put in line. */
export const inOrder = (rows: readonly Leased[]): readonly Leased[] =>
  rows.toSorted((a, b) => b.priority - a.priority || a.turn - b.turn);

export const LEASED = `
  returning q.account_id, q.message_id, q.attempt, q.link_id, q.priority, q.expires_at,
            q.lost_until, q.turn, q.behind, q.hours`;

/**
 * Leases the messages whose ctid `chosen` selects from the queue to `:slot` at `:epoch`; `change`
 * is what else changes in their rows. Those that another node is taking at this moment are
 * skipped.
 */
export const take = (chosen: string, change = ''): string =>
  `update queue q set node = :slot, epoch = :epoch${change}
    where q.ctid = any (array(${chosen} for update skip locked)) ${LEASED}`;
