/** What waits for a second person: credit, and whatever else moves money. */
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { decideRequest, listRequests, lockRequest, type Request } from './requests.sql.ts';
import { setAccount } from '../accounts/accounts.operations.ts';
import { setSpendCaps } from '../accounts/spend-caps.operations.ts';
import {
  changed,
  refuse,
  within,
  type Admin,
  type Changed,
  type Refused,
} from '../../operations/admin.ts';
import { addCredit, correctCredit, SHARED } from '../credit/credit.operations.ts';
import { confirmBankTransfer } from '../bank-transfers/bank-transfers.operations.ts';
import { creditInvoice } from '../invoices/invoices.operations.ts';
import { refundPayment } from '../payments/refunds.operations.ts';
import { account, argument, id, lastArgument, limitOf } from '../../operations/fields.ts';
import { operation, query, type Definition, type Shown } from '../../operations/operation.ts';
import { removePrefixes, setPrefixes } from '../operators/operators.operations.ts';
import { nameCodeSender } from '../sign-in/code-sender.operations.ts';
import { faultOfSecond, isOwnAccount, OWN_ACCOUNT, REQUEST_MS } from './second-person.ts';
import { at } from '../../operations/show.ts';
import {
  removeTariff,
  setChatTariff,
  setLookupPrice,
  setTariff,
} from '../tariffs/tariffs.operations.ts';

/** Every operation that may wait. */
export const MAY_WAIT: readonly Definition[] = [
  ...[confirmBankTransfer.definition, creditInvoice.definition, refundPayment.definition],
  ...[addCredit.definition, correctCredit.definition, setAccount.definition],
  ...[setSpendCaps.definition, setTariff.definition, setChatTariff.definition],
  ...[setLookupPrice.definition, nameCodeSender.definition],
  ...[removeTariff.definition, setPrefixes.definition, removePrefixes.definition],
];

const EMPTY = 'Nothing waits for a second person.';
const accountId = lastArgument('[ACCOUNT]', account);

export const requestList = query({
  name: 'request list',
  about: 'Lists what waits for a second person, oldest first; for 7 days.',
  input: { accountId, most: limitOf(200) },
  async read({ reader, admin }, { accountId, most }) {
    const sinceMs = admin.clock.nowMs() - REQUEST_MS;
    const data = (await listRequests(reader, { accountId, sinceMs, most })).map((it) => ({
      id: it.id,
      account: it.accountId,
      operation: it.operation,
      about: it.about,
      asked_by: it.askedBy,
      asked: at(it.askedAtMs),
    }));
    return { data, empty: EMPTY };
  },
});

const KINDS: Readonly<Record<string, string>> = {
  'credit add': 'credit',
  'credit correct': 'correction',
};

export const creditList = query({
  name: 'credit list',
  about: 'Lists the credit that waits for a second person, oldest first; for 7 days.',
  input: { most: limitOf(200) },
  async read({ reader, admin }, { most }) {
    const sinceMs = admin.clock.nowMs() - REQUEST_MS;
    const waiting = await listRequests(reader, { accountId: undefined, sinceMs, most });
    const data = waiting.flatMap((it) => {
      const kind = KINDS[it.operation];
      if (kind === undefined) return [];
      const { amountMicros, reference } = it.input as {
        readonly amountMicros: Micros;
        readonly reference?: string;
      };
      const asked = { asked_by: it.askedBy, asked: at(it.askedAtMs) };
      return [
        { account: it.accountId, id: it.id, kind, amount: amountMicros, reference, ...asked },
      ];
    });
    return { data, empty: 'No credit waits.' };
  },
});

type Named = { readonly accountId?: AccountId; readonly id: number; readonly shared: boolean };

/** The request, which nobody else decides on meanwhile. */
async function take(
  transaction: Transaction,
  named: Pick<Named, 'accountId' | 'id'>,
  { clock }: Admin,
): Promise<Request | Refused> {
  const sinceMs = clock.nowMs() - REQUEST_MS;
  const request = await lockRequest(transaction, { id: named.id, sinceMs });
  const isOther = named.accountId !== undefined && named.accountId !== request?.accountId;
  if (request !== undefined && !isOther) return request;
  return refuse('id', 'must be of a request that waits: see paigham request list');
}

function decided<Value>(value: Value, request: Request): Changed<Value> {
  const { id: requestId, operation: asked, askedBy, accountId } = request;
  const detail = { request: requestId, operation: asked, requestedBy: askedBy };
  return { ...changed(value, detail), accountId };
}

async function confirm(
  transaction: Transaction,
  { shared, ...named }: Named,
  admin: Admin,
): Promise<Changed<Shown> | Refused> {
  // Of two who confirm, one finds that nothing waits any more.
  const request = await take(transaction, named, admin);
  if ('ok' in request) return request;
  const refused = await faultOfSecond(admin, transaction, request);
  if (refused !== undefined) return refused;
  const asked = MAY_WAIT.find(({ name }) => name === request.operation);
  if (asked === undefined) return refuse('id', 'is of another version of the service');
  const confirms = { request: request.id, requestedBy: request.askedBy };
  const input = shared ? { ...request.input, shared } : request.input;
  const done = await asked.carryOut({ ...within(admin, transaction), confirms }, input);
  if (!done.ok) return done;
  const { actor: by, clock } = admin;
  const decision = { id: request.id, by, decision: 'confirmed', atMs: clock.nowMs() } as const;
  await decideRequest(transaction, decision);
  return decided(done.value, request);
}

export const confirmRequest = operation({
  name: 'request confirm',
  about: 'Carries out what somebody else has asked for: see "paigham request list".',
  audit: 'request.confirm',
  raises: 'nothing',
  input: { id: argument('ID', id), shared: SHARED },
  work: confirm,
  show: (shown, _, context) => shown(context),
});

export const confirmCredit = operation({
  name: 'credit confirm',
  about: 'Moves credit that somebody else has asked for: see "paigham credit list".',
  audit: 'request.confirm',
  raises: 'nothing',
  input: { accountId: argument('ACCOUNT', account), id: argument('ID', id), shared: SHARED },
  work: confirm,
  show: (shown, _, context) => shown(context),
});

export const refuseRequest = operation({
  name: 'request refuse',
  about: 'Ends what waits for a second person, undone. Whoever asked may take it back so.',
  audit: 'request.refuse',
  raises: 'nothing',
  input: { id: argument('ID', id) },
  async work(transaction, named, admin) {
    const request = await take(transaction, named, admin);
    if ('ok' in request) return request;
    const { actor: by, clock } = admin;
    const isOwn = await isOwnAccount(transaction, admin, request.accountId);
    if (isOwn && request.askedBy !== by) return OWN_ACCOUNT;
    const decision = { id: request.id, by, decision: 'refused', atMs: clock.nowMs() } as const;
    await decideRequest(transaction, decision);
    return decided(request.about, request);
  },
  show: (about, { id }) => ({ data: { request: id, about, refused: true } }),
});
