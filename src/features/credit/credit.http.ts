/** An account's money, now and in the past: `/v1/balance`, `/v1/ledger`, `/v1/statements`. */
import { setLowCredit } from './credit.operations.ts';
import { readApprovedTaxNumber } from '../verification/verification.operations.ts';
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { dayAt, momentOf, monthAt } from '../../domain/policy/hours.ts';
import {
  TRANSFER_SIDES,
  SPENDING_KINDS,
  STATEMENT_LINES,
  type PeriodSpending,
  type Spending,
  type TransferKind,
} from '../../domain/ledger/ledger.ts';
import type { AccountId } from '../../domain/ids.ts';
import { formatRupees, micros, showRupees } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { listLedger, readStatement, type LedgerStatement } from '../../store/ledger/ledger.ts';
import { createInvoiceEndpoints, createListInvoices } from '../invoices/invoices.http.ts';
import { createTopUpEndpoints } from '../top-ups/top-ups.http.ts';
import { createPaymentEndpoints } from '../payments/payments.http.ts';
import { sumOwed } from '../payments/refunds.sql.ts';
import { readSpent } from './spent.sql.ts';
import { CURRENCY } from '../batches/batch-shape.http.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { allOf, getOne, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import {
  closed,
  derived,
  from,
  id,
  money,
  nullable,
  orNull,
  resource,
  time,
  count,
} from '../../operations/resource.ts';

const KINDS = Object.keys(TRANSFER_SIDES) as TransferKind[];

const kind = Type.Enum(KINDS, {
  description:
    'credit, correction: by the operator of the service. trial: given to try it with. payment: ' +
    'paid at a checkout. payment_refund: given back of such a payment. refund_failure: credited ' +
    'again, as the gateway refused. reserve: for what was accepted. post: of that, for what an ' +
    'operator took. release: of that, what it did not. refund. lookup.',
});
const currency = Type.Literal(CURRENCY);
/** An account of where money went must not be rounded. */
const rupees = (description: string) => money({ pattern: '^-?[0-9]+[.][0-9]{2,6}$', description });

export const SPENDING = closed({
  spent: rupees('Charged or still reserved, look-ups included, less what came back meanwhile.'),
  counted: rupees('What counts towards the cap: what was reserved, whatever came back.'),
  cap: nullable('What may be reserved; null: all that there is.'),
});

const BALANCE = closed(
  {
    balance: rupees('What is left to spend.'),
    currency,
    postpaid: Type.Boolean({ description: 'Whether it may go below zero.' }),
    today: SPENDING,
    this_month: SPENDING,
    owed: rupees('Given back of payments, and not taken from the balance yet: it had too little.'),
    low_credit_threshold: nullable('`credit.low` is told when the balance is below it.'),
    how_to_pay: nullable('How to add credit, as the operator of the service puts it.'),
    pay_by_bank: Type.Boolean({ description: 'Whether POST /v1/bank-transfers can be called.' }),
    pay_now: Type.Union(
      [
        closed({
          least: rupees('At least this.'),
          most: rupees('At most this.'),
          keeps_cards: Type.Boolean({ description: 'Whether `keep_card` can be set.' }),
        }),
        Type.Null(),
      ],
      { description: 'What POST /v1/payments takes at once; null: nobody can pay by it.' },
    ),
  },
  { title: 'AccountBalance', description: 'Credit, and what may be spent (Pakistan time).' },
);

/** What an account has spent today and this month (of Pakistan), and its caps. */
export async function readSpending(
  reader: Reader,
  accountId: AccountId,
  { spending, nowMs }: { readonly spending: Spending; readonly nowMs: number },
) {
  const untilMs = momentOf(dayAt(nowMs) + 1, 0);
  const show = async (counted: PeriodSpending, sinceMs: number) => {
    const { capMicros: cap, spentMicros } = counted;
    return {
      spent: showRupees(await readSpent(reader, accountId, { sinceMs, untilMs })),
      counted: showRupees(spentMicros),
      cap: cap === undefined ? null : showRupees(cap),
    };
  };
  const [today, month] = await Promise.all([
    show(spending.day, momentOf(dayAt(nowMs), 0)),
    show(spending.month, monthOf(monthAt(nowMs)).sinceMs),
  ]);
  return { today, this_month: month };
}

/** `GET /v1/balance` */
function createBalance({ reader, chat: admin }: OperateDeps): Endpoint {
  return getOne({
    path: '/v1/balance',
    name: 'showBalance',
    scope: 'read',
    about: 'Your credit, and what you have spent today and this month.',
    gives: BALANCE,
    find: ({ account }) => showBalance(reader, account.id, admin),
  });
}

