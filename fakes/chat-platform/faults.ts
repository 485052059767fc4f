/** Errors as Graph writes them, in answers and in webhooks. */

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

/**
 * The HTTP status in an answer and the title of each code, as in the platform's own list of May
 * 2026. HTTP statuses are those seen in practice: the published tables contradict each other.
 */
const catalogue: Readonly<Record<number, readonly [http: number, title: string]>> = {
  1: [400, 'API Unknown'],
  2: [503, 'API Service'],
  4: [400, 'Application request limit reached'],
  33: [400, 'Parameter value is not valid'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  200: [403, 'Permissions error'],
  368: [403, 'Temporarily blocked for policies violations'],
  80007: [400, 'Rate limit issues'],
  130429: [429, 'Rate limit hit'],
  130403: [403, 'Business has blocked this user'],
  130472: [400, "User's number is part of an experiment"],
  131000: [500, 'Something went wrong'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [503, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131030: [400, 'Recipient phone number not in allowed list'],
  131031: [403, 'Business Account locked'],
  131042: [400, 'Business eligibility payment issue'],
  131047: [400, 'Re-engagement message'],
  131048: [400, 'Spam rate limit hit'],
  131049: [400, 'This message was not delivered to maintain healthy ecosystem engagement.'],
  131050: [400, 'This recipient has chosen to stop receiving marketing messages'],
  131051: [400, 'Unsupported message type'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  131055: [400, 'Method not allowed'],
  131056: [400, '(Business Account, Consumer Account) pair rate limit hit'],
  131062: [400, 'Business-scoped user ID recipients are not supported for this message'],
  131064: [400, 'Account reached its messaging limit for misclassified templates'],
  132000: [400, 'Number of parameters does not match the expected number of params'],
  132001: [404, 'Template name does not exist in the translation'],
  132012: [400, 'Parameter format does not match format in the created template'],
  132015: [400, 'Template is paused'],
  132016: [400, 'Template is disabled'],
  132018: [400, 'Invalid template parameter'],
  133000: [500, 'Incomplete deregistration'],
  133005: [400, 'Two step verification PIN mismatch'],
  133006: [400, 'Phone number re-verification needed'],
  133008: [400, 'Too many two step verification PIN guesses'],
  133009: [400, 'Two step verification PIN guessed too fast'],
  133010: [400, 'Phone number not registered'],
  133015: [400, 'Please wait a few minutes before attempting to register this phone number'],
  134011: [403, 'Payments terms of service have not been accepted'],
  134100: [400, 'Only marketing messages are supported'],
  134101: [400, 'Template is syncing: try again in ten minutes'],
  134102: [400, 'Template is not available for this use'],
  136024: [400, 'The phone number could not be registered'],
};

/** Codes after which the same request may be tried again. */
const transientCodes = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131056, 134101]);

const entryOf = (code: number): readonly [number, string] => catalogue[code] ?? [400, 'Unknown'];

/** True for a code the catalogue knows. */
export const isKnownCode = (code: number): boolean => code in catalogue;

/** The title of a code. */
export const titleOf = (code: number): string => entryOf(code)[1];

/** An error of the catalogue, in the answer to a request. */
export function fault(code: number, details?: string): Fault {
  const [http, title] = entryOf(code);
  return {
    http,
    code,
    type: 'OAuthException',
    message: `(#${code}) ${title}`,
    details: details ?? title,
    ...(transientCodes.has(code) ? { transient: true } : {}),
  };
}

/** An error as a webhook carries it. */
export function faultInWebhook(code: number): Readonly<Record<string, unknown>> {
  const title = titleOf(code);
  return {
    code,
    title,
    message: title,
    error_data: { details: title },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/** A missing or wrong parameter, in Graph's own words (code 100). */
export function badParameter(words: string): Fault {
  return { http: 400, code: 100, type: 'OAuthException', message: `(#100) ${words}` };
}

/** An id that does not exist, or that the token may not see: code 100 with subcode 33. */
export function noObject(method: string, id: string): Fault {
  return {
    http: 400,
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, ` +
      'cannot be loaded due to missing permissions, or does not support this operation.',
  };
}

/** A template that breaks the platform's rules; most have a subcode 2388xxx. */
export function templateFault(userTitle: string, userMessage: string, subcode?: number): Fault {
  const found = { ...badParameter(''), message: 'Invalid parameter', userTitle, userMessage };
  return subcode === undefined ? found : { ...found, subcode };
}

/** The body of an answer with an error. */
export function errorBody(found: Fault, trace: string): unknown {
  const { details } = found;
  return {
    error: {
      message: found.message,
      type: found.type,
      code: found.code,
      error_subcode: found.subcode,
      error_data: details === undefined ? undefined : { messaging_product: 'whatsapp', details },
      is_transient: found.transient,
      error_user_title: found.userTitle,
      error_user_msg: found.userMessage,
      fbtrace_id: trace,
    },
  };
}
