import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withReadableNames } from '../src/readable-names.ts';

const dns = domainToASCII;

describe('names of domains in a text', () => {
  it.each([
    [`https://${dns('دکان.example')}/hook?a=1`, 'https://دکان.example/hook?a=1'],
    [`ali@${dns('گو.دکان.example')}, b@c.example`, 'ali@گو.دکان.example, b@c.example'],
    [`${dns('دکان.example')}:8443`, 'دکان.example:8443'],
  ])('%s is read as %s', (text, read) => {
    expect(withReadableNames(text)).toBe(read);
  });

  it.each([
    'раypal.example',
    'bücher.example',
    'раура.example',
    'pαypal.example',
    'دک\u200cان.example',
  ])('%s may be taken for another: its form in DNS stands behind it', (name) => {
    expect(withReadableNames(dns(name))).toBe(`${name} (${dns(name)})`);
  });

  it.each([
    'https://shop.example/xn--a',
    '_paigham.xn--mgbp4e7t.example',
    'xn--mgbp4e7t',
    'xn--a!.example',
    'xn--99999999999999999999.example',
    'xn--zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz.example',
    'xn--a-.example',
  ])('%s stays as it is', (text) => {
    expect(withReadableNames(text)).toBe(text);
  });

  it('are those that Node reads, whatever their letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (label) => {
        const name = dns(`${label}.example`);
        fc.pre(/^xn--[a-z0-9-]+\.example$/.test(name));
        expect(withReadableNames(name).replace(` (${name})`, '')).toBe(domainToUnicode(name));
      }),
    );
  });
});
