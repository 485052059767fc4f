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
import type { LeftOutRow } from '../../domain/message/file-send.ts';
import type { ShortLink } from '../../domain/message/short-links.ts';
import type { BatchSource, FileKind } from '../../domain/message/kept-batch.ts';
import { PAUSED_BY_SQL } from '../../domain/message/hold.ts';
import { ALPHABETS, BATCH_STATES, type Alphabet } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { byDay } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';
import { binaryNumbers, binaryTexts } from '../../kit/postgres/values.ts';

/** A batch of which only the source of its messages is known yet. */
type UnseenBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly source: BatchSource;
  /** The transfer that will reserve its price. */
  readonly reserveId: TransferId;
  /** Stored with it, so that abandoning it frees the key. */
  readonly idempotencyKey: string | undefined;
};

const BEGIN = statement(
  'begin-batch',
  `insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
                       idempotency_key, node, epoch, created_at, source)
  values (:accountId, :id, ${BATCH_STATES.writing}, 0, 0, 0, :reserveId, :idempotencyKey, :slot,
          :epoch, @atMs, :source)`,
);

/** Writes an invisible batch, on behalf of the node that holds `lease`. */
export async function beginBatch(
  transaction: Transaction,
  batch: UnseenBatch,
  { lease, atMs }: { readonly lease: NodeLease; readonly atMs: number },
): Promise<void> {
  await transaction.run(BEGIN, { ...batch, ...lease, atMs });
}

/** Messages of one batch, and what they have in common. */
type NewPiece = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  /** For chat messages, their chat template (0: none) and the link of their number. */
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
  /** Whose codes are in its text. */
  readonly links?: readonly ShortLink[] | undefined;
};

/**
 * The batch is locked, and must still be unpublished: fencing it waits for the piece. An
 * upload that was taken over has the id of its earlier try and another transfer.
 */
const STILL_WRITING = `
  with held as (
    select 1 from batches
    where account_id = :accountId and id = :batchId and reserve_id = :reserveId
      and state = ${BATCH_STATES.writing}
    for share
  ), checked as (
    select require_all((select count(*) from held), 1)
  )`;

const insertOf = (day: string, text: string, linked: string): string => `
  insert into messages_${day} (account_id, batch_id, template_id, sender_id, reserve_id,
                               answerable, accepted_at, expires_at, reason, id, position,
                               recipient, tariff_id, operator_id, alphabet, parts, price_micros,
                               text)
  select :accountId, :batchId, :templateId, :senderId, :reserveId, :answerable, @acceptedAtMs,
         @expiresAtMs, :reason, t.id, t.position, t.recipient, t.tariff_id, t.operator_id,
         t.alphabet, t.parts, t.price_micros, ${text}
  from checked, unnest(
    :id::bigint[], :position::int[], :recipient::bigint[], :tariffId::int[],
    :operatorId::smallint[], :alphabet::smallint[], :parts::smallint[], :priceMicros::bigint[],
    :text::text[]
  ) as t (id, position, recipient, tariff_id, operator_id, alphabet, parts, price_micros, text)
  ${linked}`;

const INSERT_PIECE = daily('insert-piece', (day) => STILL_WRITING + insertOf(day, 't.text', ''));

/**
 * With short links: a code that somebody has already is replaced by its spare, in the text as well.
 * Two taken ones in a text, or a taken spare, fail: one piece in billions.
 */
const INSERT_LINKED_PIECE = daily(
  'insert-linked-piece',
  (day) => `${STILL_WRITING}, drawn as (
    select l.* from checked, unnest(
      :linkMessage::bigint[], :linkCode::text[], :linkSpare::text[], :linkTarget::text[]
    ) as l (message_id, code, spare, target)
  ), linked as (
    insert into short_links (code, account_id, batch_id, message_id, target)
    select code, :accountId, :batchId, message_id, target from drawn
    on conflict (code) do nothing
    returning code
  ), taken as materialized (
    select message_id, code, spare, target from drawn
    where code not in (select k.code from linked k)
  ), spared as (
    insert into short_links (code, account_id, batch_id, message_id, target)
    select spare, :accountId, :batchId, message_id, target from taken
  )${insertOf(
    day,
    'case when l.code is null then t.text else replace(t.text, l.code, l.spare) end',
    // Of so few that the whole is looked through for each message.
    'left join taken l on l.message_id = t.id',
  )}`,
);

