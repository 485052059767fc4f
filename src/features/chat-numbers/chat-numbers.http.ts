/** `/v1/chat/numbers`: an account's sending numbers. */
import { FREE_ANSWERS } from '../../domain/chat/chat-tariff.ts';
import { whatRests } from '../../domain/chat/account-chat.ts';
import { peopleADay } from '../../domain/chat/number-facts.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { refuse } from '../../domain/failure/failure.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { pattern, Type, type Static } from '../../kit/shape.ts';
import { listNumbers, type NumberRecord } from '../../store/chat/numbers.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type Endpoint,
  type Outcome,
} from '../../api/v1/endpoint.ts';
import { limitPerHour } from '../../api/v1/guards.ts';
import { getOne, idOf } from '../../api/v1/list.ts';
import { operate, type Shown } from '../../api/v1/operate.ts';
import type { Shape } from '../../operations/operation.ts';
import { refuseByPlatform } from '../chat-templates/change-templates.http.ts';
import type { ChatRefused } from './chat-admin.ts';
import {
  connectChatNumber,
  disconnectNumber,
  setDefault,
  type Connected,
} from './chat-numbers.operations.ts';
import { TAKEN } from './connect-number.ts';
import { findNumber } from './set-number.ts';
import { verifyTokenOf } from './subscribe.ts';
import type { ChatEndpointDeps } from './deps.http.ts';
import {
  closed,
  derived,
  from,
  id,
  nullable,
  nullableCount,
  orNull,
  resource,
  time,
} from '../../operations/resource.ts';

function windowOf({ config }: NumberRecord): 'enforce' | 'pass' {
  const checked = checkChatLinkConfig(config);
  return checked.ok ? checked.config.window : 'enforce';
}

const PLATFORM = resource(
  'ChatNumberAtPlatform',
  {
    quality: nullable('How people take what it sends: green, yellow, red.'),
    people_a_day: derived(
      nullableCount(
        'How many people its business may begin to write to in 24 hours, over all its numbers; ' +
          'null: as many as it likes, or unknown.',
      ),
      ({ messagingLimit }: NumberRecord) => peopleADay(messagingLimit),
    ),
    messaging_limit: nullable('The same in the platform’s word.'),
    throughput: nullable('standard: 80 messages a second; high: more.'),
    on_phone: from(
      'isOnPhone',
      orNull(Type.Boolean(), 'It is used in the app on a phone, too: 20 messages a second.'),
    ),
    name: from('platformName', nullable('As people see it.')),
    name_status: nullable('Whether that is approved.'),
    status: from('platformStatus', nullable('connected, or why not.')),
    read_at: from('factsReadAtMs', time('UTC.')),
  },
  'A number as the platform describes it.',
);

const NUMBER = resource(
  'ChatNumber',
  {
    id: id('Ours: what `chatapp_id` takes.'),
    number: derived(
      Type.String({ description: 'Digits with country code.' }),
      ({ config }: NumberRecord) => String(config['digits']),
    ),
    phone_number_id: derived(
      Type.String({ description: 'The platform’s id of it.' }),
      ({ config }: NumberRecord) => String(config['phoneNumberId']),
    ),
    business_id: from(
      'businessPlatformId',
      Type.String({ description: 'The platform’s id of its business account.' }),
    ),
    default: from('isDefault', Type.Boolean({ description: 'Used when a send names none.' })),
    enabled: Type.Boolean(),
    state: derived(
      Type.Union([Type.Enum(['up', 'trying', 'down', 'needs_attention']), Type.Null()], {
        description: 'Whether the platform lets it send; null: unknown.',
      }),
      (it: NumberRecord) => (it.enabled ? it.state : undefined),
    ),
    why: derived(
      nullable('Why it does not send, or not everything, with what to do; null: it is not known.'),
      (it: NumberRecord, atMs: number) =>
        it.enabled ? (it.words ?? (whatRests(it, atMs).join(' ') || undefined)) : undefined,
    ),
    window: derived(
      Type.Enum(['enforce', 'pass'], {
        description: 'Free form outside the 24 hours: refused here, or left to the platform.',
      }),
      windowOf,
    ),
    service_messages: Type.Integer({
      minimum: 0,
      description: 'Free form that the platform counted this month (UTC), billed or not.',
    }),
    service_messages_free: derived(
      Type.Integer({
        description: 'How many of them a month the platform does not bill.',
      }),
      () => FREE_ANSWERS,
    ),
    platform: derived(
      Type.Union([PLATFORM, Type.Null()], {
        description: 'What the platform says of it; null: it was not asked yet.',
      }),
      ({ factsReadAtMs, ...number }: NumberRecord) =>
        factsReadAtMs === undefined ? undefined : PLATFORM.show({ ...number, factsReadAtMs }),
    ),
  },
  'A sending number.',
);

