/** The bridge from what happened at `/v1` to HTTP: JSON, or `application/problem+json`. */
import {
  failureOf,
  FAILURES,
  namingSentenceOf,
  type FailureReason,
  type Refusal,
} from '../../domain/failure/failure.ts';
import { sha256Base64 } from '../../kit/digest.ts';
import type { HttpAnswer, Lasting } from '@paigham/http/answer.ts';
import { Type, type ShapeFault, type Static } from '../../kit/shape.ts';
import type { Done, DoneInPieces, GivenFile, GivenPage, Outcome } from './outcome.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json';

/** The folder of pages about failures, one per reason. */
export const ERROR_PAGES = '/docs/errors';

/** RFC 9457, from the failure catalogue. */
export const PROBLEM = Type.Object(
  {
    type: Type.String({ description: 'A page with details, relative to this server.' }),
    title: Type.String({ description: 'The kind of failure; always the same for one kind.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What happened, for people.' }),
    code: Type.Enum(Object.keys(FAILURES) as FailureReason[], {
      description: 'The machine-readable reason: see the errors page. New ones are added.',
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'Which field: `/query/limit`, `/body/name`.' }),
          detail: Type.String(),
        }),
      ),
    ),
    consequences: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What the change would do, with code agreement_needed.',
      }),
    ),
  },
  { title: 'Problem', description: 'Why a request failed (RFC 9457).' },
);

/** Answers a request that was carried out: JSON, or nothing with 204. */
export function answerDone({ status, body, location, replayed = false, cookie }: Done): HttpAnswer {
  const headers = {
    ...(location === undefined ? {} : { Location: location }),
    ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  };
  if (status === 204) return { status, body: '', headers };
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body), headers };
}

/** Answers in pieces, as a download, for as long as it lasts. */
export function answerInPieces(
  { contentType, fileName, pieces }: DoneInPieces,
  lasting: Lasting,
): HttpAnswer {
  const headers =
    fileName === undefined
      ? undefined
      : {
          'Content-Disposition': /^[\w.-]+$/.test(fileName)
            ? `attachment; filename="${fileName}"`
            : saveAs(fileName),
          'Content-Security-Policy': FILE_POLICY,
        };
  const begun = { body: '', pieces: pieces(lasting.ended.signal), lasting };
  return { status: 200, contentType, ...begun, ...(headers && { headers }) };
}

/** A page of ours: nothing in it runs, or comes from elsewhere, but its own style. */
function answerPage({ html, style }: GivenPage): HttpAnswer {
  const policy =
    `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
  const headers = { 'Content-Security-Policy': policy };
  return { status: 200, contentType: 'text/html; charset=utf-8', body: html, headers };
}

/** Opened by mistake, it may neither run nor fetch anything. */
const FILE_POLICY = "default-src 'none'; sandbox";

/** A file to download, never shown inline: it comes from strangers. */
export function answerFile({ mime, content, fileName }: GivenFile): HttpAnswer {
  const headers = {
    'Content-Disposition': saveAs(fileName),
    'Content-Security-Policy': FILE_POLICY,
  };
  // The platform describes a voice message as audio/ogg; codecs=opus.
  const [type = ''] = mime.split(';').map((it) => it.trim());
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  return { status: 200, contentType, body: '', octets: content, headers };
}

/** Saved, never shown: under a name that may be in any script. */
const saveAs = (fileName: string): string => `attachment; filename*=UTF-8''${encodeName(fileName)}`;

/** RFC 5987, section 3.2.1: an apostrophe ends the language, and must be escaped elsewhere. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A refusal in the form of `/v1`; `faults` are the invalid fields. */
export function problemOf(
  refusal: Refusal,
  faults: readonly ShapeFault[] = [],
  consequences?: readonly string[],
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
    ...(consequences === undefined ? {} : { consequences: [...consequences] }),
  };
}

/**
 * Answers a refusal; `faults` are the invalid fields. `afterSeconds`: when to try again, where that
 * is known better than from the failure.
 */
export function answerProblem(
  refusal: Refusal,
  faults: readonly ShapeFault[] = [],
  afterSeconds?: number,
  consequences?: readonly string[],
): HttpAnswer {
  const failure = failureOf(refusal.reason);
  const { httpStatus } = failure;
  const retryAfterSeconds = afterSeconds ?? failure.retryAfterSeconds;
  const headers = {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    // RFC 6750, section 3.
    ...(httpStatus === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  const body = JSON.stringify(problemOf(refusal, faults, consequences));
  return { status: httpStatus, contentType: `${PROBLEM_TYPE}; charset=utf-8`, body, headers };
}

/** `Reply unknown` for `reply_unknown`. */
function titleOf(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Answers a call by what came of it; `begin` answers in pieces. */
export function answerOutcome(
  outcome: Exclude<Outcome, { readonly kind: 'stale' }>,
  begin: (outcome: DoneInPieces) => HttpAnswer,
): HttpAnswer {
  switch (outcome.kind) {
    case 'done':
      return answerDone(outcome);
    case 'pieces':
      return begin(outcome);
    case 'file':
      return answerFile(outcome);
    case 'page':
      return answerPage(outcome);
    case 'refused': {
      const { refusal, faults, retryAfterSeconds, consequences } = outcome;
      return answerProblem(refusal, faults, retryAfterSeconds, consequences);
    }
  }
}
