import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from './config-schema.ts';
import { loadConfig } from './config.ts';
import { isKeyBeside, readMasterKeys, sourceOf } from './master-key.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { Refusal } from '@paigham/base/refusal.ts';

let folder: string;
let config: Config;
const random = seededRandom('master key');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paigham-key-'));
  const loaded = loadConfig({ DATA_DIR: join(folder, 'data') }, []);
  if (loaded.kind !== 'loaded') throw new Error('the settings are right');
  config = loaded.config;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('readMasterKeys', () => {
  it('takes the setting and then makes no file', () => {
    const masterKey = Buffer.alloc(32, 1).toString('base64');
    expect(readMasterKeys(config, { masterKey }, random)).toEqual([Buffer.alloc(32, 1)]);
    expect(() => statSync(join(folder, 'data'))).toThrow('ENOENT');
  });

  it('takes two while the key is changed, from the setting or the lines of a file', () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const [one, two] = [first.toString('base64'), second.toString('base64')];
    const masterKey = `${one},${two}`;
    expect(readMasterKeys(config, { masterKey }, random)).toEqual([first, second]);
    readMasterKeys(config, {}, random);
    const file = join(folder, 'data/master.key');
    writeFileSync(file, `${one}\n${two}\n`);
    expect(readMasterKeys(config, {}, random)).toEqual([first, second]);
    for (const text of [`${one}\n${two}\n${one}`, `${one}\nx`, '']) {
      writeFileSync(file, text);
      expect(() => readMasterKeys(config, {}, random)).toThrow(Refusal);
    }
  });

  it('makes a key once, readable by its user alone', () => {
    const made = readMasterKeys(config, {}, random);
    expect(made).toEqual([expect.objectContaining({ length: 32 })]);
    expect(readMasterKeys(config, {}, random)).toEqual(made);
    expect(statSync(join(folder, 'data/master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'data/master.key'), 'utf8')).toContain('=');
  });

  it('makes it in the file that the settings name, of a new installation alone', () => {
    const file = join(folder, 'elsewhere.key');
    const named = { ...config, masterKeyFile: file };
    const made = readMasterKeys(named, {}, random);
    expect(readMasterKeys(named, {}, random)).toEqual(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
    rmSync(file);
    mkdirSync(join(folder, 'data/postgres'));
    expect(() => readMasterKeys(named, {}, random)).toThrow(/elsewhere.key is not there: restore/);
    const databaseUrl = 'postgres://db.example/paigham';
    expect(() => readMasterKeys(named, { databaseUrl }, random)).toThrow(/restore the key/);
  });

  it('refuses to make another key while there is one in the data folder', () => {
    const made = readMasterKeys(config, {}, random);
    const file = join(folder, 'elsewhere.key');
    const named = { ...config, masterKeyFile: file };
    expect(() => readMasterKeys(named, {}, random)).toThrow(/master.key is: move that one there/);
    renameSync(join(folder, 'data/master.key'), file);
    expect(readMasterKeys(named, {}, random)).toEqual(made);
  });

  it('refuses a key that everybody may read', () => {
    const file = join(folder, 'elsewhere.key');
    writeFileSync(file, Buffer.alloc(32, 1).toString('base64'), { mode: 0o644 });
    const named = { ...config, masterKeyFile: file };
    expect(() => readMasterKeys(named, {}, random)).toThrow(/every user .* chmod 600/);
    const ofFolder = { ...named, masterKeyFile: tmpdir() };
    expect(() => readMasterKeys(ofFolder, {}, random)).toThrow('is a folder');
  });

  it('makes none for a database that is there, and says which setting may be missing', () => {
    mkdirSync(join(folder, 'data/postgres'), { recursive: true });
    const file = join(folder, 'data/master.key');
    const refused = new RegExp(`^${file} is not there, but a database is: .*MASTER_KEY_FILE`);
    expect(() => readMasterKeys(config, {}, random)).toThrow(refused);
    expect(readdirSync(join(folder, 'data'))).toEqual(['postgres']);
  });

  it('tells of a key that it makes, and of no other', () => {
    const made: string[] = [];
    const read = () => readMasterKeys(config, {}, random, (file) => made.push(file));
    expect(read()).toEqual(read());
    expect(made).toEqual([join(folder, 'data/master.key')]);
  });

  it('refuses a file that cannot be made', () => {
    const masterKeyFile = join(folder, 'nowhere/elsewhere.key');
    expect(() => readMasterKeys({ ...config, masterKeyFile }, {}, random)).toThrow(
      new Refusal(
        `The master key in ${masterKeyFile} cannot be read or made: no such file or directory.`,
      ),
    );
  });

  it('refuses a file that was cut, rather than making another key', () => {
    readMasterKeys(config, {}, random);
    writeFileSync(join(folder, 'data/master.key'), 'AAAA\n');
    expect(() => readMasterKeys(config, {}, random)).toThrow(Refusal);
  });
});

describe('a key', () => {
  it('is beside the database where the one in use is there, and not another one', () => {
    const beside = (change: Partial<Config> = {}, secrets = {}) =>
      isKeyBeside({ ...config, ...change }, secrets);
    expect(beside()).toBe(false);
    readMasterKeys(config, {}, random);
    const text = readFileSync(join(folder, 'data/master.key'), 'utf8');
    expect(beside()).toBe(true);
    const masterKeyFile = join(folder, 'elsewhere.key');
    writeFileSync(masterKeyFile, text);
    expect(beside({ masterKeyFile })).toBe(true);
    writeFileSync(masterKeyFile, Buffer.alloc(32, 1).toString('base64'));
    expect(beside({ masterKeyFile })).toBe(false);
    expect(beside({}, { masterKey: text.trim() })).toBe(true);
    expect(beside({}, { databaseUrl: 'postgres://db.example/paigham' })).toBe(false);
  });

  it('is said to come from its setting or file', () => {
    expect(sourceOf(config, { masterKey: 'x' })).toBe('MASTER_KEY');
    const file = join(folder, 'data/master.key');
    expect(sourceOf(config, {})).toBe(`The key in ${file} (MASTER_KEY_FILE is not set)`);
    const named = { ...config, masterKeyFile: '/etc/paigham/master.key' };
    expect(sourceOf(named, {})).toBe('The key in /etc/paigham/master.key (MASTER_KEY_FILE)');
  });
});
