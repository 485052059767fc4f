import type { AccountId } from '../../domain/ids.ts';
import { hashPassword } from '../../kit/password.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { insertAccountUser, insertUser, type Role } from '../../store/users/insert-user.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type CreateUser = {
  readonly email: string;
  readonly name: string;
  /** undefined: one is made and given back. */
  readonly password: string | undefined;
  /** Staff of the service, or somebody of an account. */
  readonly works: 'staff' | { readonly accountId: AccountId; readonly role: Role };
};

export type CreatedUser = { readonly userId: number; readonly password: string };

const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u;
/** NIST SP 800-63B: length counts, composition rules do not. */
const PASSWORD_CHARACTERS = { least: 12, most: 200 };
const MADE_PASSWORD_BYTES = 15;

/** Adds a person who signs in. The address is a name: it is compared without regard to case. */
export async function createUser(admin: Admin, input: CreateUser): Promise<Outcome<CreatedUser>> {
  const { email, name, works } = input;
  const password = input.password ?? admin.random.secret(MADE_PASSWORD_BYTES);
  const { least, most } = PASSWORD_CHARACTERS;
  if (!EMAIL.test(email)) return refuse('email', 'must be an e-mail address');
  if (!/^[^\p{Cc}]{1,100}$/u.test(name)) return refuse('name', 'must have 1 to 100 characters');
  if (password.length < least || password.length > most) {
    return refuse('password', `must have ${least} to ${most} characters`);
  }
  const passwordHash = await hashPassword(password);
  const isStaff = works === 'staff';
  const account = isStaff ? {} : { accountId: works.accountId };
  return change(admin, { action: 'user.create', ...account }, async (transaction) => {
    if (!isStaff && (await findAccount(transaction, works.accountId)) === undefined) {
      return refuse('account', 'must be an account that exists');
    }
    const user = { email, name, passwordHash, staff: isStaff };
    const userId = await insertUser(transaction, user, admin.clock.nowMs());
    if (userId === undefined) return refuse('email', 'is taken');
    if (!isStaff) {
      await insertAccountUser(transaction, works.accountId, { userId, role: works.role });
    }
    return changed({ userId, password }, { userId, email, role: isStaff ? 'staff' : works.role });
  });
}
