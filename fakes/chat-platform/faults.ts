/** Errors as Graph writes them, in answers and in webhooks. */

import { catalogue, type Entry } from './fault-codes.ts';

export type Fault = {
  readonly http: number;
  readonly code: number;
  readonly subcode?: number;
  readonly type: string;
  readonly message: string;
  readonly details?: string;
  readonly userTitle?: string;
  readonly userMessage?: string;
  readonly transient?: boolean;
};

/** Codes after which the same request may be tried again. */
const transientCodes = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131056, 131057, 133004]);

const unknown: Entry = { http: 400, title: 'Unknown', details: 'Unknown.' };

/** An error of the catalogue, in the answer to a request. */
export function fault(code: number, details?: string): Fault {
  const entry = catalogue[code] ?? unknown;
  return {
    http: entry.http,
    code,
    type: 'OAuthException',
    message: `(#${code}) ${entry.title}`,
    details: details ?? entry.details,
    ...(transientCodes.has(code) ? { transient: true } : {}),
  };
}

/** True for a code the catalogue knows. */
export const isKnownCode = (code: number): boolean => code in catalogue;

/** An error as a webhook carries it. */
export function faultInWebhook(code: number, details?: string): Readonly<Record<string, unknown>> {
  const entry = catalogue[code] ?? unknown;
  return {
    code,
    title: entry.title,
    message: entry.title,
    error_data: { details: details ?? entry.details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/** A parameter that is missing or wrong, in Graph's own words (code 100). */
export function badParameter(words: string): Fault {
  return { http: 400, code: 100, type: 'OAuthException', message: `(#100) ${words}` };
}

/** An id that nobody has, or that the token may not see: code 100 with subcode 33. */
export function noObject(method: string, id: string): Fault {
  return {
    http: 400,
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, ` +
      'cannot be loaded due to missing permissions, or does not support this operation. Please ' +
      'read the Graph API documentation at https://developers.facebook.com/docs/graph-api',
  };
}

/** A template that breaks the platform's rules: code 100 with a subcode 2388xxx. */
export function templateFault(subcode: number, title: string, message: string): Fault {
  return {
    http: 400,
    code: 100,
    subcode,
    type: 'OAuthException',
    message: 'Invalid parameter',
    transient: false,
    userTitle: title,
    userMessage: message,
  };
}

/** The body of an answer with an error. */
export function errorBody(found: Fault, trace: string): unknown {
  return {
    error: {
      message: found.message,
      type: found.type,
      code: found.code,
      ...(found.subcode === undefined ? {} : { error_subcode: found.subcode }),
      ...(found.details === undefined
        ? {}
        : { error_data: { messaging_product: 'whatsapp', details: found.details } }),
      ...(found.transient === undefined ? {} : { is_transient: found.transient }),
      ...(found.userTitle === undefined ? {} : { error_user_title: found.userTitle }),
      ...(found.userMessage === undefined ? {} : { error_user_msg: found.userMessage }),
      fbtrace_id: trace,
    },
  };
}
