/**
 * What people get who open a short link: on to the one address that is kept with it, or a page that
 * says that there is none. Strangers call it as often as they like: what can be no code asks no
 * store, any other is one indexed look, and counting waits for nobody. Who tries many that nobody
 * was given is told to wait; links that were given go on, as many people share one address.
 */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { isShortCode, SHORT_PATH } from '../../domain/message/short-links.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { hostOf } from '../../kit/request-host.ts';
import type { Route } from '@paigham/http/server.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { Clicks } from './clicks.ts';
import { findDomainToken } from './link-domains.sql.ts';
import { isPreviewer } from './previewers.ts';
import { findShortLink } from './short-links.sql.ts';

export type OpenLinkDeps = {
  readonly clock: Clock;
  readonly db: Reader;
  readonly clicks: Pick<Clicks, 'note'>;
  /** Whose links are opened at a host; undefined: it is no domain of links. */
  readonly linksAt: (host: string) => { readonly accountId: AccountId } | undefined;
  /** The answer to a path that leads nowhere, at any other host. */
  readonly answerUnknown: (request: HttpRequest) => HttpAnswer;
};

/** Where a domain is looked at to see whether it leads here. */
export const TOKEN_PATH = '/.well-known/paigham-links';

export function createOpenLink(deps: OpenLinkDeps): readonly Route[] {
  const { clock, db: reader, clicks, linksAt, answerUnknown } = deps;
  const most = limit('unknownLinksPerMinute');
  const keys = limit('pacedAccounts');
  const tries = createThrottle({ clock, most, windowMs: MINUTE_MS, keys });
  const open = async (request: HttpRequest, code: string): Promise<HttpAnswer> => {
    const from = neighbourhoodOf(request.callerAddress());
    const link = isShortCode(code) ? await findShortLink(reader, { code }) : undefined;
    const owner = linksAt(hostOf(request));
    if (link === undefined || (owner !== undefined && owner.accountId !== link.accountId)) {
      if (tries.isOver(from)) return LATER;
      tries.note(from);
      return GONE;
    }
    if (request.method === 'GET' && !isPreviewer((name) => request.header(name))) clicks.note(code);
    return { status: 302, body: '', headers: { Location: new URL(link.target).href } };
  };
  const methods = ['GET'] as const;
  return [
    {
      path: `${SHORT_PATH}*`,
      methods,
      handle: (request) => open(request, request.path.slice(SHORT_PATH.length)),
    },
    {
      path: '/*',
      methods,
      handle: (request) =>
        linksAt(hostOf(request)) === undefined
          ? answerUnknown(request)
          : open(request, request.path.slice(1)),
    },
    {
      path: TOKEN_PATH,
      methods,
      async handle(request) {
        const token = await findDomainToken(reader, { domain: hostOf(request) });
        return token === undefined
          ? answerUnknown(request)
          : { status: 200, contentType: 'text/plain; charset=utf-8', body: token };
      },
    },
  ];
}

const LATER: HttpAnswer = {
  status: 429,
  contentType: 'text/plain; charset=utf-8',
  headers: { 'Retry-After': String(MINUTE_MS / 1_000) },
  body: 'Too many links from here that lead nowhere: please try again in a minute.',
};

const GONE: HttpAnswer = {
  status: 404,
  contentType: 'text/html; charset=utf-8',
  headers: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Robots-Tag': 'noindex',
  },
  body: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Nothing here</title></head><body>',
    '<h1>This link leads nowhere</h1>',
    '<p>It is mistyped, or too old. Please ask whoever sent it to you.</p>',
    '<section lang="ur" dir="rtl"><h1>یہ لنک کہیں نہیں جاتا</h1>',
    '<p>یہ غلط لکھا گیا ہے یا بہت پرانا ہے۔ جس نے بھیجا ہے اُس سے پوچھ لیں۔</p></section>',
    '</body></html>',
  ].join(''),
};
