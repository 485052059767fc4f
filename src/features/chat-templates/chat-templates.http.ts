/** Reading `/v1/chat/templates`: the list, one template, and its history. */
import type { ChatTemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import {
  findChatTemplate,
  listChatTemplates,
  listTemplateChanges,
} from '../../store/chat/templates.ts';
import { showActor } from '../audit/actor.ts';
import { refused, type Endpoint } from '../../api/v1/endpoint.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { showTemplate, TEMPLATE } from './show-template.http.ts';
import { allOf, getOne, idOf, listOf } from '../../api/v1/list.ts';
import { time, nullable, from, shownBy, resource } from '../../operations/resource.ts';

export function createListTemplates({ reader }: ChatEndpointDeps): Endpoint {
  return listOf({
    path: '/v1/chat/templates',
    name: 'listChatTemplates',
    forAgents: true,
    scope: 'read',
    about: 'Your chat platform templates, newest first.',
    item: TEMPLATE,
    filters: {
      state: Type.Optional(Type.String({ description: 'In this state only, such as approved.' })),
      name: Type.Optional(Type.String({ description: 'With this name only, in every language.' })),
    },
    find: ({ account, query: { state, name }, before: beforeId, most }) =>
      listChatTemplates(reader, { beforeId, state, name, most, accountId: account.id }),
    placeOf: ({ id }) => id,
    show: showTemplate,
  });
}

const PLACES = { id: idOf<ChatTemplateId>('a template') };

export function createShowTemplate({ reader }: ChatEndpointDeps): Endpoint {
  return getOne({
    path: '/v1/chat/templates/{id}',
    name: 'showChatTemplate',
    scope: 'read',
    about: 'One template of the chat platform.',
    places: PLACES,
    gives: TEMPLATE,
    unknown: 'chat_template_unknown',
    async find({ account, places: { id } }) {
      const template = await findChatTemplate(reader, { accountId: account.id, id });
      return template && showTemplate(template);
    },
  });
}

const CHANGE = resource(
  'ChatTemplateChange',
  {
    at: time(),
    what: Type.Enum(['created', 'state', 'category', 'quality', 'edited', 'wording', 'deleted']),
    from: nullable('What it was.'),
    to: nullable('What it became.'),
    reason: nullable('In the platform’s words.'),
    by: from('actor', shownBy(Type.String({ description: 'Who or what told of it.' }), showActor)),
  },
  'A line of the history.',
);

export function createListHistory({ reader }: ChatEndpointDeps): Endpoint {
  return allOf({
    path: '/v1/chat/templates/{id}/history',
    name: 'listChatTemplateHistory',
    scope: 'read',
    about: 'The history of a template, newest first: the last 200 changes.',
    places: PLACES,
    item: CHANGE,
    failures: ['chat_template_unknown'],
    async find({ account, places: { id } }) {
      const template = await findChatTemplate(reader, { accountId: account.id, id });
      if (template === undefined) return refused('chat_template_unknown');
      return listTemplateChanges(reader, { ...template, most: limit('pageItems') });
    },
    show: CHANGE.show,
  });
}