/** A piece in transit: few, long strings, which take less memory than its messages. */
export type PackedPiece = readonly PackedDay[];

type PackedDay = Omit<NewPiece, 'messages'> & {
  readonly day: string;
} & Readonly<Record<Exclude<keyof PieceMessage, 'links'>, Uint8Array>> & {
    readonly links: PackedLinks | undefined;
  };

type PackedLinks = Readonly<
  Record<'linkMessage' | 'linkCode' | 'linkSpare' | 'linkTarget', Uint8Array>
>;

/** undefined: there are none. */
function packLinks(rows: readonly PieceMessage[]): PackedLinks | undefined {
  const all = rows.flatMap(({ id, links = [] }) => links.map((link) => ({ ...link, id })));
  if (all.length === 0) return undefined;
  return {
    linkMessage: binaryNumbers(
      'int8',
      all.map(({ id }) => id),
    ),
    linkCode: binaryTexts(all.map(({ code }) => code)),
    linkSpare: binaryTexts(all.map(({ spare }) => spare)),
    linkTarget: binaryTexts(all.map(({ target }) => target)),
  };
}

export function packPiece({ messages, ...shared }: NewPiece): PackedPiece {
  return [...byDay(messages, ({ id }) => id)].map(([day, rows]) => {
    const numbers = (type: 'int2' | 'int4' | 'int8', valueOf: (it: PieceMessage) => number) =>
      binaryNumbers(type, rows.map(valueOf));
    return {
      ...shared,
      day,
      id: numbers('int8', (it) => it.id),
      position: numbers('int4', (it) => it.position),
      recipient: numbers('int8', (it) => Number(it.recipient)),
      tariffId: numbers('int4', (it) => it.tariffId),
      operatorId: numbers('int2', (it) => it.operatorId),
      alphabet: numbers('int2', (it) => ALPHABETS[it.alphabet]),
      parts: numbers('int2', (it) => it.parts),
      priceMicros: numbers('int8', (it) => Number(it.priceMicros)),
      text: binaryTexts(rows.map((it) => it.text)),
      links: packLinks(rows),
    };
  });
}

/** Writes a piece of a batch; fails with NOT_ALL if the batch was abandoned. */
export async function insertPiece(transaction: Transaction, piece: PackedPiece): Promise<void> {
  await Promise.all(
    piece.map(({ links, ...ofDay }) =>
      links === undefined
        ? transaction.run(INSERT_PIECE(ofDay.day), ofDay)
        : transaction.run(INSERT_LINKED_PIECE(ofDay.day), { ...ofDay, ...links }),
    ),
  );
}

const INSERT_LEFT_OUT = statement(
  'insert-left-out',
  `${STILL_WRITING}
  insert into batch_rows (account_id, batch_id, row_number, code, column_letters, shown, reason,
                          rule)
  select :accountId, :batchId, t.*
  from checked, ${rowsOf({
    row: 'int',
    code: 'smallint',
    column: 'text',
    shown: 'text',
    reason: 'text',
    rule: 'text',
  })}`,
);

/**
 * Stores rows of a file that nothing is sent to; fails with NOT_ALL if the batch was abandoned.
 */
export async function insertLeftOut(
  transaction: Transaction,
  { accountId, id: batchId, reserveId }: Pick<UnseenBatch, 'accountId' | 'id' | 'reserveId'>,
  rows: readonly LeftOutRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.run(INSERT_LEFT_OUT, { accountId, batchId, reserveId, rows });
}

