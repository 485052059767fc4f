/** The answer to a Graph request, and what is known of the request when it is judged. */

import type { Token } from '../accounts.ts';
import { errorBody, type Fault } from '../faults.ts';
import type { ChatPlatform } from '../platform.ts';

export type Reply =
  | {
      readonly kind: 'json';
      readonly http: number;
      readonly json: unknown;
      readonly code: number;
    }
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: Buffer }
  /** A page of a proxy. */
  | { readonly kind: 'html'; readonly http: number }
  /** A page for people, and where it leads. */
  | { readonly kind: 'page'; readonly html: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** No answer, ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' };

/** A request to an object, with a valid token. */
export type Asked = {
  readonly platform: ChatPlatform;
  readonly token: Token;
  readonly method: string;
  readonly version: string;
  /** `http://127.0.0.1:8701`, as the caller reached it. */
  readonly origin: string;
  /** The object the path names. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body as an object: JSON, or the fields of a form. */
  readonly body: Readonly<Record<string, unknown>>;
};

export const json = (body: unknown): Reply => ({ kind: 'json', http: 200, json: body, code: 0 });

export function refuse(platform: ChatPlatform, found: Fault): Reply {
  const body = errorBody(found, platform.ids.text(23));
  return { kind: 'json', http: found.http, json: body, code: found.code };
}

/** Only these fields of an object, and its id; all of them when none is named. */
export function chosen(
  object: Readonly<Record<string, unknown>>,
  fields: string | null,
): Readonly<Record<string, unknown>> {
  if (fields === null || fields === '') return object;
  const names = ['id', ...fields.split(',').map((it) => it.trim())];
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

const usualLimit = 25;
const mostLimit = 1_000;

/** A part of a list, with a cursor to continue. */
export function pageOf(
  list: readonly Readonly<Record<string, unknown>>[],
  { query, origin, version }: Asked,
  path: string,
): Readonly<Record<string, unknown>> {
  const limit = Math.min(mostLimit, Math.max(1, Number(query.get('limit')) || usualLimit));
  const first = list.findIndex((it) => cursorOf(it) === query.get('after')) + 1;
  const data = list.slice(first, first + limit);
  const [top] = data;
  const bottom = data.at(-1);
  if (top === undefined || bottom === undefined) return { data };
  const cursors = { before: cursorOf(top), after: cursorOf(bottom) };
  if (first + limit >= list.length) return { data, paging: { cursors } };
  const next = new URLSearchParams(query);
  next.delete('access_token');
  next.set('after', cursors.after);
  return { data, paging: { cursors, next: `${origin}/${version}/${path}?${next.toString()}` } };
}

const cursorOf = (object: Readonly<Record<string, unknown>>): string =>
  Buffer.from(`c:${String(object['id'])}`).toString('base64url');
