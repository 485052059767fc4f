/** Who is signed in, in which browser. Of a session's token only the keyed hash is stored. */
import type { Role } from '../../domain/account/account.ts';
import type { StaffRole } from '../../domain/account/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { jsonList, statement, type JsonOf, fromJson } from '../../kit/postgres/statement.ts';

/** `second_factor`: the password was right, and nothing more is known of them. */
export type SessionState = 'second_factor' | 'open';

type NewSession = {
  /** Hex of the keyed hash. */
  readonly tokenHash: string;
  readonly userId: number;
  readonly state: SessionState;
  readonly expiresAtMs: number;
  /** The caller's address. */
  readonly address: string;
  readonly userAgent: string;
  /** Where it counts. */
  readonly host: string;
};

export const insertSession = write.value<
  NewSession & { readonly atMs: number },
  { readonly id: number }
>(
  'insert-session',
  `insert into sessions (token_hash, user_id, state, created_at, seen_at, expires_at,
    address, user_agent, host)
  values (decode(:tokenHash, 'hex'), :userId, :state, @atMs, @atMs, @expiresAtMs,
    :address, :userAgent, :host)
  returning id`,
);

/** An account that a person belongs to. */
export type Membership = {
  readonly id: AccountId;
  readonly name: string;
  readonly role: Role;
  readonly state: 'active' | 'disabled';
  readonly verified: boolean;
};

/** A session with its person, as of now. */
export type FoundSession = {
  readonly id: number;
  readonly userId: number;
  readonly state: SessionState;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
  readonly expiresAtMs: number;
  /** Since they signed in they have shown again who they are, and it counts until then. */
  readonly confirmedUntilMs: number | undefined;
  /** Where it counts; undefined: anywhere. */
  readonly host: string | undefined;
  readonly email: string;
  readonly name: string;
  readonly locale: 'en' | 'ur';
  readonly replyMailMinutes: number;
  /** Confirmed by a code; undefined: none is. */
  readonly phone: string | undefined;
  readonly staffRole: StaffRole | undefined;
  readonly secondFactor: boolean;
  /** The oldest first. */
  readonly accounts: readonly Membership[];
};

type FoundRow = Omit<FoundSession, 'accounts'> & {
  readonly tokenHash: string;
  readonly accounts: readonly JsonOf<Membership>[];
};

const FIND = statement<FoundRow>(
  'find-sessions',
  `select encode(s.token_hash, 'hex') as token_hash, s.id, s.user_id, s.state, s.created_at,
    s.seen_at, s.expires_at, s.confirmed_until, s.host, u.email, u.name, u.locale,
    u.reply_mail_minutes, u.phone::text,
    case when u.staff then coalesce(u.staff_role, 'admin') end as staff_role, u.second_factor,
    ${jsonList(`
      select a.id, a.name, m.role, a.state, a.verified
      from account_users m join accounts a on a.id = m.account_id
      where m.user_id = u.id order by a.id`)} as accounts
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = any (array(
    select decode(hash, 'hex') from unnest(:tokenHashes::text[]) as hash))`,
);

/** The sessions with these hashes of their tokens, expired or not. */
export async function findSessions(
  reader: Reader,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, FoundSession>> {
  const rows = tokenHashes.length === 0 ? [] : await reader.read(FIND, { tokenHashes });
  return new Map(
    rows.map(({ tokenHash, accounts, ...row }) => {
      return [tokenHash, { ...row, accounts: fromJson(accounts) }];
    }),
  );
}

/** It was used just now. */
export const touchSession = write.run<{ id: number; address: string; atMs: number }>(
  'touch-session',
  `update sessions set seen_at = @atMs, address = :address
  where id = :id and seen_at < @atMs`,
);

/** Its person has just shown who they are; undefined: what they have shown counts no more. */
export const confirmSession = write.run<{ id: number; untilMs: number | undefined }>(
  'confirm-session',
  `update sessions set confirmed_until = @untilMs where id = :id`,
);

/** A session in the list of its person. */
export type ShownSession = {
  readonly id: number;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
  readonly expiresAtMs: number;
  readonly address: string;
  readonly userAgent: string;
};

/** Where a person is signed in, the last used first. */
export const listSessions = read.many<
  { atMs: number; idleSinceMs: number; userId: number },
  ShownSession
>(
  'list-sessions',
  `select id, created_at, seen_at, expires_at, address, user_agent from sessions
  where user_id = :userId and state = 'open' and expires_at > @atMs and seen_at > @idleSinceMs
  order by seen_at desc`,
);

const END = statement<{ readonly id: number }>(
  'end-sessions',
  `delete from sessions
  where user_id = :userId and (:id::bigint is null or id = :id)
    and id <> coalesce(:keptId::bigint, 0)
  returning id`,
);

/** Signs a person out: of one session, or of all but the one that is kept. Returns how many. */
export async function endSessions(
  transaction: Transaction,
  userId: number,
  which: { readonly id?: number; readonly keptId?: number } = {},
): Promise<number> {
  return (await transaction.run(END, { id: undefined, keptId: undefined, ...which, userId }))
    .length;
}

/** Removes a person's expired sessions, and the oldest beyond `most`. */
export const trimSessions = write.run<{ userId: number; most: number; atMs: number }>(
  'trim-sessions',
  `delete from sessions where user_id = :userId and (expires_at <= @atMs or id in (
    select id from sessions where user_id = :userId order by seen_at desc, id desc
    offset :most))`,
);

/** Removes expired sessions, `most` at a time. Returns how many. */
export const forgetExpiredSessions = write.count<{ atMs: number; most: number }>(
  'forget-expired-sessions',
  `delete from sessions where id in (
    select id from sessions where expires_at <= @atMs order by expires_at limit :most)
  returning id`,
);
