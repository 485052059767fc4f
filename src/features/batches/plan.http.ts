/** `GET /v1/batches/{id}/plan`: to whom a batch that has not left goes, and what it says. */
import type { Clock } from '@paigham/base/clock.ts';
import type { Account } from '../../domain/account/account.ts';
import { fieldsOf, givenOf, listOf, textOf } from '../../domain/chat/request-value.ts';
import { fillIn } from '../../domain/chat/text.ts';
import type { ContactColumn } from '../../domain/contact/references.ts';
import type { ChatTemplateId, TemplateId } from '../../domain/ids.ts';
import type { ChatOfFile, ContactsOfFile } from '../../domain/message/file-send.ts';
import type { UploadRequest } from '../../domain/message/kept-batch.ts';
import { readColumnText, writeColumnText } from '../../domain/template/column-text.ts';
import { render } from '../../domain/template/template.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { closed, nullable, nullableCount } from '../../operations/resource.ts';
import { refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf } from '../../api/v1/list.ts';
import type { BatchReports } from '../../journey/journey.ts';
import { countContacts } from '../contacts/contacts.sql.ts';
import { FILTER, writeFilter } from '../contacts/filter-shape.ts';
import { findUnread, findUnsent } from './plan.sql.ts';

type PlanDeps = {
  readonly reader: Reader;
  readonly batches: Pick<BatchReports, 'findPlain'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

const PLAN = closed(
  {
    source: Type.Enum(['file', 'contacts']),
    filter: Type.Union([FILTER, Type.Null()], {
      description: 'Which contacts: {}: all of them; null: it is of a file.',
    }),
    contacts: nullableCount(
      'Whom its filter finds now, opted out or not, or found when it was read; null: it is of ' +
        'a file.',
    ),
    text: nullable(
      'The text of its template with what was given for its variables: {{name}} of each ' +
        'contact, #B# of each row; of one that was read its wording. null: the template is ' +
        'gone.',
    ),
    fallback_text: nullable('The same of the text to those whom chat messages do not reach.'),
  },
  { title: 'BatchPlan', description: 'A batch that has not left.' },
);

export function createShowBatchPlan({ reader, batches, clock }: PlanDeps): Endpoint {
  return getOne({
    path: '/v1/batches/{id}/plan',
    name: 'showBatchPlan',
    scope: 'send',
    about: 'To whom a batch that has not left goes, and what it will say.',
    places: { id: idOf('a batch') },
    gives: PLAN,
    unknown: 'batch_unknown',
    failures: ['batch_not_scheduled'],
    async find({ account, places: { id } }) {
      const request = await findUnread(reader, { accountId: account.id, id });
      if (request !== undefined) return planOf(reader, account, request);
      const unsent = { accountId: account.id, id, atMs: clock.nowMs() };
      const found = await findUnsent(reader, unsent);
      if (found !== undefined) return planOfUnsent(account, found);
      const isKnown = (await batches.findPlain(account.id, id)) !== undefined;
      return isKnown ? refused('batch_not_scheduled') : undefined;
    },
  });
}

async function planOf(
  reader: Reader,
  account: Account,
  { contacts, chat, templateId, message }: UploadRequest,
): Promise<Static<typeof PLAN>> {
  const counted = contacts && (await countContacts(reader, account.id, contacts.filter));
  const named = namesOf(contacts?.columns ?? []);
  const said = JSON.parse(message) as Readonly<Record<string, string>>;
  const fallback = chat?.fallback;
  return {
    ...whom(contacts),
    // Those who are known by an id of the chat platform get no texts.
    contacts: counted === undefined ? null : chat ? counted.contacts : counted.withMobile,
    text:
      (chat ? chatText(account, chat) : smsText(account, templateId, said)).map(named)[0] ?? null,
    fallback_text:
      (fallback && smsText(account, fallback.templateId, fallback.message).map(named)[0]) ?? null,
  };
}

/** The wording of its template: what each was written may be a code (decision 92). */
function planOfUnsent(
  account: Account,
  { contacts, recipients, templateId, isChat }: NonNullable<Unsent>,
): Static<typeof PLAN> {
  const fallback = contacts?.chat?.fallback;
  const named = namesOf(contacts?.columns ?? []);
  const text = isChat
    ? chatTemplate(account, templateId)?.definition.body.text
    : account.templates.get(Number(templateId) as TemplateId)?.message;
  return {
    ...whom(contacts),
    contacts: contacts === undefined ? null : recipients,
    text: text ?? null,
    fallback_text:
      (fallback && smsText(account, fallback.templateId, fallback.message).map(named)[0]) ?? null,
  };
}

function whom(
  contacts: ContactsOfFile | undefined,
): Pick<Static<typeof PLAN>, 'source' | 'filter'> {
  if (contacts === undefined) return { source: 'file', filter: null };
  return { source: 'contacts', filter: writeFilter(contacts.filter) };
}

type Unsent = Awaited<ReturnType<typeof findUnsent>>;

/** A text with `#B#` in it, as whoever wrote it called the columns. */
function namesOf(columns: readonly ContactColumn[]): (text: string) => string {
  const cells = ['{{mobile}}', ...columns.map(({ name }) => `{{${name}}}`)];
  return (text) => (columns.length === 0 ? text : writeColumnText(readColumnText(text), cells));
}

function smsText(
  { templates }: Account,
  templateId: string,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const template = templates.get(Number(templateId) as TemplateId);
  if (template === undefined) return [];
  const all = template.variables.map(({ name }) => [name, values[name] ?? ''] as const);
  return [render(template.wording, new Map(all))];
}

const chatTemplate = ({ chat }: Account, templateId: string) =>
  [...chat.templates.values()].find(
    (it) => it.id === (Number(templateId) as ChatTemplateId) || it.platformId === templateId,
  );

function chatText(account: Account, { templateId, content }: ChatOfFile): readonly string[] {
  const template = chatTemplate(account, templateId);
  if (template === undefined) return [];
  const given = listOf(fieldsOf(givenOf(content))?.get('body')) ?? [];
  const values = given.map((it) => ({ text: textOf(fieldsOf(it)?.get('text') ?? '') ?? '' }));
  return [fillIn(template.definition.body, values)];
}
