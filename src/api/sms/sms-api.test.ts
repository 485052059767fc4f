import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../../test/support/fixtures.ts';
import { SCOPES } from '../../domain/account/account.ts';
import {
  FULL_SEND,
  openInterface,
  shown,
  type ApiSettings,
} from '../../../test/support/sms-api.ts';

const BALANCE = '/api/balance.php';
const PATHS = [
  ...['/api/sms.php', '/api/personalised.php', BALANCE, '/api/delivery.php'],
  '/apps/fetch_all_fixed_templates.php',
];

describe('the scope of a key', () => {
  it.each([
    ['/api/sms.php', 'send'],
    ['/api/personalised.php', 'send'],
    ['/api/balance.php', 'read'],
    ['/api/delivery.php', 'read'],
    ['/apps/fetch_all_fixed_templates.php', 'read'],
  ] as const)('of %s is %s', async (path, scope) => {
    const others = SCOPES.filter((it) => it !== scope);
    const query = { ...FULL_SEND, id: '7001', url: 'http://files.example/a.csv' };
    const refused = await openInterface({ key: { scopes: others } }).ask(path, { query });
    expect(shown(refused)).toMatch(
      new RegExp(`^403 .*Access denied: this API key does not have the scope .*${scope}`),
    );
    const { status } = await openInterface({ key: { scopes: [scope] } }).ask(path, { query });
    expect(status).toBe(200);
  });

  it('is checked before anything else about the send, and after the address', async () => {
    const { ask, taken } = openInterface({ key: { scopes: ['read'] } });
    const answer = await ask('/api/sms.php', { query: 'api_key=right' });
    expect(shown(answer)).toBe(
      '403 1 : Access denied: this API key does not have the scope "send"',
    );
    expect(taken).toEqual([]);
    const looks = [makeAccount({ ipList: ['192.0.2.0/24'] })];
    const elsewhere = openInterface({ looks, key: { scopes: ['read'] } });
    const { body } = await elsewhere.ask('/api/sms.php', { query: 'api_key=right' });
    expect(body).toContain('address is not on the list');
  });

  it('is checked before the body of a large request is read', async () => {
    const route = openInterface({ key: { scopes: ['read'] } });
    const answer = await route.admit('/api/sms.php', { query: 'api_key=right' });
    expect(answer?.status).toBe(403);
  });
});

describe('errors of ours', () => {
  const broken = (error: Error): ApiSettings => ({
    readBalance() {
      throw error;
    },
  });

  it('are answered in the requested format, with a number and without details', async () => {
    const { ask, errors } = openInterface(broken(new Error('secret detail')));
    const answer = await ask(BALANCE, { body: 'api_key=right&format=json' });
    expect(answer.status).toBe(500);
    expect(answer.body).toContain('"error":"Error: internal error a1b2c3; nothing was charged"');
    expect(errors).toEqual([new Error('secret detail')]);
  });

  it('are 503 when the store cannot be reached', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { ask, errors } = openInterface(broken(lost));
    const answer = await ask(BALANCE, { query: 'api_key=right' });
    expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    expect(errors).toEqual([]);
  });
});

describe('the IP list', () => {
  it('says where sends come from, and nothing else', async () => {
    const { ask } = openInterface({ looks: [makeAccount({ ipList: ['192.0.2.0/24'] })] });
    const asked = { query: 'api_key=right&id=7001&url=http://files.example/a.csv' };
    const answers = await Promise.all(
      PATHS.map(async (path) => [path, (await ask(path, asked)).status]),
    );
    expect(answers).toEqual([
      ['/api/sms.php', 403],
      ['/api/personalised.php', 403],
      ['/api/balance.php', 200],
      ['/api/delivery.php', 200],
      ['/apps/fetch_all_fixed_templates.php', 200],
    ]);
  });
});

describe('always 200', () => {
  it('applies to an account as soon as it is known', async () => {
    const looks = [makeAccount({ always200: true, ipList: ['192.0.2.0/24'] })];
    const { ask } = openInterface({ looks });
    expect(shown(await ask('/api/sms.php', { query: 'api_key=right' }))).toContain(
      '200 1 : Access denied',
    );
    expect((await ask(BALANCE, { query: 'api_key=x' })).status).toBe(401);
  });

  it('applies to the whole server, even to requests without an account', async () => {
    const { ask } = openInterface({ always200: true });
    expect(shown(await ask(BALANCE, { query: 'api_key=x' }))).toContain('200 1 : Invalid API key');
    expect(shown(await ask(BALANCE, { query: 'format=x' }))).toContain('200 12 : Invalid format');
  });
});
