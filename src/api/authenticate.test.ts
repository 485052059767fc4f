import { describe, expect, it } from 'vitest';
import { makeAccount, makeKey, NAYA, ROSHAN } from '../../test/support/fixtures.ts';
import { makeHttpRequest } from '../../test/support/http-request.ts';
import { FULL_SEND, openInterface } from '../../test/support/sms-api.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Account } from '../domain/account/account.ts';
import type { KeyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { type Caller, createAuthenticate, createPace } from './authenticate.ts';

const HOME = '198.51.100.20';

function world() {
  const clock = stepClock();
  const elsewhere: string[] = [];
  const guessed: boolean[] = [];
  const used: KeyId[] = [];
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
        const account = accounts.get(key);
        return Promise.resolve(account && { account, key: makeKey({ scopes: ['read'] }) });
      },
    },
    onUsed: (_, { id }) => void used.push(id),
    noteElsewhere: ({ id }, host) => void elsewhere.push(`${id} ${host}`),
    ownerOfHost: (host) => ({ 'messages.roshan.example': ROSHAN, 'naya.example': NAYA })[host],
  });
  return { clock, byKey, byKeyAndAddress, elsewhere, guessed, used };
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
    expect(reasonOf(await byKey(key, from(HOME), 'read'))).toBe(expected);
    expect(reasonOf(await byKeyAndAddress(key, from(HOME), 'read'))).toBe(expected);
  });

  it.each([
    ['198.51.100.20', 'known'],
    ['::ffff:198.51.100.20', 'known'],
    ['2001:db8:1::1', 'known'],
    ['198.51.101.20', 'address_denied'],
    ['', 'address_denied'],
  ])('checks the caller %j against the account’s list: %s', async (address, expected) => {
    const { byKey, byKeyAndAddress } = world();
    expect(reasonOf(await byKeyAndAddress('listed', from(address), 'read'))).toBe(expected);
    expect(reasonOf(await byKey('listed', from(address), 'read'))).toBe('known');
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
    expect(reasonOf(await byKey('right', request, 'read'))).toBe(expected);
    expect(reasonOf(await byKeyAndAddress('right', request, 'read'))).toBe(expected);
  });

  it('notes a right key on another account’s domain, and nothing else', async () => {
    const { byKey, elsewhere } = world();
    for (const host of ['', 'messages.roshan.example', 'Naya.example:443']) {
      for (const key of ['right', 'wrong', 'disabled'])
        await byKey(key, makeHttpRequest({ headers: { host } }), 'read');
    }
    expect(elsewhere).toEqual([`${ROSHAN} naya.example`]);
  });

  it('names the account when only the place was wrong', async () => {
    const caller = await world().byKeyAndAddress('listed', from('192.0.2.1'), 'read');
    expect(caller.account?.ipList).toHaveLength(2);
  });

  it('checks the scope after the address, and names the account refused', async () => {
    const { byKey, byKeyAndAddress, used } = world();
    const caller = await byKey('right', from(HOME), 'send');
    expect(caller).toMatchObject({
      refusal: { reason: 'scope_missing', details: { scope: 'send' } },
      account: { id: ROSHAN },
    });
    expect(reasonOf(await byKeyAndAddress('right', from(HOME), 'send'))).toBe('scope_missing');
    expect(reasonOf(await byKeyAndAddress('listed', from('192.0.2.1'), 'send'))).toBe(
      'address_denied',
    );
    expect(reasonOf(await byKeyAndAddress('right', from(HOME), undefined))).toBe('known');
    expect(used).toEqual(Array.from({ length: 4 }, () => makeKey().id));
  });

  it('reports no use of a wrong key or a disabled account’s key', async () => {
    const { byKey, used } = world();
    for (const key of ['', 'wrong', 'disabled']) await byKey(key, from(HOME), 'read');
    expect(used).toEqual([]);
  });

  it('slows an address that guesses, just past the limit, and never its right keys', async () => {
    const { clock, byKey, guessed } = world();
    const guess = async (): Promise<string> => reasonOf(await byKey('wrong', from(HOME), 'read'));
    for (let tries = 0; tries < limit('wrongKeysPerMinute'); tries += 1) {
      expect(await guess()).toBe('key_refused');
    }
    expect(await guess()).toBe('keys_guessed');
    expect(guessed.includes(true)).toBe(false);
    await guess();
    expect(guessed.at(-1)).toBe(true);
    expect(reasonOf(await byKey('right', from(HOME), 'read'))).toBe('known');
    expect(reasonOf(await byKey('', from(HOME), 'read'))).toBe('key_empty');
    expect(reasonOf(await byKey('wrong', from('198.51.100.21'), 'read'))).toBe('key_refused');
    clock.advance(60_000);
    expect(await guess()).toBe('key_refused');
  });
});

describe('a rate limit', () => {
  it('allows each account its limit and no more, tests apart, until the window ends', () => {
    const clock = stepClock();
    const pace = createPace(clock, 3, 10_000);
    const account = (id: number, isTest = false) => ({ id: id as AccountId, isTest });
    expect([1, 2, 3, 4].map(() => pace.note(account(7)))).toEqual([true, true, true, false]);
    expect([pace.note(account(8)), pace.note(account(7, true))]).toEqual([true, true]);
    clock.advance(9_000);
    expect(pace.left(account(7))).toEqual({ requests: 0, seconds: 1 });
    clock.advance(1_000);
    expect(pace.note(account(7))).toBe(true);
  });
});

describe('the form interfaces', () => {
  it('refuse reads beyond the limit, say when to continue, and still accept sends', async () => {
    const { ask } = openInterface();
    const most = limit('formReads');
    const balance = () => ask('/api/balance.php', { query: { api_key: 'right' } });
    for (let count = 1; count < most; count += 1) await balance();
    expect((await balance()).status).toBe(200);
    const refused = await balance();
    expect(refused).toMatchObject({
      status: 429,
      body: `12 : Error: more than ${most} requests in 10 seconds`,
      headers: { 'Retry-After': '10' },
    });
    const report = await ask('/api/delivery.php', { query: { api_key: 'right', id: '7001' } });
    expect(report.status).toBe(429);
    expect((await balance()).status).toBe(429);
    expect((await ask('/api/balance.php', { query: { api_key: 'wrong' } })).status).toBe(401);
    expect((await ask('/api/sms.php', { body: FULL_SEND })).status).toBe(200);
  });

  it('allow far more sends than an account has at its busiest', () => {
    expect((limit('formSends') * 1_000) / limit('formPaceMs')).toBeGreaterThanOrEqual(20_000);
  });
});
