import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { magicStory, readNext, stories } from './stories.ts';

describe('stories', () => {
  it('are the table of the README, line by line', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const lines = [...readme.matchAll(/^\| (\d\d) \| (\w+) \| (.+) \|$/gm)];
    const told = stories.filter(({ digits }) => digits !== '');
    expect(lines.map(([, ...cells]) => cells)).toEqual(
      told.map(({ digits, name, words }) => [digits, name, words]),
    );
  });

  it('are chosen by the last six digits of a number, and by no other', () => {
    expect(magicStory('923001990001')?.name).toBe('unreachable');
    expect(magicStory('923001990031')?.name).toBe('hidden');
    expect(magicStory('923001234501')).toBeUndefined();
    expect(magicStory('923001990099')).toBeUndefined();
  });

  it.each([
    [
      { story: 'busy', count: 3 },
      { left: 3, on: 'messages', story: { name: 'busy' } },
    ],
    [
      { on: 'media', answer: { kind: 'broken', http: 503 } },
      { left: 1, on: 'media', story: { answer: { kind: 'broken', http: 503, taken: false } } },
    ],
    [
      { to: '923001234567', fate: { kind: 'fail', code: 131049 } },
      { to: '923001234567', story: { fate: { kind: 'fail', code: 131049 } } },
    ],
  ])('for the next requests are read: %j', (body, next) => {
    expect(readNext(body)).toMatchObject({ ok: true, next });
  });

  it.each([
    { story: 'unheard' },
    { story: 'busy', count: 0 },
    { story: 'busy', on: 'everything' },
    { answer: { kind: 'refuse', code: 7 } },
    { fate: { kind: 'odd' } },
  ])('that nobody knows are refused: %j', (body) => {
    expect(readNext(body)).toMatchObject({ ok: false, words: expect.any(String) });
  });
});
