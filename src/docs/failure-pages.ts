/** `/docs/errors/<reason>`: the page that a problem's `type` names, from the failure catalogue. */
import { API_FAILURES } from '../domain/failure/api-failures.ts';
import { CHAT_ADMIN_FAILURES, CHAT_FAILURES } from '../domain/failure/chat-failures.ts';
import { failureOf, FAILURES, isReason, type FailureReason } from '../domain/failure/failure.ts';
import { FILE_FAILURES } from '../domain/failure/file-failures.ts';
import { MESSAGE_FAILURES } from '../domain/failure/message-failures.ts';
import { remedyOf } from '../domain/failure/remedies.ts';
import { REQUEST_FAILURES } from '../domain/failure/request-failures.ts';
import { escapeHtml } from '../kit/escape-html.ts';
import type { Frame } from './layout.ts';

/** An endpoint that may refuse, as `/openapi.json` describes it. */
export type Refusing = {
  /** `GET /v1/batches`. */
  readonly call: string;
  /** Its `operationId` and tag. */
  readonly name: string;
  readonly tag: string;
  /** What it does, in a sentence. */
  readonly about: string;
  readonly reasons: readonly FailureReason[];
};

export const ERRORS = '/docs/errors';

type Family = {
  readonly title: string;
  readonly about: string;
  readonly reasons: readonly string[];
};

const FAMILIES: readonly Family[] = [
  {
    title: 'Requests',
    about: 'A request as a whole, on the form interfaces and at /v1.',
    reasons: Object.keys(REQUEST_FAILURES),
  },
  {
    title: 'Files',
    about: 'The link, the file or the rows of a personalised send.',
    reasons: Object.keys(FILE_FAILURES),
  },
  {
    title: 'Chat',
    about: 'A chat send as a whole, or one of its entries.',
    reasons: Object.keys(CHAT_FAILURES),
  },
  {
    title: 'JSON API',
    about: 'Requests at /v1 alone.',
    reasons: [...Object.keys(API_FAILURES), ...Object.keys(CHAT_ADMIN_FAILURES)],
  },
  {
    title: 'Accepted messages',
    about: 'A message that was accepted and came to nothing: the reason in its report.',
    reasons: Object.keys(MESSAGE_FAILURES),
  },
];

/** The list of all reasons, and a page for each. */
export function createFailurePages(refusing: readonly Refusing[]): {
  readonly frames: readonly Frame[];
} {
  const reasons = Object.keys(FAILURES).filter(isReason);
  return { frames: [listFrame(reasons), ...reasons.map((it) => frameOf(it, refusing))] };
}

function listFrame(reasons: readonly FailureReason[]): Frame {
  const listed = new Set(FAMILIES.flatMap((family) => family.reasons));
  const others = reasons.filter((reason) => !listed.has(reason));
  const families =
    others.length === 0
      ? FAMILIES
      : [...FAMILIES, { title: 'Others', about: 'Elsewhere.', reasons: others }];
  const groups = families.map(({ title, about, reasons: own }) => {
    const rows = own.filter(isReason).map((reason) => {
      const { code, httpStatus, sentence } = failureOf(reason);
      return (
        `<tr><td><a href="${ERRORS}/${reason}"><code>${reason}</code></a></td>` +
        `<td>${code}</td><td>${httpStatus}</td><td>${escapeHtml(sentence)}</td></tr>`
      );
    });
    return (
      `<h2 id="${idOf(title)}">${title}</h2><p>${about}</p><div class="wide"><table><thead><tr>` +
      `<th>reason</th><th>code</th><th>HTTP</th><th>sentence</th></tr></thead>` +
      `<tbody>${rows.join('')}</tbody></table></div>`
    );
  });
  return {
    title: 'Errors',
    path: ERRORS,
    content:
      '<h1>Errors</h1><p>Every way in which a request or a message can come to nothing. The form ' +
      'interfaces answer with the code and the sentence; /v1 and reports give the reason, whose ' +
      'name never changes. Each has a page that says what to do next. Words in braces stand for ' +
      `a detail.</p>${groups.join('')}`,
    contents: families.map(({ title }) => ({ href: `#${idOf(title)}`, title })),
  };
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

function frameOf(reason: FailureReason, refusing: readonly Refusing[]): Frame {
  const title = reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('_', ' ');
  const { code, httpStatus, sentence, permanent, billable, retryAfterSeconds } = failureOf(reason);
  const isOfMessage = Object.hasOwn(MESSAGE_FAILURES, reason);
  const later = permanent
    ? 'No: the same request fails again.'
    : retryAfterSeconds === undefined
      ? 'Yes, later.'
      : `Yes, after ${retryAfterSeconds} s, or when Retry-After says.`;
  const facts: readonly (readonly [string, string])[] = [
    ['Reason', `<code>${reason}</code>`],
    ['Code', `<code>${code}</code>`],
    ...(isOfMessage ? [] : [['HTTP status', String(httpStatus)] as const]),
    ['May it be tried again?', later],
    ['Is it charged?', billable ? 'Yes.' : 'No.'],
  ];
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return {
    title,
    path: `${ERRORS}/${reason}`,
    content:
      `<p class="trail"><a href="${ERRORS}">Errors</a></p><h1>${title}</h1>` +
      `<h2>What it means</h2><blockquote>${escapeHtml(sentence)}</blockquote>` +
      `<h2>What to do</h2><p>${escapeHtml(remedyOf(reason))}</p>` +
      `<dl>${rows.join('')}</dl><h2>Who says it</h2>${sayers(reason, refusing)}`,
  };
}

function sayers(reason: FailureReason, refusing: readonly Refusing[]): string {
  const forms = formsOf(reason).map(([href, title]) => `<li><a href="${href}">${title}</a></li>`);
  const endpoints = refusing
    .filter(({ reasons }) => reasons.includes(reason))
    .map(({ call, name, tag }) => {
      const href = `/docs/reference#/${tag}/${name}`;
      return `<li><a href="${href}"><code>${escapeHtml(call)}</code></a></li>`;
    });
  return `<ul>${[...forms, ...endpoints].join('')}</ul>`;
}

const SMS = ['/docs/sms', 'The SMS interface'] as const;
const CHAT = ['/docs/chat', 'The chat interface'] as const;

/** The form interfaces, which have their own groups of refusals. */
function formsOf(reason: FailureReason): readonly (readonly [href: string, title: string])[] {
  if (Object.hasOwn(MESSAGE_FAILURES, reason)) {
    return [['/docs/v1#messages', 'The report of a message, on every interface']];
  }
  if (Object.hasOwn(REQUEST_FAILURES, reason)) return [SMS, CHAT];
  if (Object.hasOwn(FILE_FAILURES, reason)) return [SMS];
  return Object.hasOwn(CHAT_FAILURES, reason) ? [CHAT] : [];
}
