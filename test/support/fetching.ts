/** Fetches links from an outside world that the test provides, and that ends with it. */
import { readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { fetchToFile, type FetchOptions } from '@paigham/http/fetch/fetch-to-file.ts';
import type { FetchReason } from '@paigham/http/fetch/outcome.ts';
import type { Names } from './name-server.ts';
import { OUTSIDE, startOutside, type Outside } from './outside.ts';

export const CSV = '923001234567,Ali\n';

/** The outside world of the current test, once it has called `world`. */
export let outside: Outside;

export const always: Names = () => [OUTSIDE];

export async function world(
  answer: RequestListener = (_, to) => to.end(CSV),
  names: Names = always,
): Promise<Outside> {
  const started = await startOutside(names, answer);
  onTestFinished(() => started.close());
  outside = started;
  return started;
}

export const link = (path = '/list.csv'): string => `http://files.example:${outside.port}${path}`;

export const get = (address = link(), other: Partial<FetchOptions> = {}) =>
  fetchToFile(address, { ...outside.options, ...other });

/** It is refused for this reason, and leaves nothing in the folder. */
export async function expectRefused(reason: FetchReason, address = link()): Promise<void> {
  expect(await get(address)).toMatchObject({ kind: 'refused', reason });
  expect(readdirSync(outside.options.folder)).toEqual([]);
}
