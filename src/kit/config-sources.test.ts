import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { readSources } from './config-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const url = 'postgres://u:canary@127.0.0.1/paigham';

describe('variables', () => {
  it('have a prefix; without it they are read too, unless both are there', () => {
    const { texts } = readSources({ PAIGHAM_PORT: '81', PORT: '82', HOST: '::1' });
    expect(texts).toEqual({ PORT: '81', HOST: '::1' });
    expect(readSources({ PAIGHAM_PORT: '', PORT: '82' }).texts).toEqual({ PORT: '82' });
  });

  it('with the prefix and an unknown name are warned of, and named beside what is missing', () => {
    const strange = ['PAIGHAM_PROT is not a setting, and is ignored: see --help.'];
    const environment = { PAIGHAM_PROT: '81', PAIGHAM_KEY: 'k', PAIGHAM_URL: 'u', PROT: '82' };
    expect(loadConfig(environment, [])).toMatchObject({ kind: 'loaded', warnings: strange });
    const refused = loadConfig({ ...environment, PORT: 'x' }, []);
    expect(refused).toMatchObject({ sentences: [expect.stringMatching(/^PORT /), ...strange] });
  });
});

describe('the file of a secret', () => {
  it.each(['DATABASE_URL_FILE', 'PAIGHAM_DATABASE_URL_FILE'])('is named by %s', (name) => {
    for (const content of [url, `${url}\n`, `${url}\r\n`]) {
      const { texts, wrong } = readSources({ [name]: write('url', content) });
      expect({ texts, wrong }).toEqual({ texts: { DATABASE_URL: url }, wrong: [] });
    }
  });

  it('that cannot be used is named, with its variable', () => {
    const missing = join(folder, 'missing');
    const empty = write('empty', '\n');
    const sources = { PAIGHAM_DATABASE_URL_FILE: missing, SMTP_URL_FILE: empty };
    expect(readSources(sources)).toMatchObject({
      texts: {},
      wrong: [
        `PAIGHAM_DATABASE_URL_FILE: ${missing} cannot be read (ENOENT).`,
        `SMTP_URL_FILE: ${empty} is empty.`,
      ],
    });
  });

  it('and the secret itself are not both given', () => {
    const environment = { PAIGHAM_DATABASE_URL_FILE: write('url', url), DATABASE_URL: url };
    const { wrong } = readSources(environment);
    expect(wrong).toEqual([
      'PAIGHAM_DATABASE_URL_FILE and DATABASE_URL are two ways to give one secret: set only one.',
    ]);
  });

  it('is for secrets alone, and the one of the master key is left to its own rules', () => {
    const environment = { PAIGHAM_PORT_FILE: '/p', PAIGHAM_MASTER_KEY_FILE: '/k' };
    const { texts, strange } = readSources(environment);
    expect(texts).toEqual({ MASTER_KEY_FILE: '/k' });
    expect(strange).toHaveLength(1);
  });
});

describe('the settings file', () => {
  const load = (content: string, environment = {}) =>
    readSources({ PAIGHAM_SETTINGS: write('paigham.conf', content), ...environment });

  it('has a setting in each line, with or without the prefix, and comments', () => {
    const { texts, wrong } = load(
      '# comment = 1\n\n  PORT = 81 \r\nPAIGHAM_HOST=::1\nDEMO_TEXT=" -Trial"\nLOG_FILE=\n' +
        'MNP_HEADERS={"x":"y"}\nMAIL_FROM=a#b=c',
    );
    expect(wrong).toEqual([]);
    expect(texts).toEqual({
      ...{ PORT: '81', HOST: '::1', DEMO_TEXT: ' -Trial' },
      ...{ MNP_HEADERS: '{"x":"y"}', MAIL_FROM: 'a#b=c' },
    });
  });

  it('is refused with the number of each wrong line, and no value', () => {
    const { wrong } = load('PORT=81\nPROT=canary\ncanary\nPAIGHAM_PORT=82\ncanary=');
    const place = `of ${join(folder, 'paigham.conf')}`;
    expect(wrong).toEqual([
      `PAIGHAM_SETTINGS: line 2 ${place} has PROT, which is not a setting: see --help.`,
      `PAIGHAM_SETTINGS: line 3 ${place} is not NAME=value.`,
      `PAIGHAM_SETTINGS: line 4 ${place} sets PAIGHAM_PORT a second time.`,
      `PAIGHAM_SETTINGS: line 5 ${place} is not NAME=value.`,
    ]);
  });

  it('gives way to variables, also where one side names a file of the secret', () => {
    const file = write('url', `${url}/file`);
    const byValue = { DATABASE_URL: `${url}/value` };
    expect(load('PORT=81', { PORT: '82' }).texts).toEqual({ PORT: '82' });
    expect(load(`DATABASE_URL_FILE=${file}`, byValue)).toMatchObject({ texts: byValue, wrong: [] });
    expect(load('DATABASE_URL=x', { DATABASE_URL_FILE: file })).toMatchObject({
      texts: { DATABASE_URL: `${url}/file` },
      wrong: [],
    });
  });

  it('that cannot be read stops the start', () => {
    const loaded = loadConfig({ PAIGHAM_SETTINGS: folder }, []);
    const sentences = [`PAIGHAM_SETTINGS: ${folder} cannot be read (EISDIR).`];
    expect(loaded).toEqual({ kind: 'refused', sentences });
  });
});
