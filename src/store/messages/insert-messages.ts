import type {
  AccountId,
  BatchId,
  MessageId,
  OperatorId,
  SenderId,
  TariffId,
  TemplateId,
  TransferId,
} from '../../domain/ids.ts';
import { ALPHABETS, type Alphabet } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A message as it is first written: accepted, priced and reserved. */
export type NewMessage = {
  readonly accountId: AccountId;
  readonly id: MessageId;
  /** undefined for a batch of one. */
  readonly batchId: BatchId | undefined;
  readonly position: number;
  readonly recipient: string;
  readonly templateId: TemplateId;
  readonly senderId: SenderId;
  readonly tariffId: TariffId;
  readonly operatorId: OperatorId;
  readonly alphabet: Alphabet;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly reserveId: TransferId;
  readonly text: string;
};

const INSERT_MESSAGES = `
  insert into messages (account_id, id, batch_id, position, recipient, template_id, sender_id,
                        tariff_id, operator_id, alphabet, parts, price_micros, reserve_id, text,
                        accepted_at, expires_at)
  select t.*, to_timestamp($15::float8 / 1000), to_timestamp($16::float8 / 1000)
  from unnest(
    $1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::int[],
    $8::int[], $9::smallint[], $10::smallint[], $11::smallint[], $12::bigint[], $13::bigint[],
    $14::text[]
  ) as t`;

/** Writes messages, accepted at one moment and valid until another (milliseconds since 1970). */
export async function insertMessages(
  transaction: Transaction,
  messages: readonly NewMessage[],
  times: { readonly acceptedAtMs: number; readonly expiresAtMs: number },
): Promise<void> {
  if (messages.length === 0) return;
  await transaction.run('insert-messages', INSERT_MESSAGES, [
    messages.map((it) => it.accountId),
    messages.map((it) => it.id),
    messages.map((it) => it.batchId ?? null),
    messages.map((it) => it.position),
    messages.map((it) => it.recipient),
    messages.map((it) => it.templateId),
    messages.map((it) => it.senderId),
    messages.map((it) => it.tariffId),
    messages.map((it) => it.operatorId),
    messages.map((it) => ALPHABETS[it.alphabet]),
    messages.map((it) => it.parts),
    messages.map((it) => it.priceMicros),
    messages.map((it) => it.reserveId),
    messages.map((it) => it.text),
    times.acceptedAtMs,
    times.expiresAtMs,
  ]);
}
