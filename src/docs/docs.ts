/**
 * `/docs`: the pages of docs/ for people who call the service or run it; the reference of its
 * interfaces, built in the browser from `/openapi.json`; a page for each failure; and a search over
 * all of them. Everything comes from files of this installation, is rendered on first use, and is
 * the same for everybody.
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../kit/escape-html.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import { createFailurePages, ERRORS, type Refusing } from './failure-pages.ts';
import { ASSETS, POLICY, renderFrame, type Frame, type Link, type Navigation } from './layout.ts';
import { DOCS, readPages, readPrograms, type Chapter, type Page } from './pages.ts';
import { pack, type Packed } from './packed.ts';

type DocsDeps = {
  /** docs/ of the project. */
  readonly folder: string;
  /** Which endpoints return which failure, for the failure pages. */
  readonly refusing: readonly Refusing[];
  /** Refuses an unknown path or a wrong method in a form for programs. */
  readonly refuse: (reason: 'path_unknown' | 'method') => HttpAnswer;
};

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const REFERENCE: Link = { href: `${DOCS}/reference`, title: 'Reference' };
const FAILURES: Link = { href: ERRORS, title: 'Errors' };
const SEARCH = `${DOCS}/search.json`;

/** Files of the browser, by their path. */
const FILES: Readonly<Record<string, readonly [type: string, file: () => string]>> = {
  [`${ASSETS}/docs.css`]: [STYLE, () => own('docs.css')],
  [`${ASSETS}/docs.js`]: [SCRIPT, () => own('docs.js')],
  [`${ASSETS}/reference.css`]: [STYLE, () => own('reference.css')],
  [`${ASSETS}/reference.js`]: [SCRIPT, () => own('reference.js')],
  [`${ASSETS}/icon.svg`]: ['image/svg+xml', () => own('icon.svg')],
  [`${ASSETS}/minisearch.js`]: [SCRIPT, () => join(packaged('minisearch'), '../../es/index.js')],
  [`${ASSETS}/swagger-ui.css`]: [STYLE, () => packaged('swagger-ui-dist/swagger-ui.css')],
  [`${ASSETS}/swagger-ui.js`]: [SCRIPT, () => packaged('swagger-ui-dist/swagger-ui-bundle.js')],
};

const own = (name: string): string => join(import.meta.dirname, 'assets', name);

/** A file of an npm package, by its import name. */
function packaged(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}

/** `/docs` and everything below it. */
export function createDocs({ folder, refusing, refuse }: DocsDeps): { routes: readonly Route[] } {
  let site: Site | undefined;
  const packed = new Map<string, Promise<Packed>>();
  const handle = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (!isRead(request)) return refuse('method');
    const { path } = request;
    site ??= buildSite(readPages(folder), refusing, readPrograms(folder));
    const made = packed.get(path) ?? site.get(path)?.();
    if (made === undefined) return answerUnknown(request, site, refuse('path_unknown'));
    packed.set(path, made);
    return (await made).answer(request);
  };
  return {
    routes: [
      { path: DOCS, methods: 'any', handle },
      { path: `${DOCS}/*`, methods: 'any', handle },
    ],
  };
}

/** HEAD is answered like GET, without the body. */
const isRead = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD';

function leadTo(path: string): HttpAnswer {
  const headers = { Location: path };
  return { status: 302, contentType: 'text/plain; charset=utf-8', body: '', headers };
}

/** A path without a page: an extra slash redirects to the page; people get an error page. */
async function answerUnknown(
  request: HttpRequest,
  site: Site,
  refused: HttpAnswer,
): Promise<HttpAnswer> {
  const { path } = request;
  // Begins at the first slash of a run alone: otherwise a long one takes quadratic time.
  const meant = path.replace(/(?<!\/)\/+$/, '');
  if (meant !== path && site.has(meant)) return leadTo(meant);
  const wantsPage = request.header('accept').toLowerCase().includes('text/html');
  const page = wantsPage && site.get(NOT_FOUND.path);
  if (!page) return refused;
  const answer = (await page()).answer({ header: () => '' });
  return { ...answer, status: refused.status, headers: { ...answer.headers, Vary: 'Accept' } };
}

