/** What `POST /v1/batches` takes: what is sent to each row, and where the rows come from. */
import type { Account } from '../../domain/account/account.ts';
import { faultOfName } from '../../domain/account/name.ts';
import { chooseNumber, findTemplate } from '../../domain/chat/account-chat.ts';
import { NETWORKS } from '../../domain/routing/routing.ts';
import type { ReceivedFile } from '@paigham/http/receive-form.ts';
import { pattern, Type, type Static } from '../../kit/shape.ts';
import { closed } from '../../operations/resource.ts';
import { FILTER } from '../contacts/filter-shape.ts';
import { BATCH_SEND_AT, SEND_WINDOW } from '../messages/schedule.http.ts';
import { BATCH_NAME } from './batch-shape.http.ts';
import { NEW_FALLBACK } from './fallback.http.ts';
import { FILE_FAILURES } from './preview-batch.http.ts';
import { faultsOfRecurs, NEW_RECURS } from './recurs.http.ts';
import { isToContacts } from './to-contacts.http.ts';

/** May be in the address or the body. */
const WORK = {
  dry_run: Type.Optional(Type.Boolean({ description: 'Only checks and prices; sends nothing.' })),
  async: Type.Optional(
    Type.Boolean({
      description: 'Answers 202 once the file is stored; the batch shows the progress.',
    }),
  ),
};

/** What is sent to each row. */
export const CONTENT = {
  kind: Type.Optional(Type.Enum(['sms', 'chat'], { description: 'Texts, or chat messages.' })),
  sender: Type.String({
    description: 'An approved sender; of chat messages your number, or nothing for your default.',
  }),
  template_id: Type.String({ description: 'Decimal digits.' }),
  message: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'A value for each variable; #B# stands for column B of the row.',
    }),
  ),
  content: Type.Optional(
    Type.Record(Type.String(), Type.Any(), {
      description:
        'What chat messages say, as in template_data of the chat interface, with #B# in its texts.',
    }),
  ),
  spread: Type.Optional(
    Type.Boolean({
      description:
        'Of chat messages only as many leave in 24 hours as the platform lets you write to.',
    }),
  ),
  short_links: Type.Optional(
    Type.Boolean({
      description:
        'Of texts: each address in them becomes a short one of each recipient’s own, and its ' +
        'clicks are counted.',
    }),
  ),
  fallback: Type.Optional(NEW_FALLBACK),
  duplicate: Type.Boolean({
    default: true,
    description: 'false: each number once, first row wins.',
  }),
  include_hidden: Type.Optional(
    Type.Boolean({ description: 'Sends to rows that the sheet hides, too.' }),
  ),
  number_column: Type.Optional(
    Type.String({
      ...pattern(/^[A-Za-z]{1,2}$/, 'must be the letters of a column, such as B'),
      description: 'The letters of the column that has the numbers; A if left out.',
    }),
  ),
  ported: Type.Optional(Type.Boolean({ description: 'Looks ported numbers up.' })),
  network: Type.Optional(Type.Enum([...NETWORKS])),
  type: Type.Optional(Type.Enum(['unicode'])),
  name: Type.Optional(BATCH_NAME),
};

const FIELDS = {
  ...CONTENT,
  send_at: Type.Optional(BATCH_SEND_AT),
  send_window: Type.Optional(SEND_WINDOW),
  ...WORK,
};

/** Where the rows come from, if not with the request. */
export const ROWS = {
  url: Type.Optional(Type.String({ description: 'A public link to the file.' })),
  segment_id: Type.Optional(
    Type.String({
      description:
        'To the contacts of a segment instead: {{name}} in a value stands for the name of ' +
        'each, {{city|your city}} for a field and what is written where it is empty.',
    }),
  ),
  filter: Type.Optional(FILTER),
};

const AGAIN = { recurs: Type.Optional(NEW_RECURS) };

/** The fields of a form, which may be in either notation. */
export const FORM = closed(FIELDS);
export const BODY = closed(
  { ...FIELDS, ...ROWS, ...AGAIN },
  { title: 'NewBatch', description: 'A send from a file, or to contacts.' },
);
export const QUERY = closed(WORK);

export type NewBatch = Static<typeof BODY>;

/** What the address and the body say differently: a check must not become a send. */
export function faultsOfPlace(query: Static<typeof QUERY>, body: Static<typeof QUERY>) {
  return (['dry_run', 'async'] as const).flatMap((name) => {
    const [asked, given] = [query[name], body[name]];
    const isClear = asked === undefined || given === undefined || asked === given;
    return isClear ? [] : [{ pointer: `/${name}`, rule: 'must not differ from the query' }];
  });
}

