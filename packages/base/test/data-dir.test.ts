import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isRoot,
  keepSecret,
  makePrivateDir,
  makeTemporaryDir,
  prepareDataDir,
} from '../src/data-dir.ts';
import { Refusal } from '../src/refusal.ts';

let folder: string;

beforeEach(() => {
  folder = makeTemporaryDir();
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the data folder', () => {
  it('is made with those above it, closed to others', () => {
    const made = prepareDataDir(join(folder, 'a/b'));
    expect(statSync(made).mode & 0o777).toBe(isRoot() ? 0o711 : 0o700);
    expect(prepareDataDir(made)).toBe(made);
  });

  it('is closed to others when it is there already, and keeps what is stricter', () => {
    chmodSync(folder, 0o755);
    prepareDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(isRoot() ? 0o711 : 0o700);
    chmodSync(folder, 0o500);
    makePrivateDir(folder, 0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o500);
  });

  it('that cannot be made is refused with its setting, its path and the reason', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const of = (path: string, why: string): Refusal =>
      new Refusal(`DATA_DIR: the folder ${path} cannot be made or written: ${why}.`);
    expect(() => prepareDataDir(file)).toThrow(of(file, 'file already exists'));
    const below = join(file, 'data');
    expect(() => prepareDataDir(below)).toThrow(of(below, 'not a directory'));
    expect(() => prepareDataDir('/proc/a/data')).toThrow(Refusal);
    makePrivateDir(join(folder, 'a/b/c'), 0o700);
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['c']);
  });

  it('stays as it is where everybody keeps things', () => {
    chmodSync(folder, 0o1777);
    prepareDataDir(folder);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });
});

describe('keepSecret', () => {
  it('makes the file once, for its user alone, and leaves nothing else', () => {
    const file = join(folder, 'secret');
    expect(keepSecret(file, () => 'first')).toBe('first');
    expect(keepSecret(file, () => 'second')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('gives the text of a file that appeared in the meantime', () => {
    const file = join(folder, 'secret');
    const late = keepSecret(file, () => {
      keepSecret(file, () => 'theirs');
      return 'ours';
    });
    expect(late).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['secret']);
  });
});
