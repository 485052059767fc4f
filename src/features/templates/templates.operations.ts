/** Templates of texts: wordings that accounts propose and staff approve. */
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { MOST_VALIDITY_MINUTES } from '../../domain/message/draft.ts';
import type { Variable, VariableType } from '../../domain/template/template.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { Type } from '../../kit/shape.ts';
import {
  decideTemplate as writeDecision,
  deleteTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  setTemplateValidity,
  writeWording,
  findTemplate,
} from './templates.sql.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import {
  changed,
  refuse,
  type Admin,
  type Changed,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import { checkTemplate, type DeclaredVariable } from './check-template.operations.ts';
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
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { at, more } from '../../operations/show.ts';
import { judgeTake } from '../wordings/wordings.operations.ts';

const MOST_VERSIONS = limit('templateVersions');

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
      version: template.version,
      category: template.category,
      state: template.state,
      reason: template.reason,
      proposed: at(template.createdAtMs),
      validity_minutes: template.validityMinutes,
      message: template.message,
      next_version: template.proposed?.version,
      next_message: template.proposed?.message,
      own_numbers_only: template.ownNumbersOnly,
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
    throw new UsageError(`Variable ${name} has too much after its length: ${more_}.`);
  }
  if (length !== undefined && !/^\d{1,15}$/.test(length)) {
    throw new UsageError(`The length of ${name} must be a whole number.`);
  }
  return {
    name,
    optional,
    ...(type === undefined ? {} : { type: type as VariableType }),
    ...(length === undefined ? {} : { maxLength: Number(length) }),
  };
}

/** As `--variables` takes it. */
function declare({ name, type, maxLength, optional }: Variable): string {
  return [name, type, maxLength, ...(optional === true ? [OPTIONAL] : [])].join(':');
}

const variables: Kind<readonly DeclaredVariable[]> = {
  word: 'LIST',
  schema: list.schema,
  must: '',
  read: async (given, source) => (await list.read(given, source))?.map(readVariable),
  take: (given) => (given as readonly string[]).map(readVariable),
};

const ADD = {
  accountId,
  name: argument('NAME', text()),
  message: argument('WORDING', text()),
  category: defaulted('category', category, 'transactional or promotional', 'transactional'),
  variables: option(
    'variables',
    variables,
    'what they may hold: code:digits:8,note:text:40:optional; otherwise text of up to 160',
  ),
};

const MOST_WAITING = limit('waitingForStaff');
const TOO_MANY = `is one too many: ${MOST_WAITING} of this account wait for a decision already`;

async function areTooMany(transaction: Transaction, accountId: AccountId): Promise<boolean> {
  const search = { accountId, state: 'waiting', beforeId: undefined } as const;
  const waiting = await listTemplates(transaction, { ...search, most: MOST_WAITING });
  return waiting.length >= MOST_WAITING;
}

const hasIt = (id: TemplateId): string =>
  `is what your template ${id} says: use that one, or change the wording`;

/** Seed section 2, "Fixed-SMS / OTP template". */
export const addTemplate = operation({
  name: 'template add',
  about: 'Proposes a template with #variables#; it waits for approval.',
  who: 'account',
  audit: 'template.add',
  raises: 'account',
  input: ADD,
  async work(transaction, { accountId, ...proposed }, { clock, actor }) {
    const checked = checkTemplate(proposed);
    if (!checked.ok) return checked;
    const { name, message, category: kind } = proposed;
    const { variables: declared } = checked;
    const template = { name, message, category: kind, variables: declared };
    const take = await judgeTake(transaction, accountId, template);
    if (take.kind === 'taken') return refuse('message', hasIt(take.templateId));
    const isApproved = take.kind === 'approved';
    if (!isApproved && (await areTooMany(transaction, accountId))) return refuse('name', TOO_MANY);
    const atMs = clock.nowMs();
    const added = await insertTemplate(transaction, accountId, template, { atMs, actor });
    if (isApproved) await approveAtOnce(transaction, accountId, { id: added, atMs });
    const state = isApproved ? 'approved' : 'waiting';
    const value = { templateId: added, variables: declared, state } as const;
    return changed(value, { templateId: added, name, category: kind, state });
  },
  show({ templateId: added, variables: all, state }, { accountId, name }) {
    const shown = all.map((it) =>
      [it.name, it.type, it.maxLength, ...(it.optional === true ? [OPTIONAL] : [])].join(':'),
    );
    const data = { id: added, name, state, variables: shown };
    const next = `Next: paigham template approve ${accountId} ${added}`;
    return { data, note: state === 'approved' ? undefined : next };
  },
});

