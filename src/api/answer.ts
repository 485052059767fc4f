/**
 * The one bridge in the form interfaces from what happened to what the caller gets: HTTP status,
 * status line, JSON, XML. Nothing else in the API writes a body or chooses a status.
 */
import { failureOf, type Refusal, sentenceOf } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';

export type Format = 'plain' | 'json' | 'xml';

/** How to answer this caller. */
export type ResponseFormat = {
  readonly format: Format;
  /**
   * `results`: the templates endpoint, whose refusals have no status of their own besides the
   * results (contract 9).
   */
  readonly frame: 'full' | 'results';
  /** Extra values in refusals, before the results (contract 10). */
  readonly besides?: Readonly<Record<string, string>>;
  /**
   * Whether refusals also come with HTTP 200, for callers that cannot read a body with any other
   * status.
   */
  readonly always200: boolean;
};

/** The two forms of a body: a line for people and simple programs, and named values. */
export type Body = { readonly plain: () => string; readonly tree: () => Tree };

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  plain: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** Answers a request that was carried out, with 200. */
export function answerDone(
  body: Body,
  responseFormat: ResponseFormat,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer {
  const answer = {
    status: 200,
    contentType: CONTENT_TYPES[responseFormat.format],
    body: write(body, responseFormat.format),
  };
  return headers === undefined ? answer : { ...answer, headers };
}

/**
 * Answers with JSON that is already written, as a very long one is, in turns with other callers.
 * The status is not 200 when the request was valid but nothing could be done: the body says why,
 * entry by entry (contract 10: no entry was accepted).
 */
export function answerWritten(
  json: string,
  { always200 }: ResponseFormat,
  { httpStatus, headers }: WrittenUnder,
): HttpAnswer {
  const status = always200 ? 200 : httpStatus;
  const answer = { status, contentType: CONTENT_TYPES.json, body: json };
  return headers === undefined ? answer : { ...answer, headers };
}

type WrittenUnder = {
  readonly httpStatus: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/**
 * Answers a refused request: `7 : Invalid recipient: …`, or the same in JSON or XML (contract
 * section 3).
 */
export function answerRefusal(refusal: Refusal, responseFormat: ResponseFormat): HttpAnswer {
  const { code, httpStatus, retryAfterSeconds } = failureOf(refusal.reason);
  const sentence = sentenceOf(refusal);
  const results = resultsOf(refusal);
  const truncated = (refusal.each?.length ?? 0) > results.length ? { truncated: 'true' } : {};
  const tree: Tree =
    responseFormat.frame === 'results'
      ? { success: 'false', results }
      : {
          success: 'false',
          status: code,
          error: sentence,
          ...responseFormat.besides,
          results,
          ...truncated,
        };
  // A path without an endpoint belongs to no interface, so no interface's switch can make it a 200.
  const as200 = responseFormat.always200 && refusal.reason !== 'path_unknown';
  const answer = {
    status: as200 ? 200 : httpStatus,
    contentType: CONTENT_TYPES[responseFormat.format],
    body: write({ plain: () => `${code} : ${sentence}`, tree: () => tree }, responseFormat.format),
  };
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { 'Retry-After': String(retryAfterSeconds) } };
}

/** Never empty: callers read the first one. One per number if there are several. */
function resultsOf(refusal: Refusal): readonly Tree[] {
  const shown = (it: Refusal): Tree => {
    return { status: failureOf(it.reason).code, error: sentenceOf(it) };
  };
  if (refusal.each === undefined) return [shown(refusal)];
  const listed = refusal.each.slice(0, limit('resultsPerAnswer'));
  return listed.map((it) => ({ ...shown(it.refusal), gsm: it.shown }));
}

function write(body: Body, format: Format): string {
  switch (format) {
    case 'plain':
      return body.plain();
    case 'json':
      return JSON.stringify(body.tree());
    case 'xml':
      return renderXml(body.tree());
  }
}

/**
 * Named values in the order they are written. All scalars are strings: callers compare them as
 * such.
 */
export type Tree = {
  readonly [name: string]: string | Tree | readonly Tree[] | readonly string[];
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Writes the tree as XML under `<response>`: same names as in JSON, list entries as `<result>`. */
export function renderXml(tree: Tree): string {
  return `${DECLARATION}<response>${renderMembers(tree)}</response>`;
}

function renderMembers(tree: Tree): string {
  let xml = '';
  for (const [name, value] of Object.entries(tree))
    xml += `<${name}>${renderValue(value)}</${name}>`;
  return xml;
}

function renderValue(value: Tree[string]): string {
  if (typeof value === 'string') return escapeXml(value);
  if (!isList(value)) return renderMembers(value);
  let xml = '';
  for (const entry of value) xml += `<result>${renderValue(entry)}</result>`;
  return xml;
}

function isList(value: Tree[string]): value is readonly Tree[] | readonly string[] {
  return Array.isArray(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * A text for XML or HTML, attribute values included. XML 1.0 cannot hold most control characters
 * or lone surrogates; they become U+FFFD.
 */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
