/** People who sign in, and their roles in accounts. */
import { ANSWERING_ROLES, type Role } from '../../domain/account/account.ts';
import type { StaffRole } from '../../domain/account/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

type NewUser = {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** undefined: is not on the service's staff. */
  readonly staffRole: StaffRole | undefined;
};

/** Returns the user's id; undefined if the address is taken, ignoring case. */
export const insertUser = write.maybeValue<
  NewUser & { readonly atMs: number },
  { readonly id: number }
>(
  'insert-user',
  `insert into users (email, name, password_hash, staff, staff_role, created_at)
  values (:email, :name, :passwordHash, :staffRole::text is not null, :staffRole, @atMs)
  on conflict (lower(email)) do nothing
  returning id`,
);

export const insertAccountUser = write.run<{ userId: number; role: Role; accountId: AccountId }>(
  'insert-account-user',
  `insert into account_users (account_id, user_id, role) values (:accountId, :userId, :role)`,
);

/** Deletes users with their roles. Returns their addresses. */
export const removeUsers = write.values<
  { readonly userIds: readonly number[] },
  { readonly email: string }
>(
  'remove-users',
  `with left_accounts as (delete from account_users where user_id = any (:userIds::bigint[]))
  delete from users where id = any (:userIds) returning email`,
);

/**
 * The portal login of an account's owner, as accepted by the templates endpoint (contract
 * section 9).
 */
export type OwnerLogin = {
  readonly passwordHash: string;
  /** Whether a second factor is on; a password alone is then not enough anywhere. */
  readonly secondFactor: boolean;
  /** The accounts this user owns, oldest first; never empty. */
  readonly accountIds: readonly AccountId[];
};

export type OwnerLogins = {
  /** undefined if nobody has the address (ignoring case), or its user owns no account. */
  ownerByEmail(email: string): Promise<OwnerLogin | undefined>;
};

const FIND_OWNER = statement<OwnerLogin>(
  'find-owner',
  `select u.password_hash, u.second_factor,
    array_agg(a.account_id order by a.account_id) as account_ids
  from users u
  join account_users a on a.user_id = u.id and a.role = 'owner'
  where lower(u.email) = lower(:email)
  group by u.id`,
);

export function createOwnerLogins(reader: Reader): OwnerLogins {
  return {
    async ownerByEmail(email) {
      return (await reader.read(FIND_OWNER, { email }))[0];
    },
  };
}

/** What a sign-in is checked against. */
export type SignInUser = {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string;
  readonly secondFactor: boolean;
  readonly isStaff: boolean;
  readonly locale: 'en' | 'ur';
  /** The first account that they belong to. */
  readonly accountId: AccountId | undefined;
};

const FIND_SIGN_IN = statement<SignInUser>(
  'find-sign-in',
  `select id, email, password_hash, second_factor, staff as is_staff, locale,
    (select min(account_id) from account_users where user_id = users.id) as account_id
  from users
  where (:userId::bigint is null or id = :userId)
    and (:email::text is null or lower(email) = lower(:email))`,
);

/** A person by their address, ignoring case, or by their id. */
export async function findSignInUser(
  reader: Reader,
  by: { readonly email: string } | { readonly userId: number },
): Promise<SignInUser | undefined> {
  return (await reader.read(FIND_SIGN_IN, { email: undefined, userId: undefined, ...by }))[0];
}

/** Links to a new password that were mailed before end with it. */
export const setPassword = write.run<{ userId: number; passwordHash: string }>(
  'set-password',
  `with ended as (delete from password_resets where user_id = :userId)
  update users set password_hash = :passwordHash where id = :userId`,
);

/** They have shown that the address is theirs, and the phone, if there is one. */
export const confirmUser = write.run<{
  phone: number | undefined;
  locale: 'en' | 'ur' | undefined;
  userId: number;
  atMs: number;
}>(
  'confirm-user',
  `update users set confirmed_at = coalesce(confirmed_at, @atMs),
    phone = coalesce(:phone::bigint, phone), locale = coalesce(:locale::text, locale)
  where id = :userId`,
);

/** What a person says of themselves; undefined: it stays. */
export type Profile = {
  readonly name: string | undefined;
  readonly locale: 'en' | 'ur' | undefined;
  /** Mailed about replies that stay unread for so long; 0: never. */
  readonly replyMailMinutes: number | undefined;
};