/** Its wording was approved in advance. */
async function approveAtOnce(
  transaction: Transaction,
  accountId: AccountId,
  { id: approved, atMs }: { readonly id: TemplateId; readonly atMs: number },
): Promise<void> {
  const decision = { id: approved, state: 'approved', version: 1, reason: undefined } as const;
  const told = { atMs, actor: 'service' };
  await writeDecision(transaction, accountId, { ...decision, isBeside: false }, told);
  const fact = { id: String(approved), reason: null };
  const event = { accountId, type: 'template.approved', subjectId: approved, fact } as const;
  await noteFacts(transaction, [event], { atMs });
}

const EDIT = {
  accountId,
  templateId,
  message: ADD.message,
  category: option('category', category, 'transactional or promotional (default: as it is)'),
  variables: ADD.variables,
};

/** An approved wording stays in use until the new one is approved, too. */
export const proposeWording = operation({
  name: 'template edit',
  about: 'Proposes another wording of a template; an approved one is used until it is approved.',
  who: 'account',
  audit: 'template.edit',
  raises: 'account',
  input: EDIT,
  async work(transaction, { accountId, templateId: edited, ...given }, { clock, actor }) {
    const before = await lockTemplate(transaction, { accountId, id: edited });
    if (before === undefined) return NOT_THEIRS;
    const { message, category: kind = before.category } = given;
    const checked = checkTemplate({ ...given, name: before.name, category: kind });
    if (!checked.ok) return checked;
    const waits = before.state === 'waiting' || before.proposed !== undefined;
    if (!waits && (await areTooMany(transaction, accountId))) return refuse('message', TOO_MANY);
    const version = before.lastVersion + 1;
    if (version > MOST_VERSIONS) {
      return refuse('templateId', `has been changed ${MOST_VERSIONS} times: add another`);
    }
    const wording = { message, category: kind, variables: checked.variables, version };
    const isBeside = before.state === 'approved';
    const told = { atMs: clock.nowMs(), actor };
    await writeWording(transaction, { accountId, id: edited }, { ...wording, isBeside }, told);
    return changed({ version }, { templateId: edited, version, category: kind });
  },
  show: ({ version }, { accountId, templateId: id }) => ({
    data: { id, version, state: 'waiting' },
    note: `Next: paigham template approve ${accountId} ${id} --version ${version}`,
  }),
  present: {
    by: ['accountId', 'templateId'],
    read: async ({ reader }, input) => {
      const found = await findTemplate(reader, {
        accountId: input.accountId,
        id: input.templateId as TemplateId,
      });
      if (found === undefined) return undefined;
      const { message: wording, category, variables } = found.proposed ?? found;
      return { wording, category, variables: variables.map(declare) };
    },
  },
});

type Decision = {
  readonly accountId: AccountId;
  readonly templateId: number;
  readonly state: 'approved' | 'rejected';
  /** The version it is about; undefined: there was only ever one. */
  readonly version?: number | undefined;
  /** Shown to the account; required for a rejection. */
  readonly reason?: string | undefined;
};

const NOT_THEIRS = refuse(
  'templateId',
  'is not a template of this account: see "paigham template list"',
);

const version = option(
  'version',
  whole('VERSION', 1, MOST_VERSIONS),
  'which wording; needed once the account has changed it, so that nobody approves what came after',
);

const DECIDED = { accountId, templateId, version };

