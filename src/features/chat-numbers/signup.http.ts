/** `/v1/chat/signups`: a number is connected in the platform's own dialogue. */
import { HOUR_MS } from '../../domain/durations.ts';
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { created, defineEndpoint, done, refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { limitPerHour } from '../../api/v1/guards.ts';
import { idOf } from '../../api/v1/list.ts';
import { actingAs } from '../../api/v1/operate.ts';
import { onceAfter, type KeyRefused } from '../../operations/once.ts';
import type { ChatRefused } from './chat-admin.ts';
import { CONNECTED, ID, refuseConnecting, showConnectedNumber } from './chat-numbers.http.ts';
import type { ChatEndpointDeps } from './deps.http.ts';
import { beginSignup, connectShared, takeCode, type SharedNumber } from './signup.ts';
import { closed, derived, from, nullable, resource, showTime } from '../../operations/resource.ts';

const AT = '/v1/chat/signups';
const FAILURES: readonly FailureReason[] = ['chat_signup_off', 'chat_signup_over'];
const PLATFORM_FAILURES: readonly FailureReason[] = [
  ...FAILURES,
  'chat_platform_refused',
  'chat_platform_unreachable',
];

const SHARED_NUMBER = resource(
  'SharedChatNumber',
  {
    phone_number_id: from('id', Type.String({ description: 'The platform’s id of it.' })),
    number: from('digits', Type.String({ description: 'Digits with country code.' })),
    name: from('verifiedName', nullable('As the platform shows it to people.')),
    business_id: from(
      'business',
      Type.String({ description: 'The platform’s id of its business account.' }),
    ),
    on_phone: derived(
      Type.Boolean({ description: 'It stays in the app on a phone, too.' }),
      ({ isOnPhone }: SharedNumber) => isOnPhone === true,
    ),
    needs_pin: Type.Boolean({ description: 'It has to be registered, with a PIN of six digits.' }),
    taken: from('isTaken', Type.Boolean({ description: 'It is connected for another account.' })),
  },
  'A number that was shared in the dialogue.',
);

/** A second time does no harm: what was given first is given again, to whoever asked for it. */
const REPEATABLE = { repeatable: true, showsSecret: true } as const;

export function createSignupEndpoints(deps: ChatEndpointDeps): readonly Endpoint[] {
  return [createBegin(deps), createEnd(deps), createConnect(deps)];
}

/** So many by an account, each at the platform. */
function bound({ chat }: ChatEndpointDeps) {
  const most = limit('chatNumberChangesPerHour');
  const details = { requests: String(most), seconds: String(HOUR_MS / 1_000) };
  return limitPerHour(chat.clock, most, refuse('rate_exceeded', details));
}

/** `POST /v1/chat/signups` */
function createBegin(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: AT,
    name: 'beginChatSignup',
    scope: 'account',
    guards: [bound(deps)],
    about: 'Begins to connect a number in the platform’s own dialogue, for a browser to open.',
    takes: closed({
      on_phone: Type.Boolean({
        default: false,
        description: 'true: the number stays in the app on a phone, too.',
      }),
    }),
    gives: closed(
      {
        address: Type.String({ description: 'Of the dialogue; it leads back to the portal.' }),
        ends_at: Type.String({ format: 'date-time', description: 'UTC.' }),
      },
      { title: 'ChatSignup' },
    ),
    statuses: { 201: 'Open the address in the browser of whoever asked for it.' },
    failures: FAILURES,
    ...REPEATABLE,
    async handle({ account, principal, body, idempotency }) {
      const accountId = account.id;
      const asked = { accountId, isOnPhone: body.on_phone };
      const admin = actingAs(deps.chat, principal);
      const begun = await onceAfter(admin, { accountId, idempotency }, () =>
        beginSignup(admin, asked),
      );
      if (!begun.ok) return refuseSignup(begun);
      const { address, endsAtMs } = begun.value;
      const { replayed } = begun;
      return { ...done({ address, ends_at: showTime(endsAtMs) }), status: 201, replayed };
    },
  });
}

/** `POST /v1/chat/signups/code` */
function createEnd(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: `${AT}/code`,
    name: 'endChatSignup',
    scope: 'account',
    about: 'Takes the code that the dialogue gave, once, and says which numbers were shared.',
    takes: closed({
      state: Type.String({ minLength: 1, maxLength: 200, description: 'As it came back.' }),
      code: Type.String({ minLength: 1, maxLength: 2_000, description: 'As it came back.' }),
    }),
    gives: closed(
      { id: Type.String({ description: 'Of this dialogue.' }), data: Type.Array(SHARED_NUMBER) },
      { title: 'SharedChatNumbers' },
    ),
    failures: PLATFORM_FAILURES,
    ...REPEATABLE,
    async handle({ account, principal, body, idempotency }) {
      const accountId = account.id;
      const admin = actingAs(deps.chat, principal);
      const shared = await onceAfter(admin, { accountId, idempotency }, () =>
        takeCode(admin, { ...body, accountId }),
      );
      if (!shared.ok) return refuseSignup(shared);
      const { id, numbers } = shared.value;
      const { replayed } = shared;
      return {
        ...done({ id: String(id), data: numbers.map(SHARED_NUMBER.show) }),
        replayed,
      };
    },
  });
}

/** `POST /v1/chat/signups/{id}/number` */
function createConnect(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: `${AT}/{id}/number`,
    name: 'connectSharedChatNumber',
    scope: 'account',
    guards: [bound(deps)],
    about: 'Connects one of the numbers that were shared in a dialogue.',
    places: { id: idOf('the dialogue') },
    takes: closed({
      phone_number_id: Type.String({ ...ID, description: 'One of those that were shared.' }),
      pin: Type.Optional(
        Type.String({
          maxLength: 20,
          format: 'password',
          description: 'Where it needs one: that of the number, or a new one if it has none.',
        }),
      ),
      whatsapp_account_id: Type.Optional(
        Type.String({
          ...ID,
          description: 'Of `primary_waac_ids`, where the dialogue tells it: kept for later.',
        }),
      ),
    }),
    gives: CONNECTED,
    statuses: {
      201: 'It can send; `reports` says whether what becomes of messages is reported.',
    },
    failures: [...PLATFORM_FAILURES, 'chat_number_taken'],
    ...REPEATABLE,
    async handle({ account, principal, places, body, idempotency }) {
      const admin = actingAs(deps.chat, principal);
      const { phone_number_id: phoneNumberId, whatsapp_account_id: waacId, pin } = body;
      const accountId = account.id;
      const chosen = { accountId, id: places.id, phoneNumberId, pin, waacId };
      const connected = await onceAfter(admin, { accountId, idempotency }, () =>
        connectShared(admin, chosen),
      );
      if (!connected.ok) return refuseSignup(connected);
      const shown = await showConnectedNumber(connected.value, { ...deps, account, admin });
      if (shown === undefined) return refused('sending_number_unknown');
      return { ...created(shown, `/v1/chat/numbers/${shown.id}`), replayed: connected.replayed };
    },
  });
}

function refuseSignup(why: ChatRefused & KeyRefused) {
  if (why.key !== undefined) return refused(why.key);
  if (why.failure !== undefined) return refused(why.failure);
  return refuseConnecting(why) ?? refused('chat_platform_refused');
}
