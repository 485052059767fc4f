/** `/v1/bank-transfers`: an account pays at its bank, with a reference; staff look at its slips. */
import { BANK_TRANSFER_STATES } from '../../domain/payment/bank-transfer.ts';
import { refuse } from '../../domain/failure/failure.ts';
import type { AccountId, BankTransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readPieces } from '../../kit/file-pieces.ts';
import { Type } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type Endpoint,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { staffMay } from '../../api/v1/guards.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { actingAs, operate, type OperateDeps } from '../../api/v1/operate.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import { UPLOAD_FAILURES, type ReceiveUpload } from '../../api/v1/receive-upload.ts';
import {
  closed,
  derived,
  from,
  id,
  money,
  nullable,
  nullableTime,
  orNull,
  resource,
  time,
} from '../../operations/resource.ts';
import { CURRENCY } from '../batches/batch-shape.http.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import {
  giveSlip,
  lookAtSlip,
  openBankTransfer,
  withdrawBankTransfer,
} from './bank-transfers.operations.ts';
import { findBankTransfer, listBankTransfers, type BankTransfer } from './bank-transfers.sql.ts';

type BankDeps = OperateDeps & { readonly receive: ReceiveUpload };

/** The bank account is shown as it is now. */
const TRANSFER = resource(
  'BankTransfer',
  {
    id: id(),
    reference: Type.String({ description: 'To be written on the transfer: ABCD-EFGH.' }),
    amount: money({ description: 'What is to be paid.' }),
    currency: Type.Literal(CURRENCY),
    bank_account: derived(
      nullable('Where to pay, as the operator of the service puts it; null: nowhere any more.'),
      (_: BankTransfer, bankAccount: string | undefined) => bankAccount,
    ),
    state: Type.Enum([...BANK_TRANSFER_STATES], {
      description:
        'waiting: for the money, and for the service to confirm it. confirmed: `received` is ' +
        'credit now. refused: `reason` says why. withdrawn: by you. expired: no slip was given ' +
        'in time; what is paid all the same is confirmed.',
    }),
    received: orNull(money(), 'What came, and became credit.'),
    reason: from('words', nullable('Why it was refused.')),
    slip_at: nullableTime('When its slip was given.'),
    created_at: time(),
    ended_at: nullableTime('When it was confirmed, or ended otherwise.'),
  },
  'Money that an account pays at its bank.',
);

const at = collection(TRANSFER, {
  path: '/v1/bank-transfers',
  id: idOf<BankTransferId>('a bank transfer'),
  field: 'transferId',
  unknown: 'bank_transfer_unknown',
});

export function createBankTransferEndpoints(deps: BankDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  const show = (it: BankTransfer) => TRANSFER.show(it, chat.bankAccount);
  const find = async (accountId: AccountId, id: number) => {
    const found = await findBankTransfer(reader, { accountId, id });
    return found && show(found);
  };
  return [
    listOf({
      ...at.list,
      name: 'listBankTransfers',
      scope: 'read',
      about: 'What you pay by bank, newest first.',
      filters: { state: Type.Optional(Type.Enum([...BANK_TRANSFER_STATES])) },
      find: ({ account, query: { state }, before, most }) =>
        listBankTransfers(reader, {
          accountId: account.id,
          state,
          reference: undefined,
          before,
          most,
        }),
      show,
    }),
    getOne({
      ...at.show,
      name: 'showBankTransfer',
      scope: 'read',
      about: 'One bank transfer.',
      find: ({ account, places: { id } }) =>
        findBankTransfer(reader, { id, accountId: account.id }),
      show,
    }),
    operate(deps, openBankTransfer, {
      ...at.add,
      name: 'openBankTransfer',
      scope: 'account',
      done: [201, 'It waits: pay the amount with the `reference`.'],
      failures: ['bank_transfers_off', 'bank_transfers_exceeded'],
      refuse: ({ failure }) =>
        failure === 'bank_transfers_exceeded'
          ? {
              kind: 'refused',
              refusal: refuse(failure, { most: String(limit('bankTransfersOpen')) }),
            }
          : undefined,
      show: (it, { account }) => find(account.id, it.id),
    }),
    operate(deps, withdrawBankTransfer, {
      ...at.show,
      method: 'POST',
      path: `${at.show.path}/withdrawal`,
      name: 'withdrawBankTransfer',
      scope: 'account',
      repeatable: true,
      failures: ['bank_transfer_ended'],
      show: (it, { account }) => find(account.id, it.id),
    }),
    createGiveSlip(deps, find),
  ];
}

const PIECE_BYTES = 1024 * 1024;

/** `PUT /v1/bank-transfers/{id}/slip` */
function createGiveSlip(
  { chat, receive }: BankDeps,
  find: (accountId: AccountId, id: number) => Promise<ReturnType<typeof TRANSFER.show> | undefined>,
): Endpoint {
  const { path, places } = at.show;
  return defineEndpoint({
    method: 'PUT',
    path: `${path}/slip`,
    places,
    name: 'giveBankSlip',
    scope: 'account',
    about: 'Gives the slip of your bank, as a form with its file; it takes the place of the last.',
    form: {
      receive,
      file: `A PDF, JPEG or PNG of at most ${limit('documentBytes')} bytes.`,
      shape: closed({}),
    },
    gives: TRANSFER,
    failures: ['bank_transfer_unknown', 'bank_transfer_ended', ...UPLOAD_FAILURES],
    async handle({ account, principal, places: { id: transferId }, file }) {
      if (file === undefined) {
        return refuseField('/file', `is missing: send it as ${FORM_BODY}`);
      }
      const octets = Buffer.concat(await Array.fromAsync(readPieces(file.path, PIECE_BYTES)));
      const given = { accountId: account.id, transferId, octets };
      const outcome = await giveSlip(actingAs(chat, principal), given);
      if (!outcome.ok) {
        if (outcome.field === 'file') return refuseField('/file', outcome.rule, 'body');
        return refused(outcome.failure ?? 'bank_transfer_unknown');
      }
      const shown = await find(account.id, transferId);
      return shown === undefined ? refused('bank_transfer_unknown') : done(shown);
    },
  });
}

export function createSlipFile({ reader, admin }: PeopleDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/staff/bank-transfers/{account}/{id}/slip',
    who: 'staff',
    name: 'showBankSlip',
    about: 'The slip of a bank transfer. The look is audited.',
    guards: [staffMay('bank slip')],
    places: { account: idOf<AccountId>('an account'), id: idOf<BankTransferId>('its transfer') },
    givesFile: true,
    failures: ['bank_transfer_unknown'],
    async handle({ person, places: { account: accountId, id: transferId } }) {
      const by = { ...admin, actor: person.actor };
      const looked = await lookAtSlip(by, reader, { accountId, transferId });
      if (!looked.ok) return refused('bank_transfer_unknown');
      const { mime, octets, fileName } = looked.value;
      return { kind: 'file', mime, content: octets, fileName };
    },
  });
}
