/** Templates of texts: wordings that accounts propose and staff approve. */
import type { AccountId } from '../domain/ids.ts';
import { MOST_VALIDITY_MINUTES } from '../domain/message/validity.ts';
import type { VariableType } from '../domain/template/template.ts';
import { UsageError } from '../kit/refusal.ts';
import { Type } from '../kit/shape.ts';
import {
  decideTemplate as writeDecision,
  insertTemplate,
  listTemplates,
  setTemplateValidity,
} from '../store/templates.ts';
import { changed, refuse, type Admin, type Outcome } from './admin.ts';
import { checkTemplate, type DeclaredVariable } from './check-template.ts';
import {
  account,
  approvals,
  argument,
  category,
  defaulted,
  id,
  lastArgument,
  list,
  option,
  text,
  whole,
  type Kind,
} from './fields.ts';
import { operation, query } from './operation.ts';
import { at, more } from './show.ts';

const accountId = argument('ACCOUNT', account);
const templateId = argument('TEMPLATE', id);

export const templateList = query({
  name: 'template list',
  about: 'Lists the templates of an account, or of all, newest first.',
  input: { accountId: lastArgument('[ACCOUNT]', account), ...approvals },
  async read({ reader }, input) {
    const templates = await listTemplates(reader, input);
    const data = templates.map((template) => ({
      id: template.id,
      account: template.accountId,
      account_name: template.account,
      name: template.name,
      category: template.category,
      state: template.state,
      reason: template.reason,
      proposed: at(template.createdAtMs),
      validity_minutes: template.validityMinutes,
      message: template.message,
    }));
    return { data, empty: 'No templates found.', ...more(templates, input.most) };
  },
});

const OPTIONAL = 'optional';

/** `code`, `code:digits:8`, `note:optional`, `note:text:40:optional`; the rest is checked later. */
function readVariable(given: string): DeclaredVariable {
  const [name = '', ...words] = given.split(':');
  const optional = words.at(-1) === OPTIONAL;
  const [type, length, more_] = optional ? words.slice(0, -1) : words;
  if (more_ !== undefined) {
    throw new UsageError(`--variables has too much behind ${name}: ${more_}.`);
  }
  if (length !== undefined && !/^\d{1,15}$/.test(length)) {
    throw new UsageError(`the length of ${name} must be a whole number.`);
  }
  return {
    name,
    optional,
    ...(type === undefined ? {} : { type: type as VariableType }),
    ...(length === undefined ? {} : { maxLength: Number(length) }),
  };
}

const variables: Kind<readonly DeclaredVariable[]> = {
  ...{ word: 'LIST', schema: list.schema, must: '' },
  read: async (given, source) => (await list.read(given, source))?.map(readVariable),
};

/** Seed section 2, "Fixed-SMS / OTP template". */
export const addTemplate = operation({
  name: 'template add',
  about: 'Proposes a template with #variables#; it waits for approval.',
  audit: 'template.add',
  raises: 'account',
  input: {
    accountId,
    name: argument('NAME', text()),
    message: argument('WORDING', text()),
    category: defaulted('category', category, 'transactional or promotional', 'transactional'),
    variables: option(
      'variables',
      variables,
      'what they may hold: code:digits:8,note:text:40:optional; otherwise text of up to 160',
    ),
  },
  async work(transaction, { accountId: of, ...proposed }, { clock }) {
    const checked = checkTemplate(proposed);
    if (!checked.ok) return checked;
    const { name, message, category: kind } = proposed;
    const template = { name, message, category: kind, variables: checked.variables };
    const added = await insertTemplate(transaction, of, template, clock.nowMs());
    const value = { templateId: added, variables: checked.variables };
    return changed(value, { templateId: added, name, category: kind });
  },
  show({ templateId: added, variables: all }, { accountId: of, name }) {
    const shown = all.map((it) =>
      [it.name, it.type, it.maxLength, ...(it.optional === true ? [OPTIONAL] : [])].join(':'),
    );
    const data = { id: added, name, state: 'waiting', variables: shown };
    return { data, note: `Next: paigham template approve ${of} ${added}` };
  },
});

type Decision = {
  readonly accountId: AccountId;
  readonly templateId: number;
  readonly state: 'approved' | 'rejected';
  /** For the account to read; a rejection needs one. */
  readonly reason?: string | undefined;
};

const NOT_THEIRS = refuse('templateId', 'is not a template of this account');

export const approveTemplate = operation({
  name: 'template approve',
  about: 'Approves a template, by its id.',
  audit: 'template.approve',
  raises: 'account',
  input: { accountId, templateId },
  async work(transaction, { accountId: of, templateId: decided }, { clock }) {
    const decision = { id: decided, state: 'approved', reason: undefined } as const;
    const exists = await writeDecision(transaction, of, decision, clock.nowMs());
    return exists ? changed(undefined, decision) : NOT_THEIRS;
  },
  show: (_, input) => ({ data: { id: input.templateId, state: 'approved' } }),
});

export const rejectTemplate = operation({
  name: 'template reject',
  about: 'Rejects a template, even one that was approved; its waiting messages are released.',
  audit: 'template.reject',
  raises: 'account',
  input: {
    accountId,
    templateId,
    reason: option('reason', text(), 'why, for the account to read'),
  },
  async work(transaction, { accountId: of, templateId: decided, reason }, { clock }) {
    if (!reason?.trim()) return refuse('reason', 'must say why');
    const decision = { id: decided, state: 'rejected', reason } as const;
    const exists = await writeDecision(transaction, of, decision, clock.nowMs());
    return exists ? changed(undefined, decision) : NOT_THEIRS;
  },
  show: (_, input) => ({ data: { id: input.templateId, state: 'rejected' } }),
});

/** Approves a template or rejects it. */
export function decideTemplate(
  admin: Admin,
  { state, ...input }: Decision,
): Promise<Outcome<undefined>> {
  return (state === 'approved' ? approveTemplate : rejectTemplate)(admin, input);
}

const USUAL = 'usual';
const inMinutes = whole('MINUTES', 1, MOST_VALIDITY_MINUTES);
const minutes: Kind<number | typeof USUAL> = {
  ...inMinutes,
  schema: Type.Union([inMinutes.schema, Type.Literal(USUAL)]),
  must: `must be from 1 to ${MOST_VALIDITY_MINUTES}, or ${USUAL}`,
  async read(given, source) {
    if (given === USUAL) return USUAL;
    const read = await inMinutes.read(given, source);
    return read === undefined || inMinutes.rule?.(read) !== undefined ? undefined : read;
  },
  rule: (value) => (value === USUAL ? undefined : inMinutes.rule?.(value)),
};

/** Holds for what is accepted from now on. */
export const setValidity = operation({
  name: 'template validity',
  about:
    'Sets for how many MINUTES its messages may wait before they expire, from 1 to ' +
    `${MOST_VALIDITY_MINUTES}, or '${USUAL}' for the sender type’s default.`,
  audit: 'template.validity',
  raises: 'account',
  input: { accountId, templateId, minutes: argument('MINUTES', minutes) },
  async work(transaction, { accountId: of, templateId: set, ...input }) {
    const change = { id: set, minutes: input.minutes === USUAL ? undefined : input.minutes };
    const exists = await setTemplateValidity(transaction, of, change);
    return exists ? changed(undefined, change) : NOT_THEIRS;
  },
  show: (_, input) => ({
    data: {
      id: input.templateId,
      validity_minutes: input.minutes === USUAL ? null : input.minutes,
    },
  }),
});
