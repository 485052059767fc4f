/** `/v1/session`: signing in and out. */
import { actorOf, isCodeOf, openByCode, signIn, signOut, type Begun } from './sign-in.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import type { OperationContext } from '../../operations/operation.ts';
import { ROLES, ROLE_SCOPES, SCOPES, seesTexts } from '../../domain/account/account.ts';
import { STAFF_ROLES } from '../../domain/account/staff.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import { hostOf } from '../../kit/request-host.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findSignInUser, type SignInUser } from '../users/users.sql.ts';
import type { OnRefused, RefusedCaller } from '../../api/authenticate.ts';
import type { Verdict } from '../../kit/password.ts';
import { comparePassword, type GuardTries, type Trying } from '../../api/check-password.ts';
import {
  defineEndpoint,
  done,
  doneSilently,
  refused,
  type Outcome,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { closed, nullable, showTime } from '../../operations/resource.ts';
import type { Sessions, SignedIn } from '../../api/v1/sessions.ts';
import { getOne } from '../../api/v1/list.ts';

export type PeopleDeps = {
  readonly reader: Reader;
  readonly admin: ChatAdmin;
  readonly sessions: Sessions;
  readonly guardTries: GuardTries;
  /** Called for wrong passwords and codes. */
  readonly onRefused: OnRefused;
  /** What staff operations use besides `reader` and `admin`. */
  readonly checking: Pick<OperationContext, 'check' | 'directory'>;
};

const MOMENT = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const SESSION = closed(
  {
    state: Type.Enum(['open', 'second_factor'], {
      description: 'second_factor: a code is still missing.',
    }),
    csrf_token: Type.String({ description: 'For the header Paigham-CSRF of every change.' }),
    person: closed({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      locale: Type.Enum(['en', 'ur']),
      phone: nullable('Their mobile number, once a code has confirmed it.'),
      second_factor: Type.Boolean(),
      reply_mail_minutes: Type.Integer({
        description: 'Mailed about replies that nobody has read for so long; 0: never.',
      }),
      staff_role: Type.Union([Type.Enum([...STAFF_ROLES]), Type.Null()]),
    }),
    accounts: Type.Array(
      closed({
        id: Type.String(),
        name: Type.String(),
        role: Type.Enum([...ROLES]),
        scopes: Type.Array(Type.Enum([...SCOPES])),
        sees_texts: Type.Boolean({ description: 'Whether the role sees what messages say.' }),
        state: Type.Enum(['active', 'disabled']),
        verified: Type.Boolean(),
      }),
      { description: 'To act for, by the header Paigham-Account; by default the first.' },
    ),
    confirmed_until: Type.Union([...MOMENT.anyOf], {
      description: 'Until then dangerous things are allowed; null: not now.',
    }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Session', description: 'Who is signed in.' },
);

/** A session before its second factor says nothing of its person but that they exist. */
function showSession(person: SignedIn): Static<typeof SESSION> {
  const { state, csrfToken, userId, email, name, locale, staffRole, confirmedUntilMs } = person;
  const isOpen = state === 'open';
  const { isConfirmed } = person;
  return {
    state,
    csrf_token: csrfToken,
    person: {
      id: String(userId),
      email,
      name,
      locale,
      phone: (isOpen ? person.phone : undefined) ?? null,
      second_factor: person.secondFactor,
      reply_mail_minutes: person.replyMailMinutes,
      staff_role: (isOpen ? staffRole : undefined) ?? null,
    },
    accounts: (isOpen ? person.accounts : []).map(({ id, role, ...rest }) => {
      const rights = { scopes: [...ROLE_SCOPES[role]], sees_texts: seesTexts(role) };
      return { ...rest, id: String(id), role, ...rights };
    }),
    confirmed_until:
      isConfirmed && confirmedUntilMs !== undefined ? showTime(confirmedUntilMs) : null,
    expires_at: showTime(person.expiresAtMs),
  };
}

export const STARTED = closed(
  {
    state: Type.Enum(['open', 'second_factor'], {
      description: 'second_factor: POST /v1/session/second-factor comes next.',
    }),
  },
  { title: 'SessionStart', description: 'A session has begun; its cookie is set.' },
);

const EMAIL = Type.String({ minLength: 3, maxLength: 255 });
const PASSWORD = Type.String({ minLength: 1, maxLength: 200 });
const CODE = Type.String({
  minLength: 6,
  maxLength: 20,
  description: 'Of an authenticator, or a recovery code.',
});

export function createSessionEndpoints(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [
    createSignIn(deps),
    createSecondFactor(deps),
    getOne({
      path: '/v1/session',
      name: 'showSession',
      who: 'person',
      beforeSecondFactor: true,
      about: 'Who is signed in, and the accounts they may act for.',
      gives: SESSION,
      find: async ({ person }) => showSession(person),
    }),
    createConfirm(deps),
    defineEndpoint({
      method: 'DELETE',
      path: '/v1/session',
      name: 'signOut',
      who: 'person',
      beforeSecondFactor: true,
      about: 'Signs out.',
      statuses: { 204: 'Signed out.' },
      async handle({ person, request }) {
        await signOut({ ...deps.admin, actor: person.actor }, person.userId, { id: person.id });
        return { ...doneSilently(), cookie: deps.sessions.cookie(request, '') };
      },
    }),
  ];
}

/** Starts a session and sets its cookie. */
export async function start(
  { admin, sessions }: Pick<PeopleDeps, 'admin' | 'sessions'>,
  user: Pick<SignInUser, 'id' | 'email' | 'isStaff'>,
  asked: {
    readonly request: HttpRequest;
    readonly from: string;
    readonly userAgent: string;
    readonly state: 'open' | 'second_factor';
    readonly by: string;
    /** Who was signed in so far in this browser. */
    readonly person: SignedIn | undefined;
  },
): Promise<Outcome<Static<typeof STARTED>>> {
  const { state, by, from, userAgent, request, person } = asked;
  const acting = { ...admin, actor: actorOf(user) };
  const browser = { address: from, userAgent, host: hostOf(request) };
  const begun = await signIn(acting, { user, state, by, browser, replaced: person });
  const cookie = sessions.cookie(request, begun.token, begun.maxAgeSeconds);
  return { ...done({ state }), cookie };
}

function createSignIn(deps: PeopleDeps): PersonEndpoint {
  const { reader, guardTries } = deps;
  return defineEndpoint({
    method: 'POST',
    path: '/v1/session',
    name: 'signIn',
    who: 'anyone',
    about: 'Signs in with an e-mail address and a password, and sets the cookie of the session.',
    takes: closed({ email: EMAIL, password: PASSWORD }, { title: 'Login' }),
    gives: STARTED,
    failures: ['login_refused', 'logins_guessed'],
    async handle({ body, ...asked }) {
      let user: SignInUser | undefined;
      const trying = { name: body.email, from: asked.from };
      const verdict = await guardTries(trying, async () => {
        user = await findSignInUser(reader, { email: body.email.trim() });
        return comparePassword(body.password, user?.passwordHash);
      });
      if (verdict !== 'right' || user === undefined) {
        noteRefused(deps, 'login', { from: asked.from, accountId: user?.accountId });
        return refused(verdict === 'busy' ? 'logins_guessed' : 'login_refused');
      }
      const state = user.secondFactor ? 'second_factor' : 'open';
      return start(deps, user, { ...asked, state, by: 'password' });
    },
  });
}

function createSecondFactor(deps: PeopleDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/session/second-factor',
    name: 'giveSecondFactor',
    who: 'person',
    beforeSecondFactor: true,
    about: 'Opens a session that waits for a code. The session gets a new cookie.',
    takes: closed({ code: CODE }, { title: 'SecondFactorCode' }),
    gives: STARTED,
    failures: ['code_refused', 'logins_guessed'],
    async handle({ person, body, from, userAgent, request }) {
      if (person.state === 'open') return done({ state: 'open' as const });
      const browser = { address: from, userAgent, host: hostOf(request) };
      const admin = { ...deps.admin, actor: person.actor };
      let begun: Begun | undefined;
      const verdict = await deps.guardTries(tryingCode(person, from), async () => {
        begun = await openByCode(admin, person, { code: body.code, browser });
        return begun === undefined ? 'wrong' : 'right';
      });
      if (begun === undefined) {
        noteRefused(deps, 'code', { from, accountId: person.accounts[0]?.id });
        return refused(verdict === 'busy' ? 'logins_guessed' : 'code_refused');
      }
      const cookie = deps.sessions.cookie(request, begun.token, begun.maxAgeSeconds);
      return { ...done({ state: 'open' as const }), cookie };
    },
  });
}

/** Who guesses is in the audit, whichever door they try. */
function noteRefused(
  { onRefused }: Pick<PeopleDeps, 'onRefused'>,
  what: 'login' | 'code',
  { from, accountId }: Pick<RefusedCaller, 'from' | 'accountId'>,
): void {
  onRefused({ what, from: neighbourhoodOf(from), accountId });
}

/** Codes have six digits: they are guessed as slowly as passwords. */
function tryingCode({ userId }: SignedIn, from: string): Trying {
  return { name: `code of user ${userId}`, from, isCode: true };
}

/** In an open session nobody else guesses: strangers who sign in must not keep its person out. */
function tryingAgain({ id }: SignedIn, from: string): Trying {
  return { name: `session ${id}`, from, isCode: true };
}

/** Compares a password with that of who is signed in, guessed as slowly as anywhere. */
export async function comparePasswordAgain(
  deps: PeopleDeps,
  person: SignedIn,
  { password, from }: { readonly password: string; readonly from: string },
): Promise<Verdict> {
  const verdict = await deps.guardTries(tryingAgain(person, from), async () => {
    const user = await findSignInUser(deps.reader, { userId: person.userId });
    return comparePassword(password, user?.passwordHash);
  });
  if (verdict !== 'right') noteRefused(deps, 'login', { from, accountId: person.accounts[0]?.id });
  return verdict;
}

function createConfirm(deps: PeopleDeps): PersonEndpoint {
  const { admin, guardTries, sessions } = deps;
  return defineEndpoint({
    method: 'POST',
    path: '/v1/session/confirm',
    name: 'confirmSession',
    who: 'person',
    about:
      'Shows again who you are: dangerous things are allowed for 10 minutes. ' +
      'With a second factor it takes a code.',
    takes: closed(
      { password: Type.Optional(PASSWORD), code: Type.Optional(CODE) },
      { title: 'Confirmation', description: 'One of both.' },
    ),
    needsBody: true,
    gives: closed({ confirmed_until: Type.String({ format: 'date-time' }) }),
    failures: ['login_refused', 'logins_guessed', 'code_refused'],
    async handle({ person, body, from }) {
      const { code, password = '' } = body;
      // A password alone must not be enough to remove the second factor.
      if (code === undefined && person.secondFactor) return refused('code_refused');
      if (code === undefined) {
        const verdict = await comparePasswordAgain(deps, person, { password, from });
        if (verdict !== 'right') {
          return refused(verdict === 'busy' ? 'logins_guessed' : 'login_refused');
        }
      } else {
        const verdict = await guardTries(tryingAgain(person, from), async () =>
          (await isCodeOf(admin, person.userId, code)) ? 'right' : 'wrong',
        );
        if (verdict !== 'right') {
          noteRefused(deps, 'code', { from, accountId: person.accounts[0]?.id });
          return refused(verdict === 'busy' ? 'logins_guessed' : 'code_refused');
        }
      }
      return done({ confirmed_until: showTime(await sessions.confirm(person)) });
    },
  });
}
