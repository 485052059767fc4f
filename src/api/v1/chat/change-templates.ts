/** `/v1/chat/templates`, changed: proposed, edited, deleted, compared with the platform's. */
import type { ChatRefused } from '../../../admin/chat/chat-admin.ts';
import { createChatTemplate } from '../../../admin/chat/create-template.ts';
import { deleteChatTemplate } from '../../../admin/chat/delete-template.ts';
import { editChatTemplate } from '../../../admin/chat/edit-template.ts';
import { syncTemplates } from '../../../admin/chat/sync-templates.ts';
import { refuse, type FailureReason } from '../../../domain/failure/failure.ts';
import { faultsOfProposal } from '../../../domain/chat/template-rules.ts';
import type { ChatTemplateId } from '../../../domain/ids.ts';
import { Type } from '../../../kit/shape.ts';
import { findChatTemplate } from '../../../store/chat-templates.ts';
import { EDIT, PROPOSAL, proposalOf, wordingOf } from '../../../admin/chat/proposal-shape.ts';
import {
  created,
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseFields,
  type Endpoint,
  type Outcome,
} from '../endpoint.ts';
import { adminOf, findTemplate, type ChatEndpointDeps } from './parts.ts';
import { showTemplate, TEMPLATE } from './show-template.ts';
import { closed } from '../shapes.ts';

const BUSINESS_QUERY = closed({
  business_id: Type.Optional(
    Type.String({ description: 'The platform’s id of a business account; your first one.' }),
  ),
});

const CHANGE_FAILURES: readonly FailureReason[] = [
  'chat_business_missing',
  'chat_platform_refused',
  'chat_platform_unreachable',
  'chat_platform_silent',
];

/** `POST /v1/chat/templates` */
export function createAddTemplate(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/chat/templates',
    name: 'addChatTemplate',
    about: 'Proposes a template to the chat platform, which approves or rejects it later.',
    query: BUSINESS_QUERY,
    takes: PROPOSAL,
    gives: TEMPLATE,
    statuses: { 201: 'The template as it was proposed.' },
    repeatable: true,
    failures: ['chat_template_taken', 'chat_template_plan', ...CHANGE_FAILURES],
    async handle({ account, query, body, idempotency }) {
      const proposal = proposalOf(body);
      const faults = faultsOfProposal(proposal);
      if (faults.length > 0) return refuseFields(faults, 'body');
      const { business_id: business } = query;
      const asked = { accountId: account.id, business, proposal, idempotency };
      const outcome = await createChatTemplate(adminOf(deps, account), asked);
      if (!outcome.ok) {
        return outcome.key === undefined ? refuseChange(outcome) : refused(outcome.key);
      }
      const { value: id, replayed } = outcome;
      const template = await findChatTemplate(deps.reader, account.id, id);
      if (template === undefined) return refused('chat_template_unknown');
      return { ...created(showTemplate(template), `/v1/chat/templates/${id}`), replayed };
    },
  });
}

/** `PUT /v1/chat/templates/{id}` */
export function createEditTemplate(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'PUT',
    path: '/v1/chat/templates/{id}',
    name: 'editChatTemplate',
    about: 'Proposes another wording of a template; it cannot be sent until it is approved.',
    places: { id: 'The id of a template.' },
    takes: EDIT,
    gives: TEMPLATE,
    failures: ['chat_template_unknown', 'chat_template_fixed', ...CHANGE_FAILURES],
    async handle({ account, places, body }) {
      const before = await findTemplate(deps, account, places);
      if (before === undefined || before.state === 'deleted') {
        return refused('chat_template_unknown');
      }
      const { id, accountId, name, language } = before;
      const proposal = wordingOf(body);
      const faults = faultsOfProposal({ ...proposal, name, language });
      if (faults.length > 0) return refuseFields(faults, 'body');
      const outcome = await editChatTemplate(adminOf(deps, account), { accountId, id, proposal });
      if (!outcome.ok) return refuseChange(outcome);
      const template = await findChatTemplate(deps.reader, accountId, id);
      return template === undefined
        ? refused('chat_template_unknown')
        : done(showTemplate(template));
    },
  });
}

/** `DELETE /v1/chat/templates/{id}` */
export function createRemoveTemplate(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'DELETE',
    path: '/v1/chat/templates/{id}',
    name: 'removeChatTemplate',
    about: 'Deletes a template in its language at the platform; what waits for it is released.',
    places: { id: 'The id of a template.' },
    gives: Type.Null(),
    statuses: { 204: 'Deleted.' },
    failures: ['chat_template_unknown', 'chat_template_fixed', ...CHANGE_FAILURES],
    async handle({ account, places }) {
      const id = Number(places['id']) as ChatTemplateId;
      const found = await findTemplate(deps, account, places);
      if (found === undefined || found.state === 'deleted') return refused('chat_template_unknown');
      const named = { accountId: account.id, id };
      const outcome = await deleteChatTemplate(adminOf(deps, account), named);
      return outcome.ok ? doneSilently() : refuseChange(outcome);
    },
  });
}

const SYNCED = closed(
  {
    seen: Type.Integer({ description: 'Templates that the platform has.' }),
    added: Type.Integer(),
    changed: Type.Integer(),
    gone: Type.Integer({ description: 'Those that it has no more.' }),
    samples: Type.Integer({ description: 'Default files of headers that were fetched.' }),
    platform_allows: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many templates the platform allows, where it says so.',
    }),
  },
  { title: 'SyncedChatTemplates', description: 'What a comparison with the platform changed.' },
);

/** `POST /v1/chat/templates/sync` */
export function createSyncTemplates(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/chat/templates/sync',
    name: 'syncChatTemplates',
    about: 'Makes your list of templates what the platform’s is.',
    query: BUSINESS_QUERY,
    gives: SYNCED,
    failures: CHANGE_FAILURES,
    async handle({ account, query }) {
      const { business_id: business } = query;
      const asked = { accountId: account.id, business };
      const outcome = await syncTemplates(adminOf(deps, account), asked);
      if (!outcome.ok) return refuseChange(outcome);
      const { most, ...counts } = outcome.value;
      return done({ ...counts, platform_allows: most ?? null });
    },
  });
}

/** A refusal of an operation in the words of the catalogue; of a field, with its place. */
function refuseChange({ field, rule, platform }: ChatRefused): Outcome<never> {
  switch (platform) {
    case 'refused': {
      const words = { quote: rule.replace(/^.*?platform: /, ''), instead: 'see its words' };
      return { kind: 'refused', refusal: refuse('chat_platform_refused', { words }) };
    }
    case 'unreachable':
      return refused('chat_platform_unreachable');
    case 'lost':
      return refused('chat_platform_silent');
    case undefined:
      break;
  }
  switch (field) {
    case 'business':
      return refused('chat_business_missing');
    case 'plan':
      return refused('chat_template_plan');
    case 'name':
      return refused('chat_template_taken');
    case 'template': {
      const why = { quote: rule, instead: 'is fixed' };
      return { kind: 'refused', refusal: refuse('chat_template_fixed', { why }) };
    }
    default:
      return refuseFields([{ pointer: field, rule }], 'body');
  }
}
