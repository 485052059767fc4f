import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../../test/support/fixtures.ts';
import { openInterface, shown, type ApiSettings } from '../../../test/support/sms-api.ts';

const BALANCE = '/api/balance.php';

describe('faults of ours', () => {
  const broken = (error: Error): ApiSettings => ({
    readBalance() {
      throw error;
    },
  });

  it('are answered in the format asked for, with a number and without details', async () => {
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

describe('always 200', () => {
  it('holds for one account as soon as it is known', async () => {
    const looks = [makeAccount({ always200: true, ipList: ['192.0.2.0/24'] })];
    const { ask } = openInterface({ looks });
    expect(shown(await ask(BALANCE, { query: 'api_key=right' }))).toContain(
      '200 1 : Access denied',
    );
    expect((await ask(BALANCE, { query: 'api_key=x' })).status).toBe(401);
  });

  it('holds for the whole server, for requests of no account too', async () => {
    const { ask } = openInterface({ always200: true });
    expect(shown(await ask(BALANCE, { query: 'api_key=x' }))).toContain('200 1 : Invalid API key');
    expect(shown(await ask(BALANCE, { query: 'format=x' }))).toContain('200 12 : Invalid format');
  });
});
