import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  MESSAGE_STATES,
  stateOf,
  type MessageState,
} from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** Which messages staff look for: of an account, or to a number, or both. */
export type MessageSearch = {
  readonly accountId: AccountId | undefined;
  /** Digits with country code. */
  readonly recipient: string | undefined;
  readonly batchId: number | undefined;
  readonly state: MessageState | undefined;
  /** Ids from this one on, and below the other: they carry their second. */
  readonly fromId: number;
  readonly belowId: number;
  readonly most: number;
};

/** A message in a list of staff's. What it says is never read. */
export type ListedMessage = {
  readonly id: MessageId;
  readonly accountId: AccountId;
  readonly batchId: BatchId | undefined;
  readonly isChat: boolean;
  readonly recipient: string;
  /** The sender's name; of a chat message the digits of the number. */
  readonly sender: string | undefined;
  readonly network: string;
  readonly state: MessageState;
  /** As it is stored. */
  readonly reason: string | undefined;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly acceptedAtMs: number;
  readonly sentAtMs: number | undefined;
  readonly doneAtMs: number | undefined;
};

export type FoundMessages = {
  /** The newest first. */
  readonly messages: readonly ListedMessage[];
  /** The last one that was looked at, where there was no time for all; undefined: for all. */
  readonly stoppedAt: number | undefined;
};

/** What is looked through, by an index: a bounded stretch, the newest first. */
const stretch = (key: string): string => `
  select m.* from messages m
  where ${key} and m.id >= $5 and m.id < $6
  order by m.id desc
  limit ${limit('rowsSearched')}`;

const OF_ACCOUNT = stretch('m.account_id = $1');
const TO_NUMBER = stretch('m.recipient = $2');

const search = (among: string): string => `
  select m.id, m.account_id, m.batch_id, m.alphabet, m.recipient::text, m.state, m.reason, m.parts,
    m.price_micros, m.accepted_at, m.sent_at, m.done_at, coalesce(o.name, 'chat') as network,
    case when m.alphabet = ${ALPHABETS.chat}
      then (select l.config ->> 'digits' from links l where l.id = m.sender_id)
      else (select s.name from senders s where s.account_id = m.account_id and s.id = m.sender_id)
    end as sender
  from (${among}) m
  left join operators o on o.id = m.operator_id
  where ($1::bigint is null or m.account_id = $1) and ($2::bigint is null or m.recipient = $2)
    and ($3::bigint is null or m.batch_id = $3) and ($4::smallint is null or m.state = $4)
    and not exists (
      select from batches b where b.account_id = m.account_id and b.id = m.batch_id
        and b.state <> ${BATCH_STATES.published})
  order by m.id desc
  limit $7`;

const SEARCH_ACCOUNT = search(OF_ACCOUNT);
const SEARCH_NUMBER = search(TO_NUMBER);

/** Parameters that one of the two has no use for have a type all the same. */
const USED = `coalesce($1::bigint, $2::bigint, $3::bigint, $4::bigint, $7::bigint) is not null`;
const stop = (among: string): string => `
  select min(m.id) as stopped from (${among}) m
  where ${USED} having count(*) = ${limit('rowsSearched')}`;
const STOP_ACCOUNT = stop(OF_ACCOUNT);
const STOP_NUMBER = stop(TO_NUMBER);

type Row = {
  readonly id: MessageId;
  readonly account_id: AccountId;
  readonly batch_id: BatchId | null;
  readonly alphabet: number;
  readonly recipient: string;
  readonly state: number;
  readonly reason: string | null;
  readonly parts: number;
  readonly price_micros: number;
  readonly accepted_at: number;
  readonly sent_at: number | null;
  readonly done_at: number | null;
  readonly network: string;
  readonly sender: string | null;
};

/** Looks for messages, by the number where there is one, else by the account. */
export async function searchMessages(reader: Reader, ask: MessageSearch): Promise<FoundMessages> {
  const { accountId, recipient, batchId, state, fromId, belowId, most } = ask;
  const values = [
    ...[accountId ?? null, recipient ?? null, batchId ?? null],
    ...[state === undefined ? null : MESSAGE_STATES[state], fromId, belowId, most],
  ];
  const rows =
    recipient === undefined
      ? await reader.read(plain<Row>('search-messages-of-account', SEARCH_ACCOUNT), values)
      : await reader.read(plain<Row>('search-messages-to-number', SEARCH_NUMBER), values);
  const messages = rows.map(toListed);
  if (messages.length === most) return { messages, stoppedAt: undefined };
  type Stop = { readonly stopped: number };
  const [end] =
    recipient === undefined
      ? await reader.read(plain<Stop>('stop-of-account', STOP_ACCOUNT), values)
      : await reader.read(plain<Stop>('stop-of-number', STOP_NUMBER), values);
  return { messages, stoppedAt: end?.stopped };
}

function toListed(row: Row): ListedMessage {
  return {
    id: row.id,
    accountId: row.account_id,
    // A chat message stands for itself, however many came with it.
    batchId: row.alphabet === ALPHABETS.chat ? undefined : (row.batch_id ?? undefined),
    isChat: row.alphabet === ALPHABETS.chat,
    recipient: row.recipient,
    sender: row.sender ?? undefined,
    network: row.network,
    state: stateOf(row.state),
    reason: row.reason ?? undefined,
    parts: row.parts,
    priceMicros: micros(BigInt(row.price_micros)),
    acceptedAtMs: row.accepted_at,
    sentAtMs: row.sent_at ?? undefined,
    doneAtMs: row.done_at ?? undefined,
  };
}

/** One look-up by key for each account; a join would let the planner read all of a day. */
const MESSAGE_OWNER = `
  select a.id from accounts a
  cross join lateral (
    select from messages m where m.account_id = a.id and m.id = $1 limit 1
  ) as found
  limit 1`;

const BATCH_OWNER = `
  select a.id from accounts a
  cross join lateral (
    (select 1 from batches b where b.account_id = a.id and b.id = $1)
    union all
    (select 1 from uploads u where u.account_id = a.id and u.batch_id = $1)
    limit 1
  ) as found
  limit 1`;

/** Whose message or batch an id is; undefined: nobody's. */
export async function findOwner(
  reader: Reader,
  what: 'message' | 'batch',
  id: number,
): Promise<AccountId | undefined> {
  const [row] =
    what === 'message'
      ? await reader.read(plain<{ readonly id: AccountId }>('message-owner', MESSAGE_OWNER), [id])
      : await reader.read(plain<{ readonly id: AccountId }>('batch-owner', BATCH_OWNER), [id]);
  return row?.id;
}
