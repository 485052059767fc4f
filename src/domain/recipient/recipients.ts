import { limit } from '../limits.ts';
import { readRecipient } from './recipient.ts';
import type { PhoneNumber, RecipientRefusal } from './recipient.ts';
import { explainRefusal } from './refusal-words.ts';

/** An entry of a list that gets no message. */
export type FilteredEntry = {
  readonly code: RecipientRefusal['reason'] | 'repeated';
  /** Why, in words fit for any answer. */
  readonly reason: string;
  /** Its digits when it had any, else `number 3`: its place, empty entries not counted. */
  readonly shown: string;
};

export type RecipientList = {
  /** In the order of the list, each number once. */
  readonly accepted: readonly PhoneNumber[];
  readonly filtered: readonly FilteredEntry[];
};

/**
 * Reads numbers separated by commas (seed section 4.1). Empty entries and a trailing comma are
 * nobody's mistake and leave no trace; a number that came before, however written, is `repeated`.
 * Reading stops one entry past the limit of a request: with more entries than that, accepted and
 * filtered together, the list is too long.
 */
export function readRecipients(raw: string): RecipientList {
  const mostEntries = limit('recipientsPerRequest');
  const accepted = new Set<PhoneNumber>();
  const filtered: FilteredEntry[] = [];
  for (const piece of piecesOf(raw)) {
    const place = accepted.size + filtered.length + 1;
    const reading = readRecipient(piece);
    if (!reading.ok) {
      if (reading.refusal.reason === 'empty') continue;
      filtered.push(filteredEntry(reading.refusal, place));
    } else if (accepted.has(reading.number)) {
      filtered.push({ code: 'repeated', reason: 'repeated', shown: reading.number });
    } else {
      accepted.add(reading.number);
    }
    if (place > mostEntries) break;
  }
  return { accepted: [...accepted], filtered };
}

/** One piece at a time: an array of all pieces of a body full of commas would be huge. */
function* piecesOf(raw: string): Generator<string> {
  let start = 0;
  while (start < raw.length) {
    const comma = raw.indexOf(',', start);
    const end = comma === -1 ? raw.length : comma;
    if (end > start) yield raw.slice(start, end);
    start = end + 1;
  }
}

function filteredEntry(refusal: RecipientRefusal, place: number): FilteredEntry {
  const shown = refusal.digits === '' ? `number ${place}` : refusal.digits;
  return { code: refusal.reason, reason: explainRefusal(refusal), shown };
}
