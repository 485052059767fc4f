/**
 * How somebody becomes the owner of a new account: they give what is asked for, and read off two
 * codes, one mailed and one texted by our own service.
 *
 * Nobody learns from it whether an address has a login: the same is stored and texted, and the
 * mailbox gets a mail either way; only, a code that would take the address is told to nobody.
 */
import type { AccountId } from '../../domain/ids.ts';
import { mailboxOf } from '../../domain/account/email.ts';
import { TERMS } from '../../domain/account/terms.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { PhoneNumber } from '../../domain/recipient/recipient.ts';
import { isSameSecret } from '../../kit/digest.ts';
import { hashPassword } from '../../kit/password.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { updateAccount } from '../../store/accounts/accounts.ts';
import { insertAudit } from '../../store/accounts/audit.ts';
import {
  acceptTerms,
  countTry,
  forgetRegistrations,
  lockRegistration,
  putRegistration,
  removeRegistration,
  renewCodes,
  type Registration,
} from '../../store/accounts/registrations.ts';
import {
  confirmUser,
  findSignInUser,
  insertAccountUser,
  insertUser,
} from '../../store/accounts/users.ts';
import { openAccount } from '../accounts.ts';
import { change, changed, must, within, type Admin } from '../admin.ts';
import { addCredit } from '../credit.ts';
import { CODE_DIGITS } from './code-sender.ts';
import type { Locale } from './mail-texts.ts';
import { postMail } from './mails.ts';
import { beginSession, type Begun, type Browser } from './sign-in.ts';

/** What became of the text with a code; `refused` says why this number gets none. */
export type CodeTexted =
  | { readonly kind: 'taken' | 'unavailable' }
  | { readonly kind: 'refused'; readonly rule: string };

export type TextCode = (phone: PhoneNumber, code: string) => Promise<CodeTexted>;

export type RegistrationDeps = {
  readonly admin: Admin;
  readonly textCode: TextCode;
  /** The portal's address, without a slash at its end. */
  readonly portal: string;
  /** What a new account gets to try the service with. */
  readonly trialMicros: Micros;
};

