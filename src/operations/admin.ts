/**
 * What every operation needs. An operation checks its input, changes the store in one transaction,
 * writes its audit line in it, and raises the version that caches compare. A refusal is a value
 * that names the field and the rule, and leaves nothing behind.
 */
import type { Principal, Scope } from '../domain/account/account.ts';
import type { FailureReason } from '../domain/failure/failure.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Ids } from '../kit/ids.ts';
import { NODE_SLOTS } from '../kit/ids.ts';
import { type Database, type Transaction, transactOrRollBack } from '../kit/postgres/pool.ts';
import type { Random } from '@paigham/base/random.ts';
import type { Seal } from '../kit/seal.ts';
import type { Trial } from '../features/accounts/begin-account.ts';
import type { PaymentRoom } from '../features/payments/gateway.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';
import { raiseAccountVersion, raiseSettingsVersion } from '../store/nodes/versions.ts';

export type Admin = Pick<Database, 'transact'> & {
  /** Who is acting, for the audit log: `staff:ayesha@example.com`, `line:root`. */
  readonly actor: string;
  /** What the actor may grant to keys it creates; undefined: everything. */
  readonly grants?: Pick<Principal, 'scopes' | 'expiresAtMs' | 'isConfirmed'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly seal: Seal;
  /** For ledger transfers. */
  readonly ids: Ids;
  /** Of this service: `https://messages.example.com`; '' if not set. Mails lead there. */
  readonly publicAddress: string;
  /** Production without a mail server: nothing that is written to people leaves. */
  readonly hasNoMail?: boolean;
  /** How accounts add credit, for their people to read; undefined: nobody has said. */
  readonly paymentNote?: string | undefined;
  /** The bank account that accounts pay to; undefined: nobody pays by bank. */
  readonly bankAccount?: string | undefined;
  /** Who issues statements, with address and tax number; undefined: nobody has said. */
  readonly statementFrom?: string | undefined;
  /**
   * The most credit that one person moves alone on an account in 24 hours; undefined: any, and
   * nothing waits for a second person.
   */
  readonly creditAloneMicros?: Micros | undefined;
  /** What new accounts are given to try the service with; undefined: nothing. */
  readonly trial?: Trial;
  /** Where accounts pay by themselves; undefined: nowhere. */
  readonly payments?: PaymentRoom | undefined;
  /** The request that the actor confirms by this, for the audit log. */
  readonly confirms?: { readonly request: number; readonly requestedBy: string };
};

/** The id slot of programs that hold no node lease: the command line. */
export const ADMIN_SLOT = NODE_SLOTS - 1;

export type Refused = {
  readonly ok: false;
  /** The field, as the operation's input type names it. */
  readonly field: string;
  /** The rule it breaks, starting with a lower-case letter, without a full stop. */
  readonly rule: string;
  /** The scope that the actor lacks; undefined: the input is wrong. */
  readonly missing?: Scope;
  /** What programs are told instead, where it is not the input that is wrong. */
  readonly failure?: FailureReason;
  /** When to try again, where that is known better than from the failure. */
  readonly retryAfterSeconds?: number;
};

export type Outcome<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** An earlier request with the same idempotency key has already done it. */
      readonly replayed?: boolean;
    }
  | Refused;

/** What a change returns, and what the audit log keeps of it: never a secret. */
export type Changed<Value> = {
  readonly ok: true;
  readonly value: Value;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The account that the change created, for the audit log. */
  readonly accountId?: AccountId | undefined;
};

export type Change<Value> = (transaction: Transaction) => Promise<Changed<Value> | Refused>;

/** What the audit log calls a change, and the account it was made on. */
export type AuditAction = {
  readonly action: string;
  readonly accountId?: AccountId | undefined;
};

/**
 * `rule` continues the field's name; if it starts with a capital letter it is a sentence of its
 * own.
 */
export function refuse(field: string, rule: string, failure?: FailureReason): Refused {
  return { ok: false, field, rule, ...(failure === undefined ? {} : { failure }) };
}

export function changed<Value>(value: Value, detail: Changed<Value>['detail']): Changed<Value> {
  return { ok: true, value, detail };
}

/** Runs a change and its audit line in one transaction; a refusal rolls both back. */
export function change<Value>(
  admin: Admin,
  auditAction: AuditAction,
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return transactOrRollBack<Outcome<Value>>(admin, async (transaction, rollBack) => {
    const outcome = await work(transaction);
    if (!outcome.ok) return rollBack(outcome);
    const { actor, clock, confirms } = admin;
    const line = { actor, action: auditAction.action, detail: { ...outcome.detail, ...confirms } };
    const accountId = outcome.accountId ?? auditAction.accountId;
    await insertAudit(transaction, accountId, line, clock.nowMs());
    return { ok: true, value: outcome.value };
  });
}

/** A change to an account's snapshot (keys, senders, templates, switches): raises its version. */
export function changeAccount<Value>(
  admin: Admin,
  auditAction: AuditAction & { readonly accountId: AccountId },
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return change(admin, auditAction, async (transaction) => {
    const exists = await raiseAccountVersion(transaction, { accountId: auditAction.accountId });
    return exists ? work(transaction) : refuse('account', 'must be an account that exists');
  });
}

/** A change to operators, prefixes, tariffs, links or routes: raises the settings' version. */
export function changeSettings<Value>(
  admin: Admin,
  auditAction: AuditAction,
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return change(admin, auditAction, async (transaction) => {
    await raiseSettingsVersion(transaction);
    return work(transaction);
  });
}

/** Who somebody writes to is private: looking is audited like changing. */
export async function noteLook(
  admin: Admin,
  look: {
    /** `message.show`, `message.list` or `reply.list`. */
    readonly action: string;
    /** Whose messages or replies; undefined for all accounts. */
    readonly accountId: AccountId | undefined;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  must(await change(admin, look, async () => changed(undefined, look.detail)));
}

/** A context whose changes join a transaction under way: they succeed or fail together. */
export function within(admin: Admin, transaction: Transaction): Admin {
  return { ...admin, transact: (work) => work(transaction) };
}

/** The result of a command that is carried out and rolled back. */
export function rehearse<Value>(
  admin: Admin,
  command: (admin: Admin) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return transactOrRollBack(admin, async (transaction, rollBack) =>
    rollBack(await command(within(admin, transaction))),
  );
}

/** The result of a command that cannot be refused here. @throws if it was: a bug. */
export function must<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.field} ${outcome.rule}`);
}
