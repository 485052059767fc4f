import { expect, it, onTestFinished } from 'vitest';
import { always, outside, world } from '../../../../test/support/fetching.ts';
import { INSIDE, redirect } from '../../../../test/support/outside.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { openTarget, type PostTarget } from '../../src/fetch/post.ts';

const limits = {
  linkCharacters: 500,
  connections: 2,
  connectMs: 2_000,
  totalMs: 60_000,
  answerBytes: 10_000,
  headBytes: 5,
};

function open(port = outside.port, totalMs = limits.totalMs): PostTarget {
  const { policy, resolve } = outside.options;
  const address = `http://hooks.example:${port}/hook`;
  const bounds = { ...limits, totalMs };
  const target = openTarget(address, { policy, resolve, clock: wallClock, limits: bounds });
  onTestFinished(() => target.close());
  return target;
}

it('gives the status and the first octets of an answer', async () => {
  await world((_, to) => to.writeHead(503, { 'retry-after': '7' }).end('too busy'));
  const posted = await open().post('{}', { 'webhook-id': 'evt_1' });
  expect(posted).toEqual({ kind: 'answered', status: 503, retryAfter: '7', head: 'too b' });
});

it('is led nowhere', async () => {
  await world((_, to) => redirect(to, '/hook'));
  expect(await open().post('{}', {})).toMatchObject({ kind: 'answered', status: 302 });
  expect(outside.public.paths).toEqual(['/hook']);
});

it('does not wait for an answer that never comes, nor for one that never ends', async () => {
  await world((request, to) => {
    if (request.headers['webhook-id'] === 'drip') to.writeHead(200).write('a');
  });
  const target = open(outside.port, 300);
  const timedOut = { kind: 'failed', reason: 'timed_out' };
  expect(await target.post('{}', { 'webhook-id': 'silent' })).toEqual(timedOut);
  expect(await target.post('{}', { 'webhook-id': 'drip' })).toEqual(timedOut);
});

it('says that nothing listens there', async () => {
  await world((_, to) => to.end());
  // Nobody may listen on port 1 of a test's machine.
  expect(await open(1).post('{}', {})).toEqual({ kind: 'failed', reason: 'not_connected' });
});

it('reads of a huge answer no more than its bound', async () => {
  await world((_, to) => {
    to.writeHead(200);
    const more = (): void => {
      while (to.writable && to.write(Buffer.alloc(10_000, 'x')));
      to.once('drain', more);
    };
    more();
  });
  const posted = await open().post('{}', {});
  expect(posted).toEqual({ kind: 'answered', status: 200, retryAfter: undefined, head: 'xxxxx' });
});

it('connects to no address that is not public, whatever the name was before', async () => {
  await world(
    (_, to) => to.setHeader('connection', 'close').end('taken'),
    (name, time) => (time === 1 ? always(name, time) : [INSIDE]),
  );
  const target = open();
  expect(await target.post('{}', {})).toMatchObject({ kind: 'answered', status: 200 });
  expect(await target.post('{}', {})).toEqual({ kind: 'failed', reason: 'not_public' });
  expect(outside.private.paths).toEqual([]);
});
