import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { plain } from '../../kit/postgres/statement.ts';
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
import type { LeftOutRow } from '../../domain/message/file-send.ts';
import type { BatchSource, FileKind } from '../../domain/message/kept-batch.ts';
import { ALPHABETS, BATCH_STATES, type Alphabet } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { byDay } from '../../kit/ids.ts';
import { binaryNumbers, binaryTexts } from '../../kit/postgres/binary-lists.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A batch of which nothing is known yet but where its messages come from. */
export type UnseenBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly source: BatchSource;
  /** The transfer that will reserve its price. */
  readonly reserveId: TransferId;
  /** Kept with it, so that giving it up frees the key. */
  readonly idempotencyKey: string | undefined;
};

const BEGIN_BATCH = `
  insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
                       idempotency_key, node, epoch, created_at, source)
  values ($1, $2, ${BATCH_STATES.writing}, 0, 0, 0, $3, $4, $5, $6,
          to_timestamp($7::float8 / 1000), $8)`;

/** Writes a batch that nobody sees, on behalf of the node that holds `lease`. */
export async function beginBatch(
  transaction: Transaction,
  batch: UnseenBatch,
  by: { readonly lease: NodeLease; readonly atMs: number },
): Promise<void> {
  await transaction.run(plain('begin-batch', BEGIN_BATCH), [
    batch.accountId,
    batch.id,
    batch.reserveId,
    batch.idempotencyKey ?? null,
    by.lease.slot,
    by.lease.epoch,
    by.atMs,
    batch.source,
  ]);
}

/** Messages of one batch, and what is the same of all of them. */
export type NewPiece = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  /** Of chat messages their chat template, 0 for none, and the link of their number. */
  readonly templateId: TemplateId | ChatTemplateId | 0;
  readonly senderId: SenderId | LinkId;
  readonly reserveId: TransferId;
  readonly answerable: boolean;
  readonly acceptedAtMs: number;
  readonly expiresAtMs: number;
  /** Why they wait, if they have to. */
  readonly reason: string | undefined;
  readonly messages: readonly PieceMessage[];
};

export type PieceMessage = {
  readonly id: MessageId;
  readonly position: number;
  /** Digits with country code. */
  readonly recipient: string;
  readonly tariffId: TariffId;
  /** 0: none, as of chat messages. */
  readonly operatorId: OperatorId | 0;
  readonly alphabet: Alphabet;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly text: string;
};

/**
 * The batch is locked, and must still be in the making: whoever fences it waits for the piece. An
 * upload that was taken over has the id of its earlier try and another transfer.
 */
const insertPieceInto = (day: string): string => `
  with held as (
    select 1 from batches
    where account_id = $1 and id = $2 and reserve_id = $5 and state = ${BATCH_STATES.writing}
    for share
  ), checked as (
    select require_all((select count(*) from held), 1)
  )
  insert into messages_${day} (account_id, batch_id, template_id, sender_id, reserve_id,
                               answerable, accepted_at, expires_at, reason, id, position,
                               recipient, tariff_id, operator_id, alphabet, parts, price_micros,
                               text)
  select $1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000),
         to_timestamp($8::float8 / 1000), $9, t.*
  from checked, unnest(
    $10::bigint[], $11::int[], $12::bigint[], $13::int[], $14::smallint[], $15::smallint[],
    $16::smallint[], $17::bigint[], $18::text[]
  ) as t`;

/** A piece as it travels: few and long texts, which cost less to keep than its messages. */
export type PackedPiece = readonly {
  readonly day: string;
  readonly values: readonly unknown[];
}[];

export function packPiece(piece: NewPiece): PackedPiece {
  const shared = [
    ...[piece.accountId, piece.batchId, piece.templateId, piece.senderId, piece.reserveId],
    ...[piece.answerable, piece.acceptedAtMs, piece.expiresAtMs, piece.reason ?? null],
  ];
  const pack = ([day, rows]: readonly [string, readonly PieceMessage[]]) => ({
    day,
    values: [
      ...shared,
      binaryNumbers(
        'int8',
        rows.map((it) => it.id),
      ),
      binaryNumbers(
        'int4',
        rows.map((it) => it.position),
      ),
      binaryNumbers(
        'int8',
        rows.map((it) => Number(it.recipient)),
      ),
      binaryNumbers(
        'int4',
        rows.map((it) => it.tariffId),
      ),
      binaryNumbers(
        'int2',
        rows.map((it) => it.operatorId),
      ),
      binaryNumbers(
        'int2',
        rows.map((it) => ALPHABETS[it.alphabet]),
      ),
      binaryNumbers(
        'int2',
        rows.map((it) => it.parts),
      ),
      binaryNumbers(
        'int8',
        rows.map((it) => Number(it.priceMicros)),
      ),
      binaryTexts(rows.map((it) => it.text)),
    ],
  });
  return [...byDay(piece.messages, ({ id }) => id)].map(pack);
}

