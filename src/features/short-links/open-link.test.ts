import { describe, expect, it } from 'vitest';
import { stepClock } from '../../../test/support/step-clock.ts';
import { limit } from '../../domain/limits.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { createOpenLink } from './open-link.ts';

const MOST = limit('unknownLinksPerMinute');
const KNOWN = '23456789';

describe('whoever tries codes that nobody was given', () => {
  it('is told to wait for a minute, and whoever shares the address is led on', async () => {
    const clock = stepClock();
    const reader = {
      read: async (_: unknown, { code }: { readonly code: string }) => {
        return code === KNOWN ? [{ accountId: 7, target: 'https://shop.example/' }] : [];
      },
    };
    const [route] = createOpenLink({
      clock,
      db: reader as unknown as Reader,
      clicks: { note: () => undefined },
      linksAt: () => undefined,
      answerUnknown: () => ({ status: 404, body: '' }),
    });
    const open = async (code: string, from: string): Promise<number | undefined> => {
      const request = {
        path: `/s/${code}`,
        method: 'GET',
        header: () => '',
        callerAddress: () => from,
      };
      return (await route?.handle(request as unknown as HttpRequest))?.status;
    };
    for (let tries = 0; tries <= MOST; tries += 1) {
      expect(await open('abcdefgh', '203.0.113.7')).toBe(404);
    }
    expect(await open('abcdefgh', '203.0.113.7')).toBe(429);
    expect(await open(KNOWN, '203.0.113.7')).toBe(302);
    expect(await open('abcdefgh', '203.0.113.8')).toBe(404);
    clock.advance(60_000);
    expect(await open('abcdefgh', '203.0.113.7')).toBe(404);
  });
});
