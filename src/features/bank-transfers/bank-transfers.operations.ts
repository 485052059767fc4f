/** Paying by bank: an account pays with a reference, and finance confirms what came. */
import type { Account } from '../../domain/account/account.ts';
import { judgeFile } from '../../domain/account/verification.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId, BankTransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  BANK_TRANSFER_STATES,
  makeReference,
  readReference,
} from '../../domain/payment/bank-transfer.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import {
  change,
  changed,
  noteLook,
  refuse,
  within,
  type Admin,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import {
  account,
  argument,
  id,
  lastArgument,
  limitOf,
  oneOf,
  option,
  text,
  line,
} from '../../operations/fields.ts';
import { operation, query, type Filled } from '../../operations/operation.ts';
import { at, type RawFields } from '../../operations/show.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { addCredit } from '../credit/credit.operations.ts';
import { payment } from '../credit/payment-field.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { endRequestsAbout, findRequestAbout } from '../second-person/requests.sql.ts';
import { REQUEST_MS } from '../second-person/second-person.ts';
import {
  countWaitingTransfers,
  endBankTransfer,
  expireBankTransfers,
  findBankTransfer,
  insertBankTransfer,
  keepSlip,
  listBankTransfers,
  lockBankTransfer,
  readSlip,
  type BankTransfer,
} from './bank-transfers.sql.ts';

const UNKNOWN = refuse('transferId', 'must be of a bank transfer of the account');
const OFF = refuse('account', 'cannot pay by bank: BANK_ACCOUNT is not set', 'bank_transfers_off');
const ended = (state: BankTransfer['state']): Refused =>
  refuse('transferId', `must be of one that waits: this one is ${state}`, 'bank_transfer_ended');

const OPEN = {
  accountId: argument('ACCOUNT', account),
  amountMicros: argument('AMOUNT', payment),
};
type Made = { readonly id: BankTransferId };

export const openBankTransfer = operation({
  name: 'bank open',
  about: 'Opens a bank transfer: with its reference, an account pays the amount at its bank.',
  who: 'account',
  audit: 'bank.open',
  raises: 'nothing',
  input: OPEN,
  async work(transaction, { accountId, amountMicros }, { bankAccount, clock, random, actor }) {
    if (bankAccount === undefined) return OFF;
    const atMs = clock.nowMs();
    // Locked: of two that are opened at once, one counts the other.
    await lockFunds(transaction, [accountId], atMs);
    const { waiting } = await countWaitingTransfers(transaction, { accountId });
    const most = limit('bankTransfersOpen');
    if (waiting >= most) {
      const rule = `must have at most ${most} bank transfers that wait`;
      return refuse('account', rule, 'bank_transfers_exceeded');
    }
    const reference = makeReference((below) => random.randomInt(0, below));
    const asked = { accountId, reference, amountMicros, createdBy: actor };
    const made = await insertBankTransfer(transaction, { ...asked, atMs });
    return changed(made, { transfer: made.id, reference, amountMicros: String(amountMicros) });
  },
  show: (made, { accountId }, { reader }) => showOne(reader, accountId, made.id),
});

const NAMED = {
  accountId: argument('ACCOUNT', account),
  transferId: argument('TRANSFER', id),
};
type Named = Filled<typeof NAMED>;

/** The transfer, which nobody else ends meanwhile, if it is in one of these states. */
async function take(
  transaction: Transaction,
  { accountId, transferId }: Named,
  states: readonly BankTransfer['state'][],
): Promise<BankTransfer | Refused> {
  const found = await lockBankTransfer(transaction, { accountId, id: transferId });
  if (found === undefined) return UNKNOWN;
  return states.includes(found.state) ? found : ended(found.state);
}

export const withdrawBankTransfer = operation({
  name: 'bank withdraw',
  about: 'Ends a bank transfer that the account does not pay; its slip is forgotten.',
  who: 'account',
  audit: 'bank.withdraw',
  raises: 'nothing',
  input: NAMED,
  async work(transaction, named, admin) {
    const found = await take(transaction, named, ['waiting']);
    if ('ok' in found) return found;
    const { actor: by, clock } = admin;
    const ending = { by, receivedMicros: undefined, words: undefined, atMs: clock.nowMs() };
    await endBankTransfer(transaction, { ...found, ...ending, state: 'withdrawn' });
    await endRequests(transaction, found, admin);
    return changed({ id: found.id }, { transfer: found.id, reference: found.reference });
  },
  show: (_, { accountId, transferId }, { reader }) => showOne(reader, accountId, transferId),
});

