/**
 * Reads XML as it streams in. Only XML's five built-in entities are known; a document type is
 * refused, so that no others can be defined and nothing outside the file can be named.
 */
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { damaged, tooLarge } from './fault.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names come without their namespace prefix. */
export type XmlHandlers = {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without prefix: `r:id` is `id`. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined) return own;
  const key = Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}

function createParser(handlers: XmlHandlers): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {
    throw damaged('structure');
  });
  parser.on('doctype', () => {
    throw damaged('hostile');
  });
  parser.on('opentag', (tag) => handlers.open(localName(tag.name), tag.attributes));
  const { close, text } = handlers;
  if (close !== undefined) parser.on('closetag', (tag) => close(localName(tag.name)));
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return parser;
}

/** UTF-8 unless its byte order mark says otherwise: the two encodings that the format allows. */
function decoderFor(chunk: Buffer): TextDecoder {
  const mark = chunk.length < 2 ? 0 : chunk.readUInt16BE(0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

/** No tag for `mostCharacters`: there is too much to buffer. */
function createGapGuard(mostCharacters: number): (text: string) => void {
  let gap = 0;
  return (text) => {
    const last = text.lastIndexOf('<');
    gap = last < 0 ? gap + text.length : text.length - last;
    if (gap > mostCharacters) throw tooLarge('rowCharacters', mostCharacters);
  };
}

/** Characters that XML cannot have, which some programs write: the fault of their cells. */
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;

/** The same, written as references: `&#7;`, `&#x1F;`. */
const NOT_XML_BY_NUMBER =
  /&#(?:x0*(?:[0-8bcef]|1[\da-f]|d[89a-f][\da-f]{2}|fff[ef])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi;
/** A reference that may go on in the next chunk. */
const BEGUN = /&#?[\da-z]{0,8}$/i;

/** Parses one part. Awaits `afterChunk` after each of its chunks. Throws a Refusal. */
export async function parseXml(
  part: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  options: {
    readonly mostCharacters: number;
    readonly afterChunk?: () => Promise<void>;
  },
): Promise<void> {
  const parser = createParser(handlers);
  const guard = createGapGuard(options.mostCharacters);
  let decoder: TextDecoder | undefined;
  let begun = '';
  try {
    for await (const chunk of part) {
      decoder ??= decoderFor(chunk);
      const text = decoder.decode(chunk, { stream: true });
      guard(text);
      const whole = begun + text;
      begun = BEGUN.exec(whole)?.[0] ?? '';
      const ended = whole.slice(0, whole.length - begun.length);
      parser.write(ended.replaceAll(NOT_XML, '\ufffd').replaceAll(NOT_XML_BY_NUMBER, '\ufffd'));
      await options.afterChunk?.();
    }
    parser.write(begun + (decoder?.decode() ?? ''));
    parser.close();
  } catch (error) {
    // The decoder's error for invalid bytes.
    if (error instanceof TypeError && 'code' in error) throw damaged('encoding');
    throw error;
  }
}

/**
 * Texts of a workbook may hold `_x000D_` for a character that XML cannot represent (ECMA-376, part
 * 1, 22.9.2.19). NUL, which no store of texts accepts, and half characters become U+FFFD, which is
 * the fault of their cell.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return plain.replaceAll('\0', '\ufffd').toWellFormed();
}
