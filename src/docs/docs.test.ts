import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { FAILURES } from '../domain/failure/failure.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { createDocs } from './docs.ts';
import { renderMarkdown } from './markdown.ts';

const NOT_HERE: HttpAnswer = { status: 404, body: 'a problem' };

const { routes } = createDocs({
  folder: join(import.meta.dirname, '../../docs'),
  refusing: [
    {
      ...{ call: 'POST /v1/batches', name: 'makeBatch', tag: 'batches', about: 'Sends a <file>.' },
      reasons: ['credit_insufficient'],
    },
  ],
  refuse: () => NOT_HERE,
});

async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<HttpAnswer> {
  // The handler needs the request as its `this`, like the server's.
  const request: HttpRequest & { readonly headers: typeof headers } = {
    headers,
    ...{ method, path, query: '', body: Buffer.alloc(0) },
    header(name) {
      return this.headers[name] ?? '';
    },
    hasHeader: () => false,
    callerAddress: () => '127.0.0.1',
  };
  const route = routes.find((it) => it.path === (path.startsWith('/docs/') ? '/docs/*' : path));
  if (route === undefined) throw new Error(`no route for ${path}`);
  return route.handle(request);
}

async function textOf(path: string): Promise<string> {
  const { octets = new Uint8Array() } = await get(path);
  return Buffer.from(octets).toString();
}

/** Programs that pages lead to, with their source. */
const programs = new Map<string, string>();

/** All pages that can be reached from the first, with their HTML. */
async function walk(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const html = await textOf(path);
    if (/\.(?:php|ts)$/.test(path)) {
      programs.set(path, html);
      continue;
    }
    pages.set(path, html);
    waiting.push(...linksIn(html).flatMap((href) => (/^\/docs[^#]*/.exec(href) ?? []).slice(0, 1)));
  }
  return pages;
}

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href);

/** What the service answers besides the pages. */
const ELSEWHERE = ['/openapi.json'];

describe('the pages', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await walk();
  });

  it('can all be reached from the first', () => {
    const reasons = Object.keys(FAILURES).map((reason) => `/docs/errors/${reason}`);
    const own = [
      ...['php', 'sms', 'chat', 'v1', 'reference', 'limits', 'states', 'operating/install'],
      ...['clients/php', 'clients/typescript', 'compatibility'],
    ];
    const wanted = [...own.map((it) => `/docs/${it}`), '/docs/operating', ...reasons];
    expect([...pages.keys()]).toEqual(expect.arrayContaining(wanted));
    expect([...pages].filter(([, html]) => html === '')).toEqual([]);
  });

  it('show every row of a table in a table', () => {
    const broken = [...pages].flatMap(([path, html]) =>
      (html.replaceAll(/<pre[^]*?<\/pre>/g, '').match(/<p>\|[^\n]*/g) ?? []).map(
        (row) => `${path}: ${row}`,
      ),
    );
    expect(broken).toEqual([]);
  });

  it('have no dead links, and no missing anchors', () => {
    const lost = [...pages].flatMap(([path, html]) =>
      linksIn(html)
        .filter((href) => !/^https?:/.test(href) && !ELSEWHERE.includes(href))
        .filter((href) => {
          const [target = '', anchor] = href.split('#', 2);
          const there = target === '' ? html : (pages.get(target) ?? programs.get(target));
          if (anchor === undefined) return there === undefined;
          return there?.includes(`id="${anchor}"`) !== true;
        })
        .map((href) => `${path}: ${href}`),
    );
    expect(lost).toEqual([]);
  });

  it('fetch nothing from elsewhere, and contain no script, style or handler', () => {
    for (const html of pages.values()) {
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*? (?:src|href)="([^"]*)"/g)];
      expect(loaded.length).toBeGreaterThan(2);
      for (const [, address] of loaded) expect(address).toMatch(/^\/docs\/assets\//);
      expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+="/);
    }
  });

  it('load files that exist', async () => {
    const html = [...pages.values()].join('');
    const loaded = [...html.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]*)"/g)];
    const files = new Set(loaded.map(([, file = '']) => file));
    for (const file of [...files, '/docs/assets/minisearch.js']) {
      expect(await get(file)).toMatchObject({ status: 200 });
    }
    expect(files.size).toBeGreaterThan(5);
  });

  it('lead to both clients, with every file that they consist of', () => {
    for (const path of ['/docs/clients/php', '/docs/clients/typescript']) {
      expect(pages.get('/docs/php')).toContain(`href="${path}"`);
      expect(pages.has(path)).toBe(true);
    }
    expect(programs.get('/docs/clients/php/Paigham.php')).toMatch(/^<\?php/);
    const sources = [...programs].filter(([path]) => path.startsWith('/docs/clients/typescript/'));
    const served = new Set(sources.map(([path]) => path));
    const wanted = sources.flatMap(([path, source]) =>
      [...source.matchAll(/from '(\.[^']*)'/g)].map(([, to = '']) => join(path, '..', to)),
    );
    expect(wanted.filter((path) => !served.has(path))).toEqual([]);
    expect(served.has('/docs/clients/typescript/src/index.ts')).toBe(true);
  });

  it('say what to do about a failure, and who returns it', () => {
    const html = pages.get('/docs/errors/credit_insufficient') ?? '';
    expect(html).toContain('Top up the account.');
    expect(html).toContain('href="/docs/reference#/batches/makeBatch"');
  });

  it('list the calls of the reference without scripts, too', () => {
    const html = pages.get('/docs/reference') ?? '';
    const item = '<code>POST /v1/batches</code> Sends a &lt;file&gt;.</li>';
    expect(html).toContain(`<h2>batches</h2><ul><li id="/batches/makeBatch">${item}`);
  });

  it('are found by their content', async () => {
    const entries = JSON.parse(await textOf('/docs/search.json')) as { id: string; text: string }[];
    const known = new Set(pages.keys());
    expect(entries.filter(({ id }) => !known.has(id.split('#')[0] ?? ''))).toEqual([]);
    const found = entries.filter(({ text }) => text.includes('Retry-After')).map(({ id }) => id);
    expect(found).toContain('/docs/v1#conventions');
    // Rows of tables, as they are read.
    expect(entries.filter(({ text }) => /\*\*\w/.test(text))).toEqual([]);
  });
});

