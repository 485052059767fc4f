import { describe, expect, it } from 'vitest';
import { makeAccount, NAYA, ROSHAN } from '../../test/support/fixtures.ts';
import { makeHttpRequest } from '../../test/support/http-request.ts';
import type { Account } from '../domain/account/account.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../kit/clock.ts';
import { createAuthenticate, type Caller } from './authenticate.ts';

const HOME = '198.51.100.20';

function world() {
  const clock = stepClock();
  const elsewhere: string[] = [];
  const guessed: boolean[] = [];
  const accounts = new Map<string, Account>([
    ['right', makeAccount()],
    ['disabled', makeAccount({ active: false })],
    ['listed', makeAccount({ ipList: ['198.51.100.0/24', '2001:db8::/32'] })],
  ]);
  const { byKey, byKeyAndAddress } = createAuthenticate({
    clock,
    accounts: {
      byKey(key, isGuessed) {
        if (!accounts.has(key)) guessed.push(isGuessed?.() === true);
        return Promise.resolve(accounts.get(key));
      },
    },
    noteElsewhere: ({ id }, host) => void elsewhere.push(`${id} ${host}`),
    ownerOfHost: (host) => ({ 'messages.roshan.example': ROSHAN, 'naya.example': NAYA })[host],
  });
  return { clock, byKey, byKeyAndAddress, elsewhere, guessed };
}

const from = (address: string) => makeHttpRequest({ from: address });

const reasonOf = (caller: Caller): string =>
  caller.kind === 'known' ? 'known' : caller.refusal.reason;

describe('authenticate', () => {
  it.each([
    ['', 'key_empty'],
    ['   ', 'key_empty'],
    ['wrong', 'key_refused'],
    ['RIGHT', 'key_refused'],
    ['disabled', 'key_refused'],
    ['right', 'known'],
    [' right\n', 'known'],
  ])('%j: %s', async (key, expected) => {
    const { byKey, byKeyAndAddress } = world();
    expect(reasonOf(await byKey(key, from(HOME)))).toBe(expected);
    expect(reasonOf(await byKeyAndAddress(key, from(HOME)))).toBe(expected);
  });

  it.each([
    ['198.51.100.20', 'known'],
    ['::ffff:198.51.100.20', 'known'],
    ['2001:db8:1::1', 'known'],
    ['198.51.101.20', 'address_denied'],
    ['', 'address_denied'],
  ])('holds the caller %j against the list of the account: %s', async (address, expected) => {
    const { byKey, byKeyAndAddress } = world();
    expect(reasonOf(await byKeyAndAddress('listed', from(address)))).toBe(expected);
    expect(reasonOf(await byKey('listed', from(address)))).toBe('known');
  });

  it.each([
    ['', 'known'],
    ['127.0.0.1:8080', 'known'],
    ['service.example', 'known'],
    ['messages.roshan.example', 'known'],
    ['Messages.Roshan.Example:443', 'known'],
    ['naya.example', 'key_refused'],
    ['NAYA.example.', 'key_refused'],
  ])('on the domain %j: %s', async (host, expected) => {
    const { byKey, byKeyAndAddress } = world();
    const request = makeHttpRequest({ headers: { host } });
    expect(reasonOf(await byKey('right', request))).toBe(expected);
    expect(reasonOf(await byKeyAndAddress('right', request))).toBe(expected);
  });

  it('notes a right key at a domain of another account, and nothing else', async () => {
    const { byKey, elsewhere } = world();
    for (const host of ['', 'messages.roshan.example', 'Naya.example:443']) {
      for (const key of ['right', 'wrong', 'disabled'])
        await byKey(key, makeHttpRequest({ headers: { host } }));
    }
    expect(elsewhere).toEqual([`${ROSHAN} naya.example`]);
  });

  it('tells whose account it is when only the place was wrong', async () => {
    const caller = await world().byKeyAndAddress('listed', from('192.0.2.1'));
    expect(caller.account?.ipList).toHaveLength(2);
  });

  it('slows an address that guesses, one past the bound, and never its right keys', async () => {
    const { clock, byKey, guessed } = world();
    const guess = async (): Promise<string> => reasonOf(await byKey('wrong', from(HOME)));
    for (let tries = 0; tries < limit('wrongKeysPerMinute'); tries += 1) {
      expect(await guess()).toBe('key_refused');
    }
    expect(await guess()).toBe('keys_guessed');
    expect(guessed.includes(true)).toBe(false);
    await guess();
    expect(guessed.at(-1)).toBe(true);
    expect(reasonOf(await byKey('right', from(HOME)))).toBe('known');
    expect(reasonOf(await byKey('', from(HOME)))).toBe('key_empty');
    expect(reasonOf(await byKey('wrong', from('198.51.100.21')))).toBe('key_refused');
    clock.advance(60_000);
    expect(await guess()).toBe('key_refused');
  });
});
