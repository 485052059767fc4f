/** `/v1/chat/templates`, read: a list, one, and what became of it. */
import { limit } from '../../../domain/limits.ts';
import { Type } from '../../../kit/shape.ts';
import { listChatTemplates, listTemplateChanges } from '../../../store/chat/templates.ts';
import { defineEndpoint, done, refused, refuseFields, type Endpoint } from '../endpoint.ts';
import { nullable, showTime } from '../nullable.ts';
import { findTemplate, NO_QUERY, type ChatEndpointDeps } from './parts.ts';
import { showTemplate, TEMPLATE } from './show-template.ts';

const LIST_QUERY = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: limit('pageItems'), default: 50 }),
    cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before.' })),
    state: Type.Optional(Type.String({ description: 'In this state only: approved.' })),
    name: Type.Optional(Type.String({ description: 'Of this name only, in every language.' })),
  },
  { additionalProperties: false },
);

/** `GET /v1/chat/templates` */
export function createListTemplates({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/templates',
    name: 'listChatTemplates',
    about: 'Your templates of the chat platform, newest first.',
    places: {},
    query: LIST_QUERY,
    gives: Type.Object(
      {
        data: Type.Array(TEMPLATE),
        next_cursor: nullable('For the next page; null: there is none.'),
      },
      { additionalProperties: false },
    ),
    failures: ['parameters_invalid'],
    async handle({ account, query }) {
      const beforeId = query.cursor === undefined ? undefined : readPlace(query.cursor);
      if (beforeId === 'unreadable') {
        return refuseFields([{ pointer: '/cursor', rule: 'must be a next_cursor of this list' }]);
      }
      const { state, name, limit: most } = query;
      const page = { beforeId, state, name, most: most + 1 };
      const found = await listChatTemplates(reader, account.id, page);
      const shown = found.slice(0, most);
      const last = found.length > most ? shown.at(-1) : undefined;
      const next = last === undefined ? null : writePlace(last.id);
      return done({ data: shown.map(showTemplate), next_cursor: next });
    },
  });
}

/** Opaque, so that its making may change. */
function writePlace(id: number): string {
  return Buffer.from(`t.${id}`).toString('base64url');
}

function readPlace(cursor: string): number | 'unreadable' {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const id = Number(/^t\.([1-9]\d{0,14})$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) && writePlace(id) === cursor ? id : 'unreadable';
}

/** `GET /v1/chat/templates/{id}` */
export function createShowTemplate(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/templates/{id}',
    name: 'showChatTemplate',
    about: 'One template of the chat platform.',
    places: { id: 'The id of a template.' },
    query: NO_QUERY,
    gives: TEMPLATE,
    failures: ['chat_template_unknown'],
    async handle({ account, places }) {
      const template = await findTemplate(deps, account, places);
      if (template === undefined) return refused('chat_template_unknown');
      return done(showTemplate(template));
    },
  });
}

const CHANGE = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    what: Type.Enum(['created', 'state', 'category', 'quality', 'edited', 'wording', 'deleted']),
    from: nullable('What it was.'),
    to: nullable('What it became.'),
    reason: nullable('In the platform’s words.'),
    by: Type.String({ description: 'Who or what told of it.' }),
  },
  {
    title: 'ChatTemplateChange',
    additionalProperties: false,
    description: 'A line of the history.',
  },
);

/** `GET /v1/chat/templates/{id}/history` */
export function createListHistory(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/templates/{id}/history',
    name: 'listChatTemplateHistory',
    about: 'What became of a template, newest first: the last 200 changes.',
    places: { id: 'The id of a template.' },
    query: NO_QUERY,
    gives: Type.Object({ data: Type.Array(CHANGE) }, { additionalProperties: false }),
    failures: ['chat_template_unknown'],
    async handle({ account, places }) {
      const template = await findTemplate(deps, account, places);
      if (template === undefined) return refused('chat_template_unknown');
      const lines = await listTemplateChanges(deps.reader, template, limit('pageItems'));
      const data = lines.map(({ atMs, what, from, to, reason, actor }) => ({
        at: showTime(atMs),
        what,
        from: from ?? null,
        to: to ?? null,
        reason: reason ?? null,
        by: actor,
      }));
      return done({ data });
    },
  });
}