/** Keeps the slip of a transfer, sealed, in the place of the last one. */
export function giveSlip(
  admin: Admin,
  {
    accountId,
    transferId,
    octets,
  }: { readonly accountId: Account['id']; readonly transferId: number; octets: Uint8Array },
): Promise<Outcome<Made>> {
  return change(admin, { action: 'bank.slip', accountId }, async (transaction) => {
    const found = await take(transaction, { accountId, transferId }, ['waiting']);
    if ('ok' in found) return found;
    const judged = judgeFile('slip', octets);
    if (!judged.ok) return refuse('file', judged.rule);
    const slip = admin.seal.sealOctets(octets, SEAL_PURPOSES.slip(accountId, found.id));
    const { mime } = judged;
    const bytes = octets.length;
    const kept = { accountId, id: found.id, slip, mime, bytes, atMs: admin.clock.nowMs() };
    await keepSlip(transaction, kept);
    return changed({ id: found.id }, { transfer: found.id, mime, bytes });
  });
}

/** The cause of its line in the ledger. */
const causeOf = ({ reference }: BankTransfer): string => `Bank transfer ${reference}`;

const CONFIRM = {
  ...NAMED,
  received: option('received', payment, 'what has come, where that is not what was asked'),
};

const creditOf = (
  found: BankTransfer,
  { accountId, received = found.amountMicros }: Filled<typeof CONFIRM>,
) => ({
  accountId,
  amountMicros: received,
  reference: causeOf(found),
  shared: false,
  asked: found.amountMicros,
});

/** What asks a second person to confirm this transfer. */
const confirming = ({ accountId, id }: BankTransfer, atMs: number) => ({
  accountId,
  operation: 'bank confirm',
  field: 'transferId',
  value: String(id),
  sinceMs: atMs - REQUEST_MS,
});

/** It has ended: nobody can confirm it any more. */
async function endRequests(
  transaction: Transaction,
  found: BankTransfer,
  { actor: by, clock, confirms }: Admin,
): Promise<void> {
  const atMs = clock.nowMs();
  const about = confirming(found, atMs);
  await endRequestsAbout(transaction, { ...about, but: confirms?.request, by, atMs });
}

/** Of one that was not paid in time, and one that was refused too early, money may come later. */
const PAYABLE: readonly BankTransfer['state'][] = ['waiting', 'expired', 'refused'];

export const confirmBankTransfer = operation({
  name: 'bank confirm',
  about:
    'Confirms that the money of a bank transfer has come, and adds it as credit: what has come, ' +
    'whatever was asked.',
  audit: 'bank.confirm',
  raises: 'nothing',
  input: CONFIRM,
  async warn({ reader }, input) {
    const found = await findBankTransfer(reader, { ...input, id: input.transferId });
    if (found === undefined) return [];
    const { amountMicros: received, asked } = creditOf(found, input);
    const gap = received > asked ? received - asked : asked - received;
    if (gap * 2n <= asked) return [];
    return [
      `${showRupees(received)} rupees would be added, though ${showRupees(asked)} were asked: ` +
        'look again at what the bank says.',
    ];
  },
  async second(transaction, input, admin) {
    // Before the balance, as whoever confirms the request locks them.
    const found = await take(transaction, input, PAYABLE);
    if ('ok' in found) return undefined;
    const credit = creditOf(found, input);
    const about = await addCredit.second(transaction, credit, admin);
    if (about === undefined) return undefined;
    const waiting = await findRequestAbout(transaction, confirming(found, admin.clock.nowMs()));
    if (waiting !== undefined) {
      return refuse('transferId', `waits for a second person already: see request ${waiting}`);
    }
    const { amountMicros, asked } = credit;
    return amountMicros === asked ? about : `${about}; ${showRupees(asked)} rupees were asked`;
  },
  async work(transaction, input, admin) {
    const found = await take(transaction, input, PAYABLE);
    if ('ok' in found) return found;
    const credit = creditOf(found, input);
    const added = await addCredit(within(admin, transaction), credit);
    if (!added.ok) return added;
    const { amountMicros: receivedMicros } = credit;
    const ending = { by: admin.actor, receivedMicros, words: undefined };
    const atMs = admin.clock.nowMs();
    await endBankTransfer(transaction, { ...found, ...ending, state: 'confirmed', atMs });
    await endRequests(transaction, found, admin);
    const { id: transfer, reference } = found;
    return changed(found, { transfer, reference, receivedMicros: String(receivedMicros) });
  },
  show: (_, { accountId, transferId }, { reader }) => showOne(reader, accountId, transferId),
});

