import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transfer } from '../../store/ledger/write-transfers.ts';

/** The transfer that gives back the reservation of a batch which was never published. */
export function releaseBatch(batch: {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly priceMicros: Micros;
  readonly recipients: number;
}): Transfer {
  const { accountId, id, priceMicros, recipients } = batch;
  const cause = 'a large request could not be written to its end';
  return { accountId, id, kind: 'release', amountMicros: priceMicros, messages: recipients, cause };
}