const OF_TEXTS = ['message', 'network', 'ported', 'type', 'send_window', 'short_links'] as const;
const OF_CHATS = ['content', 'spread', 'fallback'] as const;

/** Of `spread`. */
export const NOT_WITH_FALLBACK =
  'must not be given with fallback, which follows what has not left in time';

/** What is given for the other channel, or lacks for its own. */
export function faultsOfSaid(body: NewBatch) {
  const isChat = body.kind === 'chat';
  const strange: readonly (keyof typeof body)[] = isChat ? OF_TEXTS : OF_CHATS;
  const rule = isChat ? 'is for texts, chat messages have content' : 'is for chat messages';
  const isMissing = !isChat && body.message === undefined;
  const isBoth = isChat && body.spread === true && body.fallback !== undefined;
  return [
    ...(isMissing ? [{ pointer: '/message', rule: 'is missing' }] : []),
    ...(isBoth ? [{ pointer: '/spread', rule: NOT_WITH_FALLBACK }] : []),
    ...strange.flatMap((name) => (body[name] === undefined ? [] : [{ pointer: `/${name}`, rule }])),
  ];
}

/** Number and template of chat messages as a batch shows them, whatever they were called. */
export function named<Fields extends NewBatch>({ chat }: Account, fields: Fields): Fields {
  if (fields.kind !== 'chat') return fields;
  const found = findTemplate(chat, fields.template_id);
  if (!found.ok) return fields;
  const number = chooseNumber(chat, fields.sender, found.template, 'sender');
  const template_id = String(found.template.id);
  return { ...fields, template_id, sender: 'reason' in number ? fields.sender : number.digits };
}

/** What is wrong with where its rows come from, and what it is called. */
export function faultsOfWork(
  body: NewBatch,
  file: ReceivedFile | undefined,
  { dryRun, isAsync }: { readonly dryRun: boolean; readonly isAsync: boolean },
) {
  const rule = 'is missing: give a file in a form, the url of one, or a segment_id';
  const { url, number_column: column, name } = body;
  const wrong = name === undefined ? undefined : faultOfName(name);
  const hasFile = (url?.trim() ?? '') !== '' || file !== undefined;
  const isFromBoth = body.segment_id !== undefined && body.filter !== undefined;
  return [
    ...(hasFile || isToContacts(body) ? [] : [{ pointer: '/url', rule }]),
    ...(isToContacts(body) && hasFile
      ? [{ pointer: '/url', rule: 'must not be given with segment_id or filter' }]
      : []),
    ...(isFromBoth ? [{ pointer: '/filter', rule: 'must not be given with segment_id' }] : []),
    ...(isToContacts(body) && column !== undefined
      ? [{ pointer: '/number_column', rule: 'is for files' }]
      : []),
    ...faultsOfRecurs(body, isToContacts(body)),
    ...(wrong === undefined ? [] : [{ pointer: '/name', rule: wrong }]),
    ...(dryRun && isAsync ? [{ pointer: '/async', rule: 'must be false of a dry run' }] : []),
  ];
}

/** Why a send from a file may be refused. */
export const FAILURES = [
  ...FILE_FAILURES,
  'segment_unknown',
  'chat_template_missing',
  'chat_template_unknown',
  'chat_template_not_approved',
  'chat_template_unsupported',
  'chat_number_unknown',
  'chat_number_none',
  'chat_number_off',
  'chat_number_elsewhere',
  'chat_unpriced',
  'parameter_repeated',
  'uploads_waiting',
  'campaigns_exceeded',
  'sender_empty',
  'template_missing',
  'template_unknown',
  'template_not_approved',
  'fixed_content_off',
  'message_too_many_keys',
  'variable_missing',
  'variable_unknown',
  'variable_empty',
  'sender_not_approved',
  'sender_needs_verification',
  'sender_for_codes',
  'portability_unavailable',
  'portability_directory',
  'window_closed',
  'column_out_of_reach',
  'short_links_nowhere',
  'link_not_taken',
  'link_not_public',
  'link_not_fetched',
  'column_missing',
  'rows_unusable',
  'rows_not_carried',
  'rows_without_number',
  'rows_rejected',
  'rejected_spending',
  'credit_insufficient',
  'prices_changing',
  'queue_full',
] as const;
