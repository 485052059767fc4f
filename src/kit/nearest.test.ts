import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

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
