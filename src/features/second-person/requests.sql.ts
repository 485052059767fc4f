/** Operations that wait for a second person, and what is known of the two. */
import type { AccountId } from '../../domain/ids.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

export type Request = {
  readonly id: number;
  /** undefined: it is about every account. */
  readonly accountId: AccountId | undefined;
  /** The name of an operation: `credit add`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What it would do, in a sentence. */
  readonly about: string;
  readonly askedAtMs: number;
  readonly askedBy: string;
};

const INSERT = statement<{ readonly id: number }>(
  'insert-request',
  `insert into requests (account_id, operation, input, about, asked_at, asked_by)
  values (:accountId, :operation, :input::jsonb, :about, @askedAtMs, :askedBy)
  returning id`,
);

export async function insertRequest(
  transaction: Transaction,
  request: Omit<Request, 'id'>,
): Promise<number> {
  const input = Object.fromEntries(
    Object.entries(request.input).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? { micros: String(value) } : value,
    ]),
  );
  return only(await transaction.run(INSERT, { ...request, input })).id;
}

const COLUMNS = `
  select id, account_id, operation, input, about, asked_at, asked_by
  from requests
  where decided_at is null and asked_at >= @sinceMs`;

const LIST = statement<Request>(
  'list-requests',
  `${COLUMNS} and (:accountId::bigint is null or account_id = :accountId)
  order by asked_at, id limit :most`,
);

/** What waits, of all accounts or of one, the oldest first. */
export async function listRequests(
  reader: Reader,
  ask: {
    readonly accountId: AccountId | undefined;
    readonly sinceMs: number;
    readonly most: number;
  },
): Promise<readonly Request[]> {
  return (await reader.read(LIST, ask)).map(withAmounts);
}

const LOCK = statement<Request>('lock-request', `${COLUMNS} and id = :id for update`);

/** A request that waits; nobody else decides on it until the transaction ends. */
export async function lockRequest(
  transaction: Transaction,
  ask: { readonly id: number; readonly sinceMs: number },
): Promise<Request | undefined> {
  return (await transaction.run(LOCK, ask)).map(withAmounts)[0];
}

function withAmounts(request: Request): Request {
  const input = Object.entries(request.input).map(([name, value]) => [name, amountIn(value)]);
  return { ...request, input: Object.fromEntries(input) };
}

function amountIn(value: unknown): unknown {
  const isAmount = typeof value === 'object' && value !== null && 'micros' in value;
  return isAmount ? micros(BigInt(String(value.micros))) : value;
}

export const decideRequest = write.run<{
  id: number;
  by: string;
  decision: 'confirmed' | 'refused';
  atMs: number;
}>(
  'decide-request',
  `update requests set decided_at = @atMs, decided_by = :by, decision = :decision
  where id = :id and decided_at is null`,
);

/** What waits about one row of an account, such as a bank transfer. */
type About = {
  readonly accountId: AccountId;
  readonly operation: string;
  /** Of the input: its property, and the value. */
  readonly field: string;
  readonly value: string;
  readonly sinceMs: number;
};

const ABOUT = `decided_at is null and asked_at >= @sinceMs and account_id = :accountId
    and operation = :operation and input ->> :field = :value`;

export const findRequestAbout = write.maybeValue<About, { readonly id: number }>(
  'find-request-about',
  `select id from requests where ${ABOUT} order by id limit 1`,
);

/** Ends, undone, what nobody can confirm any more, but for what is being confirmed. */
export const endRequestsAbout = write.run<
  About & { but: number | undefined; by: string; atMs: number }
>(
  'end-requests-about',
  `update requests set decided_at = @atMs, decided_by = :by, decision = 'refused'
  where id in (
    select id from requests where ${ABOUT} and id is distinct from :but::bigint
    for update skip locked)`,
);

/** What one person has moved on an account since then, without a second one. */
export const sumMovedAlone = write.value<
  {
    readonly accountId: AccountId;
    readonly actor: string;
    readonly action: string;
    readonly sinceMs: number;
  },
  { readonly movedMicros: Micros }
>(
  'sum-moved-alone',
  `select coalesce(sum((detail ->> 'amountMicros')::bigint), 0)::bigint as moved_micros from audit
  where account_id = :accountId and actor = :actor and action = :action and at >= @sinceMs
    and detail ->> 'transferId' is not null and detail ->> 'request' is null`,
);

const MADE = `action in ('user.create', 'user.staff', 'user.reset_factor')`;

/**
 * Whether two logins of staff may be one person’s: one of them made the other, put it on the staff
 * or removed its second factor, or the same third login did so for both, by however many steps.
 * What the command line did last is the machine’s owner vouching for a login.
 */
export const areOfOneHand = write.value<
  { readonly one: string; readonly other: string },
  { readonly isOneHand: boolean }
>(
  'are-logins-of-one-hand',
  `with recursive hands (of, email) as (
    select lower(given), lower(given)
    from unnest(array[:one::text, :other::text]) given
    union
    select h.of, lower(substr(l.actor, 7))
    from hands h
    join audit l on l.${MADE} and lower(l.detail ->> 'email') = h.email and l.actor like 'staff:%'
    where l.id > coalesce((
      select max(v.id) from audit v
      where v.${MADE}
        and lower(v.detail ->> 'email') = h.email and v.actor like 'line:%'), 0)
  )
  select exists (
    select from hands a join hands b using (email)
    where a.of = lower(:one) and b.of = lower(:other)
  ) as is_one_hand`,
);

/** Since when a login of staff exists; undefined: there is none. */
export const findStaffSince = write.maybeValue<
  { readonly email: string },
  { readonly createdAtMs: number }
>('find-login-age', `select created_at from users where lower(email) = lower(:email) and staff`);

/** Whether the login of this address has a role in the account, or had one since then. */
export const belongsToAccount = read.value<
  { readonly accountId: AccountId; readonly email: string; readonly sinceMs: number },
  { readonly belongs: boolean }
>(
  'does-belong-to-account',
  `select exists (
    select from account_users a join users u on u.id = a.user_id
    where a.account_id = :accountId and lower(u.email) = lower(:email)
  ) or exists (
    select from audit a join users u on a.detail ->> 'userId' = u.id::text
    where a.account_id = :accountId and a.at >= @sinceMs and a.action = 'user.remove'
      and lower(u.email) = lower(:email)
  ) as belongs`,
);
