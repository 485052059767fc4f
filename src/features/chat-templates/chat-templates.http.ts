/** Reading `/v1/chat/templates`: the list, one template, and its history. */
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { listChatTemplates, listTemplateChanges } from '../../store/chat/templates.ts';
import { showActor } from '../audit/audit.http.ts';
import { defineEndpoint, done, refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { findTemplate, type ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { showTemplate, TEMPLATE } from './show-template.http.ts';
import {
  BAD_CURSOR,
  cutPage,
  PAGE_FIELDS,
  pageOf,
  readNumberCursor,
  writeNumberCursor,
} from '../../api/v1/pages.ts';
import { closed, nullable, showTime } from '../../api/v1/shapes.ts';

const LIST_QUERY = closed({
  ...PAGE_FIELDS,
  state: Type.Optional(Type.String({ description: 'In this state only, such as approved.' })),
  name: Type.Optional(Type.String({ description: 'With this name only, in every language.' })),
});

/** `GET /v1/chat/templates` */
export function createListTemplates({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/templates',
    name: 'listChatTemplates',
    scope: 'read',
    about: 'Your chat platform templates, newest first.',
    query: LIST_QUERY,
    gives: pageOf(TEMPLATE),
    async handle({ account, query }) {
      const beforeId = readNumberCursor(query.cursor, 'listChatTemplates');
      if (beforeId === 'unreadable') return BAD_CURSOR;
      const { state, name, limit: most } = query;
      const page = { beforeId, state, name, most: most + 1 };
      const found = await listChatTemplates(reader, { ...page, accountId: account.id });
      const { rows, next } = cutPage(found, most, ({ id }) =>
        writeNumberCursor(id, 'listChatTemplates'),
      );
      return done({ data: rows.map(showTemplate), next_cursor: next });
    },
  });
}

/** `GET /v1/chat/templates/{id}` */
export function createShowTemplate(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/templates/{id}',
    name: 'showChatTemplate',
    scope: 'read',
    about: 'One template of the chat platform.',
    places: { id: 'The id of a template.' },
    gives: TEMPLATE,
    failures: ['chat_template_unknown'],
    async handle({ account, places }) {
      const template = await findTemplate(deps, account, places);
      if (template === undefined) return refused('chat_template_unknown');
      return done(showTemplate(template));
    },
  });
}

const CHANGE = closed(
  {
    at: Type.String({ format: 'date-time' }),
    what: Type.Enum(['created', 'state', 'category', 'quality', 'edited', 'wording', 'deleted']),
    from: nullable('What it was.'),
    to: nullable('What it became.'),
    reason: nullable('In the platform’s words.'),
    by: Type.String({ description: 'Who or what told of it.' }),
  },
  { title: 'ChatTemplateChange', description: 'A line of the history.' },
);

/** `GET /v1/chat/templates/{id}/history` */
export function createListHistory(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/templates/{id}/history',
    name: 'listChatTemplateHistory',
    scope: 'read',
    about: 'The history of a template, newest first: the last 200 changes.',
    places: { id: 'The id of a template.' },
    gives: closed({ data: Type.Array(CHANGE) }),
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
        by: showActor(actor),
      }));
      return done({ data });
    },
  });
}
