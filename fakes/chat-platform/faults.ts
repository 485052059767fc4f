/**
 * Errors as Graph writes them. Codes and words as in the platform's own list of May 2026; HTTP
 * statuses as they were seen, since the published tables contradict each other.
 */

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

type Entry = { readonly http: number; readonly title: string; readonly details: string };

const tooMany = 'Message failed to send because there were too many messages sent from this phone';

const catalogue: Readonly<Record<number, Entry>> = {
  0: { http: 401, title: 'AuthException', details: 'We were unable to authenticate the app user.' },
  1: { http: 400, title: 'API Unknown', details: 'Invalid request or possible server error.' },
  2: { http: 503, title: 'API Service', details: 'Temporary due to downtime or overload.' },
  3: { http: 500, title: 'API Method', details: 'Capability or permissions issue.' },
  4: { http: 400, title: 'Application request limit reached', details: 'Too many calls.' },
  10: { http: 403, title: 'Permission Denied', details: 'Permission is not granted or removed.' },
  100: { http: 400, title: 'Invalid parameter', details: 'A parameter is unknown or misspelt.' },
  190: { http: 401, title: 'Access token has expired', details: 'Get a new access token.' },
  200: { http: 403, title: 'Permissions error', details: 'You do not have the permission.' },
  368: { http: 403, title: 'Temporarily blocked for policies violations', details: 'Policy.' },
  80007: { http: 400, title: 'Rate limit issues', details: 'The account has reached its limit.' },
  130429: {
    http: 429,
    title: 'Rate limit hit',
    details: `${tooMany} number in a short period of time.`,
  },
  130472: {
    http: 400,
    title: "User's number is part of an experiment",
    details: "Failed to send message because this user's phone number is part of an experiment",
  },
  130497: {
    http: 403,
    title: 'Business account is restricted from messaging users in this country.',
    details: 'Business account is restricted from messaging users in this country.',
  },
  131000: {
    http: 500,
    title: 'Something went wrong',
    details: 'Message failed to send because of an unknown error.',
  },
  131005: { http: 403, title: 'Access denied', details: 'Permission is not granted or removed.' },
  131008: { http: 400, title: 'Required parameter is missing', details: 'A parameter is missing.' },
  131009: { http: 400, title: 'Parameter value is not valid', details: 'A value is not valid.' },
  131016: {
    http: 503,
    title: 'Service unavailable',
    details: 'A service is temporarily unavailable.',
  },
  131021: {
    http: 400,
    title: 'Recipient cannot be sender',
    details: 'Sender and recipient phone number is the same.',
  },
  131026: { http: 400, title: 'Message undeliverable', details: 'Message Undeliverable.' },
  131030: {
    http: 400,
    title: 'Recipient phone number not in allowed list',
    details:
      'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
  },
  131031: { http: 403, title: 'Business Account locked', details: 'Your account has been locked.' },
  131037: {
    http: 400,
    title: 'Display name is not approved',
    details: 'The display name has to be approved before messages are sent.',
  },
  131042: {
    http: 400,
    title: 'Business eligibility payment issue',
    details:
      'Message failed to send because there were one or more errors related to your payment method.',
  },
  131045: {
    http: 500,
    title: 'Incorrect certificate',
    details: 'Phone number registration error.',
  },
  131047: {
    http: 400,
    title: 'Re-engagement message',
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  },
  131048: {
    http: 400,
    title: 'Spam rate limit hit',
    details: 'Too many previous messages were blocked or flagged as spam.',
  },
  131049: {
    http: 400,
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    details:
      'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  },
  131050: {
    http: 400,
    title:
      'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages',
    details:
      'Recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
  },
  131051: {
    http: 400,
    title: 'Unsupported message type',
    details: 'Message type is currently not supported.',
  },
  131052: {
    http: 400,
    title: 'Media download error',
    details: 'Unable to download the media sent by the user.',
  },
  131053: {
    http: 400,
    title: 'Media upload error',
    details: 'Unable to upload the media used in the message.',
  },
  131056: {
    http: 400,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: `${tooMany} number to the same phone number in a short period of time.`,
  },
  131057: {
    http: 500,
    title: 'Account in maintenance mode',
    details: 'Business Account is in maintenance mode.',
  },
  131062: {
    http: 400,
    title: 'Business-scoped user ID recipients are not supported for this message',
    details: 'Authentication templates need the phone number of the recipient.',
  },
  131063: {
    http: 400,
    title: 'Marketing messages are off',
    details: 'Marketing templates are disabled for this account.',
  },
  131064: {
    http: 400,
    title: 'Account limit',
    details: 'Templates of this account were misclassified.',
  },
  132000: {
    http: 400,
    title: 'Number of parameters does not match the expected number of params',
    details: 'The number of variable parameter values did not match.',
  },
  132001: {
    http: 404,
    title: 'Template name does not exist in the translation',
    details: 'The template does not exist.',
  },
  132005: {
    http: 400,
    title: 'Translated text too long',
    details: 'The translated text is too long.',
  },
  132007: {
    http: 400,
    title: 'Template content policy violated',
    details: 'Template content violates a policy.',
  },
  132008: {
    http: 400,
    title: 'Parameter value violated',
    details: 'A value violates a format policy.',
  },
  132012: {
    http: 400,
    title: 'Parameter format does not match format in the created template',
    details: 'Variable parameter values formatted incorrectly.',
  },
  132015: {
    http: 400,
    title: 'Template is paused',
    details: 'Template is paused due to low quality.',
  },
  132016: {
    http: 400,
    title: 'Template is disabled',
    details: 'Template has been paused too many times due to low quality and is now disabled.',
  },
  132068: { http: 400, title: 'Flow is blocked', details: 'Flow is in blocked state.' },
  132069: { http: 400, title: 'Flow is throttled', details: 'Flow is in throttled state.' },
  133004: {
    http: 503,
    title: 'Server Temporarily Unavailable',
    details: 'Server is temporarily unavailable.',
  },
  133010: {
    http: 400,
    title: 'Phone number not registered',
    details: 'The phone number is not registered.',
  },
  133016: {
    http: 400,
    title: 'Account register deregister rate limit exceeded',
    details: 'Too many attempts.',
  },
  135000: {
    http: 400,
    title: 'Generic user error',
    details: 'Message failed to send because of an unknown error with your request parameters.',
  },
  137000: {
    http: 400,
    title: 'Identity key mismatch',
    details: 'The identity key of the recipient does not match.',
  },
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
