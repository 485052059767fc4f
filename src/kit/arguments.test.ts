import { describe, expect, it } from 'vitest';
import { nearest, type OptionShape, readWords } from './arguments.ts';

const shapes: readonly OptionShape[] = [
  { name: 'json', about: 'for machines' },
  { name: 'from', value: 'DATE', about: 'the first day', elsewhere: 'since' },
];
const read = (...words: readonly string[]) => readWords(words, shapes);

describe('the words of a command line', () => {
  it('are plain words and options, in any order', () => {
    const both = {
      plain: ['a', 'b'],
      options: new Map([
        ['json', ''],
        ['from', '1'],
      ]),
    };
    expect(read('a', '--json', 'b', '--from', '1')).toEqual({ ok: true, arguments: both });
    expect(read('--from=1', 'a', '--json', 'b')).toMatchObject({
      arguments: { plain: ['a', 'b'] },
    });
  });

  it('are plain after two dashes, and a value may begin with a dash after =', () => {
    expect(read('--', '--json')).toMatchObject({ arguments: { plain: ['--json'] } });
    const dashed = read('--from=-1');
    expect(dashed.ok && dashed.arguments.options.get('from')).toBe('-1');
  });

  it('may be negative numbers, which are no options', () => {
    expect(read('a', '-5.50')).toMatchObject({ arguments: { plain: ['a', '-5.50'] } });
    const valued = read('--from', '-1');
    expect(valued.ok && valued.arguments.options.get('from')).toBe('-1');
  });

  it.each([
    [['--xml'], 'Unknown option --xml.'],
    [['-x'], 'Unknown option -x.'],
    [['--jsn'], 'Unknown option --jsn. Did you mean --json?'],
    [['--since'], 'Unknown option --since. Did you mean --from?'],
    [['--from'], '--from needs a value: --from DATE.'],
    [['--json=yes'], '--json takes no value.'],
    [['--from=1', '--from=2'], '--from is given twice.'],
  ])('%j are refused with a sentence', (words, sentence) => {
    expect(read(...words)).toEqual({ ok: false, sentence });
  });
});

const WORDS = ['account', 'audit', 'list', 'show', 'verified', 'link'];

describe('the word that was meant', () => {
  it.each([
    ['acount', 'account'],
    ['accuont', 'account'],
    ['accounts', 'account'],
    ['lst', 'list'],
    ['lits', 'list'],
    ['verifed', 'verified'],
    ['list', 'list'],
  ])('%s → %s', (word, meant) => {
    expect(nearest(word, WORDS)).toBe(meant);
  });

  it.each(['', 'x', 'completion', 'frobnicate'])('%s → none', (word) => {
    expect(nearest(word, WORDS)).toBeUndefined();
  });
});
