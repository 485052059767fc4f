/** The bridge from what happened at `/v1` to HTTP: JSON, or `application/problem+json`. */
import { failureOf, namingSentenceOf, type Refusal } from '../../domain/failure/failure.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import { Type, type ShapeFault, type Static } from '../../kit/shape.ts';
import type { Done, DoneInPieces, GivenFile } from './endpoint.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json';

/** The folder of the pages that tell of failures, one for each reason. */
export const ERROR_PAGES = '/docs/errors';

/** RFC 9457, from the failure catalogue. */
export const PROBLEM = Type.Object(
  {
    type: Type.String({ description: 'A page that tells more, relative to this server.' }),
    title: Type.String({ description: 'What kind of failure it is; the same for each of a kind.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What happened, for people.' }),
    code: Type.String({ description: 'The reason, for programs: see the page of errors.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'Which field: `/query/limit`, `/body/name`.' }),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { title: 'Problem', description: 'Why a request came to nothing (RFC 9457).' },
);

/** Answers what was done: JSON, or nothing with 204. */
export function answerDone({ status, body, location, replayed = false }: Done): HttpAnswer {
  const headers = {
    ...(location === undefined ? {} : { Location: location }),
    ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
  };
  if (status === 204) return { status, body: '', headers };
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body), headers };
}

/** Answers in pieces, as a file to be saved. */
export function answerInPieces({ contentType, fileName, pieces }: DoneInPieces): HttpAnswer {
  const headers = { 'Content-Disposition': `attachment; filename="${fileName}"` };
  return { status: 200, contentType, body: '', pieces, headers };
}

/** A file to be kept, never to be shown in place: it comes from strangers. */
export function answerFile({ mime, content, fileName }: GivenFile): HttpAnswer {
  const name = encodeName(fileName);
  const headers = { 'Content-Disposition': `attachment; filename*=UTF-8''${name}` };
  // The platform says of a voice message: audio/ogg; codecs=opus.
  const [type = ''] = mime.split(';').map((it) => it.trim());
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  return { status: 200, contentType, body: '', octets: content, headers };
}

/** RFC 5987, section 3.2.1: an apostrophe ends the language, and others are no part of a value. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A refusal as `/v1` tells it; `faults` are the fields that are wrong. */
export function problemOf(
  refusal: Refusal,
  faults: readonly ShapeFault[] = [],
): Static<typeof PROBLEM> {
  return {
    type: `${ERROR_PAGES}/${refusal.reason}`,
    title: titleOf(refusal.reason),
    status: failureOf(refusal.reason).httpStatus,
    detail: namingSentenceOf(refusal),
    code: refusal.reason,
    ...(faults.length === 0
      ? {}
      : { errors: faults.map(({ pointer, rule }) => ({ pointer, detail: rule })) }),
  };
}

/**
 * Answers a refusal; `faults` are the fields that are wrong. `afterSeconds`: when to come again,
 * where that is known better than by the failure.
 */
export function answerProblem(
  refusal: Refusal,
  faults: readonly ShapeFault[] = [],
  afterSeconds?: number,
): HttpAnswer {
  const failure = failureOf(refusal.reason);
  const { httpStatus } = failure;
  const retryAfterSeconds = afterSeconds ?? failure.retryAfterSeconds;
  const headers = {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    // RFC 6750, section 3.
    ...(httpStatus === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  const body = JSON.stringify(problemOf(refusal, faults));
  return { status: httpStatus, contentType: `${PROBLEM_TYPE}; charset=utf-8`, body, headers };
}

/** `Reply unknown` for `reply_unknown`. */
export function titleOf(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
