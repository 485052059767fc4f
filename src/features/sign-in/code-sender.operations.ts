/** Who writes the one-time codes that the service itself sends: one of its accounts. */
import type { TemplateId } from '../../domain/ids.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { listSenders } from '../senders/senders.sql.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import {
  findCodeSender,
  setCodeSender,
  type CodeSender,
} from '../registration/registrations.sql.ts';
import { findTemplate } from '../templates/templates.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { account, accountOf, argument, id, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';

/** As long as a code. */
export const CODE_DIGITS = 6;

/** The only variable of a template, if a code fits into it. */
export function codeVariableOf({ variables }: Pick<Template, 'variables'>): string | undefined {
  const [only, ...others] = variables;
  if (only === undefined || others.length > 0 || only.maxLength < CODE_DIGITS) return undefined;
  return only.type === 'text' || only.type === 'digits' ? only.name : undefined;
}

export const nameCodeSender = operation({
  name: 'service set',
  about:
    'Names the account, sender and template by which the service texts its own codes, such as ' +
    'those of registrations; the account pays for them.',
  audit: 'service.set',
  raises: 'nothing',
  input: {
    accountId: argument('ACCOUNT', account),
    sender: argument('SENDER', text('SENDER')),
    templateId: argument('TEMPLATE', id),
  },
  async second(transaction, { accountId }) {
    const before = await findCodeSender(transaction);
    if (before?.accountId === accountId) return undefined;
    const { name } = await accountOf(transaction, accountId);
    return `Lets ${name} (${accountId}) pay for the codes that the service texts`;
  },
  async work(transaction, { accountId, sender, templateId }) {
    const search = { accountId, state: 'approved', beforeId: undefined, most: 1_000 } as const;
    const senders = await listSenders(transaction, search);
    if (!senders.some(({ name }) => name === sender)) {
      return refuse('sender', 'must be an approved sender of this account');
    }
    const template = await findTemplate(transaction, { accountId, id: templateId as TemplateId });
    if (template?.state !== 'approved' || codeVariableOf(template) === undefined) {
      return refuse('templateId', 'must be an approved template with one variable, for the code');
    }
    if (template.ownNumbersOnly) {
      return refuse('templateId', 'must not be one that goes to the account’s own people only');
    }
    const given: CodeSender = { accountId, sender, templateId: template.id };
    await setCodeSender(transaction, given);
    return changed(given, { sender, templateId });
  },
  show: (given) => ({ data: show(given) }),
  present: {
    by: [],
    read: async ({ reader }) => {
      const given = await findCodeSender(reader);
      if (given === undefined) return undefined;
      return { account: String(given.accountId), sender: given.sender, template: given.templateId };
    },
  },
});

export const codeSenderShow = query({
  name: 'service show',
  about: 'Shows by which account, sender and template the service texts its own codes.',
  input: {},
  async read({ reader }) {
    const given = await findCodeSender(reader);
    if (given !== undefined) return { data: show(given) };
    return { data: [], empty: 'Nobody is named: see "paigham service set --help".' };
  },
});

function show({ accountId, sender, templateId }: CodeSender) {
  return { account: accountId, sender, template: templateId };
}

/** What keeps the named account from sending codes, in a sentence; undefined: nothing. */
export async function faultOfCodeSender(reader: Reader): Promise<string | undefined> {
  const given = await findCodeSender(reader);
  if (given === undefined) {
    return 'No account is named to text codes: nobody can register. See "paigham service set".';
  }
  const { accountId, sender, templateId } = given;
  const whose = `Account ${accountId}, which texts codes,`;
  const found = await findAccount(reader, { accountId });
  if (found?.state !== 'active') return `${whose} is disabled.`;
  if (!found.fixedContent) return `${whose} may not send by its templates.`;
  if (found.availableMicros <= 0n && !found.postpaid) return `${whose} has no credit left.`;
  const template = await findTemplate(reader, { accountId, id: templateId });
  if (template?.state !== 'approved') return `${whose} has no approved template ${templateId}.`;
  const search = { accountId, state: 'approved', beforeId: undefined, most: 1_000 } as const;
  const senders = await listSenders(reader, search);
  return senders.some(({ name }) => name === sender)
    ? undefined
    : `${whose} has no approved sender ${sender}.`;
}
