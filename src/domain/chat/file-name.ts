import { limit } from '../limits.ts';

/** A dot, and what follows looks like an extension: letters and digits, no blanks. */
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

/**
 * The name of a document's card: as it was given, with the extension of its content where it had
 * none (chat seed, section 2: its extension should be kept), and not longer than a card takes.
 * @param extension without the dot; undefined where the content is not known.
 */
export function fileNameFor(given: string, extension: string | undefined): string {
  const written = EXTENSION.exec(given)?.[0];
  const ending = written ?? (extension === undefined ? '' : `.${extension}`);
  const stem = written === undefined ? given : given.slice(0, -written.length);
  return cut(stem, limit('chatFileNameCharacters') - ending.length) + ending;
}

/** Never through a character of two units. */
function cut(text: string, most: number): string {
  const short = text.slice(0, most);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

/** The last part of an address's path, decoded; undefined where it has none. */
export function nameInAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  // Neither a way through folders nor what a card cannot show.
  const name = decodePart(last)
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim();
  return name === '' ? undefined : name;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // Octets that are no UTF-8: as it is written, then.
    if (error instanceof URIError) return part;
    throw error;
  }
}
