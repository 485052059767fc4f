/**
 * People at `/v1`: who is signed in, by the cookie of their session, and for which account they
 * act.
 *
 * A browser sends the cookie with whatever request a page makes, so a session changes nothing
 * without the header `Paigham-CSRF`, which pages of other sites can neither read nor send, and
 * never for a page of another origin.
 */
import { noteLook } from '../../operations/admin.ts';
import { confirm, noteUse, sessionTimes, unconfirm } from '../../features/sign-in/sign-in.ts';
import { mayDo } from '../../operations/staff-rights.ts';
import { ROLE_SCOPES, SCOPES, seesTexts, type Principal } from '../../domain/account/account.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { isSameSecret } from '../../kit/digest.ts';
import { isSecure, readSessionCookie, writeSessionCookie } from '../../kit/cookie.ts';
import { hostOf, type IsForPeople } from '../../kit/request-host.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import { findSessions, type FoundSession } from '../../features/sign-in/sessions.sql.ts';
import type { ChatAdmin } from '../../features/chat-numbers/chat-admin.ts';
import { refused, type Authenticate, type Caller } from '../authenticate.ts';
import type { Endpoint, PersonKind } from './endpoint.ts';
import { readId } from './shapes.ts';

export type SignedIn = FoundSession & {
  /** As the audit names them: `user:17`, `staff:ayesha@example.com`. */
  readonly actor: string;
  /** For the header `Paigham-CSRF`. */
  readonly csrfToken: string;
  /** Whether they have shown in the last minutes who they are. */
  readonly isConfirmed: boolean;
  /** The same since they signed in: a cookie that was stolen then has not. */
  readonly isConfirmedAgain: boolean;
};

export type Sessions = {
  /** Whether the request has a session's cookie and no key. */
  isOf(request: HttpRequest): boolean;
  /** The person who calls, or why there is none; undefined only for `anyone`. */
  personOf(
    request: HttpRequest,
    needs: { readonly who: PersonKind; readonly beforeSecondFactor?: boolean },
  ): Promise<{ readonly person: SignedIn | undefined } | FailureReason>;
  /** Who is signed in; undefined: nobody any more. Looking is no use of the session. */
  look(request: HttpRequest): Promise<FoundSession | undefined>;
  /** The hash of the request's token; undefined: it has none. */
  tokenOf(request: HttpRequest): string | undefined;
  /** What the sessions with these tokens are now; without those that are over. */
  lookAll(tokenHashes: readonly string[]): Promise<ReadonlyMap<string, FoundSession>>;
  /** The account that they act for, in their role; undefined: whatever the role may do. */
  callerOf(
    request: HttpRequest,
    needs: Pick<Endpoint, 'scope' | 'forAgents'> | undefined,
  ): Promise<Caller>;
  /** `Set-Cookie` for a token, or to remove it. */
  cookie(request: HttpRequest, token: string, maxAgeSeconds?: number): string;
  /** Dangerous things are allowed in this session for a while. */
  confirm(person: SignedIn): Promise<number>;
  /** What they have shown is used up: the next such change asks again. */
  unconfirm(person: SignedIn): Promise<void>;
};

type SessionsDeps = {
  readonly reader: Reader;
  readonly admin: ChatAdmin;
  readonly accounts: Pick<AccountCache, 'byId'>;
  readonly authenticate: Pick<Authenticate, 'servesHere'>;
  /** `https://messages.example.com`, '' when not set. */
  readonly publicAddress: string;
  readonly isForPeople: IsForPeople;
};

const READS = new Set(['GET', 'HEAD']);

export function createSessions(deps: SessionsDeps): Sessions {
  const { admin, publicAddress } = deps;
  const { tokenOf, look, lookAll } = createLooks(deps);
  const personOf = createPersonOf(deps, look);
  const secure = (request: HttpRequest): boolean => isSecure(request, publicAddress);
  return {
    isOf: (request) =>
      request.header('authorization') === '' &&
      readSessionCookie(request, secure(request)) !== undefined,
    personOf,
    look,
    tokenOf,
    lookAll,
    callerOf: createCallerOf(deps, personOf),
    cookie: (request, token, maxAgeSeconds = 0) =>
      writeSessionCookie(token, { isSecure: secure(request), maxAgeSeconds }),
    confirm: (person) => confirm({ ...admin, actor: person.actor }, person),
    unconfirm: (person) => unconfirm({ ...admin, actor: person.actor }, person),
  };
}

function createLooks({
  reader,
  admin,
  publicAddress,
}: SessionsDeps): Pick<Sessions, 'look' | 'lookAll' | 'tokenOf'> {
  const { clock, seal } = admin;
  const tokenOf = (request: HttpRequest): string | undefined => {
    const token = readSessionCookie(request, isSecure(request, publicAddress));
    return token === undefined ? undefined : seal.hash(token);
  };
  const lookAll: Sessions['lookAll'] = async (tokenHashes) => {
    const found = await findSessions(reader, tokenHashes);
    return new Map([...found].filter(([, session]) => !isOver(session, clock.nowMs())));
  };
  return {
    tokenOf,
    lookAll,
    async look(request) {
      const tokenHash = tokenOf(request);
      if (tokenHash === undefined) return undefined;
      const session = (await lookAll([tokenHash])).get(tokenHash);
      const host = session?.host ?? hostOf(request);
      return host === hostOf(request) ? session : undefined;
    },
  };
}

