/** The texts that a workbook's cells share. */
import type { SheetCaps } from './caps.ts';
import { tooLarge } from './fault.ts';
import { parseXml, unescapeText } from './xml.ts';
import type { Zip } from './zip.ts';

/** Texts per block: a power of two, so that shifting an index gives its block. */
const BLOCK_BITS = 12;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Holds millions of short texts in little memory: a block of them is one string and a list of ends,
 * and a text is cut out on request.
 */
export class SharedStrings {
  private readonly texts: string[] = [];
  private readonly ends: Uint32Array[] = [];
  private open: string[] = [];
  length = 0;

  add(text: string): void {
    this.open.push(text);
    this.length++;
    if (this.open.length === BLOCK) this.closeBlock();
  }

  closeBlock(): void {
    if (this.open.length === 0) return;
    let end = 0;
    this.ends.push(Uint32Array.from(this.open, (text) => (end += text.length)));
    this.texts.push(this.open.join(''));
    this.open = [];
  }

  /** undefined: no text has this index. Only call it after the last block was closed. */
  get(index: number): string | undefined {
    const block = index >>> BLOCK_BITS;
    const [text, ends] = [this.texts[block], this.ends[block]];
    const place = index & (BLOCK - 1);
    const end = ends?.[place];
    if (text === undefined || end === undefined) return undefined;
    return text.slice(place === 0 ? 0 : ends?.[place - 1], end);
  }
}

/** Throws a Refusal. Runs of rich text are joined; phonetic hints are left out. */
export async function readSharedStrings(
  zip: Zip,
  part: string | undefined,
  caps: SheetCaps,
): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (part === undefined || !zip.has(part)) return strings;
  let text = '';
  let characters = 0;
  let isText = false;
  let isPhonetic = false;
  const open = (name: string): void => {
    if (name === 'si') text = '';
    else if (name === 't') isText = !isPhonetic;
    else if (name === 'rPh') isPhonetic = true;
  };
  const close = (name: string): void => {
    if (name === 't') isText = false;
    else if (name === 'rPh') isPhonetic = false;
    else if (name === 'si') {
      strings.add(unescapeText(text));
      characters += text.length;
      if (characters > caps.sharedCharacters) {
        throw tooLarge('sharedCharacters', caps.sharedCharacters);
      }
      if (strings.length > caps.sharedStrings) throw tooLarge('sharedStrings', caps.sharedStrings);
    }
  };
  const take = (more: string): void => {
    if (isText) text += more;
  };
  const options = { mostCharacters: caps.rowCharacters };
  await parseXml(zip.read(part), { open, close, text: take }, options);
  strings.closeBlock();
  return strings;
}
