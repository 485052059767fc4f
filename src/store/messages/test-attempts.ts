/** Messages of test keys that were taken, for whoever plays their ends. */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId, LinkId, MessageId, SenderId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { SHOWN_RECIPIENT_SQL } from '../../domain/message/message.ts';
import { TEST_LINKS } from '../../domain/testing/test-mode.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A part on which a final word is to come. */
export type UntoldTest = {
  readonly operatorKey: string;
  readonly recipient: string;
  /** Whether its sender is digits, which a phone can answer. */
  readonly canBeAnswered: boolean;
};

/** Names begin with the moment at which their word is due: those in a span are one stretch. */
const UNTOLD = statement<UntoldTest>(
  'list-untold-tests',
  `select coalesce(a.operator_key, '') as operator_key, ${SHOWN_RECIPIENT_SQL} as recipient,
    coalesce(s.name ~ '^[0-9]+$', false) as can_be_answered
  from attempts a
  join messages m on m.account_id = a.account_id and m.id = a.message_id and m.id >= :sinceId
  left join senders s on s.account_id = m.account_id and s.id = m.sender_id
  left join chat_messages c on :linkId::int = ${TEST_LINKS.chat}
    and c.account_id = a.account_id and c.id = a.message_id and c.id >= :sinceId
  where a.link_id = :linkId and a.operator_key >= :from and a.operator_key < 'n'
    and a.message_id >= :sinceId
    and case when :linkId::int = ${TEST_LINKS.chat} then c.wait_until is not null
             else a.receipt_state is null end
    and not exists (
      select from nodes n
      where n.slot = a.node and n.epoch = a.epoch and n.lease_until > now())
  order by a.operator_key
  limit :most`,
);

/** An id is made before its message is taken: a scheduled one's days. */
const AHEAD_MS = limit('receiptMatchDays') * DAY_MS;

/** Parts of a test link whose words are due since a moment and which no living node took. */
export function listUntold(
  reader: Reader,
  {
    linkId,
    sinceMs,
    most,
  }: { readonly linkId: LinkId; readonly sinceMs: number; readonly most: number },
): Promise<readonly UntoldTest[]> {
  const from = String(Math.max(0, Math.floor(sinceMs))).padStart(13, '0');
  const sinceId = firstIdAt(Math.max(0, sinceMs - AHEAD_MS));
  return reader.read(UNTOLD, { linkId, from, sinceId, most });
}

/** What a final word names. */
type TestName = {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly messageId: number;
};

export type TestAttempt = TestName & {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  /** Of a chat message the link of its number. */
  readonly senderId: SenderId | LinkId;
  /** Its name; undefined of a chat message. */
  readonly sender: string | undefined;
};

/** The attempts that have these names, as far as they are stored. */
export const findTestAttempts = write.many<{ rows: readonly TestName[] }, TestAttempt>(
  'find-test-attempts',
  `select a.account_id, a.message_id, a.link_id, t.operator_key, m.sender_id, s.name as sender
  from ${rowsOf({ linkId: 'int', operatorKey: 'text', messageId: 'bigint' })}
  join attempts a on a.link_id = t.link_id and a.operator_key = t.operator_key
    and a.message_id = t.message_id
  join messages m on m.account_id = a.account_id and m.id = a.message_id
  left join senders s on t.link_id = ${TEST_LINKS.sms}
    and s.account_id = m.account_id and s.id = m.sender_id`,
);
