/** Which character parts the cells of a text file. */
const CANDIDATES = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof CANDIDATES)[number];

const SAMPLE_ROWS = 200;

const isCandidate = (text: string): text is Delimiter =>
  (CANDIDATES as readonly string[]).includes(text);

/**
 * The candidate that comes first in most of the rows of `sample` (the beginning of the file):
 * the first column rarely holds one, texts further right often do. What stands between quotation
 * marks does not count. A comma when there is none.
 */
export function findDelimiter(sample: string): Delimiter {
  const firsts = new Map<Delimiter, number>();
  let rows = 0;
  let isQuoted = false;
  let isFound = false;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') {
      isFound = false;
      if (++rows > SAMPLE_ROWS) break;
    } else if (!isFound && isCandidate(character)) {
      isFound = true;
      firsts.set(character, (firsts.get(character) ?? 0) + 1);
    }
  }
  const score = (candidate: Delimiter): number => firsts.get(candidate) ?? 0;
  return CANDIDATES.reduce((best, next) => (score(next) > score(best) ? next : best));
}

/** `sep=;` in the first row: how spreadsheet programs are told. It is no row of the sheet. */
export function readDelimiterRow(
  sample: string,
): { readonly delimiter: string; readonly length: number } | undefined {
  const match = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i.exec(sample);
  const delimiter = match?.[1];
  return match === null || delimiter === undefined
    ? undefined
    : { delimiter, length: match[0].length };
}
