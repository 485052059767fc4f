/**
 * How somebody becomes the owner of a new account: they give what is asked for, and read off two
 * codes, one mailed and one texted by our own service.
 *
 * Nobody learns from it whether an address has a login: the same is stored and texted, and the
 * mailbox gets a mail either way; only, a code that would take the address is told to nobody.
 *
 * Strangers may register with somebody else's address and phone. So registrations of one address
 * live side by side, and each is confirmed only with the token that whoever began it was given.
 */
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { mailboxOf } from '../../domain/account/email.ts';
import { TERMS } from '../../domain/account/terms.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { typedCode, type PhoneNumber } from '../../domain/recipient/recipient.ts';
import { isSameSecret } from '../../kit/digest.ts';
import { hashPassword } from '../../kit/password.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { updateAccount } from '../accounts/accounts.sql.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import {
  acceptTerms,
  countTry,
  forgetRegistrations,
  findShown,
  lockRegistration,
  putRegistration,
  removeRegistrations,
  renewCodes,
  type CodeSender,
  type Registration,
} from './registrations.sql.ts';
import { confirmUser, findSignInUser, insertAccountUser, insertUser } from '../users/users.sql.ts';
import { openAccount } from '../accounts/begin-account.ts';
import { change, changed, must, within, type Admin } from '../../operations/admin.ts';
import { CODE_DIGITS } from '../sign-in/code-sender.operations.ts';
import type { Locale } from '../mails/mail-texts.ts';
import { postMail } from '../mails/mails.ts';
import { beginSession, type Begun, type Browser } from '../sign-in/sign-in.ts';

/** What became of the text with a code; `refused` says why this number gets none. */
export type CodeTexted =
  | { readonly kind: 'taken' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'refused'; readonly rule: string };

/** Texts a code by an account's sender and template, at its cost; why not, if it does not. */
export type TextBy = (
  by: CodeSender,
  phone: PhoneNumber,
  code: string,
) => Promise<CodeTexted & { readonly reason?: FailureReason | 'code_sender_missing' | undefined }>;

export type TextCode = (phone: PhoneNumber, code: string) => Promise<CodeTexted>;

export type RegistrationDeps = {
  readonly admin: Admin;
  readonly textCode: TextCode;
  /** The portal's address, without a slash at its end. */
  readonly portal: string;
};

/** Checked by whoever asks. */
type Registering = {
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly phone: PhoneNumber;
  readonly password: string;
  readonly locale: Locale;
  /** Whether refusals on the form interfaces are to come with HTTP 200. */
  readonly always200: boolean;
  /** From where. */
  readonly from: string;
};

/** What sending a code came to; `token`: for whoever asked for it, alone; it is stored nowhere. */
export type CodeAsked =
  | { readonly kind: 'taken'; readonly token: string }
  | Exclude<CodeTexted, { readonly kind: 'taken' }>;

const TOKEN_BYTES = 32;

function hashToken({ seal }: Pick<Admin, 'seal'>, token: string): string {
  return seal.hash(`registration: ${token.trim()}`);
}

/** Begins a registration: both codes are on their way when it returns `taken`. */
export async function beginRegistration(
  { admin, textCode, portal }: RegistrationDeps,
  given: Registering,
): Promise<CodeAsked> {
  const email = mailboxOf(given.email);
  const { name, company, phone, locale, always200, from: address } = given;
  const token = admin.random.secret(TOKEN_BYTES);
  const whom = { email, phone };
  const [passwordHash, codes] = [await hashPassword(given.password), makeCodes(admin, whom)];
  // First, because it may be refused; without its registration a code opens nothing.
  const texted = await textCode(phone, codes.phoneCode);
  if (texted.kind !== 'taken') return texted;
  const tokenHash = hashToken(admin, token);
  const who = { tokenHash, email, name, company, phone, locale };
  const about = { ...who, always200, passwordHash, address };
  must(
    await change(admin, { action: 'registration.begin' }, async (transaction) => {
      const known = await findSignInUser(transaction, { email });
      const { emailCodeHash } = known === undefined ? codes : makeCodes(admin, whom);
      const { phoneCodeHash } = codes;
      const hashes = { emailCodeHash, phoneCodeHash, termsVersion: TERMS.version };
      const registration = { ...about, ...hashes };
      await putRegistration(transaction, { ...registration, atMs: admin.clock.nowMs() });
      await mailCode(admin, transaction, {
        to: given.email,
        locale,
        name,
        portal,
        code: known === undefined ? codes.emailCode : undefined,
      });
      return changed(undefined, { phone: maskPhone(phone), from: address });
    }),
  );
  return { kind: 'taken', token };
}