/** Everything that is served, by path; each is rendered on first request. */
type Site = ReadonlyMap<string, () => Promise<Packed>>;

function buildSite(
  chapters: readonly Chapter[],
  refusing: readonly Refusing[],
  programs: ReadonlyMap<string, string>,
): Site {
  const navigation = navigationOf(chapters);
  const pages = chapters.flatMap((chapter) => chapter.pages);
  const failures = createFailurePages(refusing);
  const show = (frame: Frame) => () => {
    const body = renderFrame(frame, navigation);
    return pack(HTML, Buffer.from(body), { 'Content-Security-Policy': POLICY });
  };
  const made: readonly Frame[] = [
    ...pages.map(frameOf),
    ...failures.frames,
    referenceFrame(refusing),
    NOT_FOUND,
  ];
  const entries = [...pages.flatMap(entriesOf), ...failures.frames.map(entryOfFailure)];
  return new Map<string, () => Promise<Packed>>([
    ...made.map((frame) => [frame.path, show(frame)] as const),
    [SEARCH, () => pack('application/json; charset=utf-8', Buffer.from(JSON.stringify(entries)))],
    ...[...programs].map(([path, file]) => [path, () => pack(TEXT, readFileSync(file))] as const),
    ...Object.entries(FILES).map(
      ([path, [type, file]]) => [path, () => pack(type, readFileSync(file()))] as const,
    ),
  ]);
}

function navigationOf(chapters: readonly Chapter[]): Navigation {
  return chapters.map(({ title, pages }, place) => {
    const links = pages.map((page) => ({ href: page.path, title: page.title }));
    return { title, links: place === 0 ? [...links, REFERENCE, FAILURES] : links };
  });
}

function frameOf({ title, path, html, sections }: Page): Frame {
  const contents = sections
    .filter(({ depth }) => depth === 2)
    .map((section) => ({ href: `#${section.id}`, title: section.title }));
  return { title, path, content: html, contents };
}

/** A list of the calls of `/v1`, which the reference replaces where scripts run. */
function referenceFrame(calls: readonly Refusing[]): Frame {
  const groups = [...Map.groupBy(calls, ({ tag }) => tag)].map(([tag, own]) => {
    const items = own.map(({ call, name, about }) => {
      // The targets of links to the reference, with or without scripts.
      const id = escapeHtml(`/${tag}/${name}`);
      return `<li id="${id}"><code>${escapeHtml(call)}</code> ${escapeHtml(about)}</li>`;
    });
    return `<h2>${escapeHtml(tag)}</h2><ul>${items.join('')}</ul>`;
  });
  return {
    title: REFERENCE.title,
    path: REFERENCE.href,
    content:
      '<h1>Reference</h1><p>Every path, field and answer, from the description that programs ' +
      'read: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). The form interfaces are ' +
      `described on <a href="${DOCS}/sms">their</a> <a href="${DOCS}/chat">pages</a> too.</p>` +
      `<div id="reference"><noscript><p>Fields and answers need JavaScript here; they are in the ` +
      `description.</p></noscript>${groups.join('')}</div>`,
    styles: [`${ASSETS}/swagger-ui.css`, `${ASSETS}/reference.css`],
    scripts: [`${ASSETS}/swagger-ui.js`, `${ASSETS}/reference.js`],
    isWide: true,
  };
}

/** It has no path of its own. */
const NOT_FOUND: Frame = {
  title: 'Page not found',
  path: '',
  content:
    '<h1>Page not found</h1><p>There is no such page. All pages are in the list; the search ' +
    `finds what they say. <a href="${DOCS}">Start here</a>.</p>`,
};

/** A search result. */
type Entry = {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
};

function entriesOf({ path, title: page, sections }: Page): readonly Entry[] {
  return sections.map(({ id, title, depth, text }) => {
    return { id: depth === 1 ? path : `${path}#${id}`, page, title, text };
  });
}

function entryOfFailure({ path, title, content }: Frame): Entry {
  // What it means and what to do; its name and title are known.
  const [, told = content] = content.split('</h1>');
  const text = told
    .replaceAll(/<h2>[^<]*<\/h2>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const reason = path.split('/').at(-1) ?? '';
  return { id: path, page: 'Errors', title: `${title} (${reason})`, text };
}
