/** Inbound PDUs that did not simply close their attempts. */
import type { ReceiptClues } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import {
  MESSAGE_STATES,
  RECEIPT_LEVELS,
  stateOf,
  type MessageKey,
  type MessageState,
  type ReceiptLevel,
} from '../../domain/message/message.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** All kinds under which an inbound PDU is stored. */
export const KEPT_KINDS = [
  'unreadable',
  'damaged',
  'contradiction',
  'duplicate',
  'early',
  'late',
  'intermediate',
  'reply',
] as const;

/** Why an inbound PDU is stored: everything that did not simply close its attempt. */
export type KeptKind = (typeof KEPT_KINDS)[number];

export type KeptReceipt = {
  readonly linkId: LinkId;
  readonly kind: KeptKind;
  readonly operatorKey: string | undefined;
  readonly state: MessageState | undefined;
  readonly error: string | undefined;
  readonly level: ReceiptLevel | undefined;
  readonly message: MessageKey | undefined;
  readonly raw: Uint8Array;
  /** For a parked one: what may identify its message if the id does not. */
  readonly clues: KeptClues | undefined;
};

/** The recipient as digits. */
type KeptClues = Omit<ReceiptClues, 'from'> & { readonly recipient: string | undefined };

const KEEP = statement(
  'keep-receipts',
  `insert into receipts (link_id, kind, operator_key, state, error, level, account_id, message_id,
                        raw, recipient, reference, submitted_at, received_at)
  select t.*, @atMs
  from ${rowsOf({
    linkId: 'int',
    kind: 'text',
    operatorKey: 'text',
    state: 'smallint',
    error: 'text',
    level: 'smallint',
    accountId: 'bigint',
    messageId: 'bigint',
    raw: 'bytea',
    recipient: 'bigint',
    reference: 'int',
    submittedAtMs: 'timestamptz',
  })}`,
);

/** Stores inbound PDUs with their raw bytes. */
export async function keepReceipts(
  transaction: Transaction,
  receipts: readonly KeptReceipt[],
  atMs: number,
): Promise<void> {
  if (receipts.length === 0) return;
  const rows = receipts.map(({ state, level, message, clues, ...receipt }) => ({
    ...receipt,
    state: state && MESSAGE_STATES[state],
    level: level && RECEIPT_LEVELS[level],
    accountId: message?.accountId,
    messageId: message?.messageId,
    recipient: clues?.recipient,
    reference: clues?.reference,
    submittedAtMs: clues?.submittedAtMs,
  }));
  await transaction.run(KEEP, { rows, atMs });
}

/** A parked receipt: it arrived before the operator's answer to the submission. */
export type EarlyReceipt = {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly state: MessageState;
  readonly error: string | undefined;
  readonly level: ReceiptLevel;
  readonly raw: Uint8Array;
};

const UNPARK = statement<
  Omit<EarlyReceipt, 'state' | 'level'> & { readonly state: number; readonly level: number }
>(
  'unpark-receipts',
  `with taken as (
    delete from receipts r
    using ${rowsOf({ linkId: 'int', operatorKey: 'text' })}
    where r.kind = 'early' and r.link_id = t.link_id and r.operator_key = t.operator_key
      and r.state is not null
    returning r.id, r.link_id, r.operator_key, r.state, r.error, r.level, r.raw
  )
  select link_id, operator_key, state, error, level, raw from taken order by id`,
);

/**
 * Removes and returns parked receipts for attempts whose operator's id is now known, in the order
 * they came: the first final state counts.
 */
export async function unparkReceipts(
  transaction: Transaction,
  names: readonly { readonly linkId: LinkId; readonly operatorKey: string }[],
): Promise<readonly EarlyReceipt[]> {
  if (names.length === 0) return [];
  return (await transaction.run(UNPARK, { rows: names })).map((row) => ({
    ...row,
    state: stateOf(row.state),
    level: row.level === RECEIPT_LEVELS.operator ? 'operator' : 'handset',
  }));
}

/** The operators' ids under which receipts of a link are parked. */
export const listEarlyNames = read.values<
  { readonly linkId: LinkId },
  { readonly operatorKey: string }
>(
  'early-names',
  `select operator_key from receipts
  where kind = 'early' and link_id = :linkId and received_at > now() - interval '7 days'
  order by id desc limit 100000`,
);

const FIND_OVERTAKEN = statement<{ readonly linkId: LinkId; readonly operatorKey: string }>(
  'find-overtaken',
  `select distinct r.link_id, r.operator_key
  from receipts r
  join attempts a on a.link_id = r.link_id and a.operator_key = r.operator_key
  where r.kind = 'early' and r.state is not null
    and r.received_at > @parkedSinceMs and a.message_id >= :sinceId
  limit :most`,
);

/**
 * The operators' ids under which receipts are parked although their attempts are stored by now:
 * another node stored the attempt than parked the receipt. Looks at receipts that came since
 * `parkedSinceMs` and at messages accepted since `acceptedSinceMs`.
 */
export async function findOvertaken(
  reader: Reader,
  ask: {
    readonly parkedSinceMs: number;
    readonly acceptedSinceMs: number;
    readonly most: number;
  },
): Promise<readonly { readonly linkId: LinkId; readonly operatorKey: string }[]> {
  return reader.read(FIND_OVERTAKEN, { ...ask, sinceId: firstIdAt(ask.acceptedSinceMs) });
}

/** An inbound PDU that did not simply close its attempt. */
export type ReceiptRecord = {
  readonly id: number;
  readonly receivedAtMs: number;
  readonly link: string;
  readonly kind: KeptKind;
  readonly operatorKey: string | undefined;
  /** A number of MESSAGE_STATES. */
  readonly state: number | undefined;
  readonly error: string | undefined;
  readonly accountId: number | undefined;
  readonly messageId: number | undefined;
};

const COLUMNS = `
  r.id, r.received_at, coalesce(l.name, r.link_id::text) as link, r.kind, r.operator_key, r.state,
  r.error, r.account_id, r.message_id`;

/** Stored PDUs, newest first; undefined: of every kind, of every link, from the latest. */
export const listReceipts = read.many<
  {
    kind: KeptKind | undefined;
    link: string | undefined;
    beforeId: number | undefined;
    most: number;
  },
  ReceiptRecord
>(
  'list-receipts',
  `select ${COLUMNS}
  from receipts r left join links l on l.id = r.link_id
  where (:kind::text is null or r.kind = :kind) and (:link::text is null or l.name = :link)
    and (:beforeId::bigint is null or r.id < :beforeId)
  order by r.id desc limit :most`,
);

type ReceiptCount = {
  readonly link: string;
  readonly kind: KeptKind;
  readonly count: number;
};

/** How many of the newest there are, by link and kind. */
export const countReceipts = read.many<{ among: number }, ReceiptCount>(
  'count-receipts',
  `select coalesce(l.name, r.link_id::text) as link, r.kind, count(*)::int as count
  from (
    select link_id, kind from receipts order by id desc limit :among
  ) r left join links l on l.id = r.link_id
  group by 1, 2 order by 3 desc, 1, 2`,
);

/** One stored PDU with its octets. */
export const findReceipt = read.one<{ id: number }, ReceiptRecord & { readonly raw: Buffer }>(
  'find-receipt',
  `select ${COLUMNS}, r.raw
  from receipts r left join links l on l.id = r.link_id where r.id = :id`,
);
