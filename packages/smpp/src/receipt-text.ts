/**
 * The fields of a receipt text, `key:value` separated by blanks, in any order and letter case. The
 * difficulty is `text:`: it holds up to twenty characters of the message, which may look like
 * fields themselves, and it is not always last. So a key that was already seen before `text:` is
 * content when it is seen again behind it, and a key that occurs only behind it counts when it
 * occurs there once.
 */

export type ReceiptField =
  | 'id'
  | 'sub'
  | 'dlvrd'
  | 'submit date'
  | 'done date'
  | 'stat'
  | 'err'
  | 'text';

export type ReceiptText = {
  readonly fields: ReadonlyMap<ReceiptField, string>;
  /** The same key twice before `text:`, with different values. */
  readonly contradictory: boolean;
};

const fieldPattern =
  /(?<=^|[\s,;])(id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text)\s*:/gi;

const fieldNames: Readonly<Record<string, ReceiptField>> = {
  id: 'id',
  sub: 'sub',
  dlvrd: 'dlvrd',
  submitdate: 'submit date',
  donedate: 'done date',
  stat: 'stat',
  err: 'err',
  text: 'text',
};

type Mark = { readonly field: ReceiptField; readonly start: number; readonly valueStart: number };

/** Takes a receipt text apart; an empty map when it holds no field. */
export function readReceiptText(text: string): ReceiptText {
  const all = findMarks(text);
  const textAt = all.findIndex((mark) => mark.field === 'text');
  const before = textAt === -1 ? all : all.slice(0, textAt + 1);
  const behind = textAt === -1 ? [] : all.slice(textAt + 1);
  const seen = new Set(before.map((mark) => mark.field));
  const times = new Map<ReceiptField, number>();
  for (const { field } of behind) times.set(field, (times.get(field) ?? 0) + 1);
  const single = behind.filter(({ field }) => !seen.has(field) && times.get(field) === 1);
  return collect(text, [...before, ...single]);
}

function findMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  for (const match of text.matchAll(fieldPattern)) {
    const field = fieldNames[(match[1] ?? '').toLowerCase().replace(/[ _]/g, '')];
    if (field === undefined) continue;
    marks.push({ field, start: match.index, valueStart: match.index + match[0].length });
  }
  return marks;
}

function collect(text: string, marks: readonly Mark[]): ReceiptText {
  const fields = new Map<ReceiptField, string>();
  let contradictory = false;
  marks.forEach(({ field, valueStart }, index) => {
    const raw = text.slice(valueStart, marks[index + 1]?.start ?? text.length);
    const value = field === 'text' ? raw.trimEnd() : raw.replace(/[\s,;]+$/, '').trim();
    const earlier = fields.get(field);
    if (earlier !== undefined && earlier !== value) contradictory = true;
    if (earlier === undefined) fields.set(field, value);
  });
  return { fields, contradictory };
}
