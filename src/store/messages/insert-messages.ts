/** Messages as they are first written, and the requests with several recipients they are of. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type {
  AccountId,
  BatchId,
  ChatTemplateId,
  LinkId,
  MessageId,
  OperatorId,
  SenderId,
  TariffId,
  TemplateId,
  TransferId,
} from '../../domain/ids.ts';
import { ALPHABETS, BATCH_STATES, type Alphabet } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { byDay } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';
import { numberList, textList } from '../../kit/postgres/values.ts';

/** A message as it is first written: accepted, priced and reserved. */
export type NewMessage = {
  readonly accountId: AccountId;
  readonly id: MessageId;
  /** undefined for a batch of one. */
  readonly batchId: BatchId | undefined;
  readonly position: number;
  readonly recipient: string;
  /** For a chat message, its chat template (0: none) and the link of its number. */
  readonly templateId: TemplateId | ChatTemplateId | 0;
  readonly senderId: SenderId | LinkId;
  readonly tariffId: TariffId;
  /** 0: none, as of chat messages. */
  readonly operatorId: OperatorId | 0;
  readonly alphabet: Alphabet;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly reserveId: TransferId;
  readonly text: string;
  /** Whether its phone can reply: then it is found by its recipient, which costs an index. */
  readonly answerable: boolean;
};

const INSERT = daily(
  'insert-messages',
  (day) => `
  insert into messages_${day} (account_id, id, batch_id, position, recipient, template_id,
                               sender_id, tariff_id, operator_id, alphabet, parts, price_micros,
                               reserve_id, text, answerable, accepted_at, expires_at,
                               reason)
  select t.*, @acceptedAtMs, @expiresAtMs, :reason
  from unnest(
    :accountId::bigint[], :id::bigint[], :batchId::bigint[], :position::int[],
    :recipient::bigint[], :templateId::bigint[], :senderId::int[], :tariffId::int[],
    :operatorId::smallint[], :alphabet::smallint[], :parts::smallint[], :priceMicros::bigint[],
    :reserveId::bigint[], :text::text[], :answerable::boolean[]
  ) as t`,
);

/**
 * Writes messages, accepted at one time and valid until another (milliseconds since 1970);
 * `reason` says why they wait, if they have to.
 */
export async function insertMessages(
  transaction: Transaction,
  messages: readonly NewMessage[],
  times: {
    readonly acceptedAtMs: number;
    readonly expiresAtMs: number;
    readonly reason?: string | undefined;
  },
): Promise<void> {
  const insert = ([day, rows]: [string, readonly NewMessage[]]): Promise<unknown> =>
    transaction.run(INSERT(day), {
      accountId: numberList(rows.map((it) => it.accountId)),
      id: numberList(rows.map((it) => it.id)),
      batchId: numberList(rows.map((it) => it.batchId ?? null)),
      position: numberList(rows.map((it) => it.position)),
      recipient: textList(rows.map((it) => it.recipient)),
      templateId: numberList(rows.map((it) => it.templateId)),
      senderId: numberList(rows.map((it) => it.senderId)),
      tariffId: numberList(rows.map((it) => it.tariffId)),
      operatorId: numberList(rows.map((it) => it.operatorId)),
      alphabet: numberList(rows.map((it) => ALPHABETS[it.alphabet])),
      parts: numberList(rows.map((it) => it.parts)),
      priceMicros: numberList(rows.map((it) => it.priceMicros)),
      reserveId: numberList(rows.map((it) => it.reserveId)),
      text: textList(rows.map((it) => it.text)),
      answerable: numberList(rows.map((it) => (it.answerable ? 1 : 0))),
      ...times,
    });
  await Promise.all([...byDay(messages, ({ id }) => id)].map(insert));
}

/** An accepted request with several recipients. */
export type NewBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly reserveId: TransferId;
  /** The lowest and the highest id of its messages. */
  readonly firstMessage: MessageId;
  readonly lastMessage: MessageId;
  /** Not before then; undefined: as soon as possible. */
  readonly sendAtMs?: number | undefined;
};

const INSERT_BATCHES = statement(
  'insert-batches',
  `with written as (
  insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
                       first_message, last_message, node, epoch, created_at, send_at)
  select t.account_id, t.id, ${BATCH_STATES.published}, t.recipients, t.parts, t.price_micros,
         t.reserve_id, t.first_message, t.last_message, :slot, :epoch, @atMs, t.send_at
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    recipients: 'int',
    parts: 'int',
    priceMicros: 'bigint',
    reserveId: 'bigint',
    firstMessage: 'bigint',
    lastMessage: 'bigint',
    sendAtMs: 'timestamptz',
  })}
    returning account_id, id
  )
  insert into batch_ends (account_id, batch_id, look_at)
  select w.account_id, w.id, @atMs from written w
  join event_logs l on l.account_id = w.account_id and l.recorded_until > @atMs`,
);

/** Writes batches that are visible at once, on behalf of the node that holds `lease`. */
export async function insertBatches(
  transaction: Transaction,
  batches: readonly NewBatch[],
  { lease, atMs }: { readonly lease: NodeLease; readonly atMs: number },
): Promise<void> {
  if (batches.length === 0) return;
  await transaction.run(INSERT_BATCHES, { rows: batches, ...lease, atMs });
}
