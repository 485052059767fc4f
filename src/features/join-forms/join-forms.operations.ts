/** Forms by which people agree to an account's promotional texts, as the account keeps them. */
import { readTag, TAG_RULE } from '../../domain/contact/contact.ts';
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import { Type } from '../../kit/shape.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { codeVariableOf } from '../sign-in/code-sender.operations.ts';
import { listSenders } from '../senders/senders.sql.ts';
import { findTemplate } from '../templates/templates.sql.ts';
import { changed, refuse, type Admin, type Refused } from '../../operations/admin.ts';
import {
  account,
  argument,
  id,
  needed,
  onOff,
  option,
  text,
  type Kind,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import {
  deleteJoinForm,
  findJoinForm,
  insertJoinForm,
  listJoinForms,
  updateJoinForm,
  type NewJoinForm,
} from './join-forms.sql.ts';

const words = (most: number): Kind<string> => ({
  ...text(),
  rule: (given) => (given.length <= most ? undefined : `must have ${most} characters at most`),
});
const WORDING = limit('consentWordingCharacters');
const MOST = limit('joinFormsOfAccount');

const template: Kind<TemplateId> = {
  word: 'ID',
  schema: Type.String({ maxLength: 15 }),
  must: 'must be the id of a template',
  read: (given) => (/^\d{1,15}$/.test(given) ? (Number(given) as TemplateId) : undefined),
};

const accountId = argument('ACCOUNT', account);
const formId = argument('FORM', id);
const FIELDS = {
  name: option('name', words(limit('contactNameCharacters')), 'its name in lists'),
  wording: option('wording', words(WORDING), 'what people agree to, in English'),
  wordingUrdu: option('wording-urdu', words(WORDING), 'the same in Urdu; empty: English'),
  tag: option('tag', text('TAG'), 'a tag for the contacts of those who agree; empty: none'),
  sender: option('sender', text('SENDER'), 'an approved sender: who texts the codes'),
  templateId: option(
    'template-id',
    template,
    'an approved template with one variable, for the code',
  ),
  active: option('active', onOff, 'whether the form is open'),
};
type Fields = { readonly [Name in keyof typeof FIELDS]?: NewJoinForm[Name] | undefined };

const NOT_OF_ACCOUNT = refuse('formId', 'is not a form of this account');
const must = (field: keyof typeof FIELDS): Refused => refuse(field, 'is missing');

/** What is given, over what is known; checked. */
async function read(
  transaction: Transaction,
  account: AccountId,
  given: Fields,
  known?: NewJoinForm,
): Promise<NewJoinForm | Refused> {
  const empty = { wordingUrdu: '', tag: '', active: true } as const;
  const set = Object.fromEntries(Object.entries(given).filter(([, it]) => it !== undefined));
  const form = { ...empty, ...known, ...(set as Partial<NewJoinForm>), accountId: account };
  const { name = '', wording = '', sender = '', tag, templateId } = form;
  if (name.trim() === '') return must('name');
  if (wording.trim() === '') return must('wording');
  if (sender === '') return must('sender');
  if (templateId === undefined) return must('templateId');
  const read = tag === '' ? '' : readTag(tag);
  if (read === undefined) return refuse('tag', TAG_RULE);
  const search = { accountId: account, state: 'approved', beforeId: undefined } as const;
  const senders = await listSenders(transaction, { ...search, most: 1_000 });
  if (!senders.some((it) => it.name === sender)) {
    return refuse('sender', 'must be an approved sender of this account');
  }
  const found = await findTemplate(transaction, { accountId: account, id: templateId });
  const fits = found?.state === 'approved' && codeVariableOf(found) !== undefined;
  if (!fits || found.category !== 'transactional' || found.ownNumbersOnly) {
    return refuse('templateId', MUST_CARRY_CODE);
  }
  const texts = { name: name.trim(), wording: wording.trim() };
  return { ...form, ...texts, sender, tag: read, templateId };
}

const MUST_CARRY_CODE =
  'must be an approved transactional template with one variable, for the code';

/** Signs of codes of addresses: none is read as another. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_SIGNS = 8;

const ADD = {
  accountId,
  ...FIELDS,
  name: needed(FIELDS.name),
  wording: needed(FIELDS.wording),
  sender: needed(FIELDS.sender),
  templateId: needed(FIELDS.templateId),
};

export const addJoinForm = operation({
  name: 'join-form add',
  about: 'Adds a public form by which people agree to promotional texts of an account.',
  who: 'account',
  audit: 'join_form.add',
  raises: 'nothing',
  input: ADD,
  async work(transaction, { accountId: account, ...given }, { clock, random }) {
    await lockAccount(transaction, { accountId: account });
    const page = { accountId: account, beforeId: undefined, most: MOST };
    if ((await listJoinForms(transaction, page)).length >= MOST) {
      return refuse('name', `would be more than the ${MOST} forms that an account may have`);
    }
    const form = await read(transaction, account, given);
    if ('ok' in form) return form;
    const signs = Array.from(
      { length: CODE_SIGNS },
      () => SIGNS[random.randomInt(0, SIGNS.length)],
    );
    const code = signs.join('');
    const added = await insertJoinForm(transaction, { ...form, code, atMs: clock.nowMs() });
    return changed(added, { form: added, code });
  },
  show: (form) => ({ data: { form } }),
});

const SET = { accountId, formId, ...FIELDS };

export const setJoinForm = operation({
  name: 'join-form set',
  about: 'Changes a form by which people agree, or closes it.',
  who: 'account',
  audit: 'join_form.set',
  raises: 'nothing',
  needsOne: true,
  input: SET,
  async work(transaction, { accountId: account, formId: form, ...given }, { clock }) {
    const known = await findJoinForm(transaction, { accountId: account, id: form });
    if (known === undefined) return NOT_OF_ACCOUNT;
    const changes = await read(transaction, account, given, known);
    if ('ok' in changes) return changes;
    await updateJoinForm(transaction, { ...changes, id: form, atMs: clock.nowMs() });
    return changed(form, { form });
  },
  show: (form) => ({ data: { form } }),
  present: {
    by: ['accountId', 'formId'],
    read: async ({ reader }, { accountId, formId: id }) => {
      const found = await findJoinForm(reader, { accountId, id });
      if (found === undefined) return undefined;
      const { name, wording, wordingUrdu, tag, sender, templateId, active } = found;
      return {
        name,
        wording,
        wording_urdu: wordingUrdu,
        tag,
        sender,
        template: templateId,
        active,
      };
    },
  },
});

const ONE = { accountId, formId };

export const removeJoinForm = operation({
  name: 'join-form remove',
  about: 'Deletes a form by which people agree; what they agreed to stays.',
  who: 'account',
  audit: 'join_form.remove',
  raises: 'nothing',
  input: ONE,
  async work(transaction, { accountId: account, formId: form }) {
    const existed = await deleteJoinForm(transaction, { accountId: account, id: form });
    return existed ? changed(form, { form }) : NOT_OF_ACCOUNT;
  },
  show: (form) => ({ data: { form } }),
});

export const joinFormList = query({
  name: 'join-form list',
  about: 'Lists the forms by which people agree to promotional texts of an account.',
  input: { accountId },
  async read({ reader, admin }, { accountId: account }) {
    const page = { accountId: account, beforeId: undefined, most: MOST };
    const data = (await listJoinForms(reader, page)).map((it) => ({
      id: it.id,
      name: it.name,
      active: it.active,
      address: addressOf(admin, it),
      sender: it.sender,
      template: it.templateId,
    }));
    return { data, empty: 'No forms found.' };
  },
});

/** Where people find it. */
export function addressOf(
  { publicAddress }: Pick<Admin, 'publicAddress'>,
  { code }: { readonly code: string },
): string {
  return `${publicAddress}/join/${code}`;
}