/** What is not given stays. */
export const setProfile = write.run<Profile & { userId: number }>(
  'set-profile',
  `update users set name = coalesce(:name::text, name), locale = coalesce(:locale::text, locale),
    reply_mail_minutes = coalesce(:replyMailMinutes::smallint, reply_mail_minutes)
  where id = :userId`,
);

/** A person who may act for an account. */
export type AccountUser = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly secondFactor: boolean;
  readonly createdAtMs: number;
};

const ACCOUNT_USER = `
  select u.id, u.email, u.name, a.role, u.second_factor, u.created_at
  from account_users a join users u on u.id = a.user_id
  where a.account_id = :accountId`;

/** Who may act for an account, the newest first. */
export const listAccountUsers = read.many<
  { beforeId: number | undefined; most: number; accountId: AccountId },
  AccountUser
>(
  'list-account-users',
  `${ACCOUNT_USER} and a.user_id < coalesce(:beforeId::bigint, 9223372036854775807)
  order by a.user_id desc limit :most`,
);

export const findAccountUser = read.one<{ accountId: AccountId; userId: number }, AccountUser>(
  'find-account-user',
  `${ACCOUNT_USER} and a.user_id = :userId`,
);

/** The same; nobody takes the role from them until the transaction ends. */
export const holdAccountUser = write.one<{ accountId: AccountId; userId: number }, AccountUser>(
  'hold-account-user',
  `${ACCOUNT_USER} and a.user_id = :userId for share of a`,
);

const ASSIGNEES = statement<Pick<AccountUser, 'id' | 'name'>>(
  'list-assignees',
  `select u.id, u.name from account_users a join users u on u.id = a.user_id
  where a.account_id = :accountId and a.role = any (:roles::text[])
  order by u.name, u.id limit :most`,
);

/** The people of an account who answer, by name. */
export async function listAssignees(
  reader: Reader,
  accountId: AccountId,
): Promise<readonly Pick<AccountUser, 'id' | 'name'>[]> {
  return reader.read(ASSIGNEES, {
    accountId,
    roles: ANSWERING_ROLES,
    most: limit('assigneesListed'),
  });
}

type MailedOwner = {
  readonly email: string;
  readonly locale: 'en' | 'ur';
  /** The account's name. */
  readonly account: string;
};

export const listOwners = read.many<{ accountId: AccountId }, MailedOwner>(
  'list-account-owners',
  `select u.email, u.locale, c.name as account
  from account_users a
  join users u on u.id = a.user_id
  join accounts c on c.id = a.account_id
  where a.account_id = :accountId and a.role = 'owner'
  order by u.id`,
);

export const countOwners = read.value<
  { readonly accountId: AccountId },
  { readonly owners: number }
>(
  'count-account-owners',
  `select count(*) as owners from account_users where account_id = :accountId and role = 'owner'`,
);

export const setRole = write.run<{ userId: number; role: Role; accountId: AccountId }>(
  'set-account-role',
  `update account_users set role = :role where account_id = :accountId and user_id = :userId`,
);

/** The login stays: it may work for other accounts. */
export const removeFromAccount = write.run<{ accountId: AccountId; userId: number }>(
  'remove-account-user',
  `delete from account_users where account_id = :accountId and user_id = :userId`,
);

export const hasStaffOf = read.any<{ staffRole: StaffRole }>(
  'has-staff-of',
  `select from users where staff_role = :staffRole limit 1`,
);

type StaffLogin = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly staffRole: StaffRole;
  readonly secondFactor: boolean;
  readonly passkeys: number;
  /** undefined: no session of theirs is open. */
  readonly seenAtMs: number | undefined;
};

export const listStaff = read.many<void, StaffLogin>(
  'list-staff',
  `select u.id, u.email, u.name, coalesce(u.staff_role, 'admin') as staff_role, u.second_factor,
    (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
    (select max(s.seen_at) from sessions s where s.user_id = u.id) as seen_at
  from users u where u.staff order by lower(u.email)`,
);

/** Ids of the staff's admins; none of them ceases to be one until the transaction ends. */
export const lockAdmins = write.values<void, { readonly id: number }>(
  'lock-admins',
  `select id from users where staff_role = 'admin' order by id for update`,
);

/** undefined: is not on the staff any more. */
export const setStaffRole = write.run<{ userId: number; role: StaffRole | undefined }>(
  'set-staff-role',
  `update users set staff = :role::text is not null, staff_role = :role where id = :userId`,
);
