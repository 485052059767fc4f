/** The attempts of many messages, for a complaint to an operator. */
import type { AccountId, MessageId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  stateOf,
  type AttemptOutcome,
  type MessageState,
} from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

type Row = {
  readonly messageId: MessageId;
  readonly attempt: number;
  readonly part: number;
  readonly link: string;
  readonly outcome: number;
  readonly operatorKey: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly answeredAtMs: number;
  readonly receiptState: number | undefined;
  readonly receiptError: string | undefined;
  readonly receiptAtMs: number | undefined;
};

export type ExportedAttempt = Omit<Row, 'outcome' | 'receiptState'> & {
  readonly outcome: AttemptOutcome;
  readonly receiptState: MessageState | undefined;
};

const ATTEMPTS = statement<Row>(
  'attempts-of-messages',
  `select a.message_id, a.attempt, a.part, coalesce(l.name, a.link_id::text) as link, a.outcome,
    a.operator_key, a.status, a.reason, a.answered_at, a.receipt_state, a.receipt_error,
    a.receipt_at
  from ${rowsOf({ accountId: 'bigint', id: 'bigint' })}
  cross join lateral (
    select * from attempts a where a.account_id = t.account_id and a.message_id = t.id
  ) a
  left join links l on l.id = a.link_id
  order by a.message_id, a.attempt, a.part`,
);

const OUTCOMES = Object.keys(ATTEMPT_OUTCOMES) as AttemptOutcome[];

/** By message, in their order. */
export async function readAttemptsOf(
  reader: Reader,
  messages: readonly { readonly accountId: AccountId; readonly id: MessageId }[],
): Promise<ReadonlyMap<MessageId, readonly ExportedAttempt[]>> {
  const rows = await reader.read(ATTEMPTS, { rows: messages });
  const attempts = rows.map(({ outcome, receiptState, ...row }): ExportedAttempt => {
    const word = OUTCOMES.find((it) => ATTEMPT_OUTCOMES[it] === outcome) ?? 'ambiguous';
    const state = receiptState === undefined ? undefined : stateOf(receiptState);
    return { ...row, outcome: word, receiptState: state };
  });
  return Map.groupBy(attempts, ({ messageId }) => messageId);
}
