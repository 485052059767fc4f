/** People of an account invite others, by mail. */
import { ROLES, type Role } from '../../domain/account/account.ts';
import { countedMailboxOf, EMAIL_RULE, readEmail } from '../../domain/account/email.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hashPassword } from '../../kit/password.ts';
import { transactOrRollBack, type Transaction } from '../../kit/postgres/pool.ts';
import { findAccount, type AccountRecord } from '../accounts/accounts.sql.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import {
  countPeople,
  changeInvitedRole,
  putInvitation,
  readInvitation,
  removeInvitation,
  takeInvitation,
  type Invitation,
} from './invitations.sql.ts';
import { lockAccount, raiseAccountVersion } from '../../store/nodes/versions.ts';
import {
  confirmUser,
  findAccountUser,
  findSignInUser,
  insertAccountUser,
  insertUser,
} from '../users/users.sql.ts';
import {
  change,
  changed,
  refuse,
  within,
  type Admin,
  type Changed,
  type Refused,
} from '../../operations/admin.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import { account, argument, id, oneOf, text } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import { postMail } from '../mails/mails.ts';
import { refuseRole } from '../users/users.operations.ts';
import type { Locale } from '../mails/mail-texts.ts';
import { hashLinkToken, makeLinkToken, portalOf } from '../sign-in/password-reset.ts';
import { beginSession, type Begun, type Browser } from '../sign-in/sign-in.ts';
import { createTryCounts } from '../sign-in/try-counts.ts';

const INVITE = {
  accountId: argument('ACCOUNT', account),
  email: argument('EMAIL', {
    ...text('EMAIL'),
    rule: (given: string) => (readEmail(given) === undefined ? EMAIL_RULE : undefined),
  }),
  role: argument('ROLE', oneOf('ROLE', ROLES)),
};

export const invite = operation({
  name: 'user invite',
  about: 'Invites somebody to an account by mail; an earlier invitation to the address ends.',
  who: 'account',
  audit: 'user.invite',
  input: INVITE,
  run(admin: ChatAdmin, { accountId, ...given }) {
    const auditAction = { action: 'user.invite', accountId };
    return change(admin, auditAction, (transaction) =>
      inviteIn(admin, transaction, accountId, given),
    );
  },
  show: ({ id: invitation, email, role }) => ({ data: { id: invitation, email, role } }),
});

async function inviteIn(
  admin: ChatAdmin,
  transaction: Transaction,
  accountId: AccountId,
  given: { readonly email: string; readonly role: Role },
): Promise<Changed<Invitation> | Refused> {
  const { role } = given;
  const email = readEmail(given.email) ?? '';
  if (admin.hasNoMail === true) {
    return { ...refuse('email', NO_MAIL), failure: 'registration_unavailable' };
  }
  await lockAccount(transaction, { accountId });
  const of = await findAccount(transaction, { accountId });
  if (of === undefined) return refuse('account', 'must be an account that exists');
  const refused = refuseRole(admin, role);
  if (refused !== undefined) return refused;
  const known = await findSignInUser(transaction, { email });
  if (
    known !== undefined &&
    (await findAccountUser(transaction, { accountId, userId: known.id }))
  ) {
    return refuse('email', 'is a user of this account already');
  }
  const most = limit('accountUsers');
  if ((await countPeople(transaction, { accountId, email })) >= most) {
    return refuse('email', `is one too many: an account has ${most} people at most`);
  }
  const pauseMs = await pauseFor(admin, transaction, of, email);
  const nowMs = admin.clock.nowMs();
  const { actor: invitedBy } = admin;
  if (pauseMs !== undefined) {
    // A wrong role is put right at once: that mails nothing.
    const same = { accountId, email, role, invitedBy, atMs: nowMs };
    const put = await changeInvitedRole(transaction, same);
    if (put !== undefined) return changed(put, { email, role });
    const retryAfterSeconds = Math.max(1, Math.ceil(pauseMs / 1_000));
    return { ...refuse('email', TOO_MUCH), failure: 'invitations_exceeded', retryAfterSeconds };
  }
  const { token, tokenHash } = makeLinkToken(admin, 'invitation');
  const expiresAtMs = nowMs + limit('invitationDays') * DAY_MS;
  const invitation = { email, role, tokenHash, invitedBy, expiresAtMs };
  const made = await putInvitation(transaction, { ...invitation, accountId, atMs: nowMs });
  const by = await nameOf(transaction, accountId, invitedBy);
  await postMail(admin, transaction, {
    to: email,
    locale: known?.locale ?? by.locale,
    content: {
      kind: 'invitation',
      inviter: by.name,
      account: of.name,
      role,
      link: `${portalOf(admin)}/invitation#token=${token}`,
    },
  });
  return changed(made, { email, role });
}