/** Decides on the waiting wording or, if there is none, on the template. */
async function decide(
  transaction: Transaction,
  decided: {
    readonly accountId: AccountId;
    readonly id: number;
    readonly state: 'approved' | 'rejected';
    readonly version: number | undefined;
    readonly reason: string | undefined;
  },
  admin: Admin,
): Promise<Changed<undefined> | Refused> {
  const { accountId, state, reason, id } = decided;
  const before = await lockTemplate(transaction, { accountId, id });
  if (before === undefined) return NOT_THEIRS;
  const current = before.proposed?.version ?? before.version;
  if (state === 'approved' && decided.version === undefined && current > 1) {
    return refuse('version', `must be given: it is ${current} now, see template list`);
  }
  if (decided.version !== undefined && decided.version !== current) {
    return refuse('version', `must be ${current}: the wording was changed, see template list`);
  }
  const isBeside = before.proposed !== undefined;
  const decision = { id, state, version: current, reason };
  const told = { atMs: admin.clock.nowMs(), actor: admin.actor };
  await writeDecision(transaction, accountId, { ...decision, isBeside }, told);
  const fact = { id: String(id), reason: reason ?? null };
  const event = { accountId, type: `template.${state}` as const, subjectId: id, fact };
  await noteFacts(transaction, [event], { atMs: told.atMs });
  const news = { kind: 'template_decided', name: before.name, version: current, reason } as const;
  await tellOwners(admin, transaction, accountId, news);
  const { id: template, ...rest } = decision;
  return changed(undefined, { templateId: template, ...rest });
}

export const approveTemplate = operation({
  name: 'template approve',
  about: 'Approves a template, or its next wording, by its id.',
  audit: 'template.approve',
  raises: 'account',
  input: DECIDED,
  work: (transaction, { accountId, templateId: id, version: which }, admin) =>
    decide(
      transaction,
      { accountId, id, version: which, state: 'approved', reason: undefined },
      admin,
    ),
  show: (_, input) => ({ data: { id: input.templateId, state: 'approved' } }),
});

export const rejectTemplate = operation({
  name: 'template reject',
  about:
    'Rejects the wording of a template that waits; when none does the template itself, even one ' +
    'that was approved: what waits with it is rejected and not charged.',
  audit: 'template.reject',
  raises: 'account',
  input: { ...DECIDED, reason: option('reason', text(), 'why, for the account to read') },
  async work(transaction, { accountId, templateId: id, version: which, reason }, admin) {
    if (!reason?.trim()) return refuse('reason', 'must say why');
    return decide(transaction, { accountId, id, version: which, state: 'rejected', reason }, admin);
  },
  show: (_, input) => ({ data: { id: input.templateId, state: 'rejected' } }),
});

export function decideTemplate(
  admin: Admin,
  { state, ...input }: Decision,
): Promise<Outcome<undefined>> {
  return (state === 'approved' ? approveTemplate : rejectTemplate)(admin, input);
}

const REMOVE = { accountId, templateId };

/** Messages waiting with it are rejected when their turn comes, and released. */
export const removeTemplate = operation({
  name: 'template remove',
  about: 'Deletes a template; what waits with it is rejected and not charged.',
  who: 'account',
  audit: 'template.remove',
  raises: 'account',
  input: REMOVE,
  async work(transaction, { accountId, templateId: removed }) {
    const gone = await deleteTemplate(transaction, { accountId, id: removed as TemplateId });
    return gone === undefined ? NOT_THEIRS : changed(undefined, { id: removed, name: gone });
  },
  show: (_, input) => ({ data: { id: input.templateId, state: null } }),
});

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

/** Applies to what is accepted from now on. */
export const setValidity = operation({
  name: 'template validity',
  about:
    'Sets for how many MINUTES its messages may wait before they expire, from 1 to ' +
    `${MOST_VALIDITY_MINUTES}, or '${USUAL}' for the sender type’s default.`,
  audit: 'template.validity',
  raises: 'account',
  input: { accountId, templateId, minutes: argument('MINUTES', minutes) },
  async work(transaction, { accountId, templateId: set, ...input }) {
    const change = { id: set, minutes: input.minutes === USUAL ? undefined : input.minutes };
    const exists = await setTemplateValidity(transaction, { ...change, accountId });
    return exists ? changed(undefined, change) : NOT_THEIRS;
  },
  show: (_, input) => ({
    data: {
      id: input.templateId,
      validity_minutes: input.minutes === USUAL ? null : input.minutes,
    },
  }),
  present: {
    by: ['accountId', 'templateId'],
    read: async ({ reader }, input) => {
      const found = await findTemplate(reader, {
        accountId: input.accountId,
        id: input.templateId as TemplateId,
      });
      return found && { minutes: found.validityMinutes ?? 'usual' };
    },
  },
});
