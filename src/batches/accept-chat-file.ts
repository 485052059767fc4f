/**
 * First stage for chat messages from a file: can they be sent, whatever its rows are? The template
 * is approved and the account's, its values may refer to columns, and there is a price.
 */
import { chooseNumber, findTemplate } from '../domain/chat/account-chat.ts';
import { readEntry, type EntryRules } from '../domain/chat/read-entry.ts';
import type { ChatDraftRequest, ChatRequest } from '../domain/chat/request.ts';
import { givenOf, textOf, type Given, type GivenFields } from '../domain/chat/request-value.ts';
import type { ChatTemplate } from '../domain/chat/template.ts';
import { refuse, type FailureReason, type Refusal } from '../domain/failure/failure.ts';
import type { FileRequest, FileSource } from '../domain/message/file-send.ts';
import {
  columnWords,
  LAST_COLUMN,
  readColumnText,
  writeColumnText,
} from '../domain/template/column-text.ts';
import { priceChat } from '../journey/charge/price-chat.ts';
import { readTemplateId } from '../domain/template/template.ts';
import { acceptFile, acceptRows, type FileOrder, type RowsOrder } from './accept-file.ts';
import type { JudgedBy } from './channel.ts';

/** What to make of every row of a file of chat messages. */
export type ChatOrder = RowsOrder & {
  readonly template: ChatTemplate;
  /** Without entries: these are the rows. */
  readonly request: ChatRequest;
  /** With the price of one message, and no messages. */
  readonly draft: ChatDraftRequest;
  readonly rules: EntryRules;
  /** The content of a row, from its cells. */
  readonly fill: (cells: readonly string[]) => Given;
  /** The columns that it refers to. */
  readonly columns: readonly number[];
  /** The text to those whom it does not reach. */
  readonly fallback: FileOrder | undefined;
  /** From 1 for A: each row has its content there, as it was stored once. */
  readonly textColumn: number | undefined;
  /** All rows have the same files: what is wrong with one is no fault of a row. */
  readonly hasSameFiles: boolean;
};

/** A row, to look at what is the same in all of them. */
const ANYBODY = '923000000000';
const ANYTHING = Array.from({ length: LAST_COLUMN }, () => '1');
const OTHERS = ANYTHING.map(() => '2');

/** What is wrong whatever the values of a row are. */
const OF_ALL: readonly FailureReason[] = [
  'chat_values_count',
  'chat_value_unknown',
  'chat_header_none',
  'chat_header_missing',
  'chat_button_unknown',
  'chat_button_repeated',
  'chat_button_missing',
  'chat_cards_count',
];

type ChatFileRequest = FileRequest & { readonly chat: NonNullable<FileRequest['chat']> };

/** Judges a request, without fetching or reading anything. */
export function acceptChatFile(
  file: ChatFileRequest,
  source: FileSource,
  { routing: settings, atMs, demoText }: AcceptedBy,
): ChatOrder | Refusal {
  const { account, chat, sender = '', sendAtMs, dryRun, idempotency, textColumn } = file;
  if (source.kind === 'link' && source.link.trim() === '') return refuse('url_missing');
  const found = findTemplate(account.chat, chat.templateId);
  if (!found.ok) return found.refusal;
  const { template } = found;
  const number = chooseNumber(account.chat, sender, template, 'sender');
  if ('reason' in number) return number;
  const named = new Set<number>();
  const fill = fillerOf(givenOf(chat.content), named);
  const columns = textColumn === undefined ? [...named] : [textColumn];
  const strange = columns.find((column) => column > LAST_COLUMN);
  if (strange !== undefined) return refuse('column_out_of_reach', { column: columnWords(strange) });
  const sends = { kind: 'template', template } as const;
  const rules = { sends, collapseBlanks: account.chat.collapseBlanks };
  const hasSameFiles = textColumn === undefined && urlsIn(fill(ANYTHING)) === urlsIn(fill(OTHERS));
  if (textColumn === undefined) {
    const one = readEntry(withRecipient(fill(ANYTHING), ANYBODY), 1, rules);
    const ofAll = [...OF_ALL, ...(hasSameFiles ? (['chat_media_address'] as const) : [])];
    if (!one.ok && (columns.length === 0 || ofAll.includes(one.refusal.reason))) return one.refusal;
  }
  const accepted = acceptRows(file, source, columns);
  if ('reason' in accepted) return accepted;
  const fallback = acceptFallback(file, source, { routing: settings, demoText });
  if (fallback !== undefined && 'reason' in fallback) return fallback;
  const lastColumn = Math.max(accepted.lastColumn, fallback?.lastColumn ?? 0);
  const rows = { ...accepted, lastColumn };
  const { spread } = chat;
  const leavesResting = file.repeats !== undefined;
  const how = { sendAtMs, spread, leavesResting, dryRun, idempotency };
  const request = { account, number, sends, entries: [], ...how };
  const draft = priceChat(request, [], { settings, atMs });
  if ('reason' in draft) return draft;
  return {
    ...rows,
    template,
    request,
    draft,
    rules,
    fill,
    columns,
    fallback,
    textColumn,
    hasSameFiles,
  };
}

type AcceptedBy = Pick<JudgedBy, 'routing' | 'atMs'> & Pick<JudgedBy['context'], 'demoText'>;

/** Its text is judged as a campaign of texts to the same rows. */
function acceptFallback(
  { chat: { fallback }, ...file }: ChatFileRequest,
  source: FileSource,
  context: Omit<AcceptedBy, 'atMs'>,
): FileOrder | Refusal | undefined {
  if (fallback === undefined) return undefined;
  const { sender, templateId, message, unicode } = fallback;
  const said = { templateId: readTemplateId(templateId), values: new Map(Object.entries(message)) };
  const named = { sender: sender.trim() === '' ? undefined : sender.trim(), ...said, unicode };
  return acceptFile({ ...file, ...named, chat: undefined }, source, context);
}

/** An entry of a request: its content, and to whom. */
export function withRecipient(content: Given, mobile: string): GivenFields {
  return new Map([...(content instanceof Map ? content : []), ['mobile', mobile]]);
}

/** The addresses of files in a content, as one text. */
function urlsIn(given: Given): string {
  if (Array.isArray(given)) return given.map((it: Given) => urlsIn(it)).join('\n');
  if (!(given instanceof Map)) return '';
  return [...given].map(([name, it]) => (name === 'url' ? textOf(it) : urlsIn(it))).join('\n');
}

/** @param columns gets those that texts within the content refer to. */
function fillerOf(given: Given, columns: Set<number>): ChatOrder['fill'] {
  if (typeof given === 'string') {
    const text = readColumnText(given);
    for (const column of text.columns) columns.add(column);
    return text.columns.length === 0 ? () => given : (cells) => writeColumnText(text, cells);
  }
  if (given instanceof Map) {
    const inner = [...given].map(([name, it]) => [name, fillerOf(it, columns)] as const);
    return (cells) => new Map(inner.map(([name, fill]) => [name, fill(cells)]));
  }
  if (!Array.isArray(given)) return () => given;
  const inner = given.map((it: Given) => fillerOf(it, columns));
  return (cells) => inner.map((fill) => fill(cells));
}
