/** What people show besides a password: codes of an authenticator, recovery codes, passkeys. */
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** A person's authenticator. */
type Authenticator = {
  readonly secondFactor: boolean;
  /** undefined: none was ever set up. */
  readonly totpSealed: Buffer | undefined;
  readonly totpStep: number | undefined;
};

/** Locks it, so that no code is taken twice. */
export const lockAuthenticator = write.single<{ readonly userId: number }, Authenticator>(
  'lock-authenticator',
  `select second_factor, totp_sealed, totp_step from users where id = :userId for update`,
);

export const setAuthenticator = write.run<Authenticator & { readonly userId: number }>(
  'set-authenticator',
  `update users set second_factor = :secondFactor, totp_sealed = :totpSealed,
    totp_step = :totpStep::bigint
  where id = :userId`,
);

const FORGET_CODES = statement(
  'forget-recovery-codes',
  `delete from recovery_codes where user_id = :userId`,
);
const INSERT_CODES = statement(
  'insert-recovery-codes',
  `insert into recovery_codes (user_id, code_hash)
  select :userId, decode(it, 'hex') from unnest(:hashes::text[]) it`,
);

/** Replaces a person's recovery codes; `hashes` are hex of their keyed hashes. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await transaction.run(FORGET_CODES, { userId });
  await transaction.run(INSERT_CODES, { userId, hashes });
}

/** Whether it was one of theirs; it is used up now. */
export const takeRecoveryCode = write.any<{ userId: number; hash: string }>(
  'take-recovery-code',
  `delete from recovery_codes where user_id = :userId and code_hash = decode(:hash, 'hex')
  returning user_id`,
);

/** A passkey in the list of its person. */
type Passkey = {
  readonly id: number;
  readonly userId: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number | undefined;
};

const PASSKEY = `select id, user_id, credential_id, public_key, counter, transports, name,
  created_at, used_at from passkeys`;

/** A person's passkeys, the oldest first. */
export const listPasskeys = read.many<{ userId: number }, Passkey>(
  'list-passkeys',
  `${PASSKEY} where user_id = :userId order by id`,
);

/** The passkey that a browser names. */
export const findPasskey = read.one<{ credentialId: string }, Passkey>(
  'find-passkey',
  `${PASSKEY} where credential_id = :credentialId`,
);

type NewPasskey = Pick<
  Passkey,
  'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
>;

/** Returns its id; undefined if the device is known already. */
export const insertPasskey = write.maybeValue<
  NewPasskey & { readonly atMs: number },
  { readonly id: number }
>(
  'insert-passkey',
  `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
  values (:userId, :credentialId, :publicKey, :counter, :transports::text[], :name, @atMs)
  on conflict (credential_id) do nothing
  returning id`,
);

/** Whether its counter has risen (WebAuthn, section 6.1.1); devices that do not count give 0. */
export const usePasskey = write.any<{ id: number; counter: number; atMs: number }>(
  'use-passkey',
  `update passkeys set counter = :counter, used_at = @atMs
  where id = :id and (counter < :counter or :counter = 0)
  returning id`,
);

/** Returns its name; undefined: the person has no such passkey. */
export const removePasskey = write.maybeValue<
  { readonly userId: number; readonly id: number },
  { readonly name: string }
>('remove-passkey', `delete from passkeys where user_id = :userId and id = :id returning name`);

/** Remembers what a browser is asked to sign, and forgets what has expired. */
export const insertChallenge = write.run<{
  challenge: string;
  userId: number | undefined;
  expiresAtMs: number;
  atMs: number;
}>(
  'insert-passkey-challenge',
  `with old as (delete from passkey_challenges where expires_at <= @atMs)
  insert into passkey_challenges (challenge, user_id, expires_at)
  values (:challenge, :userId::bigint, @expiresAtMs)`,
);

/** Whether it was asked, of the same person, and not answered yet. */
export const takeChallenge = write.any<{
  challenge: string;
  userId: number | undefined;
  atMs: number;
}>(
  'take-passkey-challenge',
  `delete from passkey_challenges
  where challenge = :challenge and expires_at > @atMs
    and user_id is not distinct from :userId::bigint
  returning user_id`,
);

const FORGET_PASSKEYS = statement(
  'forget-passkeys',
  'delete from passkeys where user_id = :userId',
);

/** Everything that a person shows besides the password. */
export async function forgetFactors(transaction: Transaction, userId: number): Promise<void> {
  await lockAuthenticator(transaction, { userId });
  const none = { secondFactor: false, totpSealed: undefined, totpStep: undefined };
  await setAuthenticator(transaction, { ...none, userId });
  await transaction.run(FORGET_CODES, { userId });
  await transaction.run(FORGET_PASSKEYS, { userId });
}
