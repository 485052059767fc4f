/** People who sign in. */
import {
  ANSWERING_ROLES,
  ROLES,
  ROLE_SCOPES,
  scopesToGive,
  type Role,
} from '../../domain/account/account.ts';
import { faultOfPublicName } from '../../domain/account/name.ts';
import { STAFF_ROLES, type StaffRole } from '../../domain/account/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { hashPassword } from '../../kit/password.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { unassignFrom } from '../conversations/conversations.sql.ts';
import {
  countOwners,
  findAccountUser,
  insertAccountUser,
  insertUser,
  removeFromAccount,
  setRole,
  type AccountUser,
} from './users.sql.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { change, changed, refuse, type Admin, type Refused } from '../../operations/admin.ts';
import { account, argument, flag, id, oneOf, password, text } from '../../operations/fields.ts';
import {
  actorsOf,
  beyond,
  detailOf,
  endInvitations,
  endMade,
  findMade,
  namesOf,
  narrowMade,
  sayMade,
} from './made-by.ts';
import { operation, type Field, type Lookup } from '../../operations/operation.ts';

const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u;
/** NIST SP 800-63B: length counts, composition rules do not. */
const PASSWORD = /^[^]{12,200}$/;
const MADE_PASSWORD_BYTES = 15;

/** Staff of the service, all of whose rights an admin has, or a user of an account. */
type Work =
  | 'staff'
  | { readonly staffRole: StaffRole }
  | { readonly accountId: AccountId; readonly role: Role };

const WORK = Type.Object({
  staff: Type.Optional(Type.Boolean()),
  staff_role: Type.Optional(Type.Enum([...STAFF_ROLES])),
  account: Type.Optional(Type.String()),
  role: Type.Optional(Type.Enum([...ROLES])),
});

const works: Field<Work, 'needed'> = {
  need: 'needed',
  options: [
    { name: 'staff', about: 'is on the service’s staff' },
    {
      name: 'staff-role',
      value: STAFF_ROLES.join('|'),
      about: 'what they may do as staff (default: admin)',
    },
    { name: 'account', value: 'ACCOUNT', about: 'belongs to this account' },
    { name: 'role', value: ROLES.join('|'), about: 'their role in the account (default: owner)' },
  ],
  schema: WORK,
  async read(given, source) {
    const asked = {
      isStaff: given.has('staff'),
      staffRole: given.option('staff-role'),
      named: given.option('account'),
      role: given.option('role'),
    };
    const wrong = faultOfWork(asked);
    if (wrong !== undefined) throw new UsageError(AT_TERMINAL[wrong.field]);
    return workOf(asked, source);
  },
  async take(value, source) {
    const { staff, staff_role: staffRole, account: named, role } = value as Static<typeof WORK>;
    const asked = { isStaff: staff === true, staffRole, named, role };
    const wrong = faultOfWork(asked);
    return wrong === undefined
      ? { value: await workOf(asked, source) }
      : refuse(wrong.field, wrong.rule);
  },
};

type GivenWork = { readonly isStaff: boolean } & Readonly<
  Record<'staffRole' | 'named' | 'role', string | undefined>
>;

const AT_TERMINAL = {
  account: 'Say where they work: --staff, or --account ACCOUNT.',
  role: '--role goes with --account.',
  staff_role: '--staff-role goes with --staff.',
} as const;

function faultOfWork({ isStaff, staffRole, named, role }: GivenWork) {
  const no = <Name extends keyof typeof AT_TERMINAL>(field: Name, rule: string) => ({
    field,
    rule,
  });
  if (isStaff === (named !== undefined)) return no('account', 'must be given, or staff');
  if (isStaff && role !== undefined) return no('role', 'goes with account');
  return !isStaff && staffRole !== undefined ? no('staff_role', 'goes with staff') : undefined;
}

async function workOf(
  { staffRole = 'admin', named, role: given = 'owner' }: GivenWork,
  source: Lookup,
): Promise<Work | undefined> {
  if (named === undefined) return readStaffRole(staffRole);
  const role = ROLES.find((it) => it === given);
  if (role === undefined) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  const accountId = await account.read(named, source);
  return accountId === undefined ? undefined : { accountId, role };
}

