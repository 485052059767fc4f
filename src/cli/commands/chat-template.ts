import { createChatTemplate } from '../../admin/chat/create-template.ts';
import { deleteChatTemplate } from '../../admin/chat/delete-template.ts';
import { syncTemplates } from '../../admin/chat/sync-templates.ts';
import { readDefinition } from '../../domain/chat/read-definition.ts';
import { faultsOfProposal } from '../../domain/chat/template-rules.ts';
import { readCategory } from '../../domain/chat/template.ts';
import type { AccountId, ChatTemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readJson, toPlain } from '../../kit/json.ts';
import { Refusal } from '../../kit/refusal.ts';
import { faultsOf, findUnstorable, withDefaults } from '../../kit/shape.ts';
import {
  findChatTemplate,
  listChatTemplates,
  listTemplateChanges,
  type ChatTemplateRecord,
} from '../../store/chat/templates.ts';
import { PROPOSAL, proposalOf, type ProposalBody } from '../../admin/chat/proposal-shape.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readNumber, showTime } from '../values.ts';

const PAGE = 200;
const HISTORY = 50;

function summary(template: ChatTemplateRecord): Fields {
  const { id, name, language, category, state, quality = null, reason = null } = template;
  const { businessPlatformId: business, platformId: platform = null } = template;
  return { id, name, language, category, state, reason, quality, business, platform };
}

async function list(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const after = given.option('before');
  const templates = await listChatTemplates(line.reader, account.id, {
    beforeId: after === undefined ? undefined : readNumber(after, '--before'),
    most: PAGE,
    state: given.option('state'),
    name: undefined,
  });
  const last = templates.length === PAGE ? templates.at(-1) : undefined;
  const more = last === undefined ? {} : { note: `More: --before ${last.id}` };
  return { data: templates.map(summary), ...more };
}

async function find(line: Line, given: Given): Promise<ChatTemplateRecord> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const id = readNumber(given.arg('TEMPLATE'), 'TEMPLATE') as ChatTemplateId;
  const template = await findChatTemplate(line.reader, account.id, id);
  if (template !== undefined) return template;
  throw new Refusal(`There is no such template: see "paigham chat template list ${account.id}".`);
}

async function show(line: Line, given: Given): Promise<Answer> {
  const template = await find(line, given);
  const category = readCategory(template.category);
  const sample = template.sampleId;
  const { header, body, footer, buttons } = readDefinition(template.components, {
    category,
    sample,
  });
  const history = await listTemplateChanges(line.reader, template, HISTORY);
  const lines = history.map(({ atMs, what, from, to, reason, actor }) =>
    [showTime(atMs), what, `${from ?? ''} → ${to ?? ''}`, reason ?? '', `(${actor})`].join(' '),
  );
  return {
    data: {
      ...summary(template),
      header: header === undefined ? null : header.kind === 'text' ? header.text : header.kind,
      body: body.text,
      footer: footer ?? null,
      buttons: buttons.map(({ kind, text }) => `${kind}: ${text}`),
      default_file: sample ?? null,
    },
    full: { ...summary(template), components: template.components, history },
    note: `History, newest first:\n${lines.join('\n')}`,
  };
}

async function sync(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const business = given.option('business');
  const accountId: AccountId = account.id;
  const { most = null, ...counts } = settled(
    await syncTemplates(line.chat, { accountId, business }),
    given,
  );
  return { data: { ...counts, platform_allows: most } };
}

async function create(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const body = withDefaults(PROPOSAL, parseJson(await line.readInput()));
  const shapeFaults = faultsOf(PROPOSAL, body);
  if (shapeFaults.length > 0) throw complaint(shapeFaults);
  const proposal = proposalOf(body as ProposalBody);
  const faults = faultsOfProposal(proposal);
  if (faults.length > 0) throw complaint(faults);
  const accountId = account.id;
  const business = given.option('business');
  const id = settled(await createChatTemplate(line.chat, { accountId, business, proposal }), given);
  const template = await findChatTemplate(line.reader, accountId, id);
  return { data: template === undefined ? { id } : summary(template) };
}

/** As strict as `/v1`: what the store cannot keep is refused here. */
function parseJson(text: string): unknown {
  const read = readJson(text, limit('jsonDepth'));
  if (!read.ok) {
    throw new Refusal(
      'Standard input must be the template as JSON, no name twice and no half characters.',
    );
  }
  const value = toPlain(read.value);
  const fault = findUnstorable(value);
  if (fault !== undefined) throw complaint([fault]);
  return value;
}

function complaint(
  faults: readonly { readonly pointer: string; readonly rule: string }[],
): Refusal {
  return new Refusal(faults.map(({ pointer, rule }) => `${pointer || '/'} ${rule}.`).join('\n'));
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const { accountId, id, name, language } = await find(line, given);
  settled(await deleteChatTemplate(line.chat, { accountId, id }), given);
  return { data: { id, name, language, state: 'deleted' } };
}

const BUSINESS = {
  name: 'business',
  value: 'ID',
  about: 'the platform’s id of a business account; the one connected first',
} as const;

export const chatTemplateCommands: readonly Command[] = [
  {
    name: 'chat template list',
    args: ['ACCOUNT'],
    options: [
      { name: 'state', value: 'WORD', about: 'in this state alone: approved, pending, rejected' },
      { name: 'before', value: 'ID', about: 'begin before this template' },
    ],
    about: 'Lists the chat templates of an account, newest first.',
    run: list,
  },
  {
    name: 'chat template show',
    args: ['ACCOUNT', 'TEMPLATE'],
    options: [],
    about: 'Shows a chat template with its history.',
    run: show,
  },
  {
    name: 'chat template sync',
    args: ['ACCOUNT'],
    options: [BUSINESS],
    about: 'Compares the chat templates of an account with the platform’s.',
    run: sync,
  },
  {
    name: 'chat template create',
    args: ['ACCOUNT'],
    options: [BUSINESS],
    about: 'Proposes a chat template: JSON on standard input, as POST /v1/chat/templates takes it.',
    run: create,
  },
  {
    name: 'chat template delete',
    args: ['ACCOUNT', 'TEMPLATE'],
    options: [],
    about: 'Deletes a chat template at the platform; what waits for it is released.',
    run: remove,
  },
];
