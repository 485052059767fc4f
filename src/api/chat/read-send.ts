/**
 * What a request to `/api/send.php` asks for, checked against its account: `template_data` and
 * `free_form` are JSON arrays of entries, one per recipient (chat seed, section 4; contract section
 * 10).
 */
import type { Account } from '../../domain/account/account.ts';
import { chooseNumber, findTemplate } from '../../domain/chat/account-chat.ts';
import type { Given } from '../../domain/chat/request-value.ts';
import { readEntry } from '../../domain/chat/read-entry.ts';
import {
  packEntry,
  type ChatEntry,
  type ChatRequest,
  type ChatSends,
} from '../../domain/chat/request.ts';
import { type Refusal, refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { decodeAgain } from '@paigham/http/decode-again.ts';
import { forEachYielding } from '@paigham/base/yielding.ts';
import { type JsonFault, JsonItems, JsonNumber, type JsonValue } from '@paigham/base/json.ts';

/** Which of the two a request gives; undefined: neither, or both. */
export function dataIn(values: ContentValues): DataName | undefined {
  const hasTemplate = values.template_data.trim() !== '';
  const hasFreeForm = values.free_form.trim() !== '';
  if (hasTemplate === hasFreeForm) return undefined;
  return hasTemplate ? 'template_data' : 'free_form';
}

/**
 * Checks the whole request in order: both or neither of the two kinds, the template, the JSON and
 * its entries, the number. Each entry is checked while it is read, and only what will be sent of it
 * is kept.
 */
export async function readSend(
  account: Account,
  given: ContentValues,
): Promise<Pick<ChatRequest, 'number' | 'sends' | 'entries'> | Refusal> {
  const name = dataIn(given);
  if (name === undefined) {
    return refuse(given.free_form.trim() === '' ? 'chat_data_empty' : 'chat_data_twice');
  }
  const sendsOf = (values: ContentValues): ChatSends | Refusal => {
    if (name === 'free_form') return { kind: 'free_form' };
    const found = findTemplate(account.chat, values.template_id);
    return found.ok ? { kind: 'template', template: found.template } : found.refusal;
  };
  const read = await readData(given, name, (values) => readerOf(account, sendsOf(values)));
  const sends = sendsOf(read.values);
  if ('reason' in sends) return sends;
  if (!read.ok) return read.refusal;
  const template = sends.kind === 'template' ? sends.template : undefined;
  const number = chooseNumber(account.chat, read.values.chatapp_id, template);
  if ('reason' in number) return number;
  return { number, sends, entries: read.entries };
}

function readerOf({ chat }: Account, sends: ChatSends | Refusal): ReadOne<ChatEntry> {
  // The whole request is refused, once we know whether it is JSON.
  if ('reason' in sends) return () => ({ ok: false, shown: '', refusal: sends });
  const rules = { sends, collapseBlanks: chat.collapseBlanks };
  return (entry, index) => packEntry(readEntry(entry, index + 1, rules));
}

type DataName = 'template_data' | 'free_form';

/** The content parameters of a request, as they came. */
export type ContentValues = Readonly<Record<DataName | 'template_id' | 'chatapp_id', string>>;

type ReadData<Entry> =
  | { readonly ok: true; readonly values: ContentValues; readonly entries: readonly Entry[] }
  | { readonly ok: false; readonly values: ContentValues; readonly refusal: Refusal };

/** Converts an entry at once, so that memory holds a very long request in that form only. */
type ReadOne<Entry> = (given: Given, index: number) => Entry;

/**
 * Reads the entries of `name`, each with what `readerOf` returns for the values. If it is not JSON,
 * but is after another form-decoding, the caller encoded twice: every value is decoded once more
 * (contract section 5). Returns the values to use.
 */
async function readData<Entry>(
  values: ContentValues,
  name: DataName,
  readerOf: (values: ContentValues) => ReadOne<Entry>,
): Promise<ReadData<Entry>> {
  const read = await readEntries(values[name], name, readerOf(values));
  if (!('reason' in read)) return { ok: true, values, entries: read };
  const decoded = /%(?:5b|7b)/i.test(values[name]) ? decodeAgain(values) : undefined;
  const again = decoded && (await readEntries(decoded[name], name, readerOf(decoded)));
  if (decoded === undefined || again === undefined || 'reason' in again) {
    return { ok: false, values, refusal: read };
  }
  return { ok: true, values: decoded, entries: again };
}

async function readEntries<Entry>(
  text: string,
  parameter: DataName,
  readOne: ReadOne<Entry>,
): Promise<readonly Entry[] | Refusal> {
  const most = limit('recipientsPerRequest');
  const longest = limit('parameterValueBytes');
  const items = new JsonItems(text, limit('jsonDepth'), longest);
  let isObject = false;
  const perTurn = limit('chatEntriesPerTurn');
  let turnAt = 0;
  const isLong = (): boolean => {
    if (items.at - turnAt < CHARACTERS_A_TURN) return false;
    turnAt = items.at;
    return true;
  };
  const read = (item: JsonValue, index: number): Entry => {
    isObject = item instanceof Map;
    return readOne(plain(item), index);
  };
  const entries = await forEachYielding(upTo(most + 1, items), perTurn, read, isLong);
  if (items.isTooLong) {
    const entry = `${parameter}: entry ${entries.length + 1}`;
    return refuse('parameter_too_large', { parameter: entry, bytes: String(longest) });
  }
  if (items.fault !== undefined) return refusalOf(items.fault, parameter);
  if (!items.isArray && !isObject) {
    return refuse('chat_data_unreadable', { parameter, why: 'it must be a JSON array' });
  }
  if (entries.length === 0) return refuse('chat_no_entries', { parameter });
  if (entries.length <= most) return entries;
  return refuse('chat_too_many_entries', { parameter, recipients: String(most) });
}

/** Entries may be long, too. */
const CHARACTERS_A_TURN = 128 * 1024;

function* upTo<Item>(most: number, items: Iterable<Item>): Generator<Item, void> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count === most) return;
  }
}

/** Numbers as the text they were written in. */
function plain(value: JsonValue): Given {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (value instanceof JsonNumber) return value.text;
  if (value instanceof Map) {
    return new Map([...value].map(([name, inner]) => [name, plain(inner)] as const));
  }
  return isList(value) ? value.map((inner) => plain(inner)) : null;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function refusalOf(fault: JsonFault, parameter: DataName): Refusal {
  switch (fault.fault) {
    case 'syntax':
      return refuse('chat_data_unreadable', { parameter, why: 'it is not JSON' });
    case 'too_deep':
      return refuse('chat_data_too_deep', { parameter, depth: String(limit('jsonDepth')) });
    case 'lone_surrogate':
      return refuse('chat_data_unreadable', { parameter, why: 'it holds half a character' });
    case 'repeated_key':
      return refuse('chat_data_repeated', {
        parameter,
        field: { quote: fault.key, instead: 'a field' },
      });
  }
}
