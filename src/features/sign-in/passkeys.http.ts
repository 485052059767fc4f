/** Passkeys: `/v1/session/passkey` to sign in, `/v1/me/passkeys` to keep them. */
import {
  addPasskey,
  forgetPasskey,
  proposePasskey,
  requestPasskey,
  whoHasPasskey,
} from './passkeys.ts';
import { hostNameIn, hostNameOf } from '../../domain/host.ts';
import { hostOf } from '../../kit/request-host.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { Type } from '../../kit/shape.ts';
import type { PasskeySite } from '../../kit/webauthn.ts';
import { listPasskeys } from './second-factors.sql.ts';
import {
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseField,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { whoOf } from '../users/me.http.ts';
import { start, STARTED, type PeopleDeps } from './sign-in.http.ts';
import { allOf, idOf } from '../../api/v1/list.ts';
import { CONFIRMED_AGAIN } from '../../api/v1/guards.ts';
import { closed, id, orNull, resource, time } from '../../operations/resource.ts';

const PASSKEY = resource('Passkey', {
  id: id(),
  name: Type.String({ description: 'As its person calls the device.' }),
  created_at: time(),
  used_at: orNull(time()),
});

const OPTIONS = Type.Object(
  {},
  {
    title: 'PasskeyOptions',
    description: 'For navigator.credentials, as WebAuthn level 3 writes it in JSON.',
    additionalProperties: true,
  },
);

/** Checked in full by the verification: here only that there is something to verify. */
const ANSWER = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 1_400 }),
    response: Type.Object({}, { additionalProperties: true }),
  },
  {
    title: 'PasskeyAnswer',
    description: 'What the browser returned, as WebAuthn level 3 writes it in JSON.',
    additionalProperties: true,
  },
);

type Site = Pick<PeopleDeps['admin'], 'publicAddress'>;

/** Passkeys belong to a host name; a bare address has none (WebAuthn, section 5.1.2). */
function siteOf(request: HttpRequest, { publicAddress }: Site): PasskeySite | undefined {
  // At the address of the service they belong to it, whatever port and scheme was asked.
  if (publicAddress !== '' && hostOf(request) === new URL(publicAddress).hostname) {
    const { hostname, origin } = new URL(publicAddress);
    return hostNameIn(publicAddress) === '' ? undefined : { host: hostname, origins: [origin] };
  }
  const named = request.header('host').toLowerCase();
  const isLocal = /^localhost(:\d+)?$/.test(named);
  const host = isLocal ? 'localhost' : hostNameOf(named);
  if (!/[a-z]/.test(host)) return undefined;
  return { host, origins: [`https://${named}`, `http://${named}`] };
}

export function createPasskeyEndpoints(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [...createSignIn(deps), ...createList(deps), ...createAdding(deps)];
}

function createSignIn(deps: PeopleDeps): readonly PersonEndpoint[] {
  const { admin, reader } = deps;
  return [
    defineEndpoint({
      method: 'POST',
      path: '/v1/session/passkey-options',
      name: 'askForPasskey',
      who: 'anyone',
      about: 'What a browser is asked to sign in order to sign in with a passkey.',
      gives: OPTIONS,
      failures: ['passkeys_need_name'],
      async handle({ request }) {
        const site = siteOf(request, admin);
        return site === undefined
          ? refused('passkeys_need_name')
          : done(await requestPasskey(admin, site));
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/v1/session/passkey',
      name: 'signInByPasskey',
      who: 'anyone',
      about: 'Signs in with a passkey, and sets the cookie of the session.',
      takes: ANSWER,
      gives: STARTED,
      failures: ['passkey_refused', 'passkeys_need_name'],
      async handle({ body, ...asked }) {
        const site = siteOf(asked.request, admin);
        if (site === undefined) return refused('passkeys_need_name');
        const user = await whoHasPasskey(admin, reader, { site, answer: body });
        if (user === undefined) return refused('passkey_refused');
        return start(deps, user, { ...asked, state: 'open', by: 'passkey' });
      },
    }),
  ];
}

function createList({ admin, reader, sessions }: PeopleDeps): readonly PersonEndpoint[] {
  return [
    allOf({
      path: '/v1/me/passkeys',
      name: 'listPasskeys',
      who: 'person',
      about: 'Your passkeys, the oldest first.',
      item: PASSKEY,
      title: 'PasskeyList',
      find: ({ person: { userId } }) => listPasskeys(reader, { userId }),
      show: PASSKEY.show,
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/v1/me/passkeys/{id}',
      name: 'removePasskey',
      who: 'person',
      places: { id: idOf('a passkey') },
      about: 'Nobody signs in with it any more.',
      statuses: { 204: 'Removed.' },
      guards: [CONFIRMED_AGAIN],
      failures: ['passkey_unknown', 'tries_exceeded'],
      async handle({ person, places, from }) {
        const acting = { ...admin, actor: person.actor };
        const outcome = await forgetPasskey(acting, whoOf(person, from), places.id);
        if (!outcome.ok) return refused(outcome.failure ?? 'passkey_unknown');
        await sessions.unconfirm(person);
        return doneSilently();
      },
    }),
  ];
}

function createAdding({ admin, reader, sessions }: PeopleDeps): readonly PersonEndpoint[] {
  return [
    defineEndpoint({
      method: 'POST',
      path: '/v1/me/passkeys/options',
      name: 'proposePasskey',
      who: 'person',
      about: 'What your browser needs to make a passkey.',
      gives: OPTIONS,
      failures: ['confirmation_needed', 'passkeys_need_name'],
      async handle({ person, request, from }) {
        const site = siteOf(request, admin);
        if (site === undefined) return refused('passkeys_need_name');
        if (!person.isConfirmedAgain) return refused('confirmation_needed');
        const { name } = person;
        return done(
          await proposePasskey(admin, reader, { site, person: whoOf(person, from), name }),
        );
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/v1/me/passkeys',
      name: 'addPasskey',
      who: 'person',
      about: 'Adds the passkey that your browser has made.',
      takes: closed(
        {
          name: Type.String({ minLength: 1, maxLength: 60, description: 'Such as the device.' }),
          answer: ANSWER,
        },
        { title: 'NewPasskey' },
      ),
      gives: closed({ id: Type.String() }),
      failures: ['confirmation_needed', 'passkeys_need_name', 'tries_exceeded'],
      async handle({ person, body, request, from }) {
        const site = siteOf(request, admin);
        if (site === undefined) return refused('passkeys_need_name');
        if (!person.isConfirmedAgain) return refused('confirmation_needed');
        const acting = { ...admin, actor: person.actor };
        const given = { site, name: body.name, answer: body.answer };
        const added = await addPasskey(acting, whoOf(person, from), given);
        if (added.ok) {
          await sessions.unconfirm(person);
          return done({ id: String(added.value) });
        }
        if (added.failure !== undefined) return refused(added.failure);
        const pointer = added.field === 'name' ? '/name' : '/answer';
        return refuseField(pointer, added.rule, 'body');
      },
    }),
  ];
}
