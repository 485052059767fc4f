/** The rules of the house, read from the sources themselves. Each failure is a sentence. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAILURES } from '../src/domain/failure/failure.ts';
import { pages, render } from '../src/reference/pages.ts';
import { allowances } from './house/allowances.ts';
import { findBannedCalls, findIgnoredErrors, findStraySql } from './house/calls.ts';
import { findCircles, findForbiddenImports } from './house/imports.ts';
import { findBadNames, findBadPaths } from './house/names.ts';
import { findStrandedPaths, readPapers } from './house/papers.ts';
import { findOversize } from './house/sizes.ts';
import { readSources, root } from './house/sources.ts';

const sources = readSources();

describe('the house', () => {
  it('imports only what its table allows', () => {
    expect(findForbiddenImports(sources)).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(findCircles(sources)).toEqual([]);
  });

  it('keeps functions, files, lines and parameters small', () => {
    expect(findOversize(sources, allowances)).toEqual([]);
  });

  it('names its files and folders well', () => {
    expect(findBadPaths(sources)).toEqual([]);
  });

  it('uses its own words', () => {
    expect(findBadNames(sources)).toEqual([]);
  });

  it('reads clock, chance, settings and network in one place each', () => {
    expect(findBannedCalls(sources)).toEqual([]);
  });

  it('writes SQL in the store alone', () => {
    expect(findStraySql(sources)).toEqual([]);
  });

  it('ignores no error that it catches', () => {
    expect(findIgnoredErrors(sources)).toEqual([]);
  });
});

describe('the migrations', () => {
  it('are numbered one after the other', () => {
    const files = readdirSync(join(root, 'db/migrations')).toSorted();
    const numbers = files.map((file) => Number(file.slice(0, 4)));
    expect(numbers).toEqual(files.map((_, index) => index + 1));
  });
});

describe('the pages for people', () => {
  it('name files and folders that are there', () => {
    expect(readPapers().flatMap(findStrandedPaths)).toEqual([]);
  });
});

describe('docs/generated', () => {
  it('lists every reason that has a page', () => {
    const text = readFileSync(join(root, 'docs/generated/errors.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, reason = '']) => reason);
    expect(rows.toSorted()).toEqual(Object.keys(FAILURES).toSorted());
  });

  it.each(pages)('$file is fresh (npm run generate)', (page) => {
    const file = join(root, 'docs/generated', page.file);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(render(page));
  });
});
