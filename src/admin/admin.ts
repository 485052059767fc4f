/**
 * What every operation stands on. An operation checks its input, changes the store in one
 * transaction, writes its audit line there, and raises the version that caches compare. A refusal
 * is a value that names the field and the rule, and leaves nothing behind.
 */
import type { AccountId } from '../domain/ids.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import { NODE_SLOTS } from '../kit/ids.ts';
import type { Database, Transaction } from '../kit/postgres/pool.ts';
import type { Random } from '../kit/random.ts';
import type { Seal } from '../kit/seal.ts';
import { transactOrRollBack } from '../kit/postgres/roll-back.ts';
import { insertAudit } from '../store/audit.ts';
import { raiseAccountVersion, raiseSettingsVersion } from '../store/versions.ts';

export type Admin = Pick<Database, 'transact'> & {
  /** Who acts, for the audit: `staff:ayesha@example.com`, `line:root`. */
  readonly actor: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly seal: Seal;
  /** For ledger transfers. */
  readonly ids: Ids;
};

/** The slot of ids made by programs that hold no node lease: the command line. */
export const ADMIN_SLOT = NODE_SLOTS - 1;

export type Refused = {
  readonly ok: false;
  /** The input's field, as the command's input type names it. */
  readonly field: string;
  /** What it must be, beginning with a small letter, without a full stop. */
  readonly rule: string;
};

export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Refused;

/** What a change gives back, and what the audit keeps of it: never a secret. */
export type Changed<Value> = {
  readonly ok: true;
  readonly value: Value;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The account that the change has made, for the audit. */
  readonly accountId?: AccountId;
};

export type Change<Value> = (transaction: Transaction) => Promise<Changed<Value> | Refused>;

/** What a change is called in the audit, and whose account it is on. */
export type Deed = { readonly action: string; readonly accountId?: AccountId };

/** `rule` goes on behind the field's name; with a capital letter it is a sentence of its own. */
export function refuse(field: string, rule: string): Refused {
  return { ok: false, field, rule };
}

export function changed<Value>(value: Value, detail: Changed<Value>['detail']): Changed<Value> {
  return { ok: true, value, detail };
}

/** Runs a change with its audit line in one transaction; a refusal rolls it back. */
export function change<Value>(
  admin: Admin,
  deed: Deed,
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return transactOrRollBack<Outcome<Value>>(admin, async (transaction, rollBack) => {
    const outcome = await work(transaction);
    if (!outcome.ok) return rollBack(outcome);
    const { actor, clock } = admin;
    const line = { actor, action: deed.action, detail: outcome.detail };
    const accountId = outcome.accountId ?? deed.accountId;
    await insertAudit(transaction, accountId, line, clock.nowMs());
    return { ok: true, value: outcome.value };
  });
}

/** A change to an account's snapshot (keys, senders, templates, switches): raises its version. */
export function changeAccount<Value>(
  admin: Admin,
  deed: Required<Deed>,
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return change(admin, deed, async (transaction) => {
    const exists = await raiseAccountVersion(transaction, deed.accountId);
    return exists ? work(transaction) : refuse('account', 'must be an account that exists');
  });
}

/** A change to operators, prefixes, tariffs, links or routes: raises the settings' version. */
export function changeSettings<Value>(
  admin: Admin,
  deed: Deed,
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return change(admin, deed, async (transaction) => {
    await raiseSettingsVersion(transaction);
    return work(transaction);
  });
}

/** To whom somebody writes is private: who looks leaves a line as who changes does. */
export async function noteLook(
  admin: Admin,
  look: {
    /** `message.show`, `message.list` or `reply.list`. */
    readonly action: string;
    /** Whose messages or replies; undefined for those of every account. */
    readonly accountId: AccountId | undefined;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { action, accountId, detail } = look;
  const deed = { action, ...(accountId === undefined ? {} : { accountId }) };
  must(await change(admin, deed, async () => changed(undefined, detail)));
}

/** A context whose changes belong to a transaction under way: they stand or fall together. */
export function within(admin: Admin, transaction: Transaction): Admin {
  return { ...admin, transact: (work) => work(transaction) };
}

/** What a command would give: it is done and taken back. */
export function rehearse<Value>(
  admin: Admin,
  command: (admin: Admin) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return transactOrRollBack(admin, async (transaction, rollBack) =>
    rollBack(await command(within(admin, transaction))),
  );
}

/** What a command gave that cannot be refused here. @throws when it was: a bug. */
export function must<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.field} ${outcome.rule}`);
}