async function showBalance(
  reader: Reader,
  accountId: AccountId,
  { clock, paymentNote, bankAccount, payments }: OperateDeps['chat'],
): Promise<Static<typeof BALANCE>> {
  const nowMs = clock.nowMs();
  const found = await readBalance(reader, accountId, nowMs);
  if (found === undefined) throw new Error('an account has no balance');
  const { availableMicros, postpaid, spending, lowMicros } = found;
  return {
    balance: formatRupees(availableMicros),
    currency: CURRENCY,
    postpaid,
    ...(await readSpending(reader, accountId, { spending, nowMs })),
    owed: showRupees(await sumOwed(reader, { accountId }).then((it) => it.owedMicros)),
    low_credit_threshold: lowMicros === undefined ? null : showRupees(lowMicros),
    how_to_pay: paymentNote ?? null,
    pay_by_bank: bankAccount !== undefined,
    pay_now:
      payments === undefined
        ? null
        : {
            least: showRupees(payments.leastMicros),
            most: showRupees(payments.mostMicros),
            keeps_cards: payments.gateway.cards !== undefined,
          },
  };
}

/** `PATCH /v1/balance` */
function createSetLowCredit(deps: OperateDeps): Endpoint {
  return operate(deps, setLowCredit, {
    method: 'PATCH',
    path: '/v1/balance',
    name: 'setLowCredit',
    scope: 'account',
    about: 'Sets below what balance you are told that your credit is low.',
    gives: BALANCE,
    show: (_, { account, reader, admin }) => showBalance(reader, account.id, admin),
  });
}

export const LINE = resource(
  'LedgerLine',
  {
    id: id(),
    kind,
    amount: rupees('What was moved.'),
    change: rupees('What it did to the balance: -4.80; 0.00 for what was reserved before.'),
    currency,
    messages: count('For so many messages.'),
    cause: nullable('A reference, or why.'),
    refers_to: orNull(id(), 'The id of the line that it takes back.'),
    created_at: time(),
  },
  'A transfer; one for all that was committed together.',
);

/** `GET /v1/ledger` */
function createLedger({ reader }: OperateDeps): Endpoint {
  return listOf({
    path: '/v1/ledger',
    name: 'listLedger',
    scope: 'read',
    title: 'Ledger',
    item: LINE,
    about: 'Every movement of your credit, newest first.',
    filters: { ...SPAN_FIELDS, kind: Type.Optional(kind) },
    find({ account, query, before: beforeId, most, span }) {
      const kinds = query.kind === undefined ? undefined : [query.kind];
      return listLedger(reader, { accountId: account.id, kinds, ...span, beforeId, most });
    },
    placeOf: ({ id }) => id,
    show: LINE.show,
  });
}

const MONTH = {
  month: from('name', Type.String({ description: '2026-11, of Pakistan.' })),
  since: time(),
  until: time(),
  complete: derived(
    Type.Boolean({ description: 'false: the month is not over.' }),
    ({ untilMs }: Month, nowMs: number) => untilMs <= nowMs,
  ),
};
const SHORT = resource('StatementMonth', MONTH, 'A month with a statement.');
const STATEMENT = closed(
  {
    ...MONTH,
    number: Type.String({ description: 'Of this statement: the account and the month.' }),
    from: nullable('Who issues it, with address and tax number, as they put it.'),
    to: closed({
      name: Type.String(),
      address: nullable('As the account has set it.'),
      tax_number: nullable('Approved; only for those who have the scope `account`.'),
    }),
    currency,
    opening: rupees('The balance when it began.'),
    lines: Type.Array(
      closed({
        day: Type.String({ description: '2026-11-26, of Pakistan.' }),
        what: Type.Enum([...STATEMENT_LINES], {
          description: 'messages: what was reserved for them, less what came back.',
        }),
        change: rupees('What it did to the balance.'),
        balance: rupees('What was left then.'),
      }),
      { description: 'What changed the balance, by day.' },
    ),
    kinds: Type.Array(
      closed({
        kind,
        transfers: Type.Integer({ minimum: 1, description: 'Lines of the ledger.' }),
        amount: rupees('Their sum.'),
        change: rupees('What they did to the balance.'),
      }),
      { description: 'opening and every change make closing.' },
    ),
    closing: rupees('The balance when it ended, or now.'),
    spent: rupees('Charged or still reserved, look-ups included, less what came back meanwhile.'),
  },
  { title: 'Statement', description: 'A month of the ledger.' },
);

const MOST_MONTHS = 240;

type Month = { readonly name: string; readonly sinceMs: number; readonly untilMs: number };

