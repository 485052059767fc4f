import { describe, expect, it } from 'vitest';
import { FULL_SEND, openInterface } from '../../test/support/sms-api.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../kit/clock.ts';
import { createPace } from './pace.ts';

describe('a pace', () => {
  it('bears its bound of each account and not one more, until the window is over', () => {
    const clock = stepClock();
    const pace = createPace(clock, 3, 10_000);
    expect([1, 2, 3, 4].map(() => pace.note(7))).toEqual([true, true, true, false]);
    expect(pace.note(8)).toBe(true);
    clock.advance(9_000);
    expect(pace.left(7)).toEqual({ requests: 0, seconds: 1 });
    clock.advance(1_000);
    expect(pace.note(7)).toBe(true);
  });
});

describe('the form interfaces', () => {
  it('refuse what is read too often, say when it goes on, and still take sends', async () => {
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

  it('bear far more sends than one account has at its busiest', () => {
    expect((limit('formSends') * 1_000) / limit('formPaceMs')).toBeGreaterThanOrEqual(20_000);
  });
});
