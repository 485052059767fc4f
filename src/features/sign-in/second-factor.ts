/** The second factor of a person: an authenticator, and recovery codes for when it is lost. */
import { typedCode } from '../../domain/recipient/recipient.ts';
import { faultOfPublicName } from '../../domain/account/name.ts';
import { limit } from '../../domain/limits.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { makeTotpSecret, stepOfCode, totpUri } from '../../kit/totp.ts';
import { endSessions } from './sessions.sql.ts';
import { lockAuthenticator, replaceRecoveryCodes, setAuthenticator } from './second-factors.sql.ts';
import { setPassword, setProfile, type Profile } from '../users/users.sql.ts';
import { hashPassword } from '../../kit/password.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import type { Locale } from '../mails/mail-texts.ts';
import { tellOfOwn } from '../mails/mails.ts';
import { plainCode } from './sign-in.ts';

/** A person, and the session in which they act. */
export type Person = {
  readonly userId: number;
  readonly sessionId: number;
  readonly email: string;
  readonly locale: Locale;
  /** The address that asks. */
  readonly from: string;
};

const RECOVERY_LETTERS = 10;
const ISSUER = 'Paigham';

/** Makes a secret for an authenticator; it counts once a code has proved that it works. */
export function proposeAuthenticator(
  admin: Admin,
  { userId, email }: Person,
): Promise<Outcome<{ readonly secret: string; readonly uri: string }>> {
  const secret = makeTotpSecret(admin.random);
  return change(admin, { action: 'second_factor.propose' }, async (transaction) => {
    const { secondFactor } = await lockAuthenticator(transaction, { userId });
    if (secondFactor) return refuse('code', 'is set up already: remove it first');
    const totpSealed = admin.seal.seal(secret, SEAL_PURPOSES.totp(userId));
    await setAuthenticator(transaction, {
      secondFactor: false,
      totpSealed,
      totpStep: undefined,
      userId,
    });
    return changed({ secret, uri: totpUri(secret, { issuer: ISSUER, label: email }) }, {});
  });
}

/** Puts the authenticator to use. Returns recovery codes, shown once; other sessions end. */
export function acceptAuthenticator(
  admin: Admin,
  person: Person,
  code: string,
): Promise<Outcome<readonly string[]>> {
  const { userId, sessionId } = person;
  return change(admin, { action: 'second_factor.on' }, async (transaction) => {
    const { secondFactor, totpSealed } = await lockAuthenticator(transaction, { userId });
    const secret = totpSealed && admin.seal.open(totpSealed, SEAL_PURPOSES.totp(userId));
    const step = secret && stepOfCode(secret, typedCode(code), admin.clock.nowMs());
    if (secondFactor || typeof step !== 'number') {
      return refuse('code', 'must be the one that your authenticator shows now');
    }
    await setAuthenticator(transaction, { secondFactor: true, totpSealed, totpStep: step, userId });
    const codes = Array.from({ length: limit('recoveryCodes') }, () => makeRecoveryCode(admin));
    const hashes = codes.map((it) => admin.seal.hash(plainCode(it)));
    await replaceRecoveryCodes(transaction, userId, hashes);
    await endSessions(transaction, userId, { keptId: sessionId });
    const refused = await tellOfOwn(admin, transaction, person, { kind: 'second_factor_on' });
    return refused ?? changed(codes, {});
  });
}

/** From then on a password is enough; the person's other sessions end. */
export function removeAuthenticator(admin: Admin, person: Person): Promise<Outcome<undefined>> {
  const { userId, sessionId } = person;
  return change(admin, { action: 'second_factor.off' }, async (transaction) => {
    const { secondFactor } = await lockAuthenticator(transaction, { userId });
    await setAuthenticator(transaction, {
      secondFactor: false,
      totpSealed: undefined,
      totpStep: undefined,
      userId,
    });
    await replaceRecoveryCodes(transaction, userId, []);
    await endSessions(transaction, userId, { keptId: sessionId });
    const news = { kind: 'second_factor_off' } as const;
    const refused = secondFactor ? await tellOfOwn(admin, transaction, person, news) : undefined;
    return refused ?? changed(undefined, {});
  });
}

/** Changes the person's password; their other sessions end. */
export async function changePassword(
  admin: Admin,
  person: Person,
  password: string,
): Promise<Outcome<undefined>> {
  const { userId, sessionId } = person;
  const passwordHash = await hashPassword(password);
  return change(admin, { action: 'user.password' }, async (transaction) => {
    await setPassword(transaction, { userId, passwordHash });
    await endSessions(transaction, userId, { keptId: sessionId });
    const refused = await tellOfOwn(admin, transaction, person, { kind: 'password_changed' });
    return refused ?? changed(undefined, {});
  });
}

/** What is not given stays. */
export function changeProfile(
  admin: Admin,
  { userId }: Person,
  profile: Profile,
): Promise<Outcome<undefined>> {
  const fault = profile.name === undefined ? undefined : faultOfPublicName(profile.name);
  if (fault !== undefined) return Promise.resolve(refuse('name', fault));
  return change(admin, { action: 'user.profile' }, async (transaction) => {
    await setProfile(transaction, { ...profile, userId });
    return changed(undefined, { ...profile });
  });
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten letters that nobody takes for another: 49 bits. */
function makeRecoveryCode({ random }: Pick<Admin, 'random'>): string {
  const letters = Array.from(
    { length: RECOVERY_LETTERS },
    () => LETTERS[random.randomInt(0, LETTERS.length)],
  ).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
