/** `/v1/suppressions`: numbers that have opted out of an account's messages. */
import { addOptout, importOptouts, nameIn, removeOptout } from './suppressions.operations.ts';
import { isUserId, readUserId } from '../../domain/chat/user-id.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findOptoutOf, listOptouts, type OptoutRecord } from './suppressions.sql.ts';
import type { Principal } from '../../domain/account/account.ts';
import { refuseField, type Endpoint, type Guard } from '../../api/v1/endpoint.ts';
import { refuseAgent } from '../../api/v1/guards.ts';
import { getOne, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { NAMES } from '../../api/v1/pages.ts';
import { MUST_BE_PERSON } from '../../api/v1/shapes.ts';
import { closed, derived, nullable, resource, time, count } from '../../operations/resource.ts';

const scope = Type.Enum(['all', 'promotional'], {
  description: 'all: one-time codes as well; promotional: what advertises.',
});

const SUPPRESSION = resource(
  'Suppression',
  {
    number: derived(
      nullable('Digits with country code; null: a chat user, by the id.'),
      ({ recipient }: OptoutRecord) => (isUserId(recipient) ? undefined : recipient),
    ),
    scope,
    source: Type.String({
      description: 'reply: by a word such as STOP; platform: in the user’s app; api, staff.',
    }),
    created_at: time(),
    user_id: derived(
      nullable('Of a chat user; what is stopped is chat.'),
      ({ recipient }: OptoutRecord) => (isUserId(recipient) ? recipient : undefined),
    ),
  },
  'Somebody who wants nothing more of you.',
);

const NEW_SUPPRESSION = closed({
  number: Type.Optional(
    Type.String({ description: 'As people write it; or the user_id of a chat user.' }),
  ),
  user_id: Type.Optional(Type.String({ description: 'Of a chat user, instead of the number.' })),
  scope: Type.Enum(['all', 'promotional'], {
    default: 'all',
    description: 'all messages, or promotional ones only',
  }),
});

/** Whom it is about, by either name. */
function readNew({ number, user_id: userId, scope: wanted }: Static<typeof NEW_SUPPRESSION>) {
  const no = (name: string, rule: string) => refuseField(`/${name}`, rule, 'body');
  if (userId === undefined) {
    if (number === undefined) return no('number', 'must be given, or user_id');
    const name = nameIn(number);
    return name === undefined ? no('number', MUST_BE_PERSON) : { recipient: name, scope: wanted };
  }
  if (number !== undefined) return no('user_id', 'must not be given with number');
  const name = readUserId(userId);
  return name === undefined
    ? no('user_id', 'must be the id of a chat user, such as PK.13491208655302741918')
    : { recipient: name, scope: wanted };
}

const AT = '/v1/suppressions/{number}';
const PLACES = { number: 'The number, as people write it, or the user_id of a chat user.' };

const IMPORTED = closed(
  {
    added: count(),
    known: count('Those that were on the list already.'),
    invalid: Type.Array(Type.String(), {
      description: 'What is neither a mobile number nor a user_id, as given.',
    }),
  },
  { title: 'ImportedSuppressions', description: 'What an import came to.' },
);

/** An agent asks whether the one who is answered has opted out, not for all. */
const ONE_FOR_AGENTS: Guard<{
  readonly principal: Principal;
  readonly query: { readonly number?: string | undefined };
}> = {
  refuses: ['role_too_low'],
  check: ({ principal, query }) =>
    principal.isAgent === true && query.number === undefined
      ? refuseAgent('/query/number', 'is missing: an agent asks for one')
      : undefined,
};

/** `GET /v1/suppressions`: by itself, because it is exported too. */
export function createListSuppressions({ reader }: OperateDeps): Endpoint {
  return listOf({
    path: '/v1/suppressions',
    name: 'listSuppressions',
    forAgents: true,
    scope: 'read',
    about: 'The numbers that want nothing more of you, in their own order.',
    guards: [ONE_FOR_AGENTS],
    filters: {
      number: Type.Optional(
        Type.String({ description: 'Only this one, or this user_id, if it is listed.' }),
      ),
      scope: Type.Optional(scope),
      source: Type.Optional(Type.Enum(['reply', 'platform', 'api', 'staff'])),
      ...SPAN_FIELDS,
    },
    item: SUPPRESSION,
    title: 'SuppressionList',
    cursor: NAMES,
    async find({ account, query, before: after = '0', most, span }) {
      const { number, scope: only, source } = query;
      const accountId = account.id;
      if (number !== undefined) {
        const name = nameIn(number);
        if (name === undefined) return BAD_NUMBER;
        const one = await findOptoutOf(reader, { accountId, name });
        const isAsked = one !== undefined && fits(one, { scope: only, source, ...span });
        return { rows: isAsked ? [{ ...one, place: name }] : [], next: undefined };
      }
      return listOptouts(reader, { accountId, after, most, scope: only, source, ...span });
    },
    placeOf: ({ place }) => place,
    show: SUPPRESSION.show,
  });
}

const BAD_NUMBER = refuseField('/number', MUST_BE_PERSON);

/** Whether one that was looked for by its name is what else was asked for. */
function fits(
  one: OptoutRecord,
  { scope: only = one.scope, source = one.source, sinceMs = 0, untilMs = Infinity }: Filters,
): boolean {
  const { createdAtMs: atMs } = one;
  return one.scope === only && one.source === source && atMs >= sinceMs && atMs < untilMs;
}

type Filters = {
  readonly scope: string | undefined;
  readonly source: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

export function createSuppressionEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    operate(deps, addOptout, {
      method: 'POST',
      path: '/v1/suppressions',
      name: 'addSuppression',
      scope: 'send',
      about: 'Sends nothing more to a number, from now on: what waits for it is released.',
      takes: NEW_SUPPRESSION,
      inputOf: ({ body }) => readNew(body as Static<typeof NEW_SUPPRESSION>),
      refuse: ({ rule }) => refuseField('/number', rule, 'body'),
      gives: SUPPRESSION,
      unknown: 'suppression_unknown',
      repeatable: true,
      async show(number, { account }) {
        const found = await findOptoutOf(reader, { accountId: account.id, name: number });
        return found && SUPPRESSION.show(found);
      },
    }),
    operate(deps, importOptouts, {
      method: 'POST',
      path: '/v1/suppressions/import',
      name: 'importSuppressions',
      scope: 'send',
      about: `Adds many numbers, ${limit('optoutsImported')} at most; what is none is told of.`,
      gives: IMPORTED,
      repeatable: true,
      show: ({ added, known, invalid }) => ({ added, known, invalid: [...invalid] }),
    }),
    getOne({
      path: AT,
      name: 'showSuppression',
      scope: 'read',
      places: PLACES,
      about: 'Whether a number wants nothing more of you.',
      gives: SUPPRESSION,
      unknown: 'suppression_unknown',
      async find({ account, places: { number } }) {
        const name = nameIn(number);
        const found = name && (await findOptoutOf(reader, { accountId: account.id, name }));
        return found ? SUPPRESSION.show(found) : undefined;
      },
    }),
    operate(deps, removeOptout, {
      method: 'DELETE',
      path: AT,
      name: 'removeSuppression',
      scope: 'account',
      places: PLACES,
      about: 'Sends to a number again. Ask the person first.',
      fromPath: { recipient: 'number' },
      unknown: 'suppression_unknown',
      done: 'It is gone from the list.',
    }),
  ];
}
