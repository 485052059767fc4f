import type { AccountId, TransferId } from '../../domain/ids.ts';
import { micros, MICROS_PER_RUPEE, type Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findTransfer } from '../../store/ledger/find-transfer.ts';
import { lockFunds, type LockedFunds } from '../../store/ledger/lock-funds.ts';
import { writeTransfers } from '../../store/ledger/write-transfers.ts';
import {
  change,
  changed,
  refuse,
  type Changed,
  type Admin,
  type Outcome,
  type Refused,
} from '../admin.ts';

export type MoveCredit = {
  readonly accountId: AccountId;
  /** `credit` brings money in, `correction` takes back what was credited wrongly. */
  readonly kind: 'credit' | 'correction';
  readonly amountMicros: Micros;
  /** What the payment is known by. The same reference twice moves money once. */
  readonly reference?: string;
};

export type MovedCredit = {
  readonly transferId: TransferId;
  readonly availableMicros: Micros;
  /** The reference was used before: nothing moved now. */
  readonly repeated: boolean;
};

const REFERENCE_CHARACTERS = 200;
/** Far above any purchase; a balance stays below what a column is read as exactly (2^53). */
const MOST_RUPEES = 100_000_000n;

/** Moves money between the outside world and an account, as one transfer of the ledger. */
export async function moveCredit(admin: Admin, input: MoveCredit): Promise<Outcome<MovedCredit>> {
  const { accountId, kind, amountMicros, reference } = input;
  if (amountMicros <= 0n || amountMicros > MOST_RUPEES * MICROS_PER_RUPEE) {
    return refuse('amountMicros', `must be more than 0 and at most ${MOST_RUPEES} rupees`);
  }
  if (reference !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(reference)) {
    return refuse('reference', `must have 1 to ${REFERENCE_CHARACTERS} printable characters`);
  }
  const action = kind === 'credit' ? 'credit.add' : 'credit.correct';
  return change(admin, { action, accountId }, async (transaction) => {
    const [funds] = await lockFunds(transaction, [accountId], admin.clock.nowMs());
    if (funds === undefined) return refuse('account', 'must be an account that exists');
    return (await repeated(transaction, input, funds)) ?? move(admin, transaction, input, funds);
  });
}

/** The funds are locked, so that nobody else can be using the same reference now. */
async function repeated(
  transaction: Transaction,
  input: MoveCredit,
  funds: LockedFunds,
): Promise<Changed<MovedCredit> | Refused | undefined> {
  const { accountId, kind, amountMicros, reference } = input;
  if (reference === undefined) return undefined;
  const earlier = await findTransfer(transaction, accountId, { kind, cause: reference });
  if (earlier === undefined) return undefined;
  if (earlier.amountMicros !== amountMicros) {
    return refuse('reference', 'was used before, with another amount');
  }
  const { availableMicros } = funds;
  const value = { transferId: earlier.id, availableMicros, repeated: true };
  return changed(value, { reference, repeated: true });
}

async function move(
  admin: Admin,
  transaction: Transaction,
  input: MoveCredit,
  funds: LockedFunds,
): Promise<Changed<MovedCredit> | Refused> {
  const { accountId, kind, amountMicros, reference } = input;
  const before = funds.availableMicros;
  const after = kind === 'credit' ? before + amountMicros : before - amountMicros;
  const availableMicros = micros(after);
  if (availableMicros < 0n && !funds.postpaid) {
    return refuse('amountMicros', 'must not exceed what the account has left');
  }
  if (availableMicros > Number.MAX_SAFE_INTEGER) {
    return refuse('amountMicros', 'would take the balance beyond what can be counted');
  }
  const transferId = admin.ids.next() as TransferId;
  const cause = reference === undefined ? {} : { cause: reference };
  const transfer = { accountId, id: transferId, kind, amountMicros, messages: 0, ...cause };
  await writeTransfers(transaction, [transfer], admin.clock.nowMs());
  const detail = { transferId, amountMicros: String(amountMicros), ...cause };
  return changed({ transferId, availableMicros, repeated: false }, detail);
}
