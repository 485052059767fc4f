/**
 * `template_data` and `free_form`: JSON arrays of entries, one for each recipient (chat seed,
 * section 4; contract section 10).
 */
import type { Given } from '../../domain/chat/given.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { decodeAgain } from '../../kit/http/decode-again.ts';
import { inTurns } from '../../kit/in-turns.ts';
import { JsonItems, JsonNumber, type JsonFault, type JsonValue } from '../../kit/json.ts';

export type DataName = 'template_data' | 'free_form';

/** What of the request is about content, as it came. */
export type ContentValues = Readonly<Record<DataName | 'template_id' | 'chatapp_id', string>>;

export type ReadData<Entry> =
  | { readonly ok: true; readonly values: ContentValues; readonly entries: readonly Entry[] }
  | { readonly ok: false; readonly values: ContentValues; readonly refusal: Refusal };

/** What is made of an entry at once, so that a very long request is in memory as that alone. */
export type ReadOne<Entry> = (given: Given, index: number) => Entry;

/**
 * Reads the entries of `name`, each with what `readerOf` gives for the values. When it is no JSON,
 * but is after another form-decoding, the caller encoded twice: every value is decoded once more
 * (contract section 5). The values come back as they are to be taken.
 */
export async function readData<Entry>(
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
  const entries = await inTurns(upTo(most + 1, items), perTurn, (item, index) => {
    isObject = item instanceof Map;
    return readOne(plain(item), index);
  });
  if (items.isTooLong) {
    const entry = `${parameter}: entry ${entries.length + 1}`;
    return refuse('parameter_too_large', { parameter: entry, bytes: String(longest) });
  }
  if (items.fault !== undefined) return refusalOf(items.fault, parameter);
  if (!items.isArray && !isObject) {
    return refuse('chat_data_unreadable', { parameter, why: 'a JSON array is needed' });
  }
  if (entries.length === 0) return refuse('chat_no_entries', { parameter });
  if (entries.length <= most) return entries;
  return refuse('chat_too_many_entries', { parameter, recipients: String(most) });
}

function* upTo<Item>(most: number, items: Iterable<Item>): Generator<Item, void> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count === most) return;
  }
}

/** Numbers as the text in which they were written. */
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