const NO_MAIL = 'cannot be written to: this service has no mail server';
const TOO_MUCH = 'or this account got too many invitations lately: wait a while';

/**
 * For how long one more invitation is too many, of this account or to this mailbox, whichever
 * account invites it; undefined: it is not. Accounts that are verified have a count of their own:
 * strangers, who open one in a minute, cannot use it up. One that is refused is not counted: its
 * transaction is rolled back.
 */
async function pauseFor(
  admin: Admin,
  transaction: Transaction,
  { id: accountId, verified }: Pick<AccountRecord, 'id' | 'verified'>,
  email: string,
): Promise<number | undefined> {
  const most = limit(verified ? 'invitationsOfAccount' : 'invitationsUnverified');
  const to = `invitation${verified ? '' : ' of strangers'} to ${countedMailboxOf(email)}`;
  const { count } = createTryCounts(within(admin, transaction));
  const spent = await count([
    { key: `invitations of ${accountId}`, most, windowMs: DAY_MS },
    { key: `${to} today`, most: limit('invitationsPerMailbox'), windowMs: DAY_MS },
    { key: to, most: 1, windowMs: limit('invitationMinutes') * MINUTE_MS },
  ]);
  return spent.size === 0 ? undefined : Math.max(...spent.values());
}

/** The people of `user:17`, or what stands for a key. */
async function nameOf(
  transaction: Transaction,
  accountId: AccountId,
  actor: string,
): Promise<{ readonly name: string; readonly locale: Locale }> {
  const { user, userId } = await inviterOf(transaction, accountId, actor);
  if (user === undefined) return { name: 'Somebody of the account', locale: 'en' };
  const signedIn = await findSignInUser(transaction, { userId });
  return { name: user.name, locale: signedIn?.locale ?? 'en' };
}

async function inviterOf(transaction: Transaction, accountId: AccountId, actor: string) {
  const userId = Number(/^user:(\d+)$/.exec(actor)?.[1]);
  const user = userId > 0 ? await findAccountUser(transaction, { accountId, userId }) : undefined;
  return { user, userId };
}

const REVOKE = {
  accountId: argument('ACCOUNT', account),
  invitationId: argument('INVITATION', id),
};

export const revokeInvitation = operation({
  name: 'user uninvite',
  about: 'Takes back an invitation to an account: its link ends.',
  who: 'account',
  audit: 'user.uninvite',
  raises: 'nothing',
  input: REVOKE,
  async work(transaction, { accountId, invitationId }) {
    const email = await removeInvitation(transaction, { accountId, id: invitationId });
    if (email === undefined) return refuse('invitationId', 'is not one of this account');
    return changed(undefined, { email });
  },
  show: (_, { invitationId }) => ({ data: { id: invitationId, state: 'revoked' } }),
});

/** What the mailed link of an invitation is for. */
type ShownInvitation = Pick<Invitation, 'email' | 'role' | 'expiresAtMs'> & {
  /** The account's name. */
  readonly account: string;
  /** The name of the person; undefined: a key, or somebody who has left. */
  readonly inviter: string | undefined;
  readonly hasLogin: boolean;
};