/** Writes a piece of a batch; fails with NOT_ALL when the batch has been given up. */
export async function insertPiece(transaction: Transaction, piece: PackedPiece): Promise<void> {
  const insert = ({ day, values }: PackedPiece[number]): Promise<unknown> =>
    transaction.run(plain(`insert-piece-${day}`, insertPieceInto(day)), values);
  await Promise.all(piece.map(insert));
}

const INSERT_LEFT_OUT = `
  with held as (
    select 1 from batches
    where account_id = $1 and id = $2 and reserve_id = $9 and state = ${BATCH_STATES.writing}
    for share
  ), checked as (
    select require_all((select count(*) from held), 1)
  )
  insert into batch_rows (account_id, batch_id, row_number, code, column_letters, shown, reason,
                          rule)
  select $1, $2, t.*
  from checked,
    unnest($3::int[], $4::smallint[], $5::text[], $6::text[], $7::text[], $8::text[]) as t`;

/**
 * Keeps rows of a file that nothing is sent to; fails with NOT_ALL when the batch was given up.
 */
export async function insertLeftOut(
  transaction: Transaction,
  { accountId, id, reserveId }: Pick<UnseenBatch, 'accountId' | 'id' | 'reserveId'>,
  rows: readonly LeftOutRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.run(plain('insert-left-out', INSERT_LEFT_OUT), [
    accountId,
    id,
    numberList(rows.map((it) => it.row)),
    numberList(rows.map((it) => it.code)),
    textList(rows.map((it) => it.column ?? null)),
    textList(rows.map((it) => it.shown)),
    textList(rows.map((it) => it.reason)),
    textList(rows.map((it) => it.rule)),
    reserveId,
  ]);
}

/** What a batch came to. */
export type WrittenBatch = Pick<UnseenBatch, 'accountId' | 'id' | 'reserveId'> & {
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** undefined when its numbers came with the request. */
  readonly file: WrittenFile | undefined;
  readonly leftOut: number;
  readonly lastPosition: number;
  /** Between these are the ids of all its messages. */
  readonly firstMessage: MessageId;
  readonly lastMessage: MessageId;
  readonly dueAtMs: number;
  /** How much later that is than when its messages were given their validity. */
  readonly heldMs: number;
  readonly atMs: number;
};

export type WrittenFile = {
  readonly kind: FileKind;
  /** undefined when nobody says, or its upload does. */
  readonly name: string | undefined;
  readonly bytes: number | undefined;
  readonly rows: number;
};

const PUBLISH_BATCH = `
  with published as (
    update batches set state = ${BATCH_STATES.published}, recipients = $3, parts = $4,
                       price_micros = $5, file_kind = $6, file_rows = $7, left_out = $8,
                       last_position = $9, first_message = $10, last_message = $11,
                       published_at = to_timestamp($13::float8 / 1000), file_name = $15,
                       file_bytes = $16
    where account_id = $1 and id = $2 and reserve_id = $14 and state = ${BATCH_STATES.writing}
      and not exists (select 1 from uploads u
                      where u.account_id = $1 and u.batch_id = $2 and u.state = 'refused')
    returning account_id, id
  ), ended as (
    update uploads u set state = 'done', rows_done = $7, rows_total = $7,
                         ended_at = to_timestamp($13::float8 / 1000)
    from published p where u.account_id = p.account_id and u.batch_id = p.id
  ), fed as (
    insert into feeds (account_id, batch_id, next_position, last_position, due_at, held_ms)
    select account_id, id, 1, $9, to_timestamp($12::float8 / 1000), $17::bigint from published
  )
  select require_all((select count(*) from published), 1)`;

/**
 * Makes a batch visible and lets it into the queue from `dueAtMs` on; ends the upload that it was.
 * Fails with NOT_ALL when the batch has been given up, or its upload was refused meanwhile.
 */
export async function publishBatch(transaction: Transaction, batch: WrittenBatch): Promise<void> {
  await transaction.run(plain('publish-batch', PUBLISH_BATCH), [
    batch.accountId,
    batch.id,
    batch.recipients,
    batch.parts,
    batch.priceMicros,
    batch.file?.kind ?? null,
    batch.file?.rows ?? null,
    batch.leftOut,
    batch.lastPosition,
    batch.firstMessage,
    batch.lastMessage,
    batch.dueAtMs,
    batch.atMs,
    batch.reserveId,
    batch.file?.name ?? null,
    batch.file?.bytes ?? null,
    batch.heldMs,
  ]);
}

const DISSOLVE_BATCH = `
  with dissolved as (
    delete from batches
    where account_id = $1 and id = $2 and reserve_id = $3 and state = ${BATCH_STATES.writing}
    returning id
  )
  select require_all((select count(*) from dissolved), 1)`;

/**
 * Makes the messages of a batch visible, each on its own. Fails with NOT_ALL when the batch has
 * been given up.
 */
export async function dissolveBatch(
  transaction: Transaction,
  { accountId, id, reserveId }: Pick<UnseenBatch, 'accountId' | 'id' | 'reserveId'>,
): Promise<void> {
  await transaction.run(plain('dissolve-batch', DISSOLVE_BATCH), [accountId, id, reserveId]);
}
