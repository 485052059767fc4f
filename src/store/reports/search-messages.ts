import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  MESSAGE_STATES,
  stateOf,
  TOLD_STATE_SQL,
  type MessageState,
} from '../../domain/message/message.ts';
import { priceTold, type MessageReport } from '../../domain/message/report.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** Which messages staff search for: of an account, or to a number, or both. */
export type MessageSearch = {
  readonly accountId: AccountId | undefined;
  /** Digits with country code. */
  readonly recipient: string | undefined;
  readonly batchId: number | undefined;
  readonly state: MessageState | undefined;
  /** Chat messages alone, or texts alone; undefined: both. */
  readonly isChat: boolean | undefined;
  /** Ids from this one, and below the other: ids contain their second. */
  readonly fromId: number;
  readonly belowId: number;
  readonly most: number;
};

/** A message in a list for staff. Its content is never read. */
export type ListedMessage = Pick<
  MessageReport,
  | 'recipient'
  | 'network'
  | 'state'
  | 'parts'
  | 'priceMicros'
  | 'acceptedAtMs'
  | 'sentAtMs'
  | 'doneAtMs'
> & {
  readonly id: MessageId;
  readonly accountId: AccountId;
  /** The account's name. */
  readonly account: string;
  readonly batchId: BatchId | undefined;
  readonly isChat: boolean;
  /** The sender's name; of a chat message the digits of the number. */
  readonly sender: string | undefined;
  /** As it is stored. */
  readonly reason: string | undefined;
};

export type FoundMessages = {
  /** The newest first. */
  readonly messages: readonly ListedMessage[];
  /** The last one searched, if there was no time for all; undefined: all were searched. */
  readonly stoppedAt: number | undefined;
};

/** What is searched, by an index: a bounded range, newest first. */
type Row = Omit<ListedMessage, 'isChat' | 'state'> & {
  readonly alphabet: number;
  readonly state: number;
};

const stretch = (key: string): string => `
  select m.* from messages m
  where ${key} and m.id >= :fromId and m.id < :belowId
  order by m.id desc
  limit ${limit('rowsSearched')}`;

const OF_ACCOUNT = stretch('m.account_id = :accountId');
const TO_NUMBER = stretch('m.recipient = :recipient');

const search = (among: string): string => `
  select m.id, m.account_id, m.batch_id, m.alphabet, m.recipient::text,
    ${TOLD_STATE_SQL} as state, m.reason, m.parts, m.price_micros, m.accepted_at,
    m.sent_at, m.done_at, coalesce(o.name, 'chat') as network,
    (select a.name from accounts a where a.id = m.account_id) as account,
    case when m.alphabet = ${ALPHABETS.chat}
      then (select l.config ->> 'digits' from links l where l.id = m.sender_id)
      else (select s.name from senders s where s.account_id = m.account_id and s.id = m.sender_id)
    end as sender
  from (${among}) m
  left join operators o on o.id = m.operator_id
  where (:accountId::bigint is null or m.account_id = :accountId)
    and (:recipient::bigint is null or m.recipient = :recipient)
    and (:batchId::bigint is null or m.batch_id = :batchId)
    and (:told::smallint is null or ${TOLD_STATE_SQL} = :told)
    and (:isChat::boolean is null or (m.alphabet = ${ALPHABETS.chat}) = :isChat)
    and not exists (
      select from batches b where b.account_id = m.account_id and b.id = m.batch_id
        and b.state <> ${BATCH_STATES.published})
  order by m.id desc
  limit :most`;

const SEARCH_ACCOUNT = statement<Row>('search-messages-of-account', search(OF_ACCOUNT));
const SEARCH_NUMBER = statement<Row>('search-messages-to-number', search(TO_NUMBER));

type Stop = { readonly stopped: number | undefined };

const stop = (among: string): string => `
  select min(m.id) as stopped from (${among}) m having count(*) = ${limit('rowsSearched')}`;

const STOP_ACCOUNT = statement<Stop>('stop-of-account', stop(OF_ACCOUNT));
const STOP_NUMBER = statement<Stop>('stop-of-number', stop(TO_NUMBER));

/** Searches for messages, by the number if there is one, else by the account. */
export async function searchMessages(reader: Reader, ask: MessageSearch): Promise<FoundMessages> {
  const { state, most } = ask;
  const asked = { ...ask, told: state && MESSAGE_STATES[state] };
  const isOfAccount = ask.recipient === undefined;
  const rows = await reader.read(isOfAccount ? SEARCH_ACCOUNT : SEARCH_NUMBER, asked);
  const messages = rows.map(toListed);
  if (messages.length === most) return { messages, stoppedAt: undefined };
  const [end] = await reader.read(isOfAccount ? STOP_ACCOUNT : STOP_NUMBER, asked);
  return { messages, stoppedAt: end?.stopped };
}

function toListed({ alphabet, ...row }: Row): ListedMessage {
  const state = stateOf(row.state);
  const priceMicros = priceTold(state, row.priceMicros);
  return { ...row, isChat: alphabet === ALPHABETS.chat, state, priceMicros };
}

type Owner = { readonly id: AccountId };

/** One look-up by key for each account; a join would let the planner read all of a day. */
const MESSAGE_OWNER = statement<Owner>(
  'message-owner',
  `select a.id from accounts a
  cross join lateral (
    select from messages m where m.account_id = a.id and m.id = :id limit 1
  ) as found
  limit 1`,
);

const BATCH_OWNER = statement<Owner>(
  'batch-owner',
  `select a.id from accounts a
  cross join lateral (
    (select 1 from batches b where b.account_id = a.id and b.id = :id)
    union all
    (select 1 from uploads u where u.account_id = a.id and u.batch_id = :id)
    limit 1
  ) as found
  limit 1`,
);

/** The owner of a message or batch id; undefined: none. */
export async function findOwner(
  reader: Reader,
  what: 'message' | 'batch',
  id: number,
): Promise<AccountId | undefined> {
  const [owner] = await reader.read(what === 'message' ? MESSAGE_OWNER : BATCH_OWNER, { id });
  return owner?.id;
}