const AT = '/v1/chat/numbers';
const ONE = {
  scope: 'account',
  // Its operations take other names of a number as well, so that it is a text.
  places: { id: 'The id of a number.' },
  fromPath: { number: 'id' },
  unknown: 'sending_number_unknown',
} as const;

export function createNumberEndpoints(deps: ChatEndpointDeps): readonly Endpoint[] {
  const most = limit('chatNumberChangesPerHour');
  const details = { requests: String(most), seconds: String(HOUR_MS / 1_000) };
  // Numbers are part of what all sends are judged by.
  const guards = [limitPerHour(deps.chat.clock, most, refuse('rate_exceeded', details))];
  return [
    createListNumbers(deps),
    operate(deps, connectChatNumber, {
      method: 'POST',
      path: AT,
      name: 'connectChatNumber',
      scope: 'account',
      guards,
      about:
        'Connects a number of your own business account at the chat platform, or gives one that ' +
        'was connected new secrets.',
      takes: CONNECT,
      inputOf: ({ body }) => inputOf(body as Static<typeof CONNECT>),
      gives: CONNECTED,
      done: [201, 'It can send; `reports` says whether what becomes of messages is reported.'],
      repeatable: 'after',
      failures: ['chat_platform_refused', 'chat_platform_unreachable', 'chat_number_taken'],
      refuse: refuseConnecting,
      show: showConnectedNumber,
      location: ({ id }) => `${AT}/${id}`,
    }),
    getOne({
      path: `${AT}/{id}`,
      name: 'showChatNumber',
      scope: 'read',
      about: 'One of your sending numbers.',
      places: { id: idOf<LinkId>('a number') },
      gives: NUMBER,
      unknown: ONE.unknown,
      async find({ account, places: { id } }) {
        const number = await findOwn(deps.reader, account.id, id);
        return number && NUMBER.show(number, deps.chat.clock.nowMs());
      },
    }),
    operate(deps, setDefault, {
      ...ONE,
      method: 'POST',
      path: `${AT}/{id}/default`,
      name: 'makeChatNumberDefault',
      guards,
      about:
        'Sends that name no number leave from this one, even while it sends nothing: see `state` ' +
        'and `why` of the answer.',
      gives: NUMBER,
      repeatable: true,
      show: (_, { account, reader, input, admin }) =>
        showNamed(reader, account.id, { named: input.number, atMs: admin.clock.nowMs() }),
    }),
    operate(deps, disconnectNumber, {
      ...ONE,
      method: 'DELETE',
      path: `${AT}/{id}`,
      name: 'disconnectChatNumber',
      guards,
      about: 'Nothing more is sent by it. What waits goes if it is connected again in time.',
      done: 'Disconnected.',
    }),
  ];
}

export const ID = pattern(/^[0-9]{1,25}$/, 'must be digits, as the platform shows it');
const CONNECT = closed({
  business_id: Type.String({
    ...ID,
    description: 'The platform’s id of your business account, in digits.',
  }),
  phone_number_id: Type.String({
    ...ID,
    description: 'The platform’s id of the number: not the number itself.',
  }),
  token: Type.String({
    format: 'password',
    description: 'A system user’s access token, without an end, for messaging and management.',
  }),
  app_secret: Type.String({
    format: 'password',
    description: 'Of the app that the token is for: the platform signs its reports with it.',
  }),
  app_id: Type.Optional(
    Type.String({ ...ID, description: 'Of that app; absent: the platform is asked.' }),
  ),
  verify_token: Type.Optional(
    Type.String({
      format: 'password',
      description: 'What the platform verifies our address with; absent: a new one is made.',
    }),
  ),
});

function inputOf(given: Static<typeof CONNECT>) {
  const { token, app_secret: appSecret, verify_token: verifyToken } = given;
  return {
    business: given.business_id,
    phoneNumberId: given.phone_number_id,
    appId: given.app_id,
    secrets: { token, appSecret, verifyToken },
  };
}

/** A number that was just connected. */
export const CONNECTED = closed(
  {
    ...NUMBER.properties,
    name: nullable('As the platform shows it to people.'),
    templates: nullableCount('How many templates were found; null: the platform did not say.'),
    reports: Type.Enum(['here', 'as_before', 'by_hand', 'nowhere'], {
      description:
        'as_before: as when it was connected first; by_hand: enter `report_address` at the ' +
        'platform; nowhere: see `report_fault`.',
    }),
    report_address: nullable('Where the platform reports.'),
    verify_token: nullable('by_hand: what to enter at the platform beside that address.'),
    report_fault: nullable('Why it does not report.'),
    notices: Type.Array(
      closed({
        code: nullable('The platform’s code; 141006: there is no payment method.'),
        text: Type.String({ description: 'In the platform’s words.' }),
        advice: nullable('What it says to do.'),
      }),
      { description: 'What keeps its business account from sending, or from sending all.' },
    ),
  },
  { title: 'ConnectedChatNumber' },
);

