/**
 * Changes at `/v1/chat/templates`: proposing, editing, deleting, and comparing with the platform's.
 */
import { type ChatRefused } from '../chat-numbers/chat-admin.ts';
import { EDIT, PROPOSAL, proposalOf, wordingOf } from './proposal-shape.ts';
import {
  editTemplate,
  proposeChatTemplate,
  removeChatTemplate,
  syncChatTemplates,
} from './chat-templates.operations.ts';
import { faultsOfProposal } from '../../domain/chat/template.ts';
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import type { ChatTemplateId } from '../../domain/ids.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { Account } from '../../domain/account/account.ts';
import { findChatTemplate } from '../../store/chat/templates.ts';
import { refused, refuseFields, type Endpoint, type Outcome } from '../../api/v1/endpoint.ts';
import { operate } from '../../api/v1/operate.ts';
import { closed } from '../../operations/resource.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { showTemplate, TEMPLATE } from './show-template.http.ts';

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

/** Common to changes of a template, or of the list. */
const CHANGES = { scope: 'templates', refuse: refuseChange } as const;
/** Only the wording is checked: the template's name and language do not change. */
const NAMED = { name: 'a', language: 'en' };

const ONE = {
  ...CHANGES,
  path: '/v1/chat/templates/{id}',
  places: { id: 'The id of a template.' },
  fromPath: { templateId: 'id' },
  unknown: 'chat_template_unknown',
} as const;

/** Endpoints for changes, each made from the operation that staff use. */
export function createChangeTemplates(deps: ChatEndpointDeps): readonly Endpoint[] {
  return [
    operate(deps, proposeChatTemplate, {
      ...CHANGES,
      method: 'POST',
      path: '/v1/chat/templates',
      name: 'addChatTemplate',
      about: 'Proposes a template to the chat platform, which approves or rejects it later.',
      query: BUSINESS_QUERY,
      takes: PROPOSAL,
      gives: TEMPLATE,
      done: [201, 'The template as it was proposed.'],
      unknown: 'chat_template_unknown',
      repeatable: 'itself',
      failures: ['chat_template_taken', 'chat_template_plan', ...CHANGE_FAILURES],
      inputOf({ query, body }) {
        const proposal = proposalOf(body as Static<typeof PROPOSAL>);
        const faults = faultsOfProposal(proposal);
        if (faults.length > 0) return refuseFields(faults, 'body');
        return { business: query.business_id, proposal };
      },
      show: (id, { account, reader }) => showNow(reader, account, id),
      location: ({ id }) => `/v1/chat/templates/${id}`,
    }),
    operate(deps, syncChatTemplates, {
      ...CHANGES,
      method: 'POST',
      name: 'syncChatTemplates',
      path: '/v1/chat/templates/sync',
      about: 'Makes your list of templates what the platform’s is.',
      query: BUSINESS_QUERY,
      gives: SYNCED,
      repeatable: 'after',
      failures: CHANGE_FAILURES,
      inputOf: ({ query }) => ({ business: query.business_id }),
      show: ({ most, ...counts }) => ({ ...counts, platform_allows: most ?? null }),
    }),
    operate(deps, editTemplate, {
      ...ONE,
      method: 'PUT',
      name: 'editChatTemplate',
      about: 'Proposes another wording of a template; it cannot be sent until it is approved.',
      takes: EDIT,
      gives: TEMPLATE,
      failures: ['chat_template_fixed', ...CHANGE_FAILURES],
      inputOf({ body }) {
        const proposal = wordingOf(body as Static<typeof EDIT>);
        const faults = faultsOfProposal({ ...proposal, ...NAMED });
        return faults.length > 0 ? refuseFields(faults, 'body') : { proposal };
      },
      show: (id, { account, reader }) => showNow(reader, account, id),
    }),
    operate(deps, removeChatTemplate, {
      ...ONE,
      method: 'DELETE',
      name: 'removeChatTemplate',
      about: 'Deletes a template in its language at the platform; what waits for it is released.',
      done: 'Deleted.',
      failures: ['chat_template_fixed', ...CHANGE_FAILURES],
    }),
  ];
}

async function showNow(reader: Reader, { id }: Account, templateId: ChatTemplateId) {
  const template = await findChatTemplate(reader, { accountId: id, id: templateId });
  return template && showTemplate(template);
}

/** What the platform did not do, in the catalogue's words. */
export function refuseByPlatform({ rule, platform }: ChatRefused): Outcome<never> | undefined {
  if (platform === undefined) return undefined;
  switch (platform) {
    case 'refused': {
      const words = { quote: rule.replace(/^.*?platform: /, ''), instead: 'see its words' };
      return { kind: 'refused', refusal: refuse('chat_platform_refused', { words }) };
    }
    case 'unreachable':
      return refused('chat_platform_unreachable');
    case 'lost':
      return refused('chat_platform_silent');
  }
}

/** An operation's refusal in the catalogue's words; for a field, with its place. */
function refuseChange(why: ChatRefused): Outcome<never> | undefined {
  const refusal = refuseByPlatform(why);
  if (refusal !== undefined) return refusal;
  const { field, rule } = why;
  switch (field) {
    case 'business':
      return refused('chat_business_missing');
    case 'plan':
      return refused('chat_template_plan');
    case 'name':
      return refused('chat_template_taken');
    case 'template': {
      const words = { quote: rule, instead: 'is fixed' };
      return { kind: 'refused', refusal: refuse('chat_template_fixed', { why: words }) };
    }
    default:
      return undefined;
  }
}
