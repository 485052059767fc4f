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
import { plain } from '../../kit/postgres/statement.ts';
import { ALPHABETS, type Alphabet } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { byDay } from '../../kit/ids.ts';

/** A message as it is first written: accepted, priced and reserved. */
export type NewMessage = {
  readonly accountId: AccountId;
  readonly id: MessageId;
  /** undefined for a batch of one. */
  readonly batchId: BatchId | undefined;
  readonly position: number;
  readonly recipient: string;
  /** Of a chat message its chat template, 0 for none, and the link of its number. */
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

const insertMessagesInto = (day: string): string => `
  insert into messages_${day} (account_id, id, batch_id, position, recipient, template_id,
                               sender_id, tariff_id, operator_id, alphabet, parts, price_micros,
                               reserve_id, text, answerable, accepted_at, expires_at,
                               reason)
  select t.*, to_timestamp($16::float8 / 1000), to_timestamp($17::float8 / 1000), $18
  from unnest(
    $1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::int[],
    $8::int[], $9::smallint[], $10::smallint[], $11::smallint[], $12::bigint[], $13::bigint[],
    $14::text[], $15::boolean[]
  ) as t`;

/**
 * Writes messages, accepted at one moment and valid until another (milliseconds since 1970);
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
    transaction.run(plain(`insert-messages-${day}`, insertMessagesInto(day)), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.id)),
      numberList(rows.map((it) => it.batchId ?? null)),
      numberList(rows.map((it) => it.position)),
      textList(rows.map((it) => it.recipient)),
      numberList(rows.map((it) => it.templateId)),
      numberList(rows.map((it) => it.senderId)),
      numberList(rows.map((it) => it.tariffId)),
      numberList(rows.map((it) => it.operatorId)),
      numberList(rows.map((it) => ALPHABETS[it.alphabet])),
      numberList(rows.map((it) => it.parts)),
      numberList(rows.map((it) => it.priceMicros)),
      numberList(rows.map((it) => it.reserveId)),
      textList(rows.map((it) => it.text)),
      numberList(rows.map((it) => (it.answerable ? 1 : 0))),
      times.acceptedAtMs,
      times.expiresAtMs,
      times.reason ?? null,
    ]);
  await Promise.all([...byDay(messages, ({ id }) => id)].map(insert));
}
