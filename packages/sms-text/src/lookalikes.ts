/**
 * Typographic characters that the GSM alphabet lacks, and what a person would type in their
 * place. Only what editors put in by themselves and what loses nothing a reader would miss is
 * here: no accents are dropped, no letters changed, no symbols spelt out.
 */
const REPLACEMENTS: readonly (readonly [replacement: string, characters: string])[] = [
  ["'", '‘’‚‛′'],
  ['"', '“”„‟″'],
  // Hyphens, figure, en and em dash, horizontal bar, minus.
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
  ['...', '…'],
  ['*', '•'],
  // Tab, no-break space, the spaces of fixed width, narrow no-break and mathematical space.
  [' ', '\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f'],
  ['\n', '\u2028\u2029'],
  // Soft hyphen, zero-width space, word joiner, byte order mark: seen by nobody.
  ['', '\u00ad\u200b\u2060\ufeff'],
  // Ligatures, as text copied from a PDF has them.
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
];

const REPLACEMENT_OF: ReadonlyMap<string, string> = new Map(
  REPLACEMENTS.flatMap(([replacement, characters]) =>
    characters.split('').map((character) => [character, replacement] as const),
  ),
);

const LOOKALIKE = new RegExp(`[${[...REPLACEMENT_OF.keys()].join('')}]`, 'g');

/**
 * `text` with its typographic characters in their GSM form; all others stay, whether GSM or not.
 * A replacement can be longer than its character (`…` becomes three dots): count parts afterwards.
 */
export function toGsmLookalikes(text: string): string {
  return text.replace(LOOKALIKE, (character) => REPLACEMENT_OF.get(character) ?? character);
}
