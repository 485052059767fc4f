/**
 * What a new account begins with, so that its people can send a first message at once: a template
 * that is approved, and goes to numbers that they have confirmed themselves, and the credit for a
 * few such messages.
 */
import { measureText } from '@paigham/sms-text';
import type { AccountId, TransferId } from '../../domain/ids.ts';
import { micros, type Micros, ZERO } from '../../domain/pricing/money.ts';
import { tariffFor } from '../../domain/pricing/tariff.ts';
import { REFERENCE_BITS, sharedRouteOf } from '../../domain/sender/sender.ts';
import type { Variable } from '../../domain/template/template.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertAccount, updateAccount } from './accounts.sql.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import { takeTrialPhone } from '../registration/registrations.sql.ts';
import { grantSharedSenders, listSharedSenders, waitForSharing } from '../senders/senders.sql.ts';
import { decideTemplate, insertTemplate } from '../templates/templates.sql.ts';
import { writeTransfers } from '../../store/ledger/ledger.ts';
import { listTariffs } from '../tariffs/tariffs.sql.ts';
import { listOperators } from '../operators/operators.sql.ts';
import type { Admin } from '../../operations/admin.ts';
import { issueKey } from '../keys/keys.operations.ts';

/** What new accounts are given to try the service with. */
export type Trial = {
  /** For how many messages to one's own phone. */
  readonly messages: number;
  /** What is given instead, whatever a message costs; undefined: the price of those. */
  readonly micros: Micros | undefined;
  /** What follows each text of an account that is not verified. */
  readonly demoText: string;
};

const NAME_CHARACTERS = 100;
const COMPANY: Variable = { name: 'company', type: 'text', maxLength: NAME_CHARACTERS };
const TEST = { name: 'Test message', message: 'Test message from #company#' };
/** As the audit names the service itself. */
const OURSELVES = 'service';

/**
 * Opens an account in a transaction under way: it has the shared senders, its first key, and what
 * accounts begin with.
 */
export async function openAccount(
  admin: Admin,
  transaction: Transaction,
  { name, ...by }: Omit<Beginning, 'accountId'>,
): Promise<{ readonly accountId: AccountId; readonly apiKey: string }> {
  const nowMs = admin.clock.nowMs();
  const created = await insertAccount(transaction, { name, atMs: nowMs });
  // Every wording is approved anyway; verification is what allows senders of their own.
  await updateAccount(transaction, { fixedContent: true, accountId: created });
  await waitForSharing(transaction);
  await grantSharedSenders(transaction, { accountId: created, atMs: nowMs });
  const { apiKey } = await issueKey(admin, transaction, created);
  await beginAccount(admin, transaction, { accountId: created, name, ...by });
  return { accountId: created, apiKey };
}

type Beginning = {
  readonly accountId: AccountId;
  readonly name: string;
  /** Of whoever registered it; undefined: staff opened it. */
  readonly phone?: number;
};

/** Gives a new account its test template and, once for each confirmed number, its credit. */
async function beginAccount(
  admin: Admin,
  transaction: Transaction,
  beginning: Beginning,
): Promise<void> {
  const { trial, clock } = admin;
  if (trial === undefined) return;
  const { accountId, phone } = beginning;
  const told = { atMs: clock.nowMs(), actor: OURSELVES };
  await addTestTemplate(transaction, accountId, told);
  const isFirst =
    phone === undefined ||
    (await takeTrialPhone(transaction, { phone, accountId, atMs: told.atMs }));
  if (!isFirst) return;
  const amountMicros = trial.micros ?? (await priceOf(transaction, trial, beginning, told.atMs));
  if (amountMicros === ZERO) return;
  const id = admin.ids.next() as TransferId;
  const transfer = { accountId, id, kind: 'trial', amountMicros, messages: 0 } as const;
  await writeTransfers(transaction, [transfer], told.atMs);
  const detail = { transferId: id, amountMicros: String(amountMicros) };
  const line = { actor: OURSELVES, action: 'credit.trial', detail };
  await insertAudit(transaction, accountId, line, told.atMs);
}

async function addTestTemplate(
  transaction: Transaction,
  accountId: AccountId,
  told: { readonly atMs: number; readonly actor: string },
): Promise<void> {
  const wording = { ...TEST, category: 'transactional', variables: [COMPANY] } as const;
  const id = await insertTemplate(
    transaction,
    accountId,
    { ...wording, ownNumbersOnly: true },
    told,
  );
  const decision = { id, state: 'approved', version: 1, reason: undefined } as const;
  await decideTemplate(transaction, accountId, { ...decision, isBeside: false }, told);
}

/** What the messages cost by the senders that everybody may use, at the dearest operator. */
async function priceOf(
  transaction: Transaction,
  { messages, demoText }: Trial,
  { accountId, name }: Beginning,
  atMs: number,
): Promise<Micros> {
  const routes = (await listSharedSenders(transaction)).map(sharedRouteOf);
  const senderRoute = routes.includes('simple') ? 'simple' : 'short_code';
  const text = `${TEST.message.replace('#company#', () => name)}${demoText}`;
  const { parts } = measureText(text, REFERENCE_BITS[senderRoute]);
  const tariffs = await listTariffs(transaction);
  const operators = (await listOperators(transaction)).filter(({ enabled }) => enabled);
  const dearest = operators.reduce((most, { id: operatorId, carriedBy }) => {
    const asked = { accountId, senderRoute, operatorId, carriedBy, atMs } as const;
    const price = tariffFor(tariffs, asked)?.partPriceMicros ?? ZERO;
    return price > most ? price : most;
  }, ZERO);
  return micros(dearest * BigInt(parts * messages));
}
