import { describe, expect, it } from 'vitest';
import {
  hostNameGiven,
  hostNameIn,
  hostNameOf,
  isAtOrUnder,
  isHostName,
  isReservedHost,
  withDots,
} from './host.ts';

describe('a domain as people write it', () => {
  it.each([
    [' Go.Shop.pk. ', 'go.shop.pk'],
    ['دکان.example', 'xn--mgbp4e7t.example'],
    // With the full stop of an Urdu keyboard.
    ['گو۔دکان۔example', 'xn--khb9r.xn--mgbp4e7t.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['دکان.example/x', ''],
    ['گو دکان', ''],
    ['me@دکان.example', ''],
    ['دکان', ''],
  ])('%j is %j', (given, name) => {
    expect(hostNameGiven(given)).toBe(name);
  });
});

it('an address may have the full stops of an Urdu keyboard in its host, and keeps others', () => {
  expect(withDots('https://گو۔دکان۔example/آ۔ب?c=۔')).toBe('https://گو.دکان.example/آ۔ب?c=۔');
});

describe('the name in a Host header', () => {
  it.each([
    ['Messages.Example.com', 'messages.example.com'],
    ['messages.example.com:8443', 'messages.example.com'],
    ['messages.example.com.', 'messages.example.com'],
    ['localhost', ''],
    ['127.0.0.1:80', ''],
    ['127.0.0.0x1', ''],
    ['0x7f.1', ''],
    ['[::1]', ''],
    ['', ''],
  ])('of %j is %j', (header, name) => {
    expect(hostNameOf(header)).toBe(name);
  });

  it('has at most 253 characters', () => {
    const long = `${'a.'.repeat(125)}com`;
    expect(isHostName(long)).toBe(true);
    expect(isHostName(`a${long}`)).toBe(false);
  });
});

it.each([
  ['https://messages.example.com:8443/x', 'messages.example.com'],
  ['http://127.0.0.1:8080', ''],
  ['', ''],
])('the host of the address %j is %j', (address, name) => {
  expect(hostNameIn(address)).toBe(name);
});

it.each([
  ['a.example', 'a.example', true],
  ['b.a.example', 'a.example', true],
  ['ba.example', 'a.example', false],
  ['example.com', 'a.example.com', false],
  ['a.example', '', false],
])('%s at or under %j: %s', (host, above, is) => {
  expect(isAtOrUnder(host, above)).toBe(is);
});

it('recognises names of local networks', () => {
  expect(['a.localhost', 'shop.local', 'x.home.arpa'].map(isReservedHost)).not.toContain(false);
  expect(['local.example', 'mylocal.com', 'abc.pk'].map(isReservedHost)).not.toContain(true);
});