/** Whom codes go to. */
export type Whom = { readonly email: string; readonly phone: string };

/**
 * Which of the two show that they are theirs: whoever reads the codes that went there for anybody's
 * registration holds mailbox and phone, and is not to be kept out by who had them sent.
 */
export function whoShows(
  admin: Admin,
  { email, phone }: Whom,
  given: { readonly emailCode: string; readonly phoneCode: string },
): Promise<{ readonly mailbox: boolean; readonly phone: boolean }> {
  const whom = { email: mailboxOf(email), phone };
  const codes = hashesOf(admin, whom, given);
  const sinceMs = admin.clock.nowMs() - HOUR_MS;
  return admin.transact((transaction) => findShown(transaction, { ...whom, ...codes, sinceMs }));
}

type CodeMail = {
  readonly to: string;
  readonly locale: Locale;
  readonly name: string;
  readonly portal: string;
  /** undefined: the address has a login already. */
  readonly code: string | undefined;
};

function mailCode(
  admin: Admin,
  transaction: Transaction,
  { to, locale, name, portal, code }: CodeMail,
): Promise<void> {
  return postMail(admin, transaction, {
    to,
    locale,
    content:
      code === undefined
        ? { kind: 'registration_known', link: `${portal}/sign-in` }
        : { kind: 'registration', name, code },
  });
}

type Codes = {
  readonly emailCode: string;
  readonly phoneCode: string;
  readonly emailCodeHash: string;
  readonly phoneCodeHash: string;
};

