/** Logins in the hands of staff: who is one of them, and help for who has lost a way in. */
import { ROLE_SCOPES } from '../../domain/account/account.ts';
import { STAFF_ROLES } from '../../domain/account/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { forgetFactors } from '../sign-in/second-factors.sql.ts';
import { endSessions } from '../sign-in/sessions.sql.ts';
import { listAccountsTouchedBy } from '../keys/keys.sql.ts';
import { raiseAccountVersion } from '../../store/nodes/versions.ts';
import {
  findAccountUser,
  findSignInUser,
  listStaff,
  lockAdmins,
  setStaffRole,
  type SignInUser,
} from './users.sql.ts';
import { changed, refuse, type Admin, type Refused } from '../../operations/admin.ts';
import { argument, flag, oneOf, text } from '../../operations/fields.ts';
import {
  beyond,
  detailOf,
  endInvitations,
  endMade,
  findMade,
  namesOf,
  narrowMade,
  sayMade,
  type Made,
} from './made-by.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';
import { tellPerson } from '../mails/mails.ts';

export const userList = query({
  name: 'user list',
  about: 'Lists the logins of staff, their roles, and when they were last at work.',
  input: {},
  async read({ reader }) {
    const staff = await listStaff(reader);
    const data = staff.map(({ staffRole, secondFactor, seenAtMs, ...it }) => ({
      ...it,
      role: staffRole,
      second_factor: secondFactor,
      seen: at(seenAtMs),
    }));
    return { data, empty: 'Nobody is on the staff: see "paigham user add --help".' };
  },
});

const ONE = { email: argument('EMAIL', text('EMAIL')) };

async function findLogin(transaction: Transaction, email: string): Promise<SignInUser | Refused> {
  const user = await findSignInUser(transaction, { email });
  return user ?? refuse('email', 'must be the address of a login');
}

const NONE = 'none';

/** What a login of staff has made of an account, and what of its keys it may keep by its role. */
type LeftIn = Made & {
  readonly accountId: AccountId;
  /** Of a person who belongs to the account: these keys lose what their role may not do. */
  readonly less: ReturnType<typeof beyond> | undefined;
  readonly scopes: Parameters<typeof beyond>[0];
};

async function leftBy(
  admin: Admin,
  reader: Reader,
  { id, email }: Pick<SignInUser, 'id' | 'email'>,
): Promise<readonly LeftIn[]> {
  const left: LeftIn[] = [];
  const actor = `staff:${email}`;
  for (const accountId of await listAccountsTouchedBy(reader, { actor })) {
    const made = await findMade(admin, reader, accountId, [actor]);
    const member = await findAccountUser(reader, { accountId, userId: id });
    const scopes = member === undefined ? [] : ROLE_SCOPES[member.role];
    const less = member === undefined ? undefined : beyond(scopes, made.keys);
    left.push({ ...made, accountId, less, scopes });
  }
  return left;
}

/** Keys end or lose scopes, unless they are kept; invitations that they may not make end. */
async function endLeft(
  admin: Admin,
  transaction: Transaction,
  { left, keep }: { readonly left: readonly LeftIn[]; readonly keep: boolean },
): Promise<void> {
  for (const { accountId, less, ...made } of left) {
    await endInvitations(transaction, accountId, made);
    if (keep) continue;
    const why = 'whoever set its address is not on the staff any more';
    await (less === undefined
      ? endMade(admin, transaction, accountId, { ...made, why })
      : narrowMade(admin, transaction, accountId, less));
  }
}

export const setStaff = operation({
  name: 'user staff',
  about:
    `Gives a login another role on the staff, or takes it off (${NONE}), and ends its sessions. ` +
    'Its accounts stay. With its place on the staff end the keys and invitations that it has ' +
    'made of other accounts.',
  audit: 'user.staff',
  raises: 'nothing',
  input: {
    ...ONE,
    role: argument('ROLE', oneOf('ROLE', [...STAFF_ROLES, NONE])),
    keep: flag('keep', 'leaves what they have made of accounts as it is: keys, webhooks'),
  },
  async warn({ admin, reader }, { email, role, keep }) {
    const user = await findSignInUser(reader, { email });
    if (user === undefined || role !== NONE || keep) return [];
    return (await leftBy(admin, reader, user)).flatMap(({ accountId, less, ...made }) => {
      const lost = less?.length === 0 ? [] : [`Keys lose scopes: ${namesOf(less ?? [])}.`];
      const said = less === undefined ? sayMade(made) : lost;
      return said.map((it) => `Account ${accountId}: ${it}`);
    });
  },
  async work(transaction, { email, role, keep }, admin) {
    const user = await findLogin(transaction, email);
    if ('ok' in user) return user;
    const { id: userId } = user;
    const left = role === NONE ? await leftBy(admin, transaction, user) : [];
    // The accounts first, as whoever becomes a member confirms a login afterwards.
    for (const { accountId } of left) await raiseAccountVersion(transaction, { accountId });
    const admins = await lockAdmins(transaction);
    if (role !== 'admin' && admins.length === 1 && admins.includes(userId)) {
      return refuse('role', 'must stay admin: it is the last one of the staff');
    }
    const given = STAFF_ROLES.find((it) => it === role);
    await setStaffRole(transaction, { userId, role: given });
    const sessions = await endSessions(transaction, userId);
    await endLeft(admin, transaction, { left, keep });
    const did = left.map(({ accountId, ...made }) => ({ accountId, ...detailOf(made, keep) }));
    return changed(sessions, { userId, email: user.email, role, sessions, accounts: did });
  },
  show: (sessions, { email, role }) => ({ data: { email, role, sessions_ended: sessions } }),
  present: {
    by: ['email'],
    read: async ({ reader }, { email }) => {
      const isNamed = (it: { readonly email: string }) =>
        it.email.toLowerCase() === email.trim().toLowerCase();
      const role = (await listStaff(reader)).find(isNamed)?.staffRole;
      return role && { role };
    },
  },
});

export const signOutUser = operation({
  name: 'user sign-out',
  about: 'Ends every session of a person.',
  audit: 'user.sign_out',
  raises: 'nothing',
  input: ONE,
  async work(transaction, { email }) {
    const user = await findLogin(transaction, email);
    if ('ok' in user) return user;
    const sessions = await endSessions(transaction, user.id);
    return changed(sessions, { userId: user.id, email: user.email, sessions });
  },
  show: (sessions, { email }) => ({ data: { email, sessions_ended: sessions } }),
});

export const resetFactor = operation({
  name: 'user reset-factor',
  about:
    'Removes the authenticator, recovery codes and passkeys of somebody who has lost them, and ' +
    'ends their sessions. Make sure first who asks.',
  audit: 'user.reset_factor',
  raises: 'nothing',
  input: ONE,
  warn: async (_context, { email }) => [`The password alone will be enough to enter as ${email}.`],
  async work(transaction, { email }, admin) {
    const user = await findLogin(transaction, email);
    if ('ok' in user) return user;
    const { id: userId } = user;
    await forgetFactors(transaction, userId);
    const sessions = await endSessions(transaction, userId);
    const told = { ...user, from: 'of our support' };
    await tellPerson(admin, transaction, told, { kind: 'second_factor_off' });
    return changed(sessions, { userId, email: user.email, sessions });
  },
  show: (sessions, { email }) => ({ data: { email, sessions_ended: sessions } }),
});
