import { addTemplate } from '../../admin/templates/add-template.ts';
import type { DeclaredVariable } from '../../admin/templates/check-template.ts';
import { setValidity } from '../../admin/templates/set-validity.ts';
import { decideTemplate } from '../../admin/templates/decide-template.ts';
import { MOST_VALIDITY_MINUTES } from '../../domain/message/validity.ts';
import type { VariableType } from '../../domain/template/template.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listTemplates } from '../../store/templates/list-templates.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { APPROVAL_OPTIONS, more, readApprovals } from '../paging.ts';
import { readList, readNumber, showTime } from '../values.ts';

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.arg('[ACCOUNT]');
  const accountId = named === '' ? undefined : (await findAccount(line, named)).id;
  const ask = readApprovals(given);
  const templates = await listTemplates(line.reader, { accountId, ...ask });
  const data = templates.map((template) => ({
    id: template.id,
    account: template.accountId,
    account_name: template.account,
    name: template.name,
    category: template.category,
    state: template.state,
    reason: template.reason,
    proposed: showTime(template.createdAtMs),
    validity_minutes: template.validityMinutes,
    message: template.message,
  }));
  return { data, empty: 'No templates found.', ...more(templates, ask.most) };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const category = readCategory(given.option('category') ?? 'transactional');
  const variables = readList(given.option('variables') ?? '').map(readVariable);
  const wording = { name: given.arg('NAME'), message: given.arg('WORDING'), category, variables };
  const proposed = { accountId: account.id, ...wording };
  const added = settled(await addTemplate(line.admin, proposed), given);
  const shown = added.variables.map(({ name, type, maxLength, optional }) =>
    [name, type, maxLength, ...(optional === true ? [OPTIONAL] : [])].join(':'),
  );
  const data = { id: added.templateId, name: wording.name, state: 'waiting', variables: shown };
  return { data, note: `Next: paigham template approve ${account.id} ${added.templateId}` };
}

function readCategory(text: string): 'transactional' | 'promotional' {
  if (text === 'transactional' || text === 'promotional') return text;
  throw new UsageError('--category must be transactional or promotional.');
}

const OPTIONAL = 'optional';

/** `code`, `code:digits:8`, `note:optional`, `note:text:40:optional`; the rest is checked later. */
function readVariable(text: string): DeclaredVariable {
  const [name = '', ...words] = text.split(':');
  const optional = words.at(-1) === OPTIONAL;
  const [type, maxLength, more] = optional ? words.slice(0, -1) : words;
  if (more !== undefined) throw new UsageError(`--variables has too much behind ${name}: ${more}.`);
  return {
    name,
    optional,
    ...(type === undefined ? {} : { type: type as VariableType }),
    ...(maxLength === undefined
      ? {}
      : { maxLength: readNumber(maxLength, `the length of ${name}`) }),
  };
}

const decide = (state: 'approved' | 'rejected') => async (line: Line, given: Given) => {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const templateId = readNumber(given.arg('TEMPLATE'), 'TEMPLATE');
  const reason = given.option('reason');
  const why = reason === undefined ? {} : { reason };
  settled(
    await decideTemplate(line.admin, { accountId: account.id, templateId, state, ...why }),
    given,
  );
  return { data: { id: templateId, state } };
};

const MOST = MOST_VALIDITY_MINUTES;
const MINUTES = `from 1 to ${MOST}, or usual`;

async function validity(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const templateId = readNumber(given.arg('TEMPLATE'), 'TEMPLATE');
  const text = given.arg('MINUTES');
  const minutes = text === 'usual' ? undefined : Number(text);
  const isMinutes = /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST;
  if (minutes !== undefined && !isMinutes) throw new UsageError(`MINUTES must be ${MINUTES}.`);
  settled(await setValidity(line.admin, { accountId: account.id, templateId, minutes }), given);
  return { data: { id: templateId, validity_minutes: minutes ?? null } };
}

export const templateCommands: readonly Command[] = [
  {
    name: 'template list',
    args: ['[ACCOUNT]'],
    options: APPROVAL_OPTIONS,
    about: 'Lists the templates of an account, or of all, newest first.',
    run: list,
  },
  {
    name: 'template add',
    args: ['ACCOUNT', 'NAME', 'WORDING'],
    options: [
      { name: 'category', value: 'CATEGORY', about: 'transactional (default) or promotional' },
      {
        name: 'variables',
        value: 'LIST',
        about: 'what they may hold: code:digits:8,note:text:40:optional; else text of 160',
      },
    ],
    about: 'Proposes a wording with #variables#; it waits for approval.',
    run: add,
  },
  {
    name: 'template approve',
    args: ['ACCOUNT', 'TEMPLATE'],
    options: [],
    about: 'Approves a template, by its id.',
    run: decide('approved'),
  },
  {
    name: 'template reject',
    args: ['ACCOUNT', 'TEMPLATE'],
    options: [{ name: 'reason', value: 'TEXT', about: 'why, for the account to read' }],
    about: 'Rejects a template, also one that was approved.',
    run: decide('rejected'),
  },
  {
    name: 'template validity',
    args: ['ACCOUNT', 'TEMPLATE', 'MINUTES'],
    options: [],
    about:
      'Sets for how many MINUTES its messages may wait before they expire, ' +
      `${MINUTES}: as their sender says.`,
    run: validity,
  },
];