export const refuseBankTransfer = operation({
  name: 'bank refuse',
  about: 'Refuses a bank transfer whose money has not come, or is not the account’s.',
  audit: 'bank.refuse',
  raises: 'nothing',
  input: {
    ...NAMED,
    words: argument('WORDS', line('WORDS')),
  },
  async work(transaction, { words, ...named }, admin) {
    const found = await take(transaction, named, ['waiting']);
    if ('ok' in found) return found;
    const { accountId, id: transfer, reference } = found;
    const ending = { by: admin.actor, receivedMicros: undefined, words };
    const atMs = admin.clock.nowMs();
    await endBankTransfer(transaction, { ...found, ...ending, state: 'refused', atMs });
    const news = { kind: 'transfer_refused', reference, reason: words } as const;
    await tellOwners(admin, transaction, accountId, news);
    return changed(found, { transfer, reference, words });
  },
  show: (_, { accountId, transferId }, { reader }) => showOne(reader, accountId, transferId),
});

const state = oneOf('STATE', BANK_TRANSFER_STATES);

export const bankTransferList = query({
  name: 'bank list',
  about: 'Lists bank transfers, the newest first: of an account or of all.',
  input: {
    accountId: lastArgument('[ACCOUNT]', account),
    state: option('state', state, 'in this state only: waiting waits for finance'),
    reference: option(
      'reference',
      { ...text('REFERENCE'), must: 'has a wrong sign: look again', read: readReference },
      'the one with this reference, however it is written',
    ),
    most: limitOf(200),
  },
  async read({ reader }, input) {
    const data = (await listBankTransfers(reader, { ...input, before: undefined })).map(rowOf);
    return { data, empty: 'There are no such bank transfers.' };
  },
});

export const saveSlip = query({
  name: 'bank slip',
  about:
    'Writes the slip of a bank transfer to a new file of this machine, to look at. Each look is ' +
    'recorded in the audit log.',
  input: { ...NAMED, file: argument('FILE', text('FILE')) },
  async read({ admin, reader }, { file, ...named }) {
    const looked = await lookAtSlip(admin, reader, named);
    if (!looked.ok) return looked;
    const { mime: type, octets } = looked.value;
    return { data: { file, type, bytes: octets.length }, saves: { file, octets } };
  },
});

/** A slip, to look at: that somebody did is committed before it is read. */
export async function lookAtSlip(
  admin: Admin,
  reader: Reader,
  { accountId, transferId }: Named,
): Promise<Outcome<{ readonly mime: string; readonly octets: Buffer; readonly fileName: string }>> {
  const named = { accountId, id: transferId };
  const found = await findBankTransfer(reader, named);
  if (found?.slipMime === undefined || found.slipAtMs === undefined) {
    return refuse('transferId', 'must be of a bank transfer of the account that has a slip');
  }
  await noteLook(admin, { action: 'bank.look', accountId, detail: { transfer: transferId } });
  const slip = (await readSlip(reader, named))?.slip;
  const octets = slip && admin.seal.openOctets(slip, SEAL_PURPOSES.slip(accountId, found.id));
  if (octets === undefined)
    return refuse(
      'transferId',
      'cannot be opened: it was sealed with another master key than that of this service',
    );
  const extension = found.slipMime.split('/').at(-1)?.replace('jpeg', 'jpg') ?? 'bin';
  const fileName = `slip-${found.reference}.${extension}`;
  return { ok: true, value: { mime: found.slipMime, octets, fileName } };
}

/** Ends those without a slip that nobody has paid for so long. */
export function expireTransfers({ transact, clock }: Pick<Admin, 'transact' | 'clock'>) {
  const atMs = clock.nowMs();
  const beforeMs = atMs - limit('bankTransferDays') * DAY_MS;
  return transact((transaction) => expireBankTransfers(transaction, { atMs, beforeMs }));
}

async function showOne(reader: Reader, accountId: AccountId, transferId: number) {
  const found = await findBankTransfer(reader, { accountId, id: transferId });
  return { data: found === undefined ? {} : rowOf(found) };
}

function rowOf(it: BankTransfer): RawFields {
  return {
    transfer: it.id,
    account: it.accountId,
    name: it.accountName,
    reference: it.reference,
    amount: it.amountMicros,
    state: it.state,
    received: it.receivedMicros,
    slip: it.slipAtMs === undefined ? undefined : it.slipMime,
    made: at(it.createdAtMs),
    made_by: it.createdBy,
    ended: it.endedAtMs === undefined ? undefined : at(it.endedAtMs),
    ended_by: it.endedBy,
    words: it.words,
  };
}