describe('an answer', () => {
  it('is not sent again to a client that has it, in either form', async () => {
    const plain = await get('/docs/sms');
    const zipped = await get('/docs/sms', { 'accept-encoding': 'br, gzip' });
    expect(Buffer.from(gunzipSync(zipped.octets ?? ''))).toEqual(Buffer.from(plain.octets ?? ''));
    const tags = [plain, zipped].map(({ headers }) => headers?.['ETag'] ?? '');
    expect(new Set(tags).size).toBe(2);
    const [tag = '', zippedTag = ''] = tags;
    expect(await get('/docs/sms', { 'if-none-match': `"x", W/${tag}` })).toMatchObject({
      status: 304,
      body: '',
    });
    const other = { 'if-none-match': tag, 'accept-encoding': 'gzip' };
    expect(await get('/docs/sms', other)).toMatchObject({ status: 200 });
    expect((await get('/docs/sms', { ...other, 'if-none-match': zippedTag })).status).toBe(304);
  });

  it('allows nothing inline and nothing from elsewhere', async () => {
    const policy = (await get('/docs')).headers?.['Content-Security-Policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it('answers an address of slashes in no time', async () => {
    const from = process.cpuUsage();
    for (let left = 20; left > 0; left -= 1) await get(`/docs/${'/'.repeat(16_000)}x`);
    expect(process.cpuUsage(from).user / 1_000).toBeLessThan(1_000);
  });

  it('refuses what is not there as programs read it', async () => {
    expect(await get('/docs/nothing')).toBe(NOT_HERE);
    expect(await get('/docs/nothing', { accept: 'application/json' })).toBe(NOT_HERE);
    expect(await get('/docs/../package.json')).toBe(NOT_HERE);
    expect(await get('/docs', {}, 'POST')).toBe(NOT_HERE);
    expect((await get('/docs', {}, 'HEAD')).status).toBe(200);
  });
});

describe('a mistyped path', () => {
  it.each([
    ['/docs/', '/docs'],
    ['/docs/v1/', '/docs/v1'],
    ['/docs/errors//', '/docs/errors'],
  ])('%s leads to the page', async (path, Location) => {
    expect(await get(path)).toMatchObject({ status: 302, headers: { Location } });
  });

  it('is shown to people as an error page, never as a real one', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const told = await get('/docs/smss', headers);
    expect(told).toMatchObject({ status: 404, contentType: 'text/html; charset=utf-8' });
    expect(Buffer.from(told.octets ?? '').toString()).toContain('<h1>Page not found</h1>');
    const again = { ...headers, 'if-none-match': told.headers?.['ETag'] ?? '' };
    expect(await get('/docs/smss', again)).toEqual(told);
    expect((await get('/docs/nothing/', headers)).status).toBe(404);
  });
});

describe('what a page contains', () => {
  const render = (markdown: string): string =>
    renderMarkdown(markdown, {
      resolve: (href) => (/^(https?:|#)/.test(href) ? href : undefined),
      exampleOf: (href) =>
        href.startsWith('x.') ? { language: href.slice(2), code: 'a < b' } : undefined,
    }).html;

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;'],
    ['a <img src=x onerror=alert(1)> b', '&lt;img'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['![a](https://example.com/a.png)', '<p>a</p>'],
    ['[a](https://example.com/"onclick=x)', '&quot;'],
    ['```"><script>\n</script>\n```', '&lt;/script&gt;'],
  ])('is never executed: %s', (markdown, wanted) => {
    const html = render(markdown);
    expect(html).toContain(wanted);
    expect(html).not.toMatch(/<script|<img|javascript:|"on/);
  });

  it('has the ids that repository hosts make, with a number when repeated', () => {
    const html = render('# One\n\n## What `it` is, now\n\n## What it is now');
    expect(html).toContain('<h1 id="one">');
    expect(html).toContain('id="what-it-is-now"');
    expect(html).toContain('id="what-it-is-now-1"');
  });

  it('shows the programs that a list names in place of the list', () => {
    const html = render('- [curl](x.curl)\n- [PHP](x.PHP)');
    expect(html).toContain('<section data-example="PHP"><h4>PHP</h4>');
    expect(html).toContain('a &lt; b');
    expect(render('- [curl](x.curl)\n- other')).toContain('<li>');
  });
});
