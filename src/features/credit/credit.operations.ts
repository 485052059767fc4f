/** Credit: moves money between the outside world and an account, as one ledger transfer. */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId, TransferId } from '../../domain/ids.ts';
import { micros, type Micros, showRupees } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import { findTransfer, writeTransfers } from '../../store/ledger/ledger.ts';
import { sumMovedAlone } from '../second-person/requests.sql.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { payment } from './payment-field.ts';
import { lockReference } from './references.sql.ts';
import { type LockedFunds, lockFunds, updateLowCredit } from '../../store/ledger/balances.ts';
import {
  accountId as ofAccount,
  showAccount,
  readAccount,
} from '../accounts/accounts.operations.ts';
import { capRupees } from '../accounts/spend-caps.operations.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import {
  changed,
  refuse,
  type Admin,
  type Changed,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import {
  account,
  accountOf,
  argument,
  flag,
  internal,
  neededInBody,
  option,
  orNone,
  line,
} from '../../operations/fields.ts';
import { operation, type Filled, type OperationContext } from '../../operations/operation.ts';
import { showTime, type RawAnswer } from '../../operations/show.ts';

export type MovedCredit = {
  readonly kind: Kind;
  readonly amountMicros: Micros;
  readonly transferId: TransferId;
  readonly availableMicros: Micros;
  /** The reference was used before: nothing was moved this time. */
  readonly repeated: boolean;
};

/** `credit` brings money in, `correction` takes back what was credited by mistake. */
type Kind = 'credit' | 'correction';

const ACTIONS = { credit: 'credit.add', correction: 'credit.correct' } as const;

export const SHARED = flag(
  'shared-reference',
  'the reference was used for another account, and is meant for this one, too',
);

const INPUT = {
  accountId: argument('ACCOUNT', account),
  amountMicros: argument('RUPEES', payment),
  reference: neededInBody(
    option(
      'reference',
      line('TEXT'),
      'identifies the payment, such as a bank slip; used twice, it moves money once',
    ),
  ),
  shared: SHARED,
  /** By bank: what was to be paid. */
  asked: internal<Micros | undefined>(undefined),
};
type Input = Filled<typeof INPUT>;

const added = operation({
  name: 'credit add',
  about: 'Adds credit that has been paid for, with its invoice.',
  audit: ACTIONS.credit,
  raises: 'nothing',
  input: {
    ...INPUT,
    unpaid: flag('unpaid', 'it was not paid for, such as a gift: no invoice is made'),
  },
  second: (transaction, input, admin) => second(transaction, { ...input, kind: 'credit' }, admin),
  work: (transaction, input, admin) => work(transaction, { ...input, kind: 'credit' }, admin),
  show,
});

/** `second`: what waits for a second person, for what adds credit as a part of its own work. */
export const addCredit = Object.assign(added, {
  second: (...[transaction, input, admin]: ByHand) =>
    second(transaction, { ...input, kind: 'credit' }, admin),
});
type ByHand = [Transaction, Input, Admin & { readonly creditAloneMicros: Micros }];

const corrected = operation({
  name: 'credit correct',
  about: 'Takes back credit that was added by mistake.',
  audit: ACTIONS.correction,
  raises: 'nothing',
  input: INPUT,
  second: (transaction, input, admin) =>
    second(transaction, { ...input, kind: 'correction' }, admin),
  work: (transaction, input, admin) => work(transaction, { ...input, kind: 'correction' }, admin),
  show,
});

