import type { AccountId, TransferId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Transfer } from '../../store/transfers.ts';

/** One transfer of each kind for each account of a group. */
export class TransferSums {
  readonly #newId: () => number;
  readonly #rows = new Map<
    string,
    { accountId: AccountId; id: TransferId; kind: 'post' | 'release'; sum: bigint; count: number }
  >();

  constructor(newId: () => number) {
    this.#newId = newId;
  }

  add(kind: 'post' | 'release', accountId: AccountId, amount: bigint): TransferId | undefined {
    if (amount === 0n) return undefined;
    const name = `${kind} ${accountId}`;
    let row = this.#rows.get(name);
    if (row === undefined) {
      row = { accountId, id: this.#newId() as TransferId, kind, sum: 0n, count: 0 };
      this.#rows.set(name, row);
    }
    row.sum += amount;
    row.count += 1;
    return row.id;
  }

  transfers(): readonly Transfer[] {
    return [...this.#rows.values()].map(({ accountId, id, kind, sum, count }) => ({
      accountId,
      id,
      kind,
      amountMicros: micros(sum),
      messages: count,
    }));
  }
}
