/** Credit that waits for a second person. */
import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

export type CreditRequest = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly kind: 'credit' | 'correction';
  readonly amountMicros: Micros;
  readonly reference: string | undefined;
  readonly requestedAtMs: number;
  readonly requestedBy: string;
};

const INSERT = statement<{ readonly id: number }>(
  'insert-credit-request',
  `insert into credit_requests
    (account_id, kind, amount_micros, reference, requested_at, requested_by)
  values (:accountId, :kind, :amountMicros, :reference, @requestedAtMs, :requestedBy)
  returning id`,
);

/** Writes a request, and returns its id. */
export async function insertCreditRequest(
  transaction: Transaction,
  request: Omit<CreditRequest, 'id'>,
): Promise<number> {
  return only(await transaction.run(INSERT, request)).id;
}

const COLUMNS = `
  select account_id, id, kind, amount_micros, reference, requested_at, requested_by
  from credit_requests`;

const LIST = statement<CreditRequest>(
  'list-credit-requests',
  `${COLUMNS} where confirmed_at is null and requested_at >= @sinceMs
  order by requested_at, id limit :most`,
);

/** What waits, of all accounts, the oldest first. */
export async function listCreditRequests(
  reader: Reader,
  ask: { readonly sinceMs: number; readonly most: number },
): Promise<readonly CreditRequest[]> {
  return reader.read(LIST, ask);
}

const FIND = statement<CreditRequest>(
  'find-credit-request',
  `${COLUMNS} where account_id = :accountId and id = :id and confirmed_at is null
    and requested_at >= @sinceMs`,
);

/** A request that waits. */
export async function findCreditRequest(
  reader: Reader,
  ask: { readonly accountId: AccountId; readonly id: number; readonly sinceMs: number },
): Promise<CreditRequest | undefined> {
  return (await reader.read(FIND, ask))[0];
}

const CONFIRM = statement(
  'confirm-credit-request',
  `update credit_requests set confirmed_at = @confirmedAtMs, confirmed_by = :confirmedBy,
    transfer_id = :transferId
  where account_id = :accountId and id = :id and confirmed_at is null`,
);

/** Notes who confirmed a request, and by which transfer it was carried out. */
export async function confirmCreditRequest(
  transaction: Transaction,
  confirmed: {
    readonly accountId: AccountId;
    readonly id: number;
    readonly confirmedBy: string;
    readonly confirmedAtMs: number;
    readonly transferId: TransferId;
  },
): Promise<void> {
  await transaction.run(CONFIRM, confirmed);
}
