import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, NAYA, ROSHAN } from '../../../test/support/fixtures.ts';
import { limit } from '../../domain/limits.ts';
import { stepClock } from '../../kit/clock.ts';
import { hashPassword } from '../../kit/password.ts';
import type { OwnerLogin } from '../../store/users.ts';
import type { Caller } from '../authenticate.ts';
import { createIdentifyOwner } from './identify-owner.ts';

const PASSWORD = 'a long enough password';
const FROM = '198.51.100.20';

let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

function world(changes: Partial<OwnerLogin> = {}, active = true) {
  const clock = stepClock();
  const owner = { passwordHash, secondFactor: false, accountIds: [ROSHAN, NAYA], ...changes };
  const identify = createIdentifyOwner({
    clock,
    owners: {
      ownerByEmail: (email) =>
        Promise.resolve(email.toLowerCase() === 'bilal@example.com' ? owner : undefined),
    },
    accounts: { byId: (id) => Promise.resolve(makeAccount({ id, active })) },
  });
  const logIn = async (username: string, password: string, from = FROM): Promise<string> =>
    wordOf(await identify({ username, password, from }));
  return { clock, logIn };
}

const wordOf = (caller: Caller): string =>
  caller.kind === 'known' ? `account ${caller.account.id}` : caller.refusal.reason;

describe('identifyOwner', () => {
  it.each([
    ['bilal@example.com', PASSWORD, `account ${ROSHAN}`],
    [' Bilal@Example.com ', PASSWORD, `account ${ROSHAN}`],
    ['bilal@example.com', PASSWORD.toUpperCase(), 'login_refused'],
    ['bilal@example.com', '', 'login_refused'],
    ['nobody@example.com', PASSWORD, 'login_refused'],
  ])('%j with %j: %s', async (username, password, expected) => {
    expect(await world().logIn(username, password)).toBe(expected);
  });

  it('refuses an owner with a second factor: a password alone is not enough', async () => {
    expect(await world({ secondFactor: true }).logIn('bilal@example.com', PASSWORD)).toBe(
      'login_refused',
    );
  });

  it('refuses the owner of a disabled account', async () => {
    expect(await world({}, false).logIn('bilal@example.com', PASSWORD)).toBe('login_refused');
  });

  it('slows the address after the bound of wrong passwords, right ones too', async () => {
    const { clock, logIn } = world();
    for (let tries = 0; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
      expect(await logIn(`guess${tries}@example.com`, 'x')).toBe('login_refused');
    }
    expect(await logIn('bilal@example.com', PASSWORD)).toBe('logins_guessed');
    expect(await logIn('bilal@example.com', PASSWORD, '192.0.2.1')).toBe(`account ${ROSHAN}`);
    clock.advance(60_000);
    expect(await logIn('bilal@example.com', PASSWORD)).toBe(`account ${ROSHAN}`);
  });

  it('slows guesses that come together as it slows those one after another', async () => {
    const { logIn } = world();
    const tries = Array.from({ length: 45 }, (_, index) =>
      logIn('bilal@example.com', `guess ${index}`, `192.0.2.${index}`),
    );
    const words = await Promise.all(tries);
    const tried = words.filter((word) => word === 'login_refused');
    expect(tried).toHaveLength(limit('wrongPasswordsPerMinute'));
    expect(words.filter((word) => word === 'logins_guessed')).toHaveLength(45 - tried.length);
  });

  it('lets in everybody who has the right password, together too', async () => {
    const { logIn } = world();
    const logins = Array.from({ length: 45 }, () => logIn('bilal@example.com', PASSWORD));
    expect(new Set(await Promise.all(logins))).toEqual(new Set([`account ${ROSHAN}`]));
  });

  it('slows the name when the guesses come from everywhere', async () => {
    const { logIn } = world();
    for (let tries = 0; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
      expect(await logIn('BILAL@example.com', 'x', `192.0.2.${tries}`)).toBe('login_refused');
    }
    expect(await logIn('bilal@example.com', PASSWORD)).toBe('logins_guessed');
  });
});
