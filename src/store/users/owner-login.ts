import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/**
 * The portal login of an account's owner, as far as the templates endpoint takes it (contract
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
  /** undefined when nobody has the address (in whatever case), or who has it owns no account. */
  ownerByEmail(email: string): Promise<OwnerLogin | undefined>;
};

const SELECT_OWNER = `
  select u.password_hash as "passwordHash", u.second_factor as "secondFactor",
    array_agg(a.account_id order by a.account_id) as "accountIds"
  from users u
  join account_users a on a.user_id = u.id and a.role = 'owner'
  where lower(u.email) = lower($1)
  group by u.id`;

export function createOwnerLogins(reader: Reader): OwnerLogins {
  return {
    async ownerByEmail(email) {
      const rows = await reader.read<OwnerLogin>('select-owner', SELECT_OWNER, [email]);
      return rows[0];
    },
  };
}
