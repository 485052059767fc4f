/**
 * The codes of errors and their words, as in the platform's own list of May 2026. HTTP statuses as
 * they were seen, since the published tables contradict each other.
 */

/** HTTP status in an answer, title, and the usual details. */
export type Entry = { readonly http: number; readonly title: string; readonly details: string };

const tooMany = 'Message failed to send because there were too many messages sent from this phone';

export const catalogue: Readonly<Record<number, Entry>> = {
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
      'Recipient phone number not in allowed list: Add recipient phone number to recipient ' +
      'list and try again.',
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
      'Message failed to send because there were one or more errors related to your payment ' +
      'method.',
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
      'Message failed to send because more than 24 hours have passed since the customer last ' +
      'replied to this number.',
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
      'Unable to deliver the message. This recipient has chosen to stop receiving ' +
      'marketing messages',
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
