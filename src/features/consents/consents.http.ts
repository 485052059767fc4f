/** `/v1/consents`: who has agreed to what, as it was said. */
import type { Account } from '../../domain/account/account.ts';
import { isUserId } from '../../domain/chat/user-id.ts';
import {
  CONSENT_CHANNELS,
  CONSENT_PURPOSES,
  CONSENT_SOURCES,
  CONSENT_STATES,
} from '../../domain/consent/consent.ts';
import { Type } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import { refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { MUST_BE_PERSON } from '../../api/v1/shapes.ts';
import {
  closed,
  derived,
  from,
  id,
  nullable,
  resource,
  time,
  count,
} from '../../operations/resource.ts';
import { digestOf } from '../person/person.ts';
import { nameIn } from '../suppressions/suppressions.operations.ts';
import { giveConsent, importConsents, withdrawConsent } from './consents.operations.ts';
import { findConsent, listConsents, type ConsentRecord } from './consents.sql.ts';

const CONSENT = resource(
  'Consent',
  {
    id: id(),
    number: derived(
      nullable('Digits with country code; null: a chat user, or forgotten.'),
      ({ person }: ConsentRecord) => (/^\d{1,15}$/.test(person) ? person : undefined),
    ),
    user_id: derived(nullable('Of a chat user.'), ({ person }: ConsentRecord) =>
      isUserId(person) ? person : undefined,
    ),
    channel: Type.Enum([...CONSENT_CHANNELS]),
    purpose: Type.Enum([...CONSENT_PURPOSES], {
      description: 'promotional: what advertises, marketing in chat.',
    }),
    state: Type.Enum([...CONSENT_STATES]),
    current: from(
      'isCurrent',
      Type.Boolean({ description: 'Nothing was said later by this person of the same.' }),
    ),
    source: Type.Enum([...CONSENT_SOURCES], {
      description: 'keyword: written to you; platform: set in the chat app.',
    }),
    wording: Type.String({ description: 'What was agreed to, as it was shown.' }),
    proof: Type.String({ description: 'How it can be shown later.' }),
    said_at: time('When the person said so.'),
    made_by: Type.String({ description: 'Who recorded it: key:17, user:4, form:2, reply.' }),
    made_at: time('When it was recorded.'),
  },
  'What somebody has said of your messages. It is never changed: the latest counts.',
);

const at = collection(CONSENT, {
  path: '/v1/consents',
  id: idOf('a consent'),
  field: 'consentId',
  unknown: 'consent_unknown',
});

/** `GET /v1/consents`: by itself, because it is exported too. */
export function createListConsents({ reader, chat }: OperateDeps): Endpoint {
  return listOf({
    ...at.list,
    name: 'listConsents',
    scope: 'read',
    about: 'What people have said of your messages, newest first.',
    filters: {
      person: Type.Optional(Type.String({ description: 'Of this number or user_id.' })),
      channel: Type.Optional(Type.Enum([...CONSENT_CHANNELS])),
      purpose: Type.Optional(Type.Enum([...CONSENT_PURPOSES])),
      state: Type.Optional(Type.Enum([...CONSENT_STATES])),
      source: Type.Optional(Type.Enum([...CONSENT_SOURCES])),
      current: Type.Optional(
        Type.Boolean({ description: 'true: what counts now; false: what was said before that.' }),
      ),
      ...SPAN_FIELDS,
    },
    async find({ account, query, before: beforeId, most, span }) {
      const { channel, purpose, state, source, current } = query;
      const person = query.person === undefined ? undefined : nameIn(query.person);
      if (query.person !== undefined && person === undefined) return BAD_PERSON;
      const people =
        person === undefined ? undefined : [person, digestOf(chat.seal, account.id, person)];
      const ask = { people, channel, purpose, state, source, current };
      return listConsents(reader, { ...ask, ...span, accountId: account.id, beforeId, most });
    },
  });
}

const IMPORTED = closed(
  {
    added: count(),
    repeated: count('Those given more than once, in whatever form: each is recorded once.'),
    invalid: Type.Array(Type.String(), {
      description: 'What is neither a mobile number nor a user_id, as given.',
    }),
  },
  { title: 'ImportedConsents', description: 'What an import came to.' },
);

const BAD_PERSON = refuseField('/person', MUST_BE_PERSON);

export function createConsentEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  const show = async (consent: number, { account }: { readonly account: Account }) => {
    const found = await findConsent(reader, { accountId: account.id, id: consent });
    return found && CONSENT.show(found);
  };
  return [
    operate(deps, giveConsent, {
      ...at.add,
      name: 'giveConsent',
      scope: 'send',
      unknown: 'consent_unknown',
      done: [201, 'What was recorded.'],
      show,
    }),
    operate(deps, withdrawConsent, {
      ...at.add,
      path: `${at.add.path}/withdraw`,
      name: 'withdrawConsent',
      scope: 'send',
      unknown: 'consent_unknown',
      done: [201, 'What was recorded.'],
      show,
    }),
    operate(deps, importConsents, {
      method: 'POST',
      path: `${at.add.path}/import`,
      name: 'importConsents',
      scope: 'send',
      gives: IMPORTED,
      repeatable: true,
      show: ({ invalid, ...counts }) => ({ ...counts, invalid: [...invalid] }),
    }),
    getOne({
      ...at.show,
      name: 'showConsent',
      scope: 'read',
      about: 'One of them.',
      find: ({ account, places: { id: consent } }) =>
        findConsent(reader, { accountId: account.id, id: consent }),
    }),
  ];
}
