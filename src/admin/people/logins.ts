/** Logins in the hands of staff: who is one of them, and help for who has lost a way in. */
import { STAFF_ROLES } from '../../domain/account/staff.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { forgetFactors } from '../../store/accounts/second-factors.ts';
import { endSessions } from '../../store/accounts/sessions.ts';
import {
  findSignInUser,
  listStaff,
  lockAdmins,
  setStaffRole,
  type SignInUser,
} from '../../store/accounts/users.ts';
import { changed, refuse, type Refused } from '../admin.ts';
import { argument, oneOf, text } from '../fields.ts';
import { operation, query } from '../operation.ts';
import { at } from '../show.ts';
import { tellPerson } from './mails.ts';

export const userList = query({
  name: 'user list',
  about: 'Lists the logins of staff, their roles, and when they were last at work.',
  input: {},
  async read({ reader }) {
    const staff = await listStaff(reader);
    const data = staff.map(({ staffRole, secondFactor, seenAtMs, ...it }) => ({
      ...{ ...it, role: staffRole, second_factor: secondFactor, seen: at(seenAtMs) },
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

export const setStaff = operation({
  name: 'user staff',
  about:
    `Gives a login another role on the staff, or takes it off (${NONE}), and ends its sessions. ` +
    'Its accounts stay.',
  audit: 'user.staff',
  raises: 'nothing',
  input: { ...ONE, role: argument('ROLE', oneOf('ROLE', [...STAFF_ROLES, NONE])) },
  async work(transaction, { email, role }) {
    const user = await findLogin(transaction, email);
    if ('ok' in user) return user;
    const { id: userId } = user;
    const admins = await lockAdmins(transaction);
    if (role !== 'admin' && admins.length === 1 && admins.includes(userId)) {
      return refuse('role', 'must stay admin: it is the last one of the staff');
    }
    const given = STAFF_ROLES.find((it) => it === role);
    await setStaffRole(transaction, userId, given);
    const sessions = await endSessions(transaction, userId);
    return changed(sessions, { userId, email: user.email, role, sessions });
  },
  show: (sessions, { email, role }) => ({ data: { email, role, sessions_ended: sessions } }),
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
