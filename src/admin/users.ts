/** People who sign in. */
import type { AccountId } from '../domain/ids.ts';
import { hashPassword } from '../kit/password.ts';
import { UsageError } from '../kit/refusal.ts';
import { Type } from '../kit/shape.ts';
import { findAccount } from '../store/accounts.ts';
import { insertAccountUser, insertUser, type Role } from '../store/users.ts';
import { change, changed, refuse } from './admin.ts';
import { account, argument, password, text } from './fields.ts';
import { operation, type Field } from './operation.ts';

const ROLES = ['owner', 'manager', 'viewer'] as const;
const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u;
/** NIST SP 800-63B: length counts, composition rules do not. */
const PASSWORD = /^[^]{12,200}$/;
const MADE_PASSWORD_BYTES = 15;

/** Staff of the service, or somebody of an account. */
type Work = 'staff' | { readonly accountId: AccountId; readonly role: Role };

const works: Field<Work, 'needed'> = {
  need: 'needed',
  options: [
    { name: 'staff', about: 'works for the service' },
    { name: 'account', value: 'ACCOUNT', about: 'works for this account' },
    { name: 'role', value: ROLES.join('|'), about: 'their role in the account (default: owner)' },
  ],
  schema: Type.Object({
    staff: Type.Optional(Type.Boolean()),
    account: Type.Optional(account.schema),
    role: Type.Optional(Type.Enum([...ROLES])),
  }),
  async read(given, source) {
    const named = given.option('account');
    if (given.has('staff') === (named !== undefined)) {
      throw new UsageError('Say where they work: --staff, or --account ACCOUNT.');
    }
    if (named === undefined && given.has('role')) {
      throw new UsageError('--role goes with --account.');
    }
    if (named === undefined) return 'staff';
    const role = ROLES.find((it) => it === (given.option('role') ?? 'owner'));
    if (role === undefined) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
    const accountId = await account.read(named, source);
    return accountId === undefined ? undefined : { accountId, role };
  },
};

const name: Field<string, 'optional'> = {
  need: 'optional',
  options: [{ name: 'name', value: 'NAME', about: 'their name' }],
  schema: Type.String(),
  read: (given) => given.option('name'),
  rule: (value) =>
    /^[^\p{Cc}]{1,100}$/u.test(value) ? undefined : 'must have 1 to 100 characters',
};

/** The address is a name: it is compared without regard to case. */
export const createUser = operation({
  name: 'user add',
  about:
    'Adds a login. There is no portal to sign in to yet: the login of an account’s owner serves ' +
    'as username and password of the templates endpoint; other logins have no use yet.',
  input: {
    email: argument('EMAIL', text('EMAIL', { pattern: EMAIL, must: 'must be an e-mail address' })),
    works,
    name,
    password: {
      ...password('reads a password from standard input; otherwise one is made'),
      rule: (value: string) =>
        PASSWORD.test(value) ? undefined : 'must have 12 to 200 characters',
    },
  },
  async run(admin, { email, works: work, ...input }) {
    const made = admin.random.secret(MADE_PASSWORD_BYTES);
    const { password: secret = made, name: called = email.split('@')[0] ?? email } = input;
    const passwordHash = await hashPassword(secret);
    const isStaff = work === 'staff';
    const of = isStaff ? {} : { accountId: work.accountId };
    return change(admin, { action: 'user.create', ...of }, async (transaction) => {
      if (!isStaff && (await findAccount(transaction, work.accountId)) === undefined) {
        return refuse('account', 'must be an account that exists');
      }
      const user = { email, name: called, passwordHash, staff: isStaff };
      const userId = await insertUser(transaction, user, admin.clock.nowMs());
      if (userId === undefined) return refuse('email', 'is taken');
      if (!isStaff) {
        await insertAccountUser(transaction, work.accountId, { userId, role: work.role });
      }
      const role = isStaff ? 'staff' : work.role;
      return changed({ userId, password: secret }, { userId, email, role });
    });
  },
  show({ userId, ...made }, { email, works: work, password: given }) {
    const data = { id: userId, email, role: work === 'staff' ? work : work.role };
    if (given !== undefined) return { data };
    return { data: { ...data, password: made.password }, note: 'The password is not shown again.' };
  },
});