/** A code to write to somebody. */
export function makeCode({ random }: Pick<Admin, 'random'>): string {
  return String(random.randomInt(0, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

function makeCodes(admin: Pick<Admin, 'random' | 'seal'>, whom: Whom): Codes {
  const codes = { emailCode: makeCode(admin), phoneCode: makeCode(admin) };
  return { ...codes, ...hashesOf(admin, whom, codes) };
}

function hashesOf(
  { seal }: Pick<Admin, 'seal'>,
  { email, phone }: Whom,
  { emailCode, phoneCode }: Pick<Codes, 'emailCode' | 'phoneCode'>,
): Pick<Codes, 'emailCodeHash' | 'phoneCodeHash'> {
  const hash = (to: string, code: string): string =>
    seal.hash(`registration by ${to}: ${typedCode(code)}`);
  return {
    emailCodeHash: hash(`mail to ${email}`, emailCode),
    phoneCodeHash: hash(`text to ${phone}`, phoneCode),
  };
}

/** The number as audits show it. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 6)}****${phone.slice(-2)}`;
}

/** Whom new codes of a registration would go to; undefined: it gets none now. */
export async function whomToResend(admin: Admin, token: string): Promise<Whom | undefined> {
  const tokenHash = hashToken(admin, token);
  const found = await admin.transact((transaction) => lockRegistration(transaction, { tokenHash }));
  return found === undefined || !mayResend(found, admin.clock.nowMs()) ? undefined : found;
}

/** Makes new codes for a registration, not too often. */
export async function resendCodes(
  { admin, textCode, portal }: RegistrationDeps,
  given: { readonly token: string; readonly from: string },
): Promise<void> {
  const tokenHash = hashToken(admin, given.token);
  const nowMs = admin.clock.nowMs();
  const to = await admin.transact(async (transaction) => {
    const registration = await lockRegistration(transaction, { tokenHash });
    if (registration === undefined || !mayResend(registration, nowMs)) return undefined;
    const { email, locale, name, phone } = registration;
    const codes = makeCodes(admin, registration);
    const known = await findSignInUser(transaction, { email });
    const { emailCodeHash } = known === undefined ? codes : makeCodes(admin, registration);
    const { phoneCode, phoneCodeHash } = codes;
    await renewCodes(transaction, { tokenHash, emailCodeHash, phoneCodeHash, atMs: nowMs });
    const code = known === undefined ? codes.emailCode : undefined;
    await mailCode(admin, transaction, { to: email, locale, name, portal, code });
    const detail = { phone: maskPhone(phone), from: given.from };
    const line = { actor: admin.actor, action: 'registration.resend', detail };
    await insertAudit(transaction, undefined, line, nowMs);
    return { phone: phone as PhoneNumber, phoneCode };
  });
  if (to !== undefined) await textCode(to.phone, to.phoneCode);
}

function mayResend({ resends, codesAtMs, begunAtMs }: Registration, nowMs: number): boolean {
  return (
    resends < limit('codeResends') &&
    nowMs - codesAtMs >= limit('codeResendSeconds') * SECOND_MS &&
    nowMs - begunAtMs < limit('registrationHours') * HOUR_MS
  );
}

type Confirming = {
  /** What whoever began it was given. */
  readonly token: string;
  readonly emailCode: string;
  readonly phoneCode: string;
  readonly browser: Browser;
};

type Confirmed = {
  readonly accountId: AccountId;
  readonly userId: number;
  readonly begun: Begun;
};

/**
 * Makes login, account and owner of a registration whose two codes are right, and signs its person
 * in. `wrong`: a code is. `over`: they are too old, were tried too often, or were used already.
 */
export function confirmRegistration(
  deps: RegistrationDeps,
  given: Confirming,
): Promise<Confirmed | 'wrong' | 'over'> {
  const { admin } = deps;
  const tokenHash = hashToken(admin, given.token);
  return admin.transact(async (transaction) => {
    const registration = await lockRegistration(transaction, { tokenHash });
    if (registration === undefined || !mayConfirm(registration, admin.clock.nowMs())) {
      return 'over';
    }
    const hashes = hashesOf(admin, registration, given);
    const rightMail = isSameSecret(hashes.emailCodeHash, registration.emailCodeHash);
    const rightText = isSameSecret(hashes.phoneCodeHash, registration.phoneCodeHash);
    if (!rightMail || !rightText) {
      await countTry(transaction, { tokenHash });
      return 'wrong';
    }
    await removeRegistrations(transaction, { email: registration.email });
    return settle(deps, transaction, { registration, browser: given.browser });
  });
}

function mayConfirm({ tries, codesAtMs }: Registration, nowMs: number): boolean {
  return tries < limit('codeTries') && nowMs - codesAtMs < limit('codeMinutes') * MINUTE_MS;
}

/** `over`: the address got a login meanwhile. */
async function settle(
  { admin }: RegistrationDeps,
  transaction: Transaction,
  { registration, browser }: { readonly registration: Registration; readonly browser: Browser },
): Promise<Confirmed | 'over'> {
  const nowMs = admin.clock.nowMs();
  const { email, name, company, phone, locale, passwordHash, termsVersion } = registration;
  const user = { email, name, passwordHash, staffRole: undefined };
  const userId = await insertUser(transaction, { ...user, atMs: nowMs });
  if (userId === undefined) return 'over';
  await confirmUser(transaction, { phone: Number(phone), locale, userId, atMs: nowMs });
  const actor = `user:${userId}`;
  const acting = { ...within(admin, transaction), actor };
  const { accountId } = await openAccount(acting, transaction, {
    name: company,
    phone: Number(phone),
  });
  await updateAccount(transaction, { always200: registration.always200, accountId });
  await insertAccountUser(transaction, { userId, role: 'owner', accountId });
  const { address } = registration;
  const acceptance = { accountId, userId, version: termsVersion, address };
  await acceptTerms(transaction, { ...acceptance, atMs: nowMs });
  const lines = [
    ['account.create', { name: company, by: 'registration', from: browser.address }],
    ['user.create', { userId, email, role: 'owner' }],
    ['terms.accept', { userId, version: termsVersion, from: address }],
  ] as const;
  for (const [action, detail] of lines) {
    await insertAudit(transaction, accountId, { actor, action, detail }, nowMs);
  }
  const signedIn = { id: userId, email, isStaff: false };
  const starting = { user: signedIn, state: 'open', browser, by: 'registration' } as const;
  return { accountId, userId, begun: await beginSession(admin, transaction, starting) };
}

/** Forgets registrations that nobody has confirmed. */
export function forgetOldRegistrations({ transact, clock }: Pick<Admin, 'transact' | 'clock'>) {
  const beforeMs = clock.nowMs() - limit('registrationHours') * HOUR_MS;
  return transact((transaction) => forgetRegistrations(transaction, { beforeMs }));
}
