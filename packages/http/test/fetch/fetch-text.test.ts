import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { link, outside, world } from '../../../../test/support/fetching.ts';
import { INSIDE, redirect } from '../../../../test/support/outside.ts';
import { fetchText } from '../../src/fetch/fetch-to-file.ts';

const get = async () => {
  const text = await fetchText(link('/said.txt'), outside.options);
  expect(readdirSync(outside.options.folder)).toEqual([]);
  return text;
};

it('gives what the file says, and keeps no file', async () => {
  await world((_, to) => to.end('شکریہ\n'));
  expect(await get()).toBe('شکریہ\n');
});

it('gives nothing of what cannot be fetched', async () => {
  await world((_, to) => to.writeHead(404).end('none'));
  expect(await get()).toBeUndefined();
});

it('gives nothing of an address that is not public', async () => {
  await world(undefined, () => [INSIDE]);
  expect(await get()).toBeUndefined();
});

it('is led nowhere where no redirect is allowed', async () => {
  await world((request, to) =>
    request.url === '/said.txt' ? redirect(to, '/other.txt') : void to.end('other'),
  );
  const limits = { ...outside.options.limits, redirects: 0 };
  expect(await fetchText(link('/said.txt'), { ...outside.options, limits })).toBeUndefined();
});
