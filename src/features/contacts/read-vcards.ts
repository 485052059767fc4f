/**
 * Reads contacts of phones and mail programs (vCard 2.1 to 4.0, RFC 6350) as the rows of a sheet,
 * so that what a column means, what is wrong in a row and how it is shown is the same for both.
 */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { limit } from '../../domain/limits.ts';
import type { FileRow } from '../../domain/message/file-row.ts';

/** The first row: what is read of a card. */
const VCARD_COLUMNS = ['mobile', 'name', 'tags', 'company', 'email'] as const;

const BEGINNING = /^\uFEFF?\s*BEGIN:VCARD/i;
const ROWS_TOGETHER = 1_000;

/** Whether a file that begins so holds cards. */
export function isVcard(head: Uint8Array): boolean {
  return BEGINNING.test(Buffer.from(head).toString('utf8'));
}

type Card = {
  phones: string[];
  name: string;
  parts: string;
  tags: string;
  org: string;
  email: string;
};

const emptyCard = (): Card => {
  return { phones: [], name: '', parts: '', tags: '', org: '', email: '' };
};

/**
 * The cards as rows, the first of which heads them.
 * @param onSeveral called for each card with more than one mobile number: the first is taken
 */
export async function* readVcards(
  pieces: AsyncIterable<Buffer>,
  onSeveral: () => void,
): AsyncGenerator<FileRow[]> {
  // The heading is not in the file: the first card is the first.
  let rows: FileRow[] = [{ row: 0, cells: [...VCARD_COLUMNS] }];
  let row = 0;
  let card: Card | undefined;
  for await (const line of logicalLines(pieces)) {
    if (/^BEGIN:VCARD/i.test(line)) card = emptyCard();
    else if (/^END:VCARD/i.test(line) && card !== undefined) {
      row += 1;
      if (mobilesOf(card).size > 1) onSeveral();
      rows.push({ row, cells: cellsOf(card) });
      card = undefined;
      if (rows.length >= ROWS_TOGETHER) {
        yield rows;
        rows = [];
      }
    } else if (card !== undefined) note(card, line);
  }
  if (rows.length > 0) yield rows;
}

/** Each of its numbers that a text reaches, once however it is written. */
const mobilesOf = ({ phones }: Card): ReadonlySet<string> =>
  new Set(
    phones.flatMap((it) => {
      const read = readRecipient(it);
      return read.ok ? [read.number] : [];
    }),
  );

/** The first of its numbers that a text reaches; else the first, to be shown as wrong. */
function cellsOf({ phones, name, parts, tags, org, email }: Card): string[] {
  const mobile = phones.find((it) => readRecipient(it).ok) ?? phones[0] ?? '';
  return [mobile, name === '' ? parts : name, tags, org, email];
}

const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/su;

function note(card: Card, line: string): void {
  const [, name = '', parameters = '', written = ''] = PROPERTY.exec(line) ?? [];
  const value = /ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE/i.test(parameters)
    ? unquote(written)
    : written;
  switch (name.toUpperCase()) {
    case 'TEL':
      card.phones.push(value.replace(/^tel:/i, '').trim());
      break;
    case 'FN':
      card.name = plain(value);
      break;
    case 'N': {
      const [family = '', given = '', middle = ''] = value.split(/(?<!\\);/u).map(plain);
      card.parts = [given, middle, family].filter((it) => it !== '').join(' ');
      break;
    }
    case 'CATEGORIES':
      card.tags = value;
      break;
    case 'ORG':
      card.org = plain(value.replaceAll(/(?<!\\);/gu, ' '));
      break;
    case 'EMAIL':
      if (card.email === '') card.email = plain(value);
      break;
    default:
  }
}

const plain = (value: string): string =>
  value.replaceAll(/\\n/giu, ' ').replaceAll(/\\(.)/gu, '$1').trim();

/** As phones write Urdu in version 2.1: `=D8=A7`. */
function unquote(written: string): string {
  const octets: number[] = [];
  for (let at = 0; at < written.length; at += 1) {
    const hex = written[at] === '=' ? written.slice(at + 1, at + 3) : '';
    if (/^[\dA-F]{2}$/i.test(hex)) {
      octets.push(Number.parseInt(hex, 16));
      at += 2;
    } else octets.push(...Buffer.from(written[at] ?? '', 'utf8'));
  }
  return Buffer.from(octets).toString('utf8');
}

/** Lines with those that continue them; a photo's are cut off. */
async function* logicalLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const most = limit('vcardLineCharacters');
  let line: string | undefined;
  for await (const physical of physicalLines(pieces, most)) {
    const isSoft = line !== undefined && /QUOTED-PRINTABLE/i.test(line) && line.endsWith('=');
    if (line !== undefined && (isSoft || /^[ \t]/.test(physical))) {
      const more = isSoft ? physical.trimStart() : physical.slice(1);
      if (line.length < most) line = (isSoft ? line.slice(0, -1) : line) + more;
      continue;
    }
    if (line !== undefined) yield line;
    line = physical;
  }
  if (line !== undefined) yield line;
}

async function* physicalLines(pieces: AsyncIterable<Buffer>, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r\n|\n|\r(?!$)/u);
    rest = lines.pop() ?? '';
    // A line that never ends is nothing that anybody reads.
    if (rest.length > most) rest = rest.slice(0, most);
    yield* lines;
  }
  yield rest + decoder.decode();
}
