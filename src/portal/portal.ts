/**
 * `/`, `/portal`, `/console` and `/join`: the pages where people work, as bin/setup has built them
 * (portal/build.ts). All of them are one HTML page, which asks `/v1`; only its style nonce differs
 * from answer to answer. Without a build `/` says how to make one, and everything else works.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import { codeOf } from '@paigham/base/error-code.ts';

type PortalDeps = {
  /** `.cache/portal` of the project. */
  readonly builds: string;
  /** Refuses an unknown path or a wrong method in a form for programs. */
  readonly refuse: (reason: 'path_unknown' | 'method') => HttpAnswer;
  /** Whether the pages are at the host that was asked; elsewhere there are none. */
  readonly isForPeople: (request: HttpRequest) => boolean;
  /** Unpredictable, of letters and digits. */
  readonly newNonce: () => string;
};

const HTML = 'text/html; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
/** Names of assets change with their content. */
const FOREVER = 'public, max-age=31536000, immutable';
const BASE = '/portal/';

/** What every page of the build needs, and nothing else; nothing inline but with the nonce. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policyOf(nonce),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // A face is photographed for the verification of an account.
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  };
}

type Build = {
  readonly folder: string;
  readonly html: string;
  readonly files: ReadonlySet<string>;
};

function readBuild(builds: string): Build | undefined {
  try {
    const folder = join(builds, readFileSync(join(builds, 'current'), 'utf8').trim());
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
    return { folder, html, files };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The routes of the pages and of their assets. */
export function createPortal(deps: PortalDeps): { routes: readonly Route[] } {
  const { builds, refuse, isForPeople, newNonce } = deps;
  let build: Build | undefined;
  const handle = (request: HttpRequest): HttpAnswer => {
    if (!isForPeople(request)) return refuse('path_unknown');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse('method');
    build ??= readBuild(builds);
    if (build === undefined) return NOT_BUILT;
    const name = nameOf(request.path);
    if (name !== undefined) return answerAsset(build, name, request) ?? refuse('path_unknown');
    const nonce = newNonce();
    const body = build.html.replace('{{nonce}}', nonce);
    return { status: 200, contentType: HTML, body, headers: pageHeaders(nonce) };
  };
  const paths = ['/', '/portal', '/portal/*', '/console', '/console/*', '/join/*'];
  return { routes: paths.map((path) => ({ path, methods: 'any' as const, handle })) };
}

/** The file that a path asks for; undefined for a page. */
function nameOf(path: string): string | undefined {
  if (!path.startsWith(BASE)) return undefined;
  const name = path.slice(BASE.length);
  return name.startsWith('assets/') || name === 'icon.svg' ? name : undefined;
}

function answerAsset(build: Build, name: string, request: HttpRequest): HttpAnswer | undefined {
  const contentType = TYPES[extname(name)];
  // Only what is in the build, by its own name: no path leads out of it.
  if (contentType === undefined || !build.files.has(name)) return undefined;
  const encoding = encodingOf(build, name, request.header('accept-encoding'));
  const tag = `"${build.folder.slice(-16)}-${encoding?.suffix ?? 'plain'}"`;
  const headers = { ETag: tag, Vary: 'Accept-Encoding' };
  const cacheControl = name.startsWith('assets/') ? FOREVER : 'no-cache';
  const known = request.header('if-none-match').split(',');
  if (known.some((it) => it.trim().replace(/^W\//, '') === tag)) {
    return { status: 304, body: '', cacheControl, headers };
  }
  const file = encoding === undefined ? name : `${name}.${encoding.suffix}`;
  const octets = readFileSync(join(build.folder, file));
  const encoded = encoding === undefined ? {} : { 'Content-Encoding': encoding.name };
  return {
    status: 200,
    contentType,
    body: '',
    octets,
    cacheControl,
    headers: { ...headers, ...encoded },
  };
}

const ENCODINGS = [
  { name: 'br', suffix: 'br' },
  { name: 'gzip', suffix: 'gz' },
] as const;

function encodingOf({ files }: Build, name: string, accepted: string) {
  const names = accepted.split(',').map((it) => it.split(';')[0]?.trim());
  return ENCODINGS.find((it) => names.includes(it.name) && files.has(`${name}.${it.suffix}`));
}

const NOT_BUILT: HttpAnswer = {
  status: 503,
  contentType: HTML,
  body: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paigham</title></head>',
    '<body><h1>The portal is not built</h1>',
    '<p>The service runs, and its interfaces work. To build the pages where people work, run ',
    '<code>bin/setup</code> in the folder of the project; then load this page again.</p>',
    '<p><a href="/docs">Documentation</a></p></body></html>',
  ].join(''),
  headers: { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" },
};
