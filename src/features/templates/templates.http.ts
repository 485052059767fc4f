/** `/v1/templates`, of texts. */
import { addTemplate, proposeWording, removeTemplate } from './templates.operations.ts';
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Variable } from '../../domain/template/template.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  findTemplate,
  listAccountTemplates,
  listTextTemplateChanges,
  type AccountTemplate,
} from './templates.sql.ts';
import { collection } from '../../api/v1/collection.ts';
import { refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { allOf, getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { FILTERS, reason, state } from '../approvals/approval-fields.http.ts';
import { actor } from '../audit/actor.ts';
import {
  closed,
  derived,
  from,
  id,
  nullable,
  nullableCount,
  nullableTime,
  orNull,
  resource,
  time,
} from '../../operations/resource.ts';
import { each, part } from '../../operations/resource.ts';

const VARIABLE_TYPE = Type.Enum(['text', 'digits', 'url', 'date']);

export const CATEGORY = Type.Enum(['transactional', 'promotional']);

export const VARIABLES = each(
  part({
    name: Type.String(),
    type: VARIABLE_TYPE,
    max_length: Type.Integer({ minimum: 1 }),
    optional: derived(
      Type.Boolean({ description: 'Whether it may be left empty.' }),
      ({ optional }: Variable) => optional === true,
    ),
  }),
);

const WORDING = {
  version: Type.Integer({ minimum: 1, description: 'Which wording it is.' }),
  message: Type.String({ description: 'The wording, with #variables#.' }),
  category: CATEGORY,
  variables: VARIABLES,
};

const PROPOSED_WORDING = part({ ...WORDING, created_at: time() });

const TEMPLATE = resource(
  'Template',
  {
    id: id('What template_id of a send takes.'),
    name: Type.String(),
    ...WORDING,
    state,
    reason,
    proposed: derived(
      orNull(PROPOSED_WORDING, 'The wording that waits while this one is used; null: none does.'),
      ({ proposed, proposedAtMs: createdAtMs }: AccountTemplate) =>
        proposed === undefined || createdAtMs === undefined
          ? undefined
          : PROPOSED_WORDING.show({ ...proposed, createdAtMs }),
    ),
    own_numbers_only: Type.Boolean({
      description: 'It goes to numbers that your own people have confirmed, and to no others.',
    }),
    validity_minutes: nullableCount('How long a message may wait; null: as its sender says.'),
    created_at: time(),
    decided_at: nullableTime('When it was approved or rejected.'),
  },
  'A template of texts.',
);

const DECLARED = Type.Array(
  closed({
    name: Type.String({ maxLength: 50 }),
    type: Type.Optional(VARIABLE_TYPE),
    max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_530 })),
    optional: Type.Optional(Type.Boolean()),
  }),
  { default: [], maxItems: 64, description: 'Those that are not text of up to 160.' },
);

const PROPOSED_MESSAGE = Type.String({ maxLength: 2_000, description: 'With #variables#.' });

const PROPOSED = closed({
  name: Type.String({ maxLength: 100 }),
  message: PROPOSED_MESSAGE,
  category: Type.Enum(['transactional', 'promotional'], { default: 'transactional' }),
  variables: DECLARED,
});

const EDITED = closed({
  message: PROPOSED_MESSAGE,
  category: Type.Optional(
    Type.Enum(['transactional', 'promotional'], { description: 'Absent: as it is.' }),
  ),
  variables: DECLARED,
});

function declaredOf(variables: Static<typeof DECLARED>) {
  return variables.map(({ max_length: maxLength, name, type, optional }) => ({
    name,
    ...(type === undefined ? {} : { type }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(optional === undefined ? {} : { optional }),
  }));
}

const at = collection(TEMPLATE, {
  path: '/v1/templates',
  id: idOf<TemplateId>('a template'),
  field: 'templateId',
  unknown: 'template_unknown',
});

export function createTemplateEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      ...at.list,
      name: 'listTemplates',
      forAgents: true,
      scope: 'read',
      about: 'Your templates of texts, newest first.',
      filters: FILTERS,
      find: ({ account, query, before: beforeId, most }) =>
        listAccountTemplates(reader, { state: query.state, beforeId, most, accountId: account.id }),
    }),
    operate(deps, addTemplate, {
      ...at.add,
      name: 'addTemplate',
      scope: 'templates',
      about:
        'Proposes a template; it can be sent when the operator of the service approves it, at ' +
        'once if it is one of /v1/wordings that is approved.',
      takes: PROPOSED,
      done: [201, 'The template, with its state.'],
      unknown: 'template_unknown',
      inputOf({ body }) {
        const { variables, ...rest } = body as Static<typeof PROPOSED>;
        return { ...rest, variables: declaredOf(variables) };
      },
      show: ({ templateId }, { account }) => showMade(reader, account.id, templateId),
    }),
    getOne({
      ...at.show,
      name: 'showTemplate',
      scope: 'read',
      about: 'One template, with its state and why it was rejected.',
      find: ({ account, places: { id } }) => findTemplate(reader, { accountId: account.id, id }),
    }),
    createEditTemplate(deps),
    createListChanges(deps),
    operate(deps, removeTemplate, {
      ...at.remove,
      name: 'removeTemplate',
      scope: 'templates',
      about: 'Deletes a template; messages that wait under it are rejected and released.',
      done: 'It is gone.',
    }),
  ];
}

function createEditTemplate(deps: OperateDeps): Endpoint {
  return operate(deps, proposeWording, {
    ...at.change,
    method: 'PUT',
    name: 'editTemplate',
    scope: 'templates',
    about:
      'Proposes another wording. What is approved goes on being used until the new one is ' +
      'approved too; what is not is replaced.',
    takes: EDITED,
    inputOf({ body }) {
      const { variables, ...rest } = body as Static<typeof EDITED>;
      return { ...rest, variables: declaredOf(variables) };
    },
    show: (_, { account, input }) =>
      showMade(deps.reader, account.id, input.templateId as TemplateId),
  });
}

async function showMade(reader: Reader, accountId: AccountId, id: TemplateId) {
  const template = await findTemplate(reader, { accountId, id });
  return template && TEMPLATE.show(template);
}

const CHANGE = resource(
  'TemplateChange',
  {
    at: time(),
    what: Type.Enum(['proposed', 'approved', 'rejected']),
    version: WORDING.version,
    message: nullable('The wording that was proposed.'),
    category: orNull(CATEGORY),
    variables: orNull(VARIABLES),
    reason: nullable('Why it was rejected.'),
    by: from('actor', actor('As actor of the audit; null: from before this was kept.')),
  },
  'A line of the history of a template.',
);

/** `GET /v1/templates/{id}/history` */
function createListChanges({ reader }: OperateDeps): Endpoint {
  return allOf({
    path: `${at.show.path}/history`,
    name: 'listTemplateHistory',
    scope: 'read',
    about: 'Its wordings and the decisions on them, newest first: the last 200.',
    places: at.show.places,
    item: CHANGE,
    failures: ['template_unknown'],
    async find({ account, places: { id } }) {
      const named = { accountId: account.id, id };
      const template = await findTemplate(reader, named);
      if (template === undefined) return refused('template_unknown');
      return listTextTemplateChanges(reader, { ...named, most: limit('pageItems') });
    },
    show: CHANGE.show,
  });
}
