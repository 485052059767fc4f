/** What staff find by Ctrl-K besides pages: accounts, messages, operations. */
import { queryClient, reading } from '../api/queries.ts';
import { userIdOf } from '../i18n/digits.ts';
import type { Locale } from '../i18n/i18n.ts';
import { FAMILIES } from './operation-names.ts';

export type Found = { readonly address: string; readonly label: string; readonly about: string };

const WORDS = {
  en: {
    account: 'Account {{id}}',
    number: 'Messages to {{text}}',
    id: 'Message {{text}}',
    operator_id: 'Message that an operator calls {{text}}',
    message: 'Find a message',
    operation: 'Operation',
  },
  ur: {
    account: 'اکاؤنٹ {{id}}',
    number: '{{text}} کو پیغامات',
    id: 'پیغام {{text}}',
    operator_id: 'وہ پیغام جسے آپریٹر {{text}} کہتا ہے',
    message: 'پیغام تلاش کریں',
    operation: 'کارروائی',
  },
} as const;

const MOST_ACCOUNTS = 5;
const MOST_OPERATIONS = 6;
/** As `GET /v1/staff/accounts` takes it. */
const LONGEST = 200;

/** What fits a text, as far as the role may see it. Rejects as `api.call` does. */
export async function findInConsole(text: string, locale: Locale): Promise<readonly Found[]> {
  const { data: operations } = await queryClient.ensureQueryData(reading('listStaffOperations'));
  const may = new Set(operations.map(({ name }) => name));
  const accounts = may.has('account-show') ? await findAccounts(text, locale) : [];
  const messages = may.has('message-list') ? messagesOf(text, locale) : [];
  return [...messages, ...accounts, ...operationsOf(text, locale, may)];
}

async function findAccounts(text: string, locale: Locale): Promise<readonly Found[]> {
  const query = { search: text.slice(0, LONGEST), limit: MOST_ACCOUNTS };
  const { data } = await queryClient.fetchQuery(reading('listStaffAccounts', { query }));
  return data.map(({ id, name }) => ({
    address: `/console/accounts/${id}`,
    label: name,
    about: WORDS[locale].account.replace('{{id}}', id),
  }));
}

/** Numbers have up to 13 digits, our ids more, or they are UUIDs; operators write anything. */
function messagesOf(text: string, locale: Locale): readonly Found[] {
  const plain = text.replaceAll(/[\s()\p{Cf}-]/gu, '');
  const isUser = userIdOf(text) !== undefined;
  const isNumber = /^\+?\d{7,13}$/.test(plain) || isUser;
  const isId = /^\d{14,16}$/.test(plain) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);
  const isOperatorId = /^[\w.:=-]*\d[\w.:=-]*$/.test(text) && text.length >= 6 && !isUser;
  const to = (kind: 'number' | 'id' | 'operator_id', address: string): Found => ({
    address,
    label: WORDS[locale][kind].replace('{{text}}', text),
    about: WORDS[locale].message,
  });
  const page = '/console/messages';
  return [
    ...(isNumber ? [to('number', `${page}?find=${encodeURIComponent(plain)}`)] : []),
    ...(isId ? [to('id', `${page}/${encodeURIComponent(text)}`)] : []),
    ...(isOperatorId ? [to('operator_id', `${page}?operator_id=${encodeURIComponent(text)}`)] : []),
  ];
}

function operationsOf(text: string, locale: Locale, may: ReadonlySet<string>): readonly Found[] {
  const words = text.toLowerCase().split(/\s+/);
  const all = FAMILIES.flatMap(({ operations }) => Object.entries(operations));
  const fitting = all.filter(([name, names]) => {
    const known = `${names.en} ${names.ur} ${name.replaceAll('-', ' ')}`.toLowerCase();
    return may.has(name) && words.every((word) => known.includes(word));
  });
  return fitting.slice(0, MOST_OPERATIONS).map(([name, names]) => ({
    address: `/console/operations/${name}`,
    label: names[locale],
    about: WORDS[locale].operation,
  }));
}
