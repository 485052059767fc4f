import { describe, expect, it } from 'vitest';
import { isGuessable } from './guessable.ts';

const NAMES = ['Sana Iqbal', 'sana@chaman.example', 'Chaman Textiles', 'Paigham'];

describe('a password', () => {
  it.each([
    'passwordpassword',
    'P@ssw0rd1234',
    '123456789012',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    'chaman textiles1',
    'sana.iqbal.1990',
    'paigham paigham',
    'sana@chaman.example',
    'ab1!'.repeat(50),
  ])('that others guess: %s', async (password) => {
    expect(await isGuessable(password, NAMES)).toBe(true);
  });

  it.each([
    'a long enough password',
    'correct horse battery',
    'pQ7rT2mW9zK4',
    'میرا لمبا خفیہ لفظ',
  ])('that they do not: %s', async (password) => {
    expect(await isGuessable(password, NAMES)).toBe(false);
  });
});
