import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../test/support/temporary.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import { createPortal } from './portal.ts';

const NOT_HERE: HttpAnswer = { status: 404, body: 'a problem' };
const WRONG_METHOD: HttpAnswer = { status: 405, body: 'a problem' };

function makeBuild(): string {
  const builds = temporaryDir();
  mkdirSync(join(builds, 'abc/assets'), { recursive: true });
  const files = {
    current: 'abc',
    'abc/index.html': '<meta name="style-nonce" content="{{nonce}}">',
    'abc/manifest.json': '{}',
    'abc/assets/main-x1.js': 'plain',
    'abc/assets/main-x1.js.br': 'as brotli',
    'abc/assets/main-x1.js.gz': 'as gzip',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(builds, name), text);
  return builds;
}

function open(builds: string) {
  let drawn = 0;
  const { routes } = createPortal({
    isForPeople: () => true,
    builds,
    refuse: (why) => (why === 'method' ? WRONG_METHOD : NOT_HERE),
    newNonce: () => `nonce${(drawn += 1)}`,
  });
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const route =
      routes.find((it) => it.path === path) ??
      routes.find((it) => it.path.endsWith('*') && path.startsWith(it.path.slice(0, -1)));
    if (route === undefined) throw new Error(`no route for ${path}`);
    const header = (name: string): string => headers[name] ?? '';
    const from = { callerAddress: () => '127.0.0.1', hasHeader: () => false };
    const rest = { query: '', body: Buffer.alloc(0), ...from };
    return route.handle({ method, path, header, ...rest });
  };
}

const textOf = ({ octets = new Uint8Array() }: HttpAnswer): string =>
  Buffer.from(octets).toString();

describe('a page', () => {
  it.each([
    ...['/', '/portal', '/portal/messages', '/portal/messages/17', '/console', '/console/x'],
    '/join/x',
  ])('%s is the one page of the build, kept by nobody', async (path) => {
    const { status, contentType, cacheControl } = await open(makeBuild())(path);
    expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8']);
    expect(cacheControl).toBeUndefined();
  });

  it('allows styles with its own nonce, a new one each time, and nothing else inline', async () => {
    const get = open(makeBuild());
    const [one, two] = [await get('/'), await get('/')];
    expect(one.body).toContain('content="nonce1"');
    const policy = one.headers?.['Content-Security-Policy'] ?? '';
    expect(policy).toContain("style-src 'self' 'nonce-nonce1'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(two.headers?.['Content-Security-Policy']).toContain('nonce-nonce2');
  });

  it('may use the camera, and is in no frame', async () => {
    const { headers } = await open(makeBuild())('/portal');
    expect(headers).toMatchObject({
      'Permissions-Policy': expect.stringContaining('camera=(self)'),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    });
  });

  it('is read alone', async () => {
    const get = open(makeBuild());
    expect(await get('/', {}, 'POST')).toBe(WRONG_METHOD);
    expect(await get('/portal/x', {}, 'DELETE')).toBe(WRONG_METHOD);
    expect((await get('/', {}, 'HEAD')).status).toBe(200);
  });
});

describe('an asset', () => {
  const path = '/portal/assets/main-x1.js';

  it.each([
    ['', 'plain', undefined],
    ['gzip, deflate', 'as gzip', 'gzip'],
    ['gzip, deflate, br;q=1', 'as brotli', 'br'],
  ])('for a browser that takes "%s" is %s', async (accepted, content, encoding) => {
    const answer = await open(makeBuild())(path, { 'accept-encoding': accepted });
    expect(textOf(answer)).toBe(content);
    expect(answer.headers?.['Content-Encoding']).toBe(encoding);
    expect(answer).toMatchObject({
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
      headers: { Vary: 'Accept-Encoding' },
    });
  });

  it('is not sent again to a browser that has it', async () => {
    const get = open(makeBuild());
    const tag = (await get(path)).headers?.['ETag'] ?? '';
    expect(await get(path, { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' });
  });

  it.each([
    '/portal/assets/other.js',
    '/portal/assets/../manifest.json',
    '/portal/assets/../../current',
    '/portal/assets/main-x1.js.br',
    '/portal/assets/',
  ])('%s is not there', async (unknown) => {
    expect(await open(makeBuild())(unknown)).toBe(NOT_HERE);
  });
});

describe('without a build', () => {
  it('the pages say how to make one, and appear once it is there', async () => {
    const builds = temporaryDir();
    const get = open(join(builds, 'later'));
    const told = await get('/');
    expect(told.status).toBe(503);
    expect(told.body).toContain('bin/setup');
    mkdirSync(join(builds, 'later/abc'), { recursive: true });
    writeFileSync(join(builds, 'later/abc/index.html'), 'built');
    writeFileSync(join(builds, 'later/current'), 'abc');
    expect(await get('/')).toMatchObject({ status: 200, body: 'built' });
  });
});
