import type { ReceiptClues } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { MessageKey, MessageState, ReceiptLevel } from '../../domain/message/message.ts';
import { MESSAGE_STATES, RECEIPT_LEVELS, stateOf } from '../../domain/message/message.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** Why an inbound PDU is kept: everything that did not simply close its attempt. */
export type KeptKind =
  | 'early'
  | 'late'
  | 'duplicate'
  | 'contradiction'
  | 'intermediate'
  | 'unreadable'
  | 'reply';

export type KeptReceipt = {
  readonly linkId: LinkId;
  readonly kind: KeptKind;
  readonly operatorKey: string | undefined;
  readonly state: MessageState | undefined;
  readonly error: string | undefined;
  readonly level: ReceiptLevel | undefined;
  readonly message: MessageKey | undefined;
  readonly raw: Uint8Array;
  /** Of a parked one: what may name its message where the id does not. */
  readonly clues: KeptClues | undefined;
};

/** The recipient as digits. */
export type KeptClues = Omit<ReceiptClues, 'from'> & { readonly recipient: string | undefined };

const KEEP_RECEIPTS = `
  insert into receipts (link_id, kind, operator_key, state, error, level, account_id, message_id,
                        raw, recipient, reference, submitted_at, received_at)
  select t.link_id, t.kind, t.operator_key, t.state, t.error, t.level, t.account_id,
         t.message_id, decode(t.raw, 'hex'), t.recipient, t.reference,
         to_timestamp(t.submitted_at / 1000), to_timestamp($13::float8 / 1000)
  from unnest($1::int[], $2::text[], $3::text[], $4::smallint[], $5::text[], $6::smallint[],
              $7::bigint[], $8::bigint[], $9::text[], $10::bigint[], $11::int[], $12::float8[])
       as t (link_id, kind, operator_key, state, error, level, account_id, message_id, raw,
             recipient, reference, submitted_at)`;

/** Keeps inbound PDUs with their raw bytes. */
export async function keepReceipts(
  transaction: Transaction,
  receipts: readonly KeptReceipt[],
  atMs: number,
): Promise<void> {
  if (receipts.length === 0) return;
  await transaction.run('keep-receipts', KEEP_RECEIPTS, [
    receipts.map((it) => it.linkId),
    receipts.map((it) => it.kind),
    receipts.map((it) => it.operatorKey ?? null),
    receipts.map((it) => (it.state === undefined ? null : MESSAGE_STATES[it.state])),
    receipts.map((it) => it.error ?? null),
    receipts.map((it) => (it.level === undefined ? null : RECEIPT_LEVELS[it.level])),
    receipts.map((it) => it.message?.accountId ?? null),
    receipts.map((it) => it.message?.messageId ?? null),
    receipts.map((it) => Buffer.from(it.raw).toString('hex')),
    receipts.map((it) => it.clues?.recipient ?? null),
    receipts.map((it) => it.clues?.reference ?? null),
    receipts.map((it) => it.clues?.submittedAtMs ?? null),
    atMs,
  ]);
}

/** A parked receipt: the operator was quicker than its own answer to the submission. */
export type EarlyReceipt = {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly state: MessageState;
  readonly error: string | undefined;
  readonly level: ReceiptLevel;
  readonly raw: Uint8Array;
};

type EarlyRow = {
  readonly link_id: number;
  readonly operator_key: string;
  readonly state: number;
  readonly error: string | null;
  readonly level: number;
  readonly raw: Buffer;
};

const UNPARK = `
  with taken as (
    delete from receipts r
    using unnest($1::int[], $2::text[]) as t (link_id, operator_key)
    where r.kind = 'early' and r.link_id = t.link_id and r.operator_key = t.operator_key
      and r.state is not null
    returning r.id, r.link_id, r.operator_key, r.state, r.error, r.level, r.raw
  )
  select link_id, operator_key, state, error, level, raw from taken order by id`;

/**
 * Takes parked receipts out for attempts whose operator's id is known now, in the order in which
 * they came: the first final word counts.
 */
export async function unparkReceipts(
  transaction: Transaction,
  names: readonly { readonly linkId: LinkId; readonly operatorKey: string }[],
): Promise<readonly EarlyReceipt[]> {
  if (names.length === 0) return [];
  const rows = await transaction.run<EarlyRow>('unpark-receipts', UNPARK, [
    names.map((it) => it.linkId),
    names.map((it) => it.operatorKey),
  ]);
  return rows.map((row) => ({
    linkId: row.link_id as LinkId,
    operatorKey: row.operator_key,
    state: stateOf(row.state),
    error: row.error ?? undefined,
    level: row.level === RECEIPT_LEVELS.operator ? 'operator' : 'handset',
    raw: row.raw,
  }));
}

const EARLY_NAMES = `
  select operator_key from receipts
  where kind = 'early' and link_id = $1 and received_at > now() - interval '7 days'
  order by id desc limit 100000`;

/** The operators' ids under which receipts of a link are parked. */
export async function listEarlyNames(reader: Reader, linkId: LinkId): Promise<readonly string[]> {
  type Row = { readonly operator_key: string };
  const rows = await reader.read<Row>('early-names', EARLY_NAMES, [linkId]);
  return rows.map((row) => row.operator_key);
}
