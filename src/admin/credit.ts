/** Credit: moves money between the outside world and an account, as one ledger transfer. */
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, TransferId } from '../domain/ids.ts';
import { micros, parseRupees, type Micros } from '../domain/pricing/money.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { Type } from '../kit/shape.ts';
import {
  confirmCreditRequest,
  findCreditRequest,
  insertCreditRequest,
  listCreditRequests,
} from '../store/ledger/credit-requests.ts';
import { findTransfer, writeTransfers } from '../store/ledger/ledger.ts';
import { lockReference } from '../store/ledger/references.ts';
import { type LockedFunds, lockFunds } from '../store/ledger/balances.ts';
import { changed, refuse, type Admin, type Changed, type Outcome, type Refused } from './admin.ts';
import {
  account,
  accountOf,
  argument,
  flag,
  id,
  limitOf,
  neededInBody,
  option,
  rupees,
  text,
  type Kind as FieldKind,
} from './fields.ts';
import { operation, query, type Filled, type OperationContext } from './operation.ts';
import { at, showRupees, showTime, type RawAnswer } from './show.ts';

export type MovedCredit = {
  readonly kind: Kind;
  readonly amountMicros: Micros;
  /** undefined: nothing was moved yet. */
  readonly transferId: TransferId | undefined;
  readonly availableMicros: Micros;
  /** The reference was used before: nothing was moved this time. */
  readonly repeated: boolean;
  /** The request that waits for a second person, if it does. */
  readonly waits?: number;
};

/** How long a request waits for a second person. */
const WAITS_MS = 7 * DAY_MS;

/** Far above any purchase; a balance stays within what is read exactly from a column (2^53). */
const MOST_RUPEES = 100_000_000n;

/** `credit` brings money in, `correction` takes back what was credited by mistake. */
type Kind = 'credit' | 'correction';

/** Payments are in paisas; prices are finer. */
const payment: FieldKind<Micros> = {
  ...rupees(MOST_RUPEES, 'more than zero'),
  schema: Type.String({ pattern: String.raw`^\d+(\.\d{1,2})?$` }),
  must: 'must be rupees with at most 2 decimals, such as 4.80',
  read: (given) => (/\.\d{3,}$/.test(given) ? undefined : parseRupees(given)),
};

const SHARED = flag(
  'shared-reference',
  'the reference was used for another account, and is meant for this one, too',
);

const INPUT = {
  accountId: argument('ACCOUNT', account),
  amountMicros: argument('RUPEES', payment),
  reference: neededInBody(
    option(
      'reference',
      text('TEXT', {
        pattern: /^[^\p{Cc}]{1,200}$/u,
        must: 'must have 1 to 200 printable characters',
      }),
      'identifies the payment, such as a bank slip; used twice, it moves money once',
    ),
  ),
  shared: SHARED,
};
type Input = Filled<typeof INPUT>;

export const addCredit = operation({
  name: 'credit add',
  about: 'Adds credit that has been paid for.',
  audit: 'credit.add',
  raises: 'nothing',
  input: INPUT,
  work: (transaction, input, admin) => work(transaction, { ...input, kind: 'credit' }, admin),
  show,
});

