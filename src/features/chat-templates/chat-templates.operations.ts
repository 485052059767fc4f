/** Accounts' chat (WhatsApp) templates, for staff to see and change. */
import { faultsOfProposal, readCategory, readDefinition } from '../../domain/chat/template.ts';
import type { AccountId, ChatTemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import { readJson, toPlain } from '@paigham/base/json.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import {
  faultsOf,
  withDefaults,
  type ShapeFault,
  type Static,
  type TObject,
} from '../../kit/shape.ts';
import { findUnstorable } from '../../kit/storable.ts';
import {
  type ChatTemplateRecord,
  findChatTemplate,
  listChatTemplates,
  listTemplateChanges,
} from '../../store/chat/templates.ts';
import { account, argument, id, internal, option, text } from '../../operations/fields.ts';
import { operation, query, type Field, type InputSource } from '../../operations/operation.ts';
import { more, showTime, type RawFields } from '../../operations/show.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import { createChatTemplate } from './create-template.ts';
import { deleteChatTemplate } from './delete-template.ts';
import { editChatTemplate } from './edit-template.ts';
import { EDIT, PROPOSAL, proposalOf, wordingOf } from './proposal-shape.ts';
import { syncTemplates } from './sync-templates.ts';

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
  { accountId, templateId }: { readonly accountId: AccountId; readonly templateId: number },
): Promise<ChatTemplateRecord> {
  const id = templateId as ChatTemplateId;
  const template = await findChatTemplate(reader, { accountId, id });
  if (template !== undefined) return template;
  throw new Refusal(`There is no such template: see "paigham chat template list ${accountId}".`);
}

export const chatTemplateList = query({
  name: 'chat template list',
  about: 'Lists the chat (WhatsApp) templates of an account, newest first.',
  input: {
    accountId,
    state: option('state', text('WORD'), 'in this state only: approved, pending, rejected'),
    beforeId: option('before', id, 'older than this template'),
  },
  async read({ reader }, { accountId, state, beforeId }) {
    const page = { beforeId, most: PAGE, state, name: undefined };
    const templates = await listChatTemplates(reader, { ...page, accountId });
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
    const offered = { category: readCategory(template.category), sample };
    const { header, body, footer, offer, buttons, cards } = readDefinition(components, offered);
    const history = await listTemplateChanges(reader, { ...template, most: HISTORY });
    const lines = history.map(({ atMs, what, from, to, reason, actor }) =>
      [showTime(atMs), what, `${from ?? ''} → ${to ?? ''}`, reason ?? '', `(${actor})`].join(' '),
    );
    return {
      data: {
        ...summary(template),
        header: header?.kind === 'text' ? header.text : header?.kind,
        body: body.text,
        footer,
        offer: offer?.text,
        buttons: buttons.map((it) => `${it.kind}: ${it.text}`),
        cards: cards.map((card) => `${card.header?.kind}: ${card.body.text}`),
        default_file: sample,
      },
      full: { ...summary(template), components, history },
      note: `History, newest first:\n${lines.join('\n')}`,
    };
  },
});

const SYNC = { accountId, business };

export const syncChatTemplates = operation({
  name: 'chat template sync',
  about: 'Compares the chat (WhatsApp) templates of an account with the platform’s.',
  who: 'account',
  input: SYNC,
  audit: 'chat.sync',
  run: syncTemplates,
  show: ({ most, ...counts }) => ({ data: { ...counts, platform_allows: most } }),
});

/** A template as JSON. As strict as `/v1`: what the store cannot hold is refused here. */
function onStandardInput<Body extends TObject, Value>(
  schema: Body,
  valueOf: (body: Static<Body>) => Value,
  faultsIn: (value: Value) => readonly ShapeFault[],
): Field<Value, 'needed'> {
  const check = (json: unknown): Value => {
    const unstorable = findUnstorable(json);
    if (unstorable !== undefined) throw complaint([unstorable]);
    const body = withDefaults(schema, json);
    const faults = faultsOf(schema, body);
    if (faults.length > 0) throw complaint(faults);
    const value = valueOf(body as Static<Body>);
    const wrong = faultsIn(value);
    if (wrong.length > 0) throw complaint(wrong);
    return value;
  };
  const read = async (_: unknown, source: Pick<InputSource, 'readInput'>): Promise<Value> => {
    const given = readJson(await source.readInput(), limit('jsonDepth'));
    if (!given.ok) {
      throw new Refusal(
        'Standard input must be the template as JSON, no duplicate names and no lone surrogates.',
      );
    }
    return check(toPlain(given.value));
  };
  const inBody = { name: 'proposal', schema };
  const take = (json: unknown) => ({ value: check(json) });
  return { need: 'needed', options: [], schema, inBody, read, take };
}

function complaint(faults: readonly ShapeFault[]): Refusal {
  return new Refusal(faults.map(({ pointer, rule }) => `${pointer || '/'} ${rule}.`).join('\n'));
}

const CREATE = {
  accountId,
  business,
  proposal: onStandardInput(PROPOSAL, proposalOf, faultsOfProposal),
  /** For callers that may repeat it. */
  idempotency: internal<Idempotency | undefined>(undefined),
};

export const proposeChatTemplate = operation({
  name: 'chat template create',
  about:
    'Submits a chat (WhatsApp) template: JSON on standard input, as POST /v1/chat/templates ' +
    'expects it.',
  who: 'account',
  input: CREATE,
  audit: ['chat.template.create', 'chat.template.answer'],
  run: createChatTemplate,
  show: async (made, input, { reader }) => {
    return { data: summary(await find(reader, { ...input, templateId: made })) };
  },
});

const EDITED = {
  ...ONE,
  proposal: onStandardInput(EDIT, wordingOf, () => []),
};

export const editTemplate = operation({
  name: 'chat template edit',
  about:
    'Proposes another wording of a chat (WhatsApp) template: JSON on standard input, as ' +
    'PUT /v1/chat/templates/{id} takes it.',
  who: 'account',
  input: EDITED,
  audit: ['chat.template.edit', 'chat.template.answer'],
  run: (admin: ChatAdmin, { templateId, ...input }) =>
    editChatTemplate(admin, { ...input, id: templateId as ChatTemplateId }),
  show: async (_, input, { reader }) => ({ data: summary(await find(reader, input)) }),
});

export const removeChatTemplate = operation({
  name: 'chat template delete',
  about: 'Deletes a chat (WhatsApp) template at the platform; what waits with it is not charged.',
  who: 'account',
  input: ONE,
  audit: 'chat.template.delete',
  run: (admin: ChatAdmin, { accountId, templateId }) =>
    deleteChatTemplate(admin, { accountId, id: templateId as ChatTemplateId }),
  show: async (_, input, { reader }) => {
    const { name, language } = await find(reader, input);
    return { data: { id: input.templateId, name, language, state: 'deleted' } };
  },
});
