import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from './config-schema.ts';
import { loadConfig } from './config.ts';
import { readMasterKey } from './master-key.ts';
import { seededRandom } from './random.ts';
import { Refusal } from './refusal.ts';

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

describe('readMasterKey', () => {
  it('takes the setting and then makes no file', () => {
    const masterKey = Buffer.alloc(32, 1).toString('base64');
    expect(readMasterKey(config, { masterKey }, random)).toEqual(Buffer.alloc(32, 1));
    expect(() => statSync(join(folder, 'data'))).toThrow('ENOENT');
  });

  it('makes a key once, readable by its user alone', () => {
    const made = readMasterKey(config, {}, random);
    expect(made).toHaveLength(32);
    expect(readMasterKey(config, {}, random)).toEqual(made);
    expect(statSync(join(folder, 'data/master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'data/master.key'), 'utf8')).toContain('=');
  });

  it('refuses a file that was cut, rather than making another key', () => {
    readMasterKey(config, {}, random);
    writeFileSync(join(folder, 'data/master.key'), 'AAAA\n');
    expect(() => readMasterKey(config, {}, random)).toThrow(Refusal);
  });
});
