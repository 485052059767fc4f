import { describe, expect, it } from 'vitest';
import { makeAccount, NAYA, ROSHAN } from '../../../test/support/fixtures.ts';
import { openInterface, shown } from '../../../test/support/sms-api.ts';
import { countTriesInMemory } from '../../../test/support/try-counts.ts';
import { limit } from '../../domain/limits.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import type { OwnerLogin } from '../../features/users/users.sql.ts';
import type { Caller } from '../authenticate.ts';
import { createGuardTries } from '../check-password.ts';
import { createIdentifyOwner } from './fetch-all-fixed-templates.ts';

const TEMPLATES = '/apps/fetch_all_fixed_templates.php';

describe('/apps/fetch_all_fixed_templates.php', () => {
  it('lists approved templates, as JSON whatever the format says', async () => {
    const answer = await openInterface().ask(TEMPLATES, { query: 'api_key=right&format=xml' });
    expect(answer.contentType).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answer.body)).toEqual({
      success: 'true',
      results: [
        { id: '21', name: 'template 21', message: 'Your code is #code#.', variables: ['code'] },
        {
          id: '22',
          name: 'template 22',
          message: 'Dear #name#, order #order_no# is on its way.',
          variables: ['name', 'order_no'],
        },
        {
          id: '23',
          name: 'template 23',
          message: 'Sale: #discount# off.',
          variables: ['discount'],
        },
        { id: '24', name: 'template 24', message: 'آپ کا کوڈ #code# ہے۔', variables: ['code'] },
      ],
    });
  });

  it('says so when there are none', async () => {
    const { ask } = openInterface({ looks: [makeAccount({ templates: new Map() })] });
    expect(shown(await ask(TEMPLATES, { query: 'api_key=right' }))).toBe(
      '200 {"success":"false","results":[{"status":"1","error":"No record found"}]}',
    );
  });

  it('ignores the account’s IP list', async () => {
    const { ask } = openInterface({ looks: [makeAccount({ ipList: ['192.0.2.0/24'] })] });
    expect((await ask(TEMPLATES, { query: 'api_key=right' })).status).toBe(200);
    expect(shown(await ask('/api/sms.php', { query: 'api_key=right' }))).toContain(
      '403 1 : Access denied',
    );
  });

  it.each([
    ['', 401, '2', 'Error: api_key is empty'],
    ['api_key=x', 401, '1', 'Invalid API key: unknown, expired, or account disabled'],
    ['username=a@example.com&password=x', 401, '1', 'Invalid login'],
    ['api_key=%FF', 400, '12', "Invalid 'api_key': its bytes are not UTF-8"],
  ])('refuses %j in its own form', async (query, status, code, error) => {
    expect(shown(await openInterface().ask(TEMPLATES, { query }))).toBe(
      `${status} ${JSON.stringify({ success: 'false', results: [{ status: code, error }] })}`,
    );
  });
});

const PASSWORD = 'password';
/** Of small costs, from the tests of the reference program: dozens are compared here. */
const passwordHash =
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
const FROM = '198.51.100.20';

function world(changes: Partial<OwnerLogin> = {}, active = true) {
  const clock = stepClock();
  const owner = { passwordHash, secondFactor: false, accountIds: [ROSHAN, NAYA], ...changes };
  const identify = createIdentifyOwner({
    guardTries: createGuardTries(clock, countTriesInMemory(clock)),
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

  it('slows the address after too many wrong passwords, right ones included', async () => {
    const { clock, logIn } = world();
    for (let tries = 0; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
      expect(await logIn(`guess${tries}@example.com`, 'x')).toBe('login_refused');
    }
    expect(await logIn('bilal@example.com', PASSWORD)).toBe('logins_guessed');
    expect(await logIn('bilal@example.com', PASSWORD, '192.0.2.1')).toBe(`account ${ROSHAN}`);
    clock.advance(60_000);
    expect(await logIn('bilal@example.com', PASSWORD)).toBe(`account ${ROSHAN}`);
  });

  it('slows simultaneous guesses like those made one after another', async () => {
    const { logIn } = world();
    const tries = Array.from({ length: 45 }, (_, index) =>
      logIn('bilal@example.com', `guess ${index}`, `192.0.2.${index}`),
    );
    const words = await Promise.all(tries);
    const tried = words.filter((word) => word === 'login_refused');
    expect(tried).toHaveLength(limit('wrongPasswordsPerMinute'));
    expect(words.filter((word) => word === 'logins_guessed')).toHaveLength(45 - tried.length);
  });

  it('lets in everybody with the right password, even at the same time', async () => {
    const { logIn } = world();
    const logins = Array.from({ length: 45 }, () => logIn('bilal@example.com', PASSWORD));
    expect(new Set(await Promise.all(logins))).toEqual(new Set([`account ${ROSHAN}`]));
  });

  it('lets somebody in where they were before, whoever guesses elsewhere', async () => {
    const { logIn } = world();
    expect(await logIn('bilal@example.com', PASSWORD)).toBe(`account ${ROSHAN}`);
    for (let tries = 0; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
      await logIn('bilal@example.com', 'x', `192.0.2.${tries}`);
    }
    expect(await logIn('bilal@example.com', PASSWORD, '198.51.100.9')).toBe('logins_guessed');
    expect(await logIn('bilal@example.com', PASSWORD)).toBe(`account ${ROSHAN}`);
  });

  it('slows the name when guesses come from everywhere', async () => {
    const { logIn } = world();
    for (let tries = 0; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
      expect(await logIn('BILAL@example.com', 'x', `192.0.2.${tries}`)).toBe('login_refused');
    }
    expect(await logIn('bilal@example.com', PASSWORD)).toBe('logins_guessed');
  });
});
