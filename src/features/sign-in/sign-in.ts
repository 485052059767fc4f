/** Signing in and out: sessions, and the second factor that some need. */
import { typedCode, westernDigits } from '../../domain/recipient/recipient.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { stepOfCode } from '../../kit/totp.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import {
  confirmSession,
  endSessions,
  insertSession,
  touchSession,
  trimSessions,
  type FoundSession,
  type SessionState,
} from './sessions.sql.ts';
import { lockAuthenticator, setAuthenticator, takeRecoveryCode } from './second-factors.sql.ts';
import type { SignInUser } from '../users/users.sql.ts';
import type { Admin } from '../../operations/admin.ts';

const TOKEN_BYTES = 32;

export type Browser = {
  readonly address: string;
  readonly userAgent: string;
  /** Where it asks: the session counts there alone. */
  readonly host: string;
};

/** How long a session lasts unused, and at most. Staff see everybody's messages: shorter. */
export function sessionTimes(isStaff: boolean): { idleMs: number; totalMs: number } {
  return isStaff
    ? {
        idleMs: limit('staffSessionIdleHours') * HOUR_MS,
        totalMs: limit('staffSessionHours') * HOUR_MS,
      }
    : { idleMs: limit('sessionIdleHours') * HOUR_MS, totalMs: limit('sessionDays') * 24 * HOUR_MS };
}

/** A session that was begun: its token is for the cookie, and is stored nowhere. */
export type Begun = { readonly token: string; readonly maxAgeSeconds: number };

/** The person as the audit names them. */
export function actorOf({ email, isStaff, id }: Pick<SignInUser, 'id' | 'email' | 'isStaff'>) {
  return isStaff ? `staff:${email}` : `user:${id}`;
}

type Starting = {
  readonly user: Pick<SignInUser, 'id' | 'email' | 'isStaff'>;
  readonly state: SessionState;
  readonly browser: Browser;
  /** By what: `password`, `passkey`, `registration`. */
  readonly by: string;
  /** The session that the browser had, and has no more: of this person or another. */
  readonly replaced?: Pick<FoundSession, 'id' | 'userId'> | undefined;
};

/** Begins a session in a transaction under way. */
export async function beginSession(
  admin: Pick<Admin, 'clock' | 'random' | 'seal'>,
  transaction: Transaction,
  { user, state, browser, by, replaced }: Starting,
): Promise<Begun> {
  const { clock, random, seal } = admin;
  const nowMs = clock.nowMs();
  const token = random.secret(TOKEN_BYTES);
  const isOpen = state === 'open';
  const lastsMs = isOpen
    ? sessionTimes(user.isStaff).totalMs
    : limit('secondFactorMinutes') * MINUTE_MS;
  const session = {
    tokenHash: seal.hash(token),
    userId: user.id,
    state,
    expiresAtMs: nowMs + lastsMs,
    address: browser.address,
    host: browser.host,
    userAgent: browser.userAgent.slice(0, limit('userAgentCharacters')),
  };
  if (replaced !== undefined) {
    await endSessions(transaction, replaced.userId, { id: replaced.id });
  }
  const id = await insertSession(transaction, { ...session, atMs: nowMs });
  await trimSessions(transaction, {
    userId: user.id,
    most: limit('sessionsOfPerson'),
    atMs: nowMs,
  });
  if (isOpen) {
    const detail = { session: id, by, from: browser.address };
    const line = { actor: actorOf(user), action: 'session.begin', detail };
    await insertAudit(transaction, undefined, line, nowMs);
  }
  return { token, maxAgeSeconds: Math.floor(lastsMs / 1_000) };
}

/** Begins a session for somebody whose password, passkey or code was right. */
export function signIn(admin: Admin, starting: Starting): Promise<Begun> {
  return admin.transact((transaction) => beginSession(admin, transaction, starting));
}

/**
 * Whether a code is one of the person's authenticator, or a recovery code of theirs. None is taken
 * twice.
 */
async function takeCode(
  { seal, clock }: Pick<Admin, 'seal' | 'clock'>,
  transaction: Transaction,
  userId: number,
  code: string,
): Promise<'authenticator' | 'recovery code' | undefined> {
  const known = await lockAuthenticator(transaction, { userId });
  if (!known.secondFactor) return undefined;
  const secret = known.totpSealed && seal.open(known.totpSealed, SEAL_PURPOSES.totp(userId));
  const step =
    secret === undefined ? undefined : stepOfCode(secret, typedCode(code), clock.nowMs());
  if (step !== undefined && step > (known.totpStep ?? 0)) {
    await setAuthenticator(transaction, { ...known, totpStep: step, userId });
    return 'authenticator';
  }
  const hash = seal.hash(plainCode(code));
  return (await takeRecoveryCode(transaction, { userId, hash })) ? 'recovery code' : undefined;
}

/** A recovery code however it is typed. */
export function plainCode(code: string): string {
  return `recovery ${westernDigits(code)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}`;
}

/** Opens a session that waits for its second factor, under a new token; undefined: wrong code. */
export function openByCode(
  admin: Admin,
  session: FoundSession,
  given: { readonly code: string; readonly browser: Browser },
): Promise<Begun | undefined> {
  const { userId, email, staffRole } = session;
  return admin.transact(async (transaction) => {
    const by = await takeCode(admin, transaction, userId, given.code);
    if (by === undefined) return undefined;
    // It may have been ended meanwhile, by its person or by another code.
    if ((await endSessions(transaction, userId, { id: session.id })) === 0) return undefined;
    const user = { id: userId, email, isStaff: staffRole !== undefined };
    const { browser } = given;
    return beginSession(admin, transaction, { user, state: 'open', browser, by });
  });
}

/** The session was used just now. */
export async function noteUse(
  { transact, clock }: Pick<Admin, 'transact' | 'clock'>,
  session: Pick<FoundSession, 'id'>,
  address: string,
): Promise<void> {
  await transact((transaction) =>
    touchSession(transaction, { id: session.id, address, atMs: clock.nowMs() }),
  );
}

/** Whether the code is the person's, as `takeCode` says. */
export async function isCodeOf(admin: Admin, userId: number, code: string): Promise<boolean> {
  return admin.transact(
    async (transaction) => (await takeCode(admin, transaction, userId, code)) !== undefined,
  );
}

/** Dangerous things are allowed in this session for a while: its person has shown who they are. */
export async function confirm(admin: Admin, session: FoundSession): Promise<number> {
  const untilMs = admin.clock.nowMs() + limit('confirmedMinutes') * MINUTE_MS;
  await admin.transact((transaction) => confirmSession(transaction, { id: session.id, untilMs }));
  return untilMs;
}

/** What was shown in this session counts for nothing more. */
export function unconfirm(admin: Admin, session: FoundSession): Promise<void> {
  return admin.transact((transaction) =>
    confirmSession(transaction, { id: session.id, untilMs: undefined }),
  );
}

/** Signs a person out: of one session, or of all but one. Returns how many. */
export function signOut(
  admin: Admin,
  userId: number,
  which: { readonly id?: number; readonly keptId?: number } = {},
): Promise<number> {
  return admin.transact(async (transaction) => {
    const ended = await endSessions(transaction, userId, which);
    if (ended > 0) {
      const line = { actor: admin.actor, action: 'session.end', detail: { ...which, ended } };
      await insertAudit(transaction, undefined, line, admin.clock.nowMs());
    }
    return ended;
  });
}
