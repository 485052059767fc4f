/**
 * PDF files, by pdfkit: one page, the same octets for the same content. Latin letters are set in a
 * font that every reader has, Arabic ones in Noto Naskh, which the file brings along.
 */
import { fileURLToPath } from 'node:url';

type Placed = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'right';
  readonly grey?: boolean;
};

export type Page = {
  /** Words in lines as wide as they may be, a line for each of theirs. Returns where they end. */
  readonly write: (words: string, at: Placed) => number;
  readonly rule: (y: number, from: number, to: number) => void;
};

const NASKH = '@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf';
/** A4, in points. */
export const PAGE = { width: 595, height: 842 } as const;
const INK = '#1a1a1a';
const GREY = '#666666';
const SIZE = 10;
const LEADING = 1.5;

/** @param about its title, and the moment that counts as its making */
export async function makePdf(
  about: { readonly title: string; readonly atMs: number },
  draw: (page: Page) => void,
): Promise<Buffer> {
  // Of use to few nodes, and a megabyte.
  const { default: Document } = await import('pdfkit');
  const date = new Date(about.atMs);
  const info = { Title: about.title, CreationDate: date, ModDate: date, Producer: 'pdfkit' };
  const document = new Document({ size: [PAGE.width, PAGE.height], margin: 0, info, lang: 'en' });
  document.registerFont('naskh', fileURLToPath(import.meta.resolve(NASKH)));
  const made: Uint8Array[] = [];
  const ended = new Promise((resolve, reject) => {
    document.on('data', (piece: Uint8Array) => made.push(piece));
    document.once('end', resolve);
    document.once('error', reject);
  });
  draw({
    write: (words, at) => write(document, words, at),
    rule(y, from, to) {
      document.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(GREY).stroke();
    },
  });
  document.end();
  await ended;
  return Buffer.concat(made);
}

type Document = PDFKit.PDFDocument;

function write(document: Document, words: string, at: Placed): number {
  const { size = SIZE, bold = false, grey = false } = at;
  document.fillColor(grey ? GREY : INK);
  const set = (run: Run) => setFont(document, run, { size, bold });
  let { y } = at;
  for (const line of words
    .split('\n')
    .flatMap((it) => fold(it, at.width, widthBy(document, set)))) {
    drawLine(document, runsOf(line), { ...at, y }, set);
    y += size * LEADING;
  }
  return y;
}

type Set = (run: Run) => void;

/** Its letters are smaller than those of Helvetica. */
const NASKH_SIZE = 1.2;

function setFont(
  document: Document,
  { isArabic }: Run,
  { size, bold }: { readonly size: number; readonly bold: boolean },
): void {
  if (isArabic) document.font('naskh', size * NASKH_SIZE);
  else document.font(bold ? 'Helvetica-Bold' : 'Helvetica', size);
}

/** A feature that is none: the library then lays out a run as a whole, and does not turn it. */
const AS_A_WHOLE: PDFKit.Mixins.OpenTypeFeatures[] = [];
const ONE_LINE = { lineBreak: false, features: AS_A_WHOLE };

const widthBy = (document: Document, set: Set) => (line: string) =>
  runsOf(line).reduce((sum, run) => {
    set(run);
    return sum + document.widthOfString(run.text, ONE_LINE);
  }, 0);

function drawLine(document: Document, runs: readonly Run[], at: Placed, set: Set): void {
  const widths = runs.map((run) => {
    set(run);
    return document.widthOfString(run.text, ONE_LINE);
  });
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let x = at.align === 'right' ? at.x + at.width - whole : at.x;
  for (const [index, run] of runs.entries()) {
    set(run);
    // Upon one line of writing, whatever the height of the letters.
    document.text(run.text, x, at.y + (at.size ?? SIZE), { ...ONE_LINE, baseline: 'alphabetic' });
    x += widths[index] ?? 0;
  }
}

/**
 * Breaks a line between words where it would be too wide; a word alone is never broken. Each word
 * is measured once: laying out Arabic letters is slow, and nothing else runs meanwhile.
 */
function fold(line: string, width: number, widthOf: (words: string) => number): readonly string[] {
  const lines: string[] = [];
  const blank = widthOf(' ');
  let left = 0;
  for (const word of line.split(' ')) {
    const own = widthOf(word);
    const last = lines.at(-1);
    if (last === undefined || blank + own > left) {
      lines.push(word);
      left = width - own;
    } else {
      lines[lines.length - 1] = `${last} ${word}`;
      left -= blank + own;
    }
  }
  return lines;
}

type Run = { readonly text: string; readonly isArabic: boolean };

/** With its vowel signs, full stops, per cent and honorifics, and the two that say what joins. */
const LETTER = String.raw`[[\p{Script_Extensions=Arabic}&&[\p{L}\p{M}\p{P}\p{S}]]\u200c\u200d]`;
const DIGITS = String.raw`[\p{Script_Extensions=Arabic}&&\p{Nd}]+`;
const NUMBER = String.raw`${DIGITS}(?:[٫٬.,:\/]${DIGITS})*`;
const PLAIN = String.raw`[^\p{Script_Extensions=Arabic}\u200c\u200d\s\(\)\[\]]`;
const PIECES = new RegExp(
  `(?<letters>${LETTER}+(?: +${LETTER}+)*)|(?<digits>${NUMBER})|${PLAIN}+(?:[ ]+${PLAIN}+)*|.`,
  'gv',
);
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' };
/** Marks of direction, which are not seen: a line runs as its first letter does. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What Helvetica lacks, in the encoding of the standard fonts. */
const UNSETTABLE = /[^\x20-\x7e\xa0-\xff–—‘’“”•…€]/gu;

/**
 * The runs of a line from left to right. A line whose first letter is Arabic runs from the right:
 * its pieces stand in the other order, each of Latin letters and digits in its own. What no font
 * has is a question mark.
 */
export function runsOf(line: string): readonly Run[] {
  const pieces = [...line.replaceAll(DIRECTIONS, '').matchAll(PIECES)].map((found) => {
    const { letters, digits } = found.groups ?? {};
    const isArabic = letters !== undefined || digits !== undefined;
    const [given] = found;
    // The library turns whatever is of the Arabic script, its digits too.
    const turned = digits === undefined ? given : [...given].toReversed().join('');
    const text = isArabic ? turned : given.replaceAll(UNSETTABLE, '?');
    return { text, isArabic, isRight: letters !== undefined };
  });
  const first = pieces.find(({ text, isArabic }) => isArabic || /\p{L}/u.test(text));
  if (first?.isRight !== true) return pieces.map(({ text, isArabic }) => ({ text, isArabic }));
  return pieces
    .toReversed()
    .map(({ text, isArabic }) => ({ text: MIRRORED[text] ?? text, isArabic }));
}