function readStaffRole(given: string): Work {
  const staffRole = STAFF_ROLES.find((it) => it === given);
  if (staffRole !== undefined) return { staffRole };
  throw new UsageError(`--staff-role must be one of ${STAFF_ROLES.join(', ')}.`);
}

const name: Field<string, 'optional'> = {
  need: 'optional',
  options: [{ name: 'name', value: 'NAME', about: 'their name' }],
  schema: Type.String(),
  read: (given) => given.option('name'),
  take: (value) => ({ value: value as string }),
  rule: faultOfPublicName,
};

type Membership = Exclude<Work, 'staff' | { readonly staffRole: StaffRole }>;

function isMember(work: Work): work is Membership {
  return typeof work === 'object' && 'accountId' in work;
}

function staffRoleOf(work: Work): StaffRole | undefined {
  if (isMember(work)) return undefined;
  return work === 'staff' ? 'admin' : work.staffRole;
}

function rolesOf(work: Work) {
  return isMember(work)
    ? { role: work.role }
    : { role: 'staff', staff_role: staffRoleOf(work) ?? 'admin' };
}

/** The address is the user's name, compared without regard to case. */
export const createUser = operation({
  name: 'user add',
  about:
    'Adds a login: of staff, or of an account’s people. The login of an account’s owner also ' +
    'serves as username and password of the templates endpoint.',
  input: {
    email: argument('EMAIL', text('EMAIL', { pattern: EMAIL, must: 'must be an e-mail address' })),
    works,
    name,
    password: {
      ...password('reads a password from standard input; otherwise one is generated'),
      rule: (value: string) =>
        PASSWORD.test(value) ? undefined : 'must have 12 to 200 characters',
    },
  },
  audit: 'user.create',
  concerns: async (_, { works: work }) => (isMember(work) ? work.accountId : undefined),
  async run(admin, { email, works: work, ...input }) {
    const made = admin.random.secret(MADE_PASSWORD_BYTES);
    const { password: secret = made, name: called = email.split('@')[0] ?? email } = input;
    const passwordHash = await hashPassword(secret);
    const staffRole = staffRoleOf(work);
    const member = isMember(work) ? work : undefined;
    const auditAction = { action: 'user.create', accountId: member?.accountId };
    return change(admin, auditAction, async (transaction) => {
      if (
        member !== undefined &&
        !(await findAccount(transaction, { accountId: member.accountId }))
      ) {
        return refuse('account', 'must be an account that exists');
      }
      const user = { email, name: called, passwordHash, staffRole };
      const userId = await insertUser(transaction, { ...user, atMs: admin.clock.nowMs() });
      if (userId === undefined) return refuse('email', 'is taken');
      if (member !== undefined) {
        await insertAccountUser(transaction, {
          userId,
          role: member.role,
          accountId: member.accountId,
        });
      }
      return changed({ userId, password: secret }, { userId, email, ...rolesOf(work) });
    });
  },
  show({ userId, ...made }, { email, works: work, password: given }) {
    const data = { id: userId, email, ...rolesOf(work) };
    if (given !== undefined) return { data };
    return { data: { ...data, password: made.password }, note: 'The password is not shown again.' };
  },
});

const ONE = { accountId: argument('ACCOUNT', account), userId: argument('USER', id) };

type NamedUser = { readonly accountId: AccountId; readonly userId: number };

/** Nobody gives or takes a role with a scope that they do not have. */
export function refuseRole({ grants }: Admin, role: Role, which = ''): Refused | undefined {
  const missing = scopesToGive(role).find((it) => grants?.scopes.includes(it) === false);
  if (missing === undefined) return undefined;
  const rule = `${which}has the scope "${missing}", which you do not have`;
  return { ...refuse('role', rule), missing };
}

/** The user, if the actor may take their role away. */
async function findOwn(
  admin: Admin,
  transaction: Transaction,
  { accountId, userId }: NamedUser,
): Promise<AccountUser | Refused> {
  const user = await findAccountUser(transaction, { accountId, userId });
  if (user === undefined) return refuse('userId', 'is not a user of this account');
  return refuseRole(admin, user.role, `of ${user.role} `) ?? user;
}

async function isLastOwner(
  transaction: Transaction,
  { accountId }: NamedUser,
  { role }: AccountUser,
): Promise<boolean> {
  return role === 'owner' && (await countOwners(transaction, { accountId })) === 1;
}

