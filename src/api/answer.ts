/**
 * The one bridge of the form interfaces from what happened to what the caller gets: HTTP status,
 * status line, JSON, XML. Nothing else in the API writes a body or chooses a status.
 */
import { failureOf, sentenceOf, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { HttpAnswer } from '../kit/http/answer.ts';
import { renderXml, type Tree } from './render-xml.ts';

export type { Tree } from './render-xml.ts';

export type Format = 'plain' | 'json' | 'xml';

/** How this caller is to be spoken to. */
export type Voice = {
  readonly format: Format;
  /**
   * `results`: the templates endpoint, whose refusals have no status of their own beside the
   * results (contract 9).
   */
  readonly frame: 'full' | 'results';
  /** What refusals say besides, before their results (contract 10). */
  readonly besides?: Readonly<Record<string, string>>;
  /**
   * Whether refusals come with HTTP 200 too, for callers that cannot read a body on anything else.
   */
  readonly always200: boolean;
};

/** The two forms of one body: a line for people and simple programs, and named values. */
export type Body = { readonly plain: () => string; readonly tree: () => Tree };

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  plain: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** Answers a request that was done as asked, with 200. */
export function answerDone(
  body: Body,
  voice: Voice,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer {
  const answer = {
    status: 200,
    contentType: CONTENT_TYPES[voice.format],
    body: write(body, voice.format),
  };
  return headers === undefined ? answer : { ...answer, headers };
}

/**
 * Answers with JSON that is written already, as a very long one is in turns with other callers. It
 * comes with another status than 200 where nothing of the request could be done though it was none
 * to refuse: it says why, part by part (contract 10: no entry was accepted).
 */
export function answerWritten(
  json: string,
  { always200 }: Voice,
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
 * Answers a request that was refused: `7 : Invalid recipient: …`, or the same in JSON or XML
 * (contract section 3).
 */
export function answerRefusal(refusal: Refusal, voice: Voice): HttpAnswer {
  const { code, httpStatus, retryAfterSeconds } = failureOf(refusal.reason);
  const sentence = sentenceOf(refusal);
  const results = resultsOf(refusal);
  const truncated = (refusal.each?.length ?? 0) > results.length ? { truncated: 'true' } : {};
  const tree: Tree =
    voice.frame === 'results'
      ? { success: 'false', results }
      : {
          success: 'false',
          status: code,
          error: sentence,
          ...voice.besides,
          results,
          ...truncated,
        };
  // A path without an endpoint belongs to no interface, so no switch of one can make it a 200.
  const as200 = voice.always200 && refusal.reason !== 'path_unknown';
  const answer = {
    status: as200 ? 200 : httpStatus,
    contentType: CONTENT_TYPES[voice.format],
    body: write({ plain: () => `${code} : ${sentence}`, tree: () => tree }, voice.format),
  };
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { 'Retry-After': String(retryAfterSeconds) } };
}

/** Never empty: callers read the first one. Of several numbers, one for each. */
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
