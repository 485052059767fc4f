/** Chat (WhatsApp) templates of accounts, as staff see and change them. */
import { readDefinition } from '../../domain/chat/read-definition.ts';
import { faultsOfProposal } from '../../domain/chat/template-rules.ts';
import { readCategory } from '../../domain/chat/template.ts';
import type { AccountId, ChatTemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readJson, toPlain } from '../../kit/json.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Refusal } from '../../kit/refusal.ts';
import { faultsOf, findUnstorable, withDefaults, type ShapeFault } from '../../kit/shape.ts';
import {
  type ChatTemplateRecord,
  findChatTemplate,
  listChatTemplates,
  listTemplateChanges,
} from '../../store/chat-templates.ts';
import { account, argument, id, option, text } from '../fields.ts';
import { operation, query, type Field } from '../operation.ts';
import { more, showTime, type RawFields } from '../show.ts';
import type { ChatAdmin } from './chat-admin.ts';
import { createChatTemplate } from './create-template.ts';
import { deleteChatTemplate } from './delete-template.ts';
import { PROPOSAL, proposalOf, type ProposalBody } from './proposal-shape.ts';
import { syncTemplates, type Synced } from './sync-templates.ts';

const PAGE = 200;
const HISTORY = 50;

const accountId = argument('ACCOUNT', account);
const ONE = { accountId, templateId: argument('TEMPLATE', id) };
const business = option(
  'business',
  text('ID'),
  'the platform’s id of a business account (default: the one connected first)',
);

function summary(template: ChatTemplateRecord): RawFields {
  const { name, language, category, state, quality, reason } = template;
  const { businessPlatformId, platformId: platform } = template;
  const place = { business: businessPlatformId, platform };
  return { id: template.id, name, language, category, state, reason, quality, ...place };
}

async function find(
  reader: Reader,
  of: { readonly accountId: AccountId; readonly templateId: number },
): Promise<ChatTemplateRecord> {
  const template = await findChatTemplate(reader, of.accountId, of.templateId as ChatTemplateId);
  if (template !== undefined) return template;
  throw new Refusal(`There is no such template: see "paigham chat template list ${of.accountId}".`);
}

export const chatTemplateList = query({
  name: 'chat template list',
  about: 'Lists the chat (WhatsApp) templates of an account, newest first.',
  input: {
    accountId,
    state: option('state', text('WORD'), 'in this state only: approved, pending, rejected'),
    beforeId: option('before', id, 'begin before this template'),
  },
  async read({ reader }, { accountId: of, state, beforeId }) {
    const page = { beforeId, most: PAGE, state, name: undefined };
    const templates = await listChatTemplates(reader, of, page);
    return { data: templates.map(summary), ...more(templates, PAGE) };
  },
});

export const chatTemplateShow = query({
  name: 'chat template show',
  about: 'Shows a chat (WhatsApp) template with its history.',
  input: ONE,
  async read({ reader }, input) {
    const template = await find(reader, input);
    const { components, sampleId: sample } = template;
    const of = { category: readCategory(template.category), sample };
    const { header, body, footer, buttons } = readDefinition(components, of);
    const history = await listTemplateChanges(reader, template, HISTORY);
    const lines = history.map(({ atMs, what, from, to, reason, actor }) =>
      [showTime(atMs), what, `${from ?? ''} → ${to ?? ''}`, reason ?? '', `(${actor})`].join(' '),
    );
    return {
      data: {
        ...summary(template),
        header: header?.kind === 'text' ? header.text : header?.kind,
        body: body.text,
        footer,
        buttons: buttons.map((it) => `${it.kind}: ${it.text}`),
        default_file: sample,
      },
      full: { ...summary(template), components, history },
      note: `History, newest first:\n${lines.join('\n')}`,
    };
  },
});

const SYNC = { accountId, business };

export const syncChatTemplates = operation<typeof SYNC, Synced, ChatAdmin>({
  name: 'chat template sync',
  about: 'Compares the chat (WhatsApp) templates of an account with the platform’s.',
  who: 'account',
  input: SYNC,
  run: syncTemplates,
  show: ({ most, ...counts }) => ({ data: { ...counts, platform_allows: most } }),
});

/** As strict as `/v1`: what the store cannot keep is refused here. */
const proposal: Field<ReturnType<typeof proposalOf>, 'needed'> = {
  ...{ need: 'needed', options: [], schema: PROPOSAL },
  async read(_, source) {
    const read = readJson(await source.readInput(), limit('jsonDepth'));
    if (!read.ok) {
      throw new Refusal(
        'Standard input must be the template as JSON, no name twice and no half characters.',
      );
    }
    const plain = toPlain(read.value);
    const unstorable = findUnstorable(plain);
    if (unstorable !== undefined) throw complaint([unstorable]);
    const body = withDefaults(PROPOSAL, plain);
    const faults = faultsOf(PROPOSAL, body);
    if (faults.length > 0) throw complaint(faults);
    const proposed = proposalOf(body as ProposalBody);
    const wrong = faultsOfProposal(proposed);
    if (wrong.length > 0) throw complaint(wrong);
    return proposed;
  },
};

function complaint(faults: readonly ShapeFault[]): Refusal {
  return new Refusal(faults.map(({ pointer, rule }) => `${pointer || '/'} ${rule}.`).join('\n'));
}

const CREATE = { accountId, business, proposal };

export const proposeChatTemplate = operation<typeof CREATE, ChatTemplateId, ChatAdmin>({
  name: 'chat template create',
  about:
    'Proposes a chat (WhatsApp) template: JSON on standard input, as POST /v1/chat/templates ' +
    'takes it.',
  who: 'account',
  input: CREATE,
  run: createChatTemplate,
  show: async (made, input, { reader }) => {
    return { data: summary(await find(reader, { ...input, templateId: made })) };
  },
});

export const removeChatTemplate = operation<typeof ONE, void, ChatAdmin>({
  name: 'chat template delete',
  about:
    'Deletes a chat (WhatsApp) template at the platform; messages waiting for it are released.',
  who: 'account',
  input: ONE,
  run: (admin, { accountId: of, templateId }) =>
    deleteChatTemplate(admin, { accountId: of, id: templateId as ChatTemplateId }),
  show: async (_, input, { reader }) => {
    const { name, language } = await find(reader, input);
    return { data: { id: input.templateId, name, language, state: 'deleted' } };
  },
});