function createPersonOf(
  { admin, publicAddress, isForPeople }: SessionsDeps,
  look: Sessions['look'],
): Sessions['personOf'] {
  const { clock, seal } = admin;
  const windowMs = limit('sessionTouchMs');
  const seen = createThrottle({ clock, most: 0, windowMs, keys: limit('pacedAccounts') });
  const find = async (request: HttpRequest): Promise<SignedIn | undefined> => {
    const token = readSessionCookie(request, isSecure(request, publicAddress));
    if (token === undefined) return undefined;
    const session = await look(request);
    if (session === undefined) return undefined;
    const key = String(session.id);
    if (!seen.isOver(key)) {
      seen.note(key);
      await noteUse(admin, session, request.callerAddress());
    }
    const { userId, email, staffRole, state, createdAtMs, confirmedUntilMs: againMs = 0 } = session;
    const signedInMs = createdAtMs + limit('confirmedMinutes') * MINUTE_MS;
    const confirmedUntilMs = Math.max(state === 'open' ? signedInMs : 0, againMs);
    return {
      ...session,
      confirmedUntilMs,
      actor: staffRole === undefined ? `user:${userId}` : `staff:${email}`,
      csrfToken: seal.hash(`csrf ${seal.hash(token)}`).slice(0, 32),
      isConfirmed: clock.nowMs() < confirmedUntilMs,
      isConfirmedAgain: clock.nowMs() < againMs,
    };
  };
  return async (request, { who, beforeSecondFactor = false }) => {
    if (!isForPeople(request)) return 'people_elsewhere';
    const person = await find(request);
    const isWhole = person?.state === 'open' || (beforeSecondFactor && person !== undefined);
    if (who === 'anyone') {
      if (isFromElsewhere(request, publicAddress)) return 'csrf_refused';
      return { person: person?.state === 'open' ? person : undefined };
    }
    if (person === undefined || !isWhole) return 'session_missing';
    const isOwn = isSameSecret(request.header('paigham-csrf'), person.csrfToken);
    if (!READS.has(request.method) && (!isOwn || isFromElsewhere(request, publicAddress))) {
      return 'csrf_refused';
    }
    if (who === 'staff' && person.staffRole === undefined) return 'staff_only';
    return { person };
  };
}

function createCallerOf(
  { admin, accounts, authenticate }: SessionsDeps,
  personOf: Sessions['personOf'],
): Sessions['callerOf'] {
  const noteSeeing = createNoteSeeing(admin);
  return async (request, needs) => {
    const found = await personOf(request, { who: 'person' });
    if (typeof found === 'string') return refused(found);
    const { person } = found;
    if (person === undefined) return refused('session_missing');
    const named = request.header('paigham-account');
    const own = person.accounts.find(({ id }) => named === '' || String(id) === named);
    const { staffRole } = person;
    // An account's pages show whom it writes to: that is for those who look for messages.
    const maySee = staffRole !== undefined && mayDo(staffRole, 'message list');
    const seen = maySee ? readId(named) : undefined;
    const accountId = own?.id ?? (seen as AccountId | undefined);
    const account = accountId === undefined ? undefined : await accounts.byId(accountId);
    if (account === undefined || !authenticate.servesHere(account, request)) {
      return refused(named === '' ? 'account_missing' : 'account_unknown');
    }
    if (own === undefined) {
      if (!READS.has(request.method)) return refused('see_as_reads');
      await noteSeeing(person, account.id);
    } else if (!account.active) return { ...refused('account_inactive'), account };
    const scopes = own === undefined ? SCOPES : ROLE_SCOPES[own.role];
    const { actor, isConfirmed } = person;
    const principal: Principal = {
      actor,
      scopes,
      expiresAtMs: undefined,
      isConfirmed,
      seesTexts: own !== undefined && seesTexts(own.role),
      isAgent: own?.role === 'agent',
    };
    const { scope, forAgents = false } = needs ?? {};
    const mayAnswer = forAgents && principal.isAgent === true;
    if (scope !== undefined && !mayAnswer && !principal.scopes.includes(scope)) {
      return { kind: 'refused', refusal: refuse('role_too_low'), account };
    }
    return { kind: 'known', account, principal, session: person };
  };
}

/**
 * Staff look at an account as its people see it: each session's first look is written to the audit
 * log, and nothing is shown before that.
 */
function createNoteSeeing(admin: SessionsDeps['admin']) {
  const seen = new Map<string, Promise<void>>();
  return async ({ id, actor }: SignedIn, accountId: AccountId): Promise<void> => {
    const key = `${id} ${accountId}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const noted = noteLook(
      { ...admin, actor },
      { action: 'account.see_as', accountId, detail: {} },
    );
    seen.set(key, noted);
    const [oldest] = seen.keys();
    if (seen.size > limit('pacedAccounts') && oldest !== undefined) seen.delete(oldest);
    try {
      await noted;
    } catch (error) {
      seen.delete(key);
      throw error;
    }
  };
}

function isOver({ seenAtMs, expiresAtMs, staffRole }: FoundSession, nowMs: number): boolean {
  const { idleMs } = sessionTimes(staffRole !== undefined);
  return nowMs >= expiresAtMs || nowMs - seenAtMs >= idleMs;
}

/** Whether a page of another origin asks. Programs say nothing of an origin. */
function isFromElsewhere(request: HttpRequest, publicAddress: string): boolean {
  const site = request.header('sec-fetch-site');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.header('origin');
  if (origin === '') return false;
  const host = request.header('host');
  const own = [`https://${host}`, publicAddress];
  // Over https, a page that came by http may be anybody's on the way.
  if (!isSecure(request, publicAddress)) own.push(`http://${host}`);
  return !own.includes(origin);
}
