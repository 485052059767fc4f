import type { Reader } from '../../kit/postgres/pool.ts';
import type { KeptKind } from './keep-receipts.ts';

/** Every kind under which an inbound PDU is kept, for people who choose one. */
export const KEPT_KINDS = [
  'unreadable',
  'contradiction',
  'duplicate',
  'early',
  'late',
  'intermediate',
  'reply',
] as const satisfies readonly KeptKind[];

/** An inbound PDU that did not simply close its attempt. */
export type ReceiptRecord = {
  readonly id: number;
  readonly receivedAtMs: number;
  readonly link: string;
  readonly kind: KeptKind;
  readonly operatorKey: string | null;
  /** A number of MESSAGE_STATES. */
  readonly state: number | null;
  readonly error: string | null;
  readonly accountId: number | null;
  readonly messageId: number | null;
};

const COLUMNS = `
  r.id, r.received_at as "receivedAtMs", coalesce(l.name, r.link_id::text) as link, r.kind,
  r.operator_key as "operatorKey", r.state, r.error, r.account_id as "accountId",
  r.message_id as "messageId"`;

const LIST_RECEIPTS = `
  select ${COLUMNS}
  from receipts r left join links l on l.id = r.link_id
  where ($1::text is null or r.kind = $1) and ($2::text is null or l.name = $2)
    and ($3::bigint is null or r.id < $3)
  order by r.id desc limit $4`;

/** Kept PDUs, the youngest first; undefined: of every kind, of every link, from the last on. */
export async function listReceipts(
  reader: Reader,
  ask: {
    readonly kind: KeptKind | undefined;
    readonly link: string | undefined;
    readonly beforeId: number | undefined;
    readonly most: number;
  },
): Promise<readonly ReceiptRecord[]> {
  const values = [ask.kind ?? null, ask.link ?? null, ask.beforeId ?? null, ask.most];
  return reader.read<ReceiptRecord>('list-receipts', LIST_RECEIPTS, values);
}

const FIND_RECEIPT = `
  select ${COLUMNS}, r.raw
  from receipts r left join links l on l.id = r.link_id where r.id = $1`;

/** One kept PDU with its octets. */
export async function findReceipt(
  reader: Reader,
  id: number,
): Promise<(ReceiptRecord & { readonly raw: Buffer }) | undefined> {
  const [row] = await reader.read<ReceiptRecord & { readonly raw: Buffer }>(
    'find-receipt',
    FIND_RECEIPT,
    [id],
  );
  return row;
}