/** undefined: the link is not valid, or no more. */
export function findInvitation(admin: Admin, token: string): Promise<ShownInvitation | undefined> {
  const tokenHash = hashLinkToken(admin.seal, 'invitation', token);
  return admin.transact(async (transaction) => {
    const found = await readInvitation(transaction, { tokenHash, atMs: admin.clock.nowMs() });
    if (found === undefined) return undefined;
    const { accountId, email, role, expiresAtMs, invitedBy } = found;
    const account = (await findAccount(transaction, { accountId }))?.name ?? '';
    const { user } = await inviterOf(transaction, accountId, invitedBy);
    const hasLogin = (await findSignInUser(transaction, { email })) !== undefined;
    return { account, inviter: user?.name, email, role, hasLogin, expiresAtMs };
  });
}

type Accepting = {
  readonly token: string;
  /** Of somebody who has no login yet. */
  readonly name: string | undefined;
  readonly password: string | undefined;
  readonly browser: Browser;
};

/**
 * `refused`: the link is not valid, or no more. `needs_login`: the address has no login: a name and
 * a password are needed. `accepted`: they belong to the account; `begun`: their login is new.
 */
type AcceptedInvitation =
  | { readonly kind: 'refused' | 'needs_login' }
  | {
      readonly kind: 'accepted';
      readonly accountId: AccountId;
      readonly account: string;
      readonly role: Role;
      readonly begun: Begun | undefined;
    };

/** A link proves that the mailbox is theirs: no session is needed for a login that exists. */
export async function acceptInvitation(
  admin: Admin,
  accepting: Accepting,
): Promise<AcceptedInvitation> {
  const { token, name, password } = accepting;
  const tokenHash = hashLinkToken(admin.seal, 'invitation', token);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const login =
    name === undefined || passwordHash === undefined ? undefined : { name, passwordHash };
  return transactOrRollBack<AcceptedInvitation>(admin, async (transaction, rollBack) => {
    const ask = { tokenHash, atMs: admin.clock.nowMs() };
    const accountId = (await readInvitation(transaction, ask))?.accountId;
    if (accountId === undefined) return { kind: 'refused' };
    // The account first, as whoever takes it back.
    await raiseAccountVersion(transaction, { accountId });
    const invitation = await takeInvitation(transaction, ask);
    if (invitation === undefined) return rollBack({ kind: 'refused' });
    const joining = { invitation, login, browser: accepting.browser };
    const joined = await join(admin, transaction, joining);
    // The invitation stays open.
    return joined ?? rollBack({ kind: 'needs_login' });
  });
}

type Joining = {
  readonly invitation: Invitation;
  readonly login: { readonly name: string; readonly passwordHash: string } | undefined;
  readonly browser: Browser;
};

/** undefined: they have no login, and gave nothing to make one of. */
async function join(
  admin: Admin,
  transaction: Transaction,
  { invitation, login, browser }: Joining,
): Promise<AcceptedInvitation | undefined> {
  const { accountId, email, role, id: invitationId } = invitation;
  const nowMs = admin.clock.nowMs();
  const known = await findSignInUser(transaction, { email });
  if (known === undefined && login === undefined) return undefined;
  const made =
    known === undefined && login !== undefined
      ? await insertUser(transaction, { email, ...login, staffRole: undefined, atMs: nowMs })
      : undefined;
  const userId = known?.id ?? made;
  if (userId === undefined) throw new Error('an address got a login at this very moment');
  await confirmUser(transaction, { phone: undefined, locale: undefined, userId, atMs: nowMs });
  if ((await findAccountUser(transaction, { accountId, userId })) === undefined) {
    await insertAccountUser(transaction, { userId, role, accountId });
  }
  const detail = { userId, email, role, invitation: invitationId, isNew: made !== undefined };
  const line = { actor: `user:${userId}`, action: 'user.join', detail };
  await insertAudit(transaction, accountId, line, nowMs);
  const signedIn = { id: userId, email, isStaff: false };
  const by = 'invitation';
  const begun =
    made === undefined
      ? undefined
      : await beginSession(admin, transaction, { user: signedIn, state: 'open', browser, by });
  const account = (await findAccount(transaction, { accountId }))?.name ?? '';
  return { kind: 'accepted', accountId, account, role, begun };
}