/** Checked by whoever asks. */
export type Registering = {
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

/** Begins a registration: both codes are on their way when it returns `taken`. */
export async function beginRegistration(
  { admin, textCode, portal }: RegistrationDeps,
  given: Registering,
): Promise<CodeTexted> {
  const email = mailboxOf(given.email);
  const { name, company, phone, locale, always200, from: address } = given;
  const [passwordHash, codes] = [await hashPassword(given.password), makeCodes(admin, email)];
  // First, because it may be refused; without its registration a code opens nothing.
  const texted = await textCode(phone, codes.phoneCode);
  if (texted.kind !== 'taken') return texted;
  const about = { email, name, company, phone, locale, always200, passwordHash, address };
  must(
    await change(admin, { action: 'registration.begin' }, async (transaction) => {
      const known = await findSignInUser(transaction, { email });
      const { emailCodeHash } = known === undefined ? codes : makeCodes(admin, email);
      const { phoneCodeHash } = codes;
      const hashes = { emailCodeHash, phoneCodeHash, termsVersion: TERMS.version };
      const registration = { ...about, ...hashes };
      await putRegistration(transaction, registration, admin.clock.nowMs());
      await mailCode(admin, transaction, {
        ...{ to: given.email, locale, name, portal },
        code: known === undefined ? codes.emailCode : undefined,
      });
      return changed(undefined, { phone: maskPhone(phone), from: address });
    }),
  );
  return texted;
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
    ...{ to, locale },
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

function makeCodes({ random, seal }: Pick<Admin, 'random' | 'seal'>, email: string): Codes {
  const make = (): string =>
    String(random.randomInt(0, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const [emailCode, phoneCode] = [make(), make()];
  return {
    ...{ emailCode, phoneCode },
    emailCodeHash: seal.hash(hashedCode(email, 'mail', emailCode)),
    phoneCodeHash: seal.hash(hashedCode(email, 'text', phoneCode)),
  };
}

function hashedCode(email: string, by: 'mail' | 'text', code: string): string {
  return `registration of ${email} by ${by}: ${code}`;
}

/** The number as audits show it. */
function maskPhone(phone: string): string {
  return `${phone.slice(0, 6)}****${phone.slice(-2)}`;
}

/**
 * Makes new codes for a registration, not too often. Whether there is one is told to nobody: only
 * the two who get the codes see it.
 */
export async function resendCodes(
  { admin, textCode, portal }: RegistrationDeps,
  given: { readonly email: string; readonly from: string },
): Promise<void> {
  const email = mailboxOf(given.email);
  const codes = makeCodes(admin, email);
  const nowMs = admin.clock.nowMs();
  const to = await admin.transact(async (transaction) => {
    const registration = await lockRegistration(transaction, email);
    if (registration === undefined || !mayResend(registration, nowMs)) return undefined;
    const known = await findSignInUser(transaction, { email });
    const { emailCodeHash } = known === undefined ? codes : makeCodes(admin, email);
    const { phoneCodeHash } = codes;
    await renewCodes(transaction, { email, emailCodeHash, phoneCodeHash }, nowMs);
    const { locale, name, phone } = registration;
    const code = known === undefined ? codes.emailCode : undefined;
    await mailCode(admin, transaction, { to: email, locale, name, portal, code });
    const detail = { phone: maskPhone(phone), from: given.from };
    const line = { actor: admin.actor, action: 'registration.resend', detail };
    await insertAudit(transaction, undefined, line, nowMs);
    return phone as PhoneNumber;
  });
  if (to !== undefined) await textCode(to, codes.phoneCode);
}

function mayResend({ resends, codesAtMs, begunAtMs }: Registration, nowMs: number): boolean {
  return (
    resends < limit('codeResends') &&
    nowMs - codesAtMs >= limit('codeResendSeconds') * SECOND_MS &&
    nowMs - begunAtMs < limit('registrationHours') * HOUR_MS
  );
}

export type Confirming = {
  readonly email: string;
  readonly emailCode: string;
  readonly phoneCode: string;
  readonly browser: Browser;
};

export type Confirmed = {
  readonly accountId: AccountId;
  readonly userId: number;
  readonly begun: Begun;
};

/**
 * Makes login, account and owner of a registration whose two codes are right, and signs its person
 * in. undefined: a code is wrong or too old, was tried too often, or was used already.
 */
export function confirmRegistration(
  deps: RegistrationDeps,
  given: Confirming,
): Promise<Confirmed | undefined> {
  const { admin } = deps;
  const email = mailboxOf(given.email);
  return admin.transact(async (transaction) => {
    const registration = await lockRegistration(transaction, email);
    if (registration === undefined || !mayConfirm(registration, admin.clock.nowMs())) {
      return undefined;
    }
    const isRight = (by: 'mail' | 'text', code: string, hash: string): boolean =>
      isSameSecret(admin.seal.hash(hashedCode(email, by, code.trim())), hash);
    const rightMail = isRight('mail', given.emailCode, registration.emailCodeHash);
    const rightText = isRight('text', given.phoneCode, registration.phoneCodeHash);
    if (!rightMail || !rightText) {
      await countTry(transaction, email);
      return undefined;
    }
    await removeRegistration(transaction, email);
    return settle(deps, transaction, { registration, browser: given.browser });
  });
}

function mayConfirm({ tries, codesAtMs }: Registration, nowMs: number): boolean {
  return tries < limit('codeTries') && nowMs - codesAtMs < limit('codeMinutes') * MINUTE_MS;
}

/** undefined: the address got a login meanwhile. */
async function settle(
  { admin, trialMicros }: RegistrationDeps,
  transaction: Transaction,
  { registration, browser }: { readonly registration: Registration; readonly browser: Browser },
): Promise<Confirmed | undefined> {
  const nowMs = admin.clock.nowMs();
  const { email, name, company, phone, locale, passwordHash, termsVersion } = registration;
  const user = { email, name, passwordHash, staffRole: undefined };
  const userId = await insertUser(transaction, user, nowMs);
  if (userId === undefined) return undefined;
  await confirmUser(transaction, userId, { phone: Number(phone), locale }, nowMs);
  const actor = `user:${userId}`;
  const acting = { ...within(admin, transaction), actor };
  const { accountId } = await openAccount(acting, transaction, company);
  // Every wording is approved anyway; verification is what allows senders of their own.
  const { always200 } = registration;
  await updateAccount(transaction, accountId, { fixedContent: true, always200 });
  await insertAccountUser(transaction, accountId, { userId, role: 'owner' });
  const { address } = registration;
  const acceptance = { accountId, userId, version: termsVersion, address };
  await acceptTerms(transaction, acceptance, nowMs);
  const lines = [
    ['account.create', { name: company, by: 'registration', from: browser.address }],
    ['user.create', { userId, email, role: 'owner' }],
    ['terms.accept', { userId, version: termsVersion, from: address }],
  ] as const;
  for (const [action, detail] of lines) {
    await insertAudit(transaction, accountId, { actor, action, detail }, nowMs);
  }
  if (trialMicros > 0n) {
    const trial = { amountMicros: trialMicros, reference: 'trial credit', shared: true };
    const ours = { ...acting, actor: 'service' };
    must(await addCredit(ours, { accountId, ...trial }));
  }
  const signedIn = { id: userId, email, isStaff: false };
  const starting = { user: signedIn, state: 'open', browser, by: 'registration' } as const;
  return { accountId, userId, begun: await beginSession(admin, transaction, starting) };
}

/** Forgets registrations that nobody has confirmed. */
export function forgetOldRegistrations({ transact, clock }: Pick<Admin, 'transact' | 'clock'>) {
  const beforeMs = clock.nowMs() - limit('registrationHours') * HOUR_MS;
  return transact((transaction) => forgetRegistrations(transaction, beforeMs));
}
