import { expect, it } from 'vitest';
import { makeAccount } from '../../../test/support/fixtures.ts';
import { limit } from '../../domain/limits.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import { createApiPaces, notePace } from './find-caller.ts';

const account = makeAccount();

it('paces by the octets of all bodies as well as by number', () => {
  const clock = stepClock();
  const paces = createApiPaces(clock);
  const note = (octets: number, bucket: 'sends' | 'changes' = 'sends') =>
    notePace(paces, account, { bucket, octets });
  const half = limit('apiOctets') / 2;
  expect([note(half), note(half, 'changes')]).toEqual([undefined, undefined]);
  const beyond = note(1);
  expect(beyond).toMatchObject({
    status: 429,
    body: expect.stringContaining(
      `more than ${limit('apiOctets')} octets of requests in 10 seconds`,
    ),
    headers: { RateLimit: '"octets";r=0;t=10', 'Retry-After': '10' },
  });
  clock.advance(limit('formPaceMs'));
  expect(note(half)).toBeUndefined();
});

it('counts sends, reads and changes apart', () => {
  const paces = createApiPaces(stepClock());
  const note = (bucket: 'sends' | 'reads' | 'changes') =>
    notePace(paces, account, { bucket, octets: 0 })?.status;
  for (let asked = 0; asked < limit('apiRequestsPerMinute'); asked += 1) note('reads');
  expect([note('reads'), note('changes'), note('sends')]).toEqual([429, undefined, undefined]);
});
