/** One word for one thing in Urdu: the glossary's other words stand in no text (docs/urdu.md). */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const URDU = /[\u0600-\u06ff]/;
const FILES = globSync(['portal/src/**/*.{ts,tsx}', 'src/features/*/*-texts.ts']);

const cells = (line: string): readonly string[] => line.split('|').map((it) => it.trim());
const wordsIn = (cell: string): readonly string[] => cell.split(/[،,]/).map((it) => it.trim());

const ROWS = readFileSync('docs/urdu.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && URDU.test(line))
  .map(cells);
const UNUSED = ROWS.flatMap(([, , , cell = '']) => wordsIn(cell)).filter((word) => word !== '');

/** A word, or several, and nothing longer; what is filled in is no text. */
const asWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\w{/-])${word}(?![\\p{L}\\p{M}\\w}-])`, 'iu');

/** The Urdu texts of a program. */
const textsOf = (program: string): readonly string[] =>
  (program.match(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g) ?? []).filter((it) => URDU.test(it));

describe('the Urdu of pages and mails', () => {
  it('uses no word that the glossary has another one for', () => {
    expect(UNUSED.length).toBeGreaterThan(40);
    const texts = FILES.flatMap((file) =>
      textsOf(readFileSync(file, 'utf8')).map((text) => ({ file, text })),
    );
    expect(texts.length).toBeGreaterThan(1_000);
    const found = UNUSED.flatMap((word) => {
      const pattern = asWord(word);
      return texts
        .filter(({ text }) => pattern.test(text))
        .map(({ file, text }) => `${file}: ${word} in ${text}`);
    });
    expect(found).toEqual([]);
  });

  it('leaves a moment its own direction: its month is a word', () => {
    const turned = FILES.filter((file) =>
      /isolated\(\s*show(?:Moment|Day|Time|Instant|Month)/.test(readFileSync(file, 'utf8')),
    );
    expect(turned).toEqual([]);
  });

  it('has the glossary’s own words for what it names', () => {
    const all = FILES.map((file) => readFileSync(file, 'utf8')).join('\n');
    const own = ROWS.map(([, , cell = '']) => wordsIn(cell)[0] ?? '');
    expect(own.filter((word) => !all.includes(word))).toEqual([]);
  });
});
