/** Credit: money moved between the outside world and an account, as one transfer of the ledger. */
import type { AccountId, TransferId } from '../domain/ids.ts';
import { micros, parseRupees, type Micros } from '../domain/pricing/money.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { Type } from '../kit/shape.ts';
import { findTransfer, writeTransfers } from '../store/transfers.ts';
import { type LockedFunds, lockFunds } from '../store/balances.ts';
import { changed, refuse, type Admin, type Changed, type Outcome, type Refused } from './admin.ts';
import { account, argument, option, rupees, text, type Kind as FieldKind } from './fields.ts';
import { operation, type Filled } from './operation.ts';

export type MovedCredit = {
  readonly transferId: TransferId;
  readonly availableMicros: Micros;
  /** The reference was used before: nothing moved now. */
  readonly repeated: boolean;
};

/** Far above any purchase; a balance stays below what a column is read as exactly (2^53). */
const MOST_RUPEES = 100_000_000n;

/** `credit` brings money in, `correction` takes back what was credited wrongly. */
type Kind = 'credit' | 'correction';

/** Money is paid in paisas; prices are finer. */
const payment: FieldKind<Micros> = {
  ...rupees(MOST_RUPEES, 'more than zero'),
  schema: Type.String({ pattern: String.raw`^\d+(\.\d{1,2})?$` }),
  must: 'must be rupees with at most 2 decimals, such as 4.80',
  read: (given) => (/\.\d{3,}$/.test(given) ? undefined : parseRupees(given)),
};

const INPUT = {
  accountId: argument('ACCOUNT', account),
  amountMicros: argument('RUPEES', payment),
  reference: option(
    'reference',
    text('TEXT', {
      pattern: /^[^\p{Cc}]{1,200}$/u,
      must: 'must have 1 to 200 printable characters',
    }),
    'identifies the payment; used twice, it moves money once',
  ),
};
type Input = Filled<typeof INPUT>;

export const addCredit = operation({
  name: 'credit add',
  about: 'Adds credit that was paid for.',
  audit: 'credit.add',
  raises: 'nothing',
  input: INPUT,
  work: (transaction, input, admin) => work(transaction, { ...input, kind: 'credit' }, admin),
  show,
});

export const correctCredit = operation({
  name: 'credit correct',
  about: 'Takes back credit that was added wrongly.',
  audit: 'credit.correct',
  raises: 'nothing',
  input: INPUT,
  work: (transaction, input, admin) => work(transaction, { ...input, kind: 'correction' }, admin),
  show,
});

export type MoveCredit = {
  readonly kind: Kind;
  readonly accountId: AccountId;
  readonly amountMicros: Micros;
  readonly reference?: string;
};

/** Adds credit, or takes it back. */
export function moveCredit(
  admin: Admin,
  { kind, ...input }: MoveCredit,
): Promise<Outcome<MovedCredit>> {
  return (kind === 'credit' ? addCredit : correctCredit)(admin, input);
}

function show({ transferId, availableMicros, repeated }: MovedCredit, { accountId }: Input) {
  const moved = { account: accountId, transfer: transferId, moved: !repeated };
  const note = repeated ? 'This reference was used before: no money was moved.' : undefined;
  return { data: { ...moved, balance: availableMicros }, note };
}

type Move = Input & { readonly kind: Kind };

async function work(
  transaction: Transaction,
  input: Move,
  admin: Admin,
): Promise<Changed<MovedCredit> | Refused> {
  const [funds] = await lockFunds(transaction, [input.accountId], admin.clock.nowMs());
  if (funds === undefined) return refuse('account', 'must be an account that exists');
  return (await findRepeated(transaction, input, funds)) ?? move(admin, transaction, input, funds);
}

/** The funds are locked, so that nobody else can be using the same reference now. */
async function findRepeated(
  transaction: Transaction,
  { accountId, kind, amountMicros, reference }: Move,
  { availableMicros }: LockedFunds,
): Promise<Changed<MovedCredit> | Refused | undefined> {
  if (reference === undefined) return undefined;
  const earlier = await findTransfer(transaction, accountId, { kind, cause: reference });
  if (earlier === undefined) return undefined;
  if (earlier.amountMicros !== amountMicros) {
    return refuse('reference', 'was used before, with another amount');
  }
  const value = { transferId: earlier.id, availableMicros, repeated: true };
  return changed(value, { reference, repeated: true });
}

async function move(
  admin: Admin,
  transaction: Transaction,
  { accountId, kind, amountMicros, reference }: Move,
  { availableMicros: before, postpaid }: LockedFunds,
): Promise<Changed<MovedCredit> | Refused> {
  const availableMicros = micros(kind === 'credit' ? before + amountMicros : before - amountMicros);
  if (availableMicros < 0n && !postpaid) {
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
