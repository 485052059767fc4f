/** What accounts pay at a bank, and the slips that they give of it. */
import type { AccountId, BankTransferId } from '../../domain/ids.ts';
import type { BankTransferState } from '../../domain/payment/bank-transfer.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type BankTransfer = {
  readonly id: BankTransferId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly reference: string;
  readonly amountMicros: Micros;
  readonly state: BankTransferState;
  readonly createdAtMs: number;
  readonly createdBy: string;
  /** By its content. */
  readonly slipMime: string | undefined;
  readonly slipAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  readonly endedBy: string | undefined;
  /** What came, and became credit. */
  readonly receivedMicros: Micros | undefined;
  /** Why it was refused. */
  readonly words: string | undefined;
};

const COLUMNS = `select id, account_id,
  (select name from accounts a where a.id = account_id) as account_name, reference,
  amount_micros, state, created_at, created_by, slip_mime, slip_at, ended_at, ended_by,
  received_micros, words from bank_transfers`;

type Named = { readonly accountId: AccountId; readonly id: number };

export const insertBankTransfer = write.single<
  Pick<BankTransfer, 'accountId' | 'reference' | 'amountMicros' | 'createdBy'> & { atMs: number },
  { readonly id: BankTransferId }
>(
  'insert-bank-transfer',
  `insert into bank_transfers (account_id, reference, amount_micros, created_at, created_by)
  values (:accountId, :reference, :amountMicros, @atMs, :createdBy)
  returning id`,
);

export const countWaitingTransfers = read.single<
  { accountId: AccountId },
  { readonly waiting: number }
>(
  'count-waiting-bank-transfers',
  `select count(*)::int as waiting from bank_transfers
  where account_id = :accountId and state = 'waiting'`,
);

/** How many of all accounts wait, and of how many of them a slip was given before then. */
export const countAllWaiting = read.single<
  { readonly beforeMs: number },
  { readonly waiting: number; readonly withSlip: number }
>(
  'count-all-waiting-bank-transfers',
  `select count(*)::int as waiting, (count(*) filter (where slip_at <= @beforeMs))::int as with_slip
  from bank_transfers where state = 'waiting'`,
);

export const findBankTransfer = read.one<Named, BankTransfer>(
  'find-bank-transfer',
  `${COLUMNS} where account_id = :accountId and id = :id`,
);

/** Nobody else ends it until the transaction does. */
export const lockBankTransfer = write.one<Named, BankTransfer>(
  'lock-bank-transfer',
  `${COLUMNS} where account_id = :accountId and id = :id for update`,
);

/** The newest first; of all accounts, for staff. */
export const listBankTransfers = read.many<
  {
    accountId: AccountId | undefined;
    state: BankTransferState | undefined;
    reference: string | undefined;
    before: number | undefined;
    most: number;
  },
  BankTransfer
>(
  'list-bank-transfers',
  `${COLUMNS}
  where (:accountId::bigint is null or account_id = :accountId)
    and (:state::text is null or state = :state)
    and (:reference::text is null or reference = :reference)
    and (:before::bigint is null or id < :before)
  order by id desc limit :most`,
);

/** Takes the place of the last one; false: it does not wait any more. */
export const keepSlip = write.any<
  Named & { slip: Uint8Array; mime: string; bytes: number; atMs: number }
>(
  'keep-bank-slip',
  `update bank_transfers set slip = :slip, slip_mime = :mime, slip_bytes = :bytes,
    slip_at = @atMs
  where account_id = :accountId and id = :id and state = 'waiting'
  returning id`,
);

export const readSlip = read.one<Named, { readonly slip: Buffer | undefined }>(
  'read-bank-slip',
  `select slip from bank_transfers
  where account_id = :accountId and id = :id and slip is not null`,
);

/** It has ended; the slip of what was withdrawn is forgotten. */
export const endBankTransfer = write.run<
  Named & {
    state: BankTransferState;
    by: string;
    receivedMicros: Micros | undefined;
    words: string | undefined;
    atMs: number;
  }
>(
  'end-bank-transfer',
  `update bank_transfers set state = :state, ended_by = :by, received_micros = :receivedMicros,
    words = :words, ended_at = @atMs,
    slip = case when :state = 'withdrawn' then null else slip end,
    slip_at = case when :state = 'withdrawn' then null else slip_at end
  where account_id = :accountId and id = :id`,
);

/** Those without a slip that nobody has paid since. */
export const expireBankTransfers = write.run<{ beforeMs: number; atMs: number }>(
  'expire-bank-transfers',
  `update bank_transfers set state = 'expired', ended_at = @atMs
  where state = 'waiting' and slip is null and created_at < @beforeMs`,
);
