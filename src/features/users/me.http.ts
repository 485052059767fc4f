/** `/v1/me`: a person's own password, second factor and sessions. */
import {
  acceptAuthenticator,
  changePassword,
  changeProfile,
  proposeAuthenticator,
  removeAuthenticator,
  type Person,
} from '../sign-in/second-factor.ts';
import { signOut, sessionTimes } from '../sign-in/sign-in.ts';
import type { Outcome as AdminOutcome, Refused } from '../../operations/admin.ts';
import { Type } from '../../kit/shape.ts';
import { listSessions, type ShownSession } from '../sign-in/sessions.sql.ts';
import {
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseField,
  refuseFields,
  type Outcome,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import type { SignedIn } from '../../api/v1/sessions.ts';
import { faultsOfPassword, NEW_PASSWORD } from '../sign-in/new-password.http.ts';
import { comparePasswordAgain, type PeopleDeps } from '../sign-in/sign-in.http.ts';
import { allOf, idOf } from '../../api/v1/list.ts';
import { CONFIRMED_AGAIN } from '../../api/v1/guards.ts';
import { closed, derived, id, resource, time } from '../../operations/resource.ts';

const SESSION = resource(
  'PersonSession',
  {
    id: id(),
    current: derived(
      Type.Boolean({ description: 'The one that asks.' }),
      ({ id: session }: ShownSession, { person }: { person: SignedIn }) => session === person.id,
    ),
    address: Type.String({ description: 'Where it was last used.' }),
    user_agent: Type.String({ description: 'The browser, as it calls itself.' }),
    created_at: time(),
    seen_at: time(),
    expires_at: time(),
  },
  'Where somebody is signed in.',
);

export function createMeEndpoints(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [...createProfile(deps), ...createSecondFactor(deps), ...createSessionList(deps)];
}

/** The person who asks, from the address `from`. */
export function whoOf({ userId, id, email, locale }: SignedIn, from: string): Person {
  return { userId, sessionId: id, email, locale, from };
}

function createProfile(deps: PeopleDeps): readonly PersonEndpoint[] {
  const { admin } = deps;
  return [
    defineEndpoint({
      method: 'PATCH',
      path: '/v1/me',
      name: 'changeMe',
      who: 'person',
      about: 'Changes your name, the language you read, or when you are mailed about replies.',
      takes: closed(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          locale: Type.Optional(Type.Enum(['en', 'ur'])),
          reply_mail_minutes: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 1_440,
              description: 'Mails you about replies that nobody has read for so long; 0: never.',
            }),
          ),
        },
        { title: 'ProfileChange' },
      ),
      statuses: { 204: 'Changed.' },
      async handle({ person, from, body: { name, locale, reply_mail_minutes: minutes } }) {
        const acting = { ...admin, actor: person.actor };
        const profile = { name, locale, replyMailMinutes: minutes };
        return answer(await changeProfile(acting, whoOf(person, from), profile));
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/v1/me/password',
      name: 'changePassword',
      who: 'person',
      about: 'Changes your password, and signs you out everywhere else.',
      takes: closed(
        {
          old_password: Type.String({ maxLength: 200, description: 'The present one.' }),
          password: NEW_PASSWORD,
        },
        { title: 'NewPassword' },
      ),
      statuses: { 204: 'Changed.' },
      failures: ['confirmation_needed', 'logins_guessed', 'tries_exceeded'],
      async handle({ person, from, body }) {
        // The old password is no second factor.
        if (person.secondFactor && !person.isConfirmed) return refused('confirmation_needed');
        const faults = await faultsOfPassword(body.password, [person.email, person.name]);
        if (faults.length > 0) return refuseFields(faults, 'body');
        // Always: whoever has a copy of a fresh cookie would stay for good.
        const given = { password: body.old_password, from };
        const verdict = await comparePasswordAgain(deps, person, given);
        if (verdict === 'busy') return refused('logins_guessed');
        if (verdict === 'wrong') {
          const rule = 'must be your present password; if you have forgotten it, reset it';
          return refuseField('/old_password', rule, 'body');
        }
        const acting = { ...admin, actor: person.actor };
        return answer(await changePassword(acting, whoOf(person, from), body.password));
      },
    }),
  ];
}

const SECOND_FACTOR = '/v1/me/second-factor';