const REPORTS = {
  here: 'here',
  as_before: 'as_before',
  by_hand: 'by_hand',
  failed: 'nowhere',
} as const;

/** It with what is left to do; undefined: it is gone since. */
export async function showConnectedNumber(
  connected: Connected,
  { account, reader, admin }: Pick<Shown<Shape>, 'account' | 'reader' | 'admin'>,
): Promise<Static<typeof CONNECTED> | undefined> {
  const number = await findOwn(reader, account.id, connected.linkId);
  if (number === undefined) return undefined;
  const { verifiedName, templates, subscribed, notices } = connected;
  const { kind } = subscribed;
  const path = kind === 'by_hand' ? subscribed.path : null;
  const token =
    kind === 'by_hand' ? await verifyTokenOf(admin, number.businessPlatformId) : undefined;
  return {
    ...NUMBER.show(number, admin.clock.nowMs()),
    name: verifiedName ?? null,
    templates: templates ?? null,
    reports: REPORTS[kind],
    report_address: kind === 'here' ? subscribed.address : path,
    verify_token: token ?? null,
    report_fault: kind === 'failed' ? subscribed.why : null,
    notices: notices.map(({ code, words, advice }) => ({
      code: code === undefined ? null : String(code),
      text: words,
      advice: advice ?? null,
    })),
  };
}

const PROPERTIES: Readonly<Record<string, string | undefined>> = {
  business: '/business_id',
  phoneNumberId: '/phone_number_id',
  token: '/token',
  appSecret: '/app_secret',
  verifyToken: '/verify_token',
  appId: '/app_id',
  code: '/code',
  pin: '/pin',
};

/** Nothing was changed: the platform was only asked. */
export function refuseConnecting(why: ChatRefused): Outcome<never> | undefined {
  const { field, rule, platform } = why;
  if (platform === 'refused') return ofPlatform(rule) ?? refuseByPlatform(why);
  if (platform !== undefined) return refused('chat_platform_unreachable');
  if (rule === TAKEN) return refused('chat_number_taken');
  const pointer = PROPERTIES[field];
  return pointer === undefined ? undefined : refuseField(pointer, rule, 'body');
}

/** The field that the platform's code is about, with its words: they change without notice. */
function ofPlatform(rule: string): Outcome<never> | undefined {
  const [words = '', code = ''] = /\b(\d+)\b.*$/.exec(rule) ?? [];
  const blame = BLAMED.find(({ codes }) => codes.test(code));
  if (blame === undefined) return undefined;
  const { pointer, fault } = blame;
  return refuseField(pointer, `${fault} (the platform says: ${words})`, 'body');
}

const BLAMED = [
  {
    codes: /^190$/,
    pointer: '/token',
    fault: 'is not valid: it was cut when it was copied, has ended, or was withdrawn',
  },
  {
    codes: /^(3|10|2\d\d)$/,
    pointer: '/token',
    fault:
      'may not do this: its system user needs the business account, and the permissions ' +
      'whatsapp_business_management and whatsapp_business_messaging',
  },
  {
    codes: /^(100|803)$/,
    pointer: '/business_id',
    fault: 'is not known to the platform, or the token has no access to it',
  },
] as const;

async function findOwn(
  reader: Reader,
  accountId: AccountId,
  id: LinkId,
): Promise<NumberRecord | undefined> {
  return (await listNumbers(reader, { accountId })).find((it) => it.id === id);
}

async function showNamed(
  reader: Reader,
  accountId: AccountId,
  { named, atMs }: { readonly named: string; readonly atMs: number },
) {
  const number = await findNumber(reader, accountId, named);
  return number && NUMBER.show(number, atMs);
}

/** `GET /v1/chat/numbers` */
function createListNumbers({ reader, chat }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: AT,
    name: 'listChatNumbers',
    forAgents: true,
    scope: 'read',
    about: 'Your sending numbers on the chat platform.',
    gives: closed({
      data: Type.Array(NUMBER),
      signup: Type.Boolean({ description: 'They may be connected in the platform’s dialogue.' }),
    }),
    async handle({ account }) {
      const numbers = await listNumbers(reader, { accountId: account.id });
      const atMs = chat.clock.nowMs();
      return done({
        data: numbers.map((it) => NUMBER.show(it, atMs)),
        signup: chat.signup !== undefined,
      });
    },
  });
}