/** A month by its number since 1970-01. */
function monthOf(number: number): Month {
  const [first, next] = [number, number + 1].map((it) => Date.UTC(1970, it, 1));
  if (first === undefined || next === undefined) throw new Error('the second of two is missing');
  const name = new Date(first).toISOString().slice(0, 7);
  return { name, sinceMs: momentOf(first / DAY_MS, 0), untilMs: momentOf(next / DAY_MS, 0) };
}

/** Since the account was created, newest first. */
function monthsOf(createdAtMs: number, nowMs: number): readonly Month[] {
  const last = monthAt(nowMs);
  const length = Math.min(last - monthAt(createdAtMs) + 1, MOST_MONTHS);
  return Array.from({ length }, (_, ago) => monthOf(last - ago));
}

/** @param months those that have a statement, newest first. */
function noStatement(asked: string, [newest]: readonly Month[]): Refusal {
  const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked);
  const isAhead = newest !== undefined && asked > newest.name;
  const why = isAhead ? 'it lies in the future' : 'it has no statement';
  return refuse('statement_unknown', { why: isMonth ? why : 'write it as 2026-11' });
}

type ShownMoney = Pick<
  Static<typeof STATEMENT>,
  'currency' | 'opening' | 'kinds' | 'lines' | 'closing' | 'spent'
>;

function showStatement(statement: LedgerStatement): ShownMoney {
  const { openingMicros, closingMicros, kinds, lines } = statement;
  const spending = kinds.filter((it) => SPENDING_KINDS.some((word) => word === it.kind));
  const spent = spending.reduce((sum, it) => sum - it.changeMicros, 0n);
  let balance: bigint = openingMicros;
  return {
    currency: CURRENCY,
    opening: showRupees(openingMicros),
    kinds: kinds.map((it) => ({
      kind: it.kind,
      transfers: it.transfers,
      amount: showRupees(it.amountMicros),
      change: showRupees(it.changeMicros),
    })),
    lines: lines.map(({ day, what, changeMicros }) => {
      balance += changeMicros;
      return {
        day,
        what,
        change: showRupees(changeMicros),
        balance: showRupees(micros(balance)),
      };
    }),
    closing: showRupees(closingMicros),
    spent: showRupees(micros(spent)),
  };
}

/** `GET /v1/statements`, `GET /v1/statements/{month}` */
function createStatements({ reader, reports, chat }: OperateDeps): readonly Endpoint[] {
  const monthsFor = async (account: Account) => {
    const found = await findAccount(reader, { accountId: account.id });
    const nowMs = chat.clock.nowMs();
    return monthsOf(found?.createdAtMs ?? nowMs, nowMs);
  };
  const addressee = async ({ id: accountId, name }: Account, mayName: boolean) => {
    const found = await findAccount(reader, { accountId });
    const number = mayName ? await readApprovedTaxNumber(chat, reader, accountId) : undefined;
    return { name, address: found?.address || null, tax_number: number ?? null };
  };
  return [
    allOf({
      path: '/v1/statements',
      name: 'listStatements',
      scope: 'read',
      about: 'The months that have a statement, newest first.',
      item: SHORT,
      find: ({ account }) => monthsFor(account),
      show: (month) => SHORT.show(month, chat.clock.nowMs()),
    }),
    getOne({
      path: '/v1/statements/{month}',
      name: 'showStatement',
      scope: 'read',
      about: 'What you had when a month began, what moved by kind, and what you had at its end.',
      places: { month: 'A month of Pakistan: 2026-11.' },
      gives: STATEMENT,
      failures: ['statement_unknown'],
      async find({ account, places: { month: asked }, principal }) {
        const months = await monthsFor(account);
        const month = months.find(({ name }) => name === asked);
        if (month === undefined) return { kind: 'refused', refusal: noStatement(asked, months) };
        const mayName = principal.scopes.includes('account');
        return {
          ...SHORT.show(month, chat.clock.nowMs()),
          ...showStatement(await readStatement(reports, account.id, month)),
          number: `${account.id}-${month.name}`,
          from: chat.statementFrom ?? null,
          to: await addressee(account, mayName),
        };
      },
    }),
  ];
}

/** `exported`: lists that are given as files. */
export function createMoneyEndpoints(deps: OperateDeps) {
  const exported = { ...deps, reader: deps.reports };
  return {
    exported: {
      ledger: createLedger(exported),
      invoices: createListInvoices(exported),
    },
    others: [
      createLedger(deps),
      createBalance(deps),
      createSetLowCredit(deps),
      ...createStatements(deps),
      ...createPaymentEndpoints(deps),
      ...createTopUpEndpoints(deps),
      ...createInvoiceEndpoints(deps),
    ],
  };
}