const LAST_OWNER = refuse('role', 'must stay owner: it is the last one of the account');

const KEEP = {
  keep: flag('keep', 'leaves what they have made as it is: keys, webhooks'),
};
const ROLE = { ...ONE, role: argument('ROLE', oneOf('ROLE', ROLES)), ...KEEP };

export const changeRole = operation({
  name: 'user role',
  about:
    'Gives a user another role in an account: owner, manager, developer, viewer or agent. ' +
    'Keys that they have made lose what the role may not do.',
  who: 'account',
  audit: 'user.role',
  raises: 'account',
  input: ROLE,
  async warn({ admin, reader }, { role, keep, ...membership }) {
    if (keep) return [];
    const user = await findAccountUser(reader, membership);
    if (user === undefined) return [];
    const { keys } = await findMade(admin, reader, membership.accountId, actorsOf(user));
    const less = beyond(ROLE_SCOPES[role], keys);
    return less.length === 0
      ? []
      : [`These keys lose what the role ${role} may not: ${namesOf(less)}.`];
  },
  async work(transaction, { role, keep, ...membership }, admin) {
    const user = await findOwn(admin, transaction, membership);
    if ('ok' in user) return user;
    const refused = refuseRole(admin, role);
    if (refused !== undefined) return refused;
    if (role !== 'owner' && (await isLastOwner(transaction, membership, user))) return LAST_OWNER;
    await setRole(transaction, { userId: user.id, role, accountId: membership.accountId });
    if (!ANSWERING_ROLES.includes(role)) await unassignFrom(transaction, membership);
    const { keys: all, makers } = await findMade(
      admin,
      transaction,
      membership.accountId,
      actorsOf(user),
    );
    const scopes = ROLE_SCOPES[role];
    await endInvitations(transaction, membership.accountId, { makers, scopes });
    const less = beyond(scopes, all);
    if (!keep) await narrowMade(admin, transaction, membership.accountId, less);
    const keys = less.map(({ id: key, left }) => ({ id: key, scopes: left }));
    const did = less.length === 0 ? {} : { [keep ? 'kept' : 'narrowed']: keys };
    return changed(undefined, { userId: user.id, from: user.role, to: role, ...did });
  },
  show: (_, { userId, role }) => ({ data: { id: userId, role } }),
  present: {
    by: ['accountId', 'userId'],
    read: async ({ reader }, { accountId, userId }) => {
      const user = await findAccountUser(reader, { accountId, userId });
      return user && { role: user.role };
    },
  },
});

const REMOVE = { ...ONE, ...KEEP };

export const removeAccountUser = operation({
  name: 'user remove',
  about:
    'Takes a user out of an account. Keys that they have made end, webhooks are paused. The ' +
    'login stays.',
  who: 'account',
  audit: 'user.remove',
  raises: 'account',
  input: REMOVE,
  async warn({ admin, reader }, { keep, ...membership }) {
    if (keep) return [];
    const user = await findAccountUser(reader, membership);
    if (user === undefined) return [];
    return sayMade(await findMade(admin, reader, membership.accountId, actorsOf(user)));
  },
  async work(transaction, { keep, ...membership }, admin) {
    const user = await findOwn(admin, transaction, membership);
    if ('ok' in user) return user;
    if (await isLastOwner(transaction, membership, user)) return LAST_OWNER;
    await removeFromAccount(transaction, membership);
    await unassignFrom(transaction, membership);
    const made = await findMade(admin, transaction, membership.accountId, actorsOf(user));
    await endInvitations(transaction, membership.accountId, { ...made, scopes: [] });
    const why = 'whoever set its address was removed from the account';
    if (!keep) await endMade(admin, transaction, membership.accountId, { ...made, why });
    return changed(made, { userId: user.id, role: user.role, ...detailOf(made, keep) });
  },
  show: ({ keys, webhooks }, { userId, keep }) => ({
    data: {
      id: userId,
      role: null,
      [keep ? 'keys_kept' : 'keys_ended']: keys.map(({ id: key }) => String(key)),
      [keep ? 'webhooks_kept' : 'webhooks_paused']: webhooks.map(({ id: hook }) => String(hook)),
    },
  }),
});