export const correctCredit = operation({
  name: 'credit correct',
  about: 'Takes back credit that was added by mistake.',
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
  readonly shared?: boolean;
};

/** Adds credit, or takes it back. */
export function moveCredit(
  admin: Admin,
  { kind, ...input }: MoveCredit,
): Promise<Outcome<MovedCredit>> {
  return (kind === 'credit' ? addCredit : correctCredit)(admin, input);
}

async function show(
  { kind, amountMicros, transferId, availableMicros, repeated, waits }: MovedCredit,
  { accountId }: Pick<Input, 'accountId'>,
  { reader }: Pick<OperationContext, 'reader'>,
): Promise<RawAnswer> {
  const { name } = await accountOf(reader, accountId);
  const named = `${name} (${accountId})`;
  const rupeesOf = (amount: Micros): string => `${showRupees(amount)} rupees`;
  if (waits !== undefined) {
    const note =
      `A second person has to confirm ${rupeesOf(amountMicros)} for ${named} within 7 days: ` +
      `paigham credit confirm ${accountId} ${waits}`;
    return { data: { account: accountId, request: waits, moved: false }, note };
  }
  const moved = { account: accountId, transfer: transferId, moved: !repeated };
  const did = kind === 'credit' ? 'were added to' : 'were taken back from';
  const said = repeated
    ? `This reference was used before for ${named}: no money was moved.`
    : `${rupeesOf(amountMicros)} ${did} ${named}.`;
  const data = { ...moved, balance: availableMicros };
  return { data, sections: [`${said} Its balance is ${rupeesOf(availableMicros)}.`, { data }] };
}

export const creditList = query({
  name: 'credit list',
  about: 'Lists the credit that waits for a second person, oldest first; for 7 days.',
  input: { most: limitOf(200) },
  async read({ reader, admin }, { most }) {
    const sinceMs = admin.clock.nowMs() - WAITS_MS;
    const data = (await listCreditRequests(reader, { sinceMs, most })).map((it) => ({
      ...{ account: it.accountId, id: it.id, kind: it.kind, amount: it.amountMicros },
      ...{ reference: it.reference, asked_by: it.requestedBy, asked: at(it.requestedAtMs) },
    }));
    return { data, empty: 'No credit waits.' };
  },
});

const ONE = {
  accountId: argument('ACCOUNT', account),
  id: argument('ID', id),
  shared: SHARED,
};

export const confirmCredit = operation({
  name: 'credit confirm',
  about: 'Moves credit that somebody else has asked for: see "credit list".',
  audit: 'credit.confirm',
  raises: 'nothing',
  input: ONE,
  async work(transaction, { shared, ...key }, admin) {
    const { actor: confirmedBy, clock } = admin;
    const nowMs = clock.nowMs();
    // Locked first: of two who confirm, one finds that nothing waits any more.
    const [funds] = await lockFunds(transaction, [key.accountId], nowMs);
    const request = await findCreditRequest(transaction, { ...key, sinceMs: nowMs - WAITS_MS });
    if (funds === undefined || request === undefined) {
      return refuse('id', 'must be of a request that waits: see paigham credit list');
    }
    if (request.requestedBy === confirmedBy) {
      return refuse('id', 'must be confirmed by somebody else than who asked');
    }
    const moved = await moveOnce(admin, transaction, { ...request, shared }, funds);
    const { transferId } = moved.ok ? moved.value : { transferId: undefined };
    if (!moved.ok || transferId === undefined) return moved;
    const confirmed = { ...key, confirmedBy, confirmedAtMs: nowMs, transferId };
    await confirmCreditRequest(transaction, confirmed);
    const { requestedBy } = request;
    return { ...moved, detail: { ...moved.detail, request: key.id, requestedBy } };
  },
  show,
});

type Move = Input & { readonly kind: Kind };

async function work(
  transaction: Transaction,
  input: Move,
  admin: Admin,
): Promise<Changed<MovedCredit> | Refused> {
  const { actor, clock, creditAloneMicros: most } = admin;
  const nowMs = clock.nowMs();
  const [funds] = await lockFunds(transaction, [input.accountId], nowMs);
  if (funds === undefined) return refuse('account', 'must be an account that exists');
  if (most === undefined || input.amountMicros <= most) {
    return moveOnce(admin, transaction, input, funds);
  }
  const reused = await findReuse(transaction, input);
  if (reused !== undefined) return reused;
  const { accountId, kind, amountMicros, reference } = input;
  const request = { accountId, kind, amountMicros, reference };
  const asked = { ...request, requestedAtMs: nowMs, requestedBy: actor };
  const waits = await insertCreditRequest(transaction, asked);
  const { availableMicros } = funds;
  const value = { ...moving(input), availableMicros, waits };
  return changed(value, { request: waits, amountMicros: String(amountMicros), reference });
}

/** The funds are locked. */
async function moveOnce(
  admin: Admin,
  transaction: Transaction,
  input: Move,
  funds: LockedFunds,
): Promise<Changed<MovedCredit> | Refused> {
  const stopped =
    (await findRepeated(transaction, input, funds)) ?? (await findReuse(transaction, input));
  return stopped ?? move(admin, transaction, input, funds);
}

const moving = ({ kind, amountMicros }: Move) =>
  ({ kind, amountMicros, transferId: undefined, repeated: false }) as const;

/** A bank slip pays one account, unless somebody says that it is meant for several. */
async function findReuse(
  transaction: Transaction,
  { accountId, kind, reference, shared }: Move,
): Promise<Refused | undefined> {
  if (reference === undefined || shared) return undefined;
  const paid = await lockReference(transaction, { accountId, kind, cause: reference });
  if (paid === undefined) return undefined;
  const rule =
    `The reference was used for another account, ${paid.accountName} (${paid.accountId}), ` +
    `on ${showTime(paid.atMs).slice(0, 10)}: confirm by "shared reference" if it is for both`;
  return refuse('reference', rule);
}

/** The funds are locked, so nobody else can use the same reference now. */
async function findRepeated(
  transaction: Transaction,
  input: Move,
  { availableMicros }: LockedFunds,
): Promise<Changed<MovedCredit> | Refused | undefined> {
  const { accountId, kind, amountMicros, reference } = input;
  if (reference === undefined) return undefined;
  const earlier = await findTransfer(transaction, accountId, { kind, cause: reference });
  if (earlier === undefined) return undefined;
  if (earlier.amountMicros !== amountMicros) {
    return refuse('reference', 'was used before, with another amount');
  }
  const value = { ...moving(input), transferId: earlier.id, availableMicros, repeated: true };
  return changed(value, { reference, repeated: true });
}

async function move(
  admin: Admin,
  transaction: Transaction,
  input: Move,
  { availableMicros: before, postpaid }: LockedFunds,
): Promise<Changed<MovedCredit> | Refused> {
  const { accountId, kind, amountMicros, reference } = input;
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
  return changed({ ...moving(input), transferId, availableMicros }, detail);
}