function createSecondFactor({ admin, sessions }: PeopleDeps): readonly PersonEndpoint[] {
  return [
    defineEndpoint({
      method: 'POST',
      path: SECOND_FACTOR,
      name: 'proposeSecondFactor',
      who: 'person',
      about: 'A secret for your authenticator. It counts once a code has confirmed it.',
      gives: closed(
        {
          secret: Type.String({ description: 'In base32, to type.' }),
          uri: Type.String({ description: 'otpauth://…, to show as a QR code.' }),
        },
        { title: 'NewSecondFactor' },
      ),
      guards: [CONFIRMED_AGAIN],
      async handle({ person, from }) {
        const made = await proposeAuthenticator(
          { ...admin, actor: person.actor },
          whoOf(person, from),
        );
        return made.ok ? done(made.value) : refuseOf(made);
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: `${SECOND_FACTOR}/confirm`,
      name: 'confirmSecondFactor',
      who: 'person',
      about: 'Puts your authenticator to use, and signs you out everywhere else.',
      takes: closed(
        { code: Type.String({ minLength: 6, maxLength: 10 }) },
        { title: 'AuthenticatorCode' },
      ),
      gives: closed(
        {
          recovery_codes: Type.Array(Type.String(), {
            description: 'Each takes the place of the authenticator once. Not shown again.',
          }),
        },
        { title: 'RecoveryCodes' },
      ),
      guards: [CONFIRMED_AGAIN],
      failures: ['tries_exceeded'],
      async handle({ person, from, body }) {
        const acting = { ...admin, actor: person.actor };
        const accepted = await acceptAuthenticator(acting, whoOf(person, from), body.code);
        if (!accepted.ok) return refuseOf(accepted);
        await sessions.unconfirm(person);
        return done({ recovery_codes: [...accepted.value] });
      },
    }),
    createRemoveSecondFactor({ admin, sessions }),
  ];
}

function createRemoveSecondFactor({
  admin,
  sessions,
}: Pick<PeopleDeps, 'admin' | 'sessions'>): PersonEndpoint {
  return defineEndpoint({
    method: 'DELETE',
    path: SECOND_FACTOR,
    name: 'removeSecondFactor',
    who: 'person',
    about: 'A password is enough from then on. Signs you out everywhere else.',
    statuses: { 204: 'Removed.' },
    guards: [CONFIRMED_AGAIN],
    failures: ['tries_exceeded'],
    async handle({ person, from }) {
      const acting = { ...admin, actor: person.actor };
      const removed = await removeAuthenticator(acting, whoOf(person, from));
      if (removed.ok) await sessions.unconfirm(person);
      return answer(removed);
    },
  });
}

function createSessionList({ reader, admin }: PeopleDeps): readonly PersonEndpoint[] {
  return [
    allOf({
      path: '/v1/me/sessions',
      name: 'listSessions',
      who: 'person',
      about: 'Where you are signed in, the last used first.',
      item: SESSION,
      title: 'PersonSessionList',
      find({ person: { userId, staffRole } }) {
        const atMs = admin.clock.nowMs();
        const { idleMs } = sessionTimes(staffRole !== undefined);
        return listSessions(reader, { atMs, idleSinceMs: atMs - idleMs, userId });
      },
      show: SESSION.show,
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/v1/me/sessions',
      name: 'endOtherSessions',
      who: 'person',
      about: 'Signs you out everywhere but here.',
      statuses: { 204: 'Signed out.' },
      async handle({ person }) {
        await signOut({ ...admin, actor: person.actor }, person.userId, { keptId: person.id });
        return doneSilently();
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/v1/me/sessions/{id}',
      name: 'endSession',
      who: 'person',
      places: { id: idOf('a session') },
      about: 'Signs you out of one of them.',
      statuses: { 204: 'Signed out.' },
      failures: ['session_unknown'],
      async handle({ person, places }) {
        const ended = await signOut({ ...admin, actor: person.actor }, person.userId, places);
        return ended === 0 ? refused('session_unknown') : doneSilently();
      },
    }),
  ];
}

function answer(outcome: AdminOutcome<undefined>): Outcome<never> {
  return outcome.ok ? doneSilently() : refuseOf(outcome);
}

function refuseOf({ field, rule, failure }: Refused): Outcome<never> {
  if (failure !== undefined) return refused(failure);
  return refuseField(`/${field}`, rule, 'body');
}
