import { expect, it } from 'vitest';
import { isPublicSuffix } from './dns.ts';

it.each([
  ['com.pk', true],
  ['gov.pk', true],
  ['co.uk', true],
  ['github.io', true],
  ['vercel.app', true],
  ['herokuapp.com', true],
  ['roshan.com.pk', false],
  ['punjab.gov.pk', false],
  ['roshan.github.io', false],
  ['messages.roshan.example', false],
])('names are registered under %s: %s', (host, is) => {
  expect(isPublicSuffix(host)).toBe(is);
});
