/** `/docs/errors/<reason>`: the page that a problem's `type` names. */
import { FAILURES, failureOf, type FailureReason } from '../../domain/failure/failure.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import { ERROR_PAGES, titleOf } from './answer.ts';

/** The page of a reason; undefined when the catalogue has none of that name. */
export function showError(reason: string): HttpAnswer | undefined {
  if (!isReason(reason)) return undefined;
  const { code, httpStatus, sentence, permanent, billable, retryAfterSeconds } = failureOf(reason);
  const facts: readonly (readonly [string, string])[] = [
    ['Reason', reason],
    ['HTTP status', String(httpStatus)],
    ['Code in the SMS interface', code],
    ['Sentence', sentence],
    ['The same thing later', permanent ? 'fails again' : 'may be done'],
    ['Is charged', billable ? 'yes' : 'no'],
    ...(retryAfterSeconds === undefined
      ? []
      : [['Come again after', `${retryAfterSeconds} s`] as const]),
  ];
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return page(titleOf(reason), `<dl>${rows.join('')}</dl>`);
}

/** All reasons. */
export function listErrors(): HttpAnswer {
  const items = Object.keys(FAILURES).map(
    (reason) => `<li><a href="${ERROR_PAGES}/${reason}">${reason}</a></li>`,
  );
  return page('Errors', `<ul>${items.join('')}</ul>`);
}

function isReason(name: string): name is FailureReason {
  return Object.hasOwn(FAILURES, name);
}

function page(title: string, content: string): HttpAnswer {
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': "default-src 'none'" },
    body:
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} – Paigham</title>` +
      `<h1>${title}</h1>${content}</html>\n`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
