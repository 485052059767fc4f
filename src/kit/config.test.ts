import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printHelp } from './config-help.ts';
import { rules } from './config-rules.ts';
import { secretSettings, settings } from './config-schema.ts';
import type { Environment, Loaded } from './config.ts';
import { loadConfig } from './config.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');
const sentences = (loaded: Loaded): readonly string[] =>
  loaded.kind === 'refused' ? loaded.sentences : [];

describe('settings', () => {
  it('have defaults that are accepted, in production too at a public address', () => {
    const loaded = loadConfig({ PUBLIC_ADDRESS: 'https://messages.example' }, ['--production']);
    expect(loaded).toMatchObject({
      kind: 'loaded',
      config: { host: '127.0.0.1', port: 8080, roles: ['all'], production: true },
      secrets: {},
    });
  });

  it('are taken from the environment, and from the command line before it', () => {
    const environment = { PORT: '81', ROLES: 'api, worker', ALWAYS_200: 'yes', DATA_DIR: '/d' };
    const loaded = loadConfig(environment, ['--port', '82', '--host=::1']);
    expect(loaded).toMatchObject({
      config: { port: 82, host: '::1', roles: ['api', 'worker'], always200: true, dataDir: '/d' },
    });
  });

  it('that are switches may have a value, in either form', () => {
    const read = (...args: string[]) =>
      loadConfig({ PUBLIC_ADDRESS: 'https://messages.example' }, args);
    expect(read('--simulators', 'false')).toMatchObject({ config: { simulators: false } });
    expect(read('--simulators=false')).toMatchObject({ config: { simulators: false } });
    expect(read('--production', '--port', '82')).toMatchObject({ config: { production: true } });
    expect(read('--production', 'on')).toMatchObject({ config: { production: true } });
    expect(read('--production', 'perhaps').kind).toBe('refused');
    for (const words of [['--port'], ['--data-dir', '--production']]) {
      expect(sentences(read(...words))[0]).toBe(`${words[0]} needs a value.`);
    }
  });

  it('keep the blank that begins the demo text, and take an empty variable as absent', () => {
    const loaded = loadConfig({ DEMO_TEXT: ' -Trial', PORT: '' }, []);
    expect(loaded).toMatchObject({ config: { demoText: ' -Trial', port: 8080 } });
  });

  it('that are paths are of the current folder; without one the data are with the program', () => {
    const environment = { MASTER_KEY_FILE: 'a.key', LOG_FILE: '/var/log/a.log' };
    const config = { masterKeyFile: resolve('a.key'), logFile: '/var/log/a.log' };
    expect(loadConfig(environment, ['--data-dir', './x'])).toMatchObject({
      config: { ...config, dataDir: resolve('x') },
    });
    const dataDir = join(import.meta.dirname, '../../data');
    expect(loadConfig({}, [])).toMatchObject({ config: { dataDir } });
  });

  it('are all in the help, which is asked for by a flag: `npm run commands`', async () => {
    expect(loadConfig({}, ['--help'])).toEqual({ kind: 'help' });
    const help = printHelp();
    for (const { env, flag = '' } of [...settings, ...secretSettings]) {
      expect(help).toContain(env);
      expect(help).toContain(flag);
    }
    await expect(`${help}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'help.txt'));
  });
});

const http = {
  MNP_DIRECTORY: 'http',
  MNP_ADDRESS: 'http://mnp.example/{number}',
  MNP_OPERATORS: 'MOBILINK=Jazz,CMPAK=Zong',
};

const paid = { PAYMENT_KEY: 'MC12345:password', PAYMENT_SECRET: 'a salt of sixteen signs' };

const easypaisa = {
  PAYMENT_GATEWAY: 'easypaisa',
  PAYMENT_KEY: 'user:pass:word:11455:123456',
  PAYMENT_SECRET: '0123456789abcdef',
};

describe('wrong settings', () => {
  it.each<[string, Environment]>([
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '-1' }],
    ['ROLES', { ROLES: 'api,everything' }],
    ['ROLES', { ROLES: 'all,api' }],
    ['ALWAYS_200', { ALWAYS_200: 'perhaps' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.1/16' }],
    ['OWN_ADDRESSES', { OWN_ADDRESSES: '10.1/16' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/x', MASTER_KEY: masterKey }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a:b@[/x', MASTER_KEY: masterKey }],
    ['MASTER_KEY', { MASTER_KEY: 'c2hvcnQ=' }],
    ['MASTER_KEY', { DATABASE_URL: 'postgres://127.0.0.1/paigham' }],
    ['MASTER_KEY', { MASTER_KEY: masterKey, MASTER_KEY_FILE: '/etc/paigham.key' }],
    ['DATABASE_OWNER_URL', { DATABASE_READ_URL: 'postgres://127.0.0.1/paigham' }],
    ['DATABASE_POOL', { DATABASE_POOL: '51' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'fifteen-letters' }],
    ['MNP_DIRECTORY', { MNP_DIRECTORY: 'ldap' }],
    ['PUBLIC_ADDRESS', { PUBLIC_ADDRESS: 'messages.example' }],
    ['PUBLIC_ADDRESS', { PUBLIC_ADDRESS: 'https://messages.example:6000' }],
    ['PORT', { PORT: '6000' }],
    ['SIGNUP_ADDRESS', { SIGNUP_ADDRESS: 'https://signup.example:25' }],
    ['PUBLIC_ADDRESS', { PUBLIC_ADDRESS: 'https://messages.example/api' }],
    ['GRAPH_ADDRESS', { GRAPH_ADDRESS: 'ftp://graph.example' }],
    ['GRAPH_VERSION', { GRAPH_VERSION: '25' }],
    ['PAYMENT_GATEWAY', { PAYMENT_GATEWAY: 'stripe' }],
    ['PAYMENT_SECRET', { ...paid, PAYMENT_GATEWAY: 'stripe', PAYMENT_SECRET: '12345678' }],
    ['PAYMENT_KEY', { ...paid, PAYMENT_GATEWAY: 'jazzcash', PAYMENT_KEY: 'MC1234567' }],
    ['PAYMENT_KEY', { ...easypaisa, PAYMENT_KEY: 'user:password:1' }],
    ['PAYMENT_SECRET', { ...easypaisa, PAYMENT_SECRET: '0123456789' }],
    ['PAYMENT_ADDRESS', { ...paid, PAYMENT_GATEWAY: 'simulated' }],
    ['MNP_ADDRESS', { ...http, MNP_ADDRESS: 'https://mnp.example/all' }],
    ['MNP_ADDRESS', { ...http, MNP_ADDRESS: 'ftp://mnp.example/{number}' }],
    ['MNP_ADDRESS', { ...http, MNP_DIRECTORY: 'enum', MNP_ADDRESS: 'dns.example:53' }],
    ['MNP_BODY', { ...http, MNP_BODY: '{"n":"{numbers}"}' }],
    ['MNP_OPERATORS', { ...http, MNP_OPERATORS: '' }],
    ['MNP_OPERATORS', { ...http, MNP_OPERATORS: 'MOBILINK' }],
    ['MNP_HEADERS', { ...http, MNP_HEADERS: 'Authorization: Bearer x' }],
    ['MNP_HEADERS', { ...http, MNP_HEADERS: '{"Authorization":5}' }],
    ['MNP_HEADERS', { ...http, MNP_HEADERS: '{"Authorization"}' }],
  ])('%s is named: %j', (name, environment) => {
    const wrong = sentences(loadConfig(environment, []));
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(new RegExp(`^${name}\\b.*\\.$`));
  });

  it('are all named at once, none with its value', () => {
    const environment = { PORT: 'x-port', MASTER_KEY: 'x-secret', LOG_LEVEL: 'x-level' };
    const wrong = sentences(loadConfig(environment, ['--colour=x-colour']));
    expect(wrong.join(' ')).toMatch(/--colour.*PORT.*LOG_LEVEL.*MASTER_KEY/);
    expect(wrong.join(' ')).not.toContain('x-');
  });

  it('are said with the form that they must have', () => {
    const environment = { TRACES_URL: 'x', RETENTION_DAYS: '1.5', MASTER_KEY: 'x' };
    expect(sentences(loadConfig({ ...environment, MAIL_FROM: 'x'.repeat(256) }, []))).toEqual([
      'RETENTION_DAYS must be: whole number, 0 to 10000.',
      'MAIL_FROM must be: text, up to 255 characters.',
      'TRACES_URL must be: http:// or https:// address.',
      'MASTER_KEY does not have the right form: it must be 32 bytes in base64, or two such keys ' +
        'with a comma between them.',
    ]);
  });

  it('include an option that is given twice', () => {
    const twice = ['--port', '1', '--port=2', '--production', '--production'];
    expect(sentences(loadConfig({ PUBLIC_ADDRESS: 'https://messages.example' }, twice))).toEqual([
      '--port is given twice.',
      '--production is given twice.',
    ]);
  });

  it('include a secret on the command line', () => {
    const wrong = sentences(loadConfig({}, ['--master-key', masterKey, '--production', 'stray']));
    expect(wrong).toHaveLength(2);
    expect(wrong.join(' ')).toMatch(/^--master-key cannot be given here.* without a name is not/);
    expect(wrong.join(' ')).not.toContain(masterKey);
  });
});

/** In production, at a public address unless said otherwise. */
const inProduction = (environment: Environment) =>
  loadConfig({ PUBLIC_ADDRESS: 'https://messages.example', ...environment }, ['--production']);

describe('unsafe settings', () => {
  const url = 'postgres://u:canary@db.example/paigham';
  const here = 'postgres://u@127.0.0.1/paigham';
  const environments: readonly [string, Environment][] = [
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '0.0.0.0', TRUSTED_PROXIES: '127.0.0.0/8,::1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '::/1,8000::/1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '16.0.0.0/5, 64.0.0.0/5, 10.0.0.0/8' }],
    ['MNP_HEADERS', { ...http, MNP_HEADERS: '{"x-token":"canary"}' }],
    ['GRAPH_ADDRESS', { GRAPH_ADDRESS: 'http://graph.example' }],
    ['PUBLIC_ADDRESS', { PUBLIC_ADDRESS: 'http://messages.example' }],
    ['PUBLIC_ADDRESS', { PUBLIC_ADDRESS: '' }],
    ['FETCH_LOOPBACK', { FETCH_LOOPBACK: 'true' }],
    ['DATABASE_URL', { DATABASE_URL: url, MASTER_KEY: masterKey }],
    ['DATABASE_URL', { DATABASE_URL: `${url}?sslmode=prefer`, MASTER_KEY: masterKey }],
    ['DATABASE_URL', { DATABASE_URL: here, DATABASE_READ_URL: url, MASTER_KEY: masterKey }],
    ...[
      'sslmode=no-verify',
      'host=',
      'sslmode=require&uselibpqcompat=true',
      'sslmode=verify-ca&uselibpqcompat=true',
      'sslmode=verify-full&sslmode=disable',
      'host=127.0.0.1&host=db.example&sslmode=disable',
    ].map((query): [string, Environment] => [
      'DATABASE_URL',
      { DATABASE_URL: `${url}?${query}`, MASTER_KEY: masterKey },
    ]),
  ];

  it.each(environments)('%s is refused in production, allowed outside: %j', (name, environment) => {
    const wrong = sentences(inProduction(environment));
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(name);
    expect(wrong[0]).not.toContain('canary');
    expect(loadConfig(environment, []).kind).toBe('loaded');
  });

  it.each<Environment>([
    { HOST: '0.0.0.0', TRUSTED_PROXIES: '10.1.2.3' },
    { HOST: '0.0.0.0', PLAIN_HTTP: 'true' },
    { TRUSTED_PROXIES: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7,::1' },
    { GRAPH_ADDRESS: 'http://127.0.0.1:8701/' },
    http,
    { ...http, MNP_ADDRESS: 'https://mnp.example/{national}', MNP_HEADERS: '{"x-token":"y"}' },
    { ...http, MNP_BODY: '{"n":"{numbers}"}', MNP_NUMBER_PATH: 'n', MNP_ADDRESS: 'http://[::1]/' },
    { ...http, MNP_DIRECTORY: 'enum', MNP_ADDRESS: '[::1]:5353' },
    { DATABASE_URL: `${url}?sslmode=verify-full`, MASTER_KEY: masterKey },
    { DATABASE_URL: `${url}?sslmode=verify-full&uselibpqcompat=true`, MASTER_KEY: masterKey },
    { DATABASE_URL: 'postgres://u:p@localhost/paigham', MASTER_KEY: masterKey },
    { DATABASE_URL: 'postgres://u:p@[::1]:5432/paigham', MASTER_KEY: masterKey },
    { DATABASE_URL: 'postgres:///paigham?host=/run/postgresql', MASTER_KEY: masterKey },
  ])('but not their safe forms: %j', (environment) => {
    expect(sentences(inProduction(environment))).toEqual([]);
  });

  it('that let strangers reach this machine are refused outside of production too', () => {
    const open = { FETCH_LOOPBACK: 'true', HOST: '0.0.0.0' };
    expect(sentences(loadConfig(open, []))).toEqual([
      expect.stringContaining('FETCH_LOOPBACK') as string,
    ]);
    expect(loadConfig({ ...open, HOST: '::1' }, []).kind).toBe('loaded');
    expect(loadConfig({ ...open, FETCH_LOOPBACK: 'false' }, []).kind).toBe('loaded');
    expect(sentences(loadConfig({ OWN_ADDRESSES: 'here' }, []))).toHaveLength(1);
  });

  it('keep messages for longer than the events that show them', () => {
    const kept = (days: string) => loadConfig({ RETENTION_DAYS: days, EVENT_DAYS: '30' }, []);
    expect(sentences(kept('36'))).toEqual([expect.stringContaining('RETENTION_DAYS') as string]);
    for (const days of ['37', '0']) expect(kept(days).kind).toBe('loaded');
  });

  it('have a sentence each that begins with a setting', () => {
    const names = [...settings, ...secretSettings].map(({ env }) => env);
    for (const { sentence } of rules) expect(names).toContain(sentence.split(' ')[0]);
  });
});