/** The same for what takes credit back as a part of its own work. */
export const correctCredit = Object.assign(corrected, {
  second: (...[transaction, input, admin]: ByHand) =>
    second(transaction, { ...input, kind: 'correction' }, admin),
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
  { kind, amountMicros, transferId, availableMicros, repeated }: MovedCredit,
  { accountId }: Pick<Input, 'accountId'>,
  { reader }: Pick<OperationContext, 'reader'>,
): Promise<RawAnswer> {
  const { name } = await accountOf(reader, accountId);
  const named = `${name} (${accountId})`;
  const rupeesOf = (amount: Micros): string => `${showRupees(amount)} rupees`;
  const moved = { account: accountId, transfer: transferId, moved: !repeated };
  const did = kind === 'credit' ? 'were added to' : 'were taken back from';
  const said = repeated
    ? `This reference was used before for ${named}: no money was moved.`
    : `${rupeesOf(amountMicros)} ${did} ${named}.`;
  const data = { ...moved, balance: availableMicros };
  return { data, sections: [`${said} Its balance is ${rupeesOf(availableMicros)}.`, { data }] };
}

type Move = Input & { readonly kind: Kind; readonly unpaid?: boolean };

async function work(
  transaction: Transaction,
  input: Move,
  admin: Admin,
): Promise<Changed<MovedCredit> | Refused> {
  const [funds] = await lockFunds(transaction, [input.accountId], admin.clock.nowMs());
  if (funds === undefined) return refuse('account', 'must be an account that exists');
  const stopped =
    (await findRepeated(transaction, input, funds)) ?? (await findReuse(transaction, input));
  return stopped ?? move(admin, transaction, input, funds);
}

/** What waits for a second person: more than one moves alone on an account in 24 hours. */
async function second(
  transaction: Transaction,
  input: Move,
  { actor, clock, creditAloneMicros }: Admin & { readonly creditAloneMicros: Micros },
): Promise<string | undefined> {
  const { accountId, kind, amountMicros, reference } = input;
  const nowMs = clock.nowMs();
  // Locked first: of two sums that are moved at once, one sees the other.
  const [funds] = await lockFunds(transaction, [accountId], nowMs);
  if (funds === undefined || (await findRepeated(transaction, input, funds)) !== undefined) {
    return undefined;
  }
  const action = ACTIONS[kind];
  const earlier = { accountId, actor, action, sinceMs: nowMs - DAY_MS };
  const moved = await sumMovedAlone(transaction, earlier);
  if (moved + amountMicros <= creditAloneMicros) return undefined;
  const { name } = await accountOf(transaction, accountId);
  const does = kind === 'credit' ? ['Adds', 'to'] : ['Takes back', 'from'];
  const note = reference === undefined ? '' : `, “${reference}”`;
  return `${does[0]} ${showRupees(amountMicros)} rupees ${does[1]} ${name} (${accountId})${note}`;
}

const moving = ({ kind, amountMicros }: Move) => ({ kind, amountMicros, repeated: false }) as const;

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
  const earlier = await findTransfer(transaction, { kind, cause: reference, accountId });
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
  if (kind === 'credit') {
    const paid = { accountId, transferId, amountMicros, cause: reference };
    const invoice = input.unpaid ? undefined : await issueInvoice(admin, transaction, paid);
    const news = { kind: 'credit_added', amountMicros, availableMicros, reference } as const;
    const more = { askedMicros: input.asked, invoice };
    await tellOwners(admin, transaction, accountId, { ...news, ...more });
    return changed({ ...moving(input), transferId, availableMicros }, { ...detail, invoice });
  }
  return changed({ ...moving(input), transferId, availableMicros }, detail);
}

const LOW_CREDIT = {
  accountId: ofAccount,
  low: argument('LOW_CREDIT_THRESHOLD', {
    ...orNone(capRupees),
    schema: Type.Union([capRupees.schema, Type.Null()], {
      description: 'credit.low is told when the balance is below it; null: never.',
    }),
  }),
};

/** The account is alerted again if the balance is below the new threshold. */
export const setLowCredit = operation({
  name: 'account low-credit',
  about: 'Sets below what balance an account is told that its credit is low; none: never.',
  who: 'account',
  audit: 'account.low_credit',
  raises: 'nothing',
  input: LOW_CREDIT,
  async work(transaction, { accountId, low }) {
    await updateLowCredit(transaction, { accountId, lowMicros: low ?? undefined });
    return changed(undefined, { threshold: low === null ? null : String(low) });
  },
  show: (_, input, context) => showAccount(context, input.accountId),
  present: { by: ['accountId'], read: readAccount },
});
