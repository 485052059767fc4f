/** What is open by a mailed link: new passwords, and invitations to accounts. */
import type { Role } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** `tokenHash` is hex of the keyed hash. */
export const insertReset = write.run<{ tokenHash: string; userId: number; expiresAtMs: number }>(
  'insert-password-reset',
  `insert into password_resets (token_hash, user_id, expires_at)
  values (decode(:tokenHash, 'hex'), :userId, @expiresAtMs)`,
);

/** Whose link it was: it is used up now, whoever races for it; undefined: it is not valid. */
export const takeReset = write.maybeValue<
  { readonly tokenHash: string; readonly atMs: number },
  { readonly userId: number }
>(
  'take-password-reset',
  `delete from password_resets where token_hash = decode(:tokenHash, 'hex') and expires_at > @atMs
  returning user_id`,
);

/** Whom a link to a new password is for, while it is valid. */
export const findResetPerson = read.one<
  { tokenHash: string; atMs: number },
  { readonly email: string; readonly name: string }
>(
  'find-reset-person',
  `select u.email, u.name from password_resets r join users u on u.id = r.user_id
  where r.token_hash = decode(:tokenHash, 'hex') and r.expires_at > @atMs`,
);

export const forgetLinks = write.run<{ beforeMs: number }>(
  'forget-expired-links',
  `with resets as (delete from password_resets where expires_at < @beforeMs)
  delete from invitations where expires_at < @beforeMs`,
);

/** An invitation that nobody has accepted. */
export type Invitation = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

type NewInvitation = Pick<Invitation, 'email' | 'role' | 'invitedBy' | 'expiresAtMs'> & {
  /** Hex of the keyed hash. */
  readonly tokenHash: string;
};

/** One ends with the key that made it. */
const NOT_ENDED = `not exists (
    select from api_keys k
    where k.account_id = invitations.account_id and invitations.invited_by = 'key:' || k.id
      and k.expires_at <= @atMs)`;

const COLUMNS = 'account_id, id, email, role, invited_by, created_at, expires_at';

/** Gives an open invitation another role, under the link that was mailed. */
export const changeInvitedRole = write.one<
  Pick<Invitation, 'accountId' | 'email' | 'role' | 'invitedBy'> & { atMs: number },
  Invitation
>(
  'change-invited-role',
  `update invitations set role = :role, invited_by = :invitedBy
  where account_id = :accountId and lower(email) = lower(:email) and role <> :role
    and expires_at > @atMs and ${NOT_ENDED}
  returning ${COLUMNS}`,
);

/** Invites somebody; an earlier invitation to the same address ends. */
export const putInvitation = write.single<
  NewInvitation & { accountId: AccountId; atMs: number },
  Invitation
>(
  'put-invitation',
  `insert into invitations (account_id, email, role, token_hash, invited_by, created_at, expires_at)
  values (:accountId, :email, :role, decode(:tokenHash, 'hex'), :invitedBy, @atMs, @expiresAtMs)
  on conflict (account_id, lower(email)) do update set role = excluded.role,
    token_hash = excluded.token_hash, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  returning ${COLUMNS}`,
);

/** An account's invitations, expired ones too for a while, the newest first. */
export const listInvitations = read.many<
  { beforeId: number | undefined; most: number; atMs: number; accountId: AccountId },
  Invitation
>(
  'list-invitations',
  `select ${COLUMNS} from invitations
  where account_id = :accountId and id < coalesce(:beforeId::bigint, 9223372036854775807)
    and ${NOT_ENDED}
  order by id desc limit :most`,
);

/** To whom it was; undefined: the account has no such invitation. */
export const removeInvitation = write.maybeValue<
  { readonly accountId: AccountId; readonly id: number },
  { readonly email: string }
>(
  'remove-invitation',
  `delete from invitations where account_id = :accountId and id = :id returning email`,
);

/** Ends what some have invited others to in these roles. */
export const endInvitationsOf = write.run<{
  makers: readonly string[];
  roles: readonly Role[];
  accountId: AccountId;
}>(
  'end-invitations-of',
  `delete from invitations
  where account_id = :accountId and invited_by = any (:makers::text[])
    and role = any (:roles::text[])`,
);

/** It is used up now; undefined: it is not valid. */
export const takeInvitation = write.one<{ tokenHash: string; atMs: number }, Invitation>(
  'take-invitation',
  `delete from invitations where token_hash = decode(:tokenHash, 'hex') and expires_at > @atMs
    and ${NOT_ENDED}
  returning ${COLUMNS}`,
);

/** It stays open; undefined: it is not valid. */
export const readInvitation = read.one<{ tokenHash: string; atMs: number }, Invitation>(
  'read-invitation',
  `select ${COLUMNS} from invitations
  where token_hash = decode(:tokenHash, 'hex') and expires_at > @atMs and ${NOT_ENDED}`,
);

/** People of an account, and others who are invited than this address. */
export const countPeople = read.value<
  { readonly accountId: AccountId; readonly email: string },
  { readonly people: number }
>(
  'count-account-people',
  `select ((select count(*) from account_users where account_id = :accountId)
    + (select count(*) from invitations
       where account_id = :accountId and lower(email) <> lower(:email)))::int as people`,
);
