/** How often people call who are not signed in. */
import { expect, it } from 'vitest';
import { makeHttpRequest } from '../../../test/support/http-request.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { createCall, type CallDeps } from './call.ts';
import { defineEndpoint, done } from './endpoint.ts';

const ask = defineEndpoint({
  method: 'GET',
  path: '/v1/asked',
  name: 'ask',
  who: 'anyone',
  about: 'Asks.',
  gives: Type.Null(),
  handle: async () => done(null),
});

it('whoever is not signed in is told how long it is too often from an address', async () => {
  const clock = stepClock();
  const deps: Partial<CallDeps> = {
    clock,
    sessions: { personOf: async () => ({ person: undefined }) } as Partial<
      CallDeps['sessions']
    > as CallDeps['sessions'],
  };
  const call = createCall(deps as CallDeps);
  const once = () =>
    call({ endpoint: ask, places: {} }, makeHttpRequest({ path: '/v1/asked', method: 'GET' }));
  expect((await once()).status).toBe(200);
  clock.advance(23_000);
  for (let times = 1; times < limit('signInsPerMinute'); times += 1) await once();
  expect(await once()).toMatchObject({ status: 429, headers: { 'Retry-After': '37' } });
  clock.advance(37_000);
  expect((await once()).status).toBe(200);
});