/** The totals of a batch. */
export type WrittenBatch = Pick<UnseenBatch, 'accountId' | 'id' | 'reserveId'> & {
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** undefined when its numbers came with the request. */
  readonly file: WrittenFile | undefined;
  readonly leftOut: number;
  /** What its account calls it; of an upload its row has that. */
  readonly title?: string | undefined;
  /** Whose recipients get it again. */
  readonly repeats?: BatchId | undefined;
  /** Whom its file was made of, and its values. */
  readonly contacts?: object | undefined;
  readonly lastPosition: number;
  /** The range of its messages' ids. */
  readonly firstMessage: MessageId;
  readonly lastMessage: MessageId;
  readonly dueAtMs: number;
  /** Not before then; undefined: as soon as possible. */
  readonly sendAtMs?: number | undefined;
  /** Hours of the day, as stored; undefined: its messages may leave at any time. */
  readonly hours?: number | undefined;
  /** How much later that is than when the validity of its messages was set. */
  readonly heldMs: number;
  readonly atMs: number;
  /** For chat messages, the number that they leave by. */
  readonly linkId?: LinkId;
  /** Of those: only as many enter the queue as the platform's limit of the day leaves. */
  readonly isSpread?: boolean;
  /** Its texts have links of each recipient's own. */
  readonly shortLinks?: boolean;
};

type WrittenFile = {
  readonly kind: FileKind;
  /** undefined if unknown, or known from its upload. */
  readonly name: string | undefined;
  readonly bytes: number | undefined;
  readonly rows: number;
};

const PUBLISH = statement(
  'publish-batch',
  `with upload as materialized (
    select state, hold, name from uploads
    where account_id = :accountId and batch_id = :id for update
  ), published as (
    update batches set state = ${BATCH_STATES.published}, recipients = :recipients, parts = :parts,
                       price_micros = :priceMicros, file_kind = :kind, file_rows = :fileRows,
                       left_out = :leftOut, last_position = :lastPosition,
                       first_message = :firstMessage, last_message = :lastMessage,
                       published_at = @atMs, file_name = :name, file_bytes = :bytes,
                       name = case when exists (select from upload)
                         then (select name from upload) else :title end,
                       contacts = :contacts::jsonb, repeats = :repeats,
                       short_links = coalesce(:shortLinks::boolean, false),
                       send_at = @sendAtMs, hold = (select hold from upload), held_at = @atMs
    where account_id = :accountId and id = :id and reserve_id = :reserveId
      and state = ${BATCH_STATES.writing}
      and not exists (select from upload where state = 'refused')
    returning account_id, id, hold
  ), ended as (
    update uploads u set state = 'done', rows_done = :fileRows, rows_total = :fileRows,
                         ended_at = @atMs
    from published p where u.account_id = p.account_id and u.batch_id = p.id
  ), watched as (
    insert into batch_ends (account_id, batch_id, look_at)
    select p.account_id, p.id, @atMs from published p
    join event_logs l on l.account_id = p.account_id and l.recorded_until > @atMs
  ), fed as (
    insert into feeds (account_id, batch_id, next_position, last_position, held_ms, link_id,
                       due_at, chat_due_at, turn, hours, is_spread)
    select account_id, id, 1, :lastPosition, :heldMs::bigint, :linkId::int,
           case when :linkId is null then @dueAtMs + off end,
           case when :linkId is not null then @dueAtMs + off end,
           case when :linkId is not null then nextval('queue_turn_seq') end,
           :hours::int, coalesce(:isSpread::boolean, false)
    from published cross join lateral (
      select case when hold is null then interval '0' else ${PAUSED_BY_SQL} end as off) as o
  )
  select require_all((select count(*) from published), 1)`,
);

/**
 * Makes a batch visible and lets it into the queue from `dueAtMs` on, unless its upload is paused;
 * ends the upload, which is locked first, as when pausing or cancelling. Chat messages get their
 * turns now: whatever is queued from here on comes after them. Fails with NOT_ALL if the batch has
 * been given up, or its upload was refused meanwhile.
 */
export async function publishBatch(transaction: Transaction, batch: WrittenBatch): Promise<void> {
  const { file, ...written } = batch;
  await transaction.run(PUBLISH, {
    ...written,
    kind: file?.kind,
    name: file?.name,
    bytes: file?.bytes,
    fileRows: file?.rows,
  });
}
