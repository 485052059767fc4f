import { define, FOR_NOW } from './define.ts';

/** Requests that policy refuses, in the order of the checks: code 9 (contract section 3). */
const POLICY_FAILURES = {
  rejected_not_own_number: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: the template goes to your own confirmed numbers only',
  },
  rejected_opted_out: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: the recipient has opted out',
  },
  rejected_do_not_call: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: the recipient is on the do-not-call register',
  },
  rejected_no_consent: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: the recipient has not opted in to such messages',
  },
  rejected_too_many: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: at most {most} {what} in {minutes}',
    permanent: false,
  },
  rejected_spending: {
    code: '9',
    httpStatus: 403,
    sentence:
      'SMS rejected, access denied: {price} PKR needed, {left} PKR left in the spending cap of ' +
      'the {period}',
    permanent: false,
  },
} as const;

/** Requests refused at the API, in order of precedence (contract section 3). */
export const REQUEST_FAILURES = define({
  // The shape of the request.
  request_unencrypted: {
    code: '12',
    httpStatus: 403,
    sentence: 'Invalid request: use https: your key could be read in transit',
  },
  path_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid path: there is no such endpoint',
  },
  method_not_allowed: { code: '12', httpStatus: 405, sentence: 'Invalid method: use GET or POST' },
  request_unreadable: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid request: {why}',
  },
  header_too_large: {
    code: '12',
    httpStatus: 431,
    sentence: 'Invalid request: the header is larger than {bytes} bytes; use POST for long lists',
  },
  request_too_slow: {
    code: '12',
    httpStatus: 408,
    sentence: 'Invalid request: it arrived too slowly',
    permanent: false,
  },
  rate_exceeded: {
    code: '12',
    httpStatus: 429,
    sentence: 'Error: more than {requests} requests in {seconds} seconds',
    permanent: false,
    retryAfterSeconds: 60,
  },
  connections_many: {
    code: '12',
    httpStatus: 429,
    sentence: 'Error: more than {most} open connections from your address, use each for more',
    permanent: false,
    retryAfterSeconds: 5,
  },
  server_busy: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: the service is receiving too much at the moment, try again later',
    permanent: false,
    retryAfterSeconds: 5,
  },
  body_too_large: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid request: the body is larger than {bytes} bytes',
  },
  body_unreadable: { code: '12', httpStatus: 400, sentence: 'Invalid request body: {why}' },
  parameter_encoding: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid {parameter}: {why}',
  },
  parameter_repeated: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid request: {parameter} is given more than once',
  },
  parameter_contradicting: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid request: {parameter} is given twice with different values',
  },
  parameter_too_large: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid {parameter}: larger than {bytes} bytes',
  },
  parameter_too_deep: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid {parameter}: nested deeper than {depth} levels',
  },
  too_many_parameters: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid request: more than {parameters} parameters',
  },
  format_unknown: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid format: use plain, json or xml',
  },
  dry_run_unknown: { code: '12', httpStatus: 400, sentence: 'Invalid dry_run: use 1 or 0' },
  idempotency_key_unusable: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid idempotency key: 1 to {characters} printable ASCII characters',
  },
  // Who is calling.
  key_empty: { code: '2', httpStatus: 401, sentence: 'Error: api_key is empty' },
  key_refused: {
    code: '1',
    httpStatus: 401,
    sentence: 'Invalid API key: unknown, expired, or account disabled',
  },
  keys_guessed: {
    code: '1',
    httpStatus: 429,
    sentence: 'Invalid API key: too many wrong keys from this address, try again later',
    permanent: false,
    retryAfterSeconds: 60,
  },
  address_denied: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: this IP address is not on the list of the account',
  },
  scope_missing: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: this API key does not have the scope "{scope}"',
  },
  // What is requested.
  sender_empty: { code: '4', httpStatus: 400, sentence: 'Error: sender is empty' },
  recipient_empty: { code: '5', httpStatus: 400, sentence: 'Error: mobile is empty' },
  too_many_recipients: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid mobile: more than {recipients} recipients in one request',
  },
  message_empty: { code: '6', httpStatus: 400, sentence: 'Error: message is empty' },
  template_missing: { code: '12', httpStatus: 400, sentence: 'Error: template_id is missing' },
  template_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid template_id: no such template in this account',
  },
  template_not_approved: {
    code: '12',
    httpStatus: 403,
    sentence: 'Invalid template_id: the template is {state}, not approved',
  },
  fixed_content_off: {
    code: '12',
    httpStatus: 403,
    sentence: 'Access denied: fixed content is not enabled on this account, ask the site admin',
  },
  message_not_object: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {why}',
  },
  message_too_many_keys: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid message: more than {keys} keys',
  },
  message_too_deep: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid message: nested deeper than {depth} levels',
  },
  variable_missing: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} of the template is missing',
  },
  variable_unknown: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} is not a variable of the template',
  },
  variable_repeated: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} is given twice',
  },
  variable_not_text: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} must be a string or a number',
  },
  variable_empty: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} is empty',
  },
  variable_too_long: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} is longer than {characters} characters',
  },
  variable_wrong_kind: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} must be of type {kind}',
  },
  variable_unprintable: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {variable} contains a control character or half a surrogate pair',
  },
  sender_not_approved: {
    code: '12',
    httpStatus: 403,
    sentence: 'Access denied: this sender is not approved for the account',
  },
  sender_needs_verification: {
    code: '12',
    httpStatus: 403,
    sentence: 'Access denied: only shared senders may be used until the account is verified',
  },
  sender_for_codes: {
    code: '12',
    httpStatus: 403,
    sentence: 'Access denied: promotional templates cannot use a short code',
  },
  network_unknown: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid network: use Jazz, Zong, Ufone or Telenor',
  },
  ported_unknown: { code: '12', httpStatus: 400, sentence: 'Invalid ported: use 1 or 0' },
  type_unknown: { code: '12', httpStatus: 400, sentence: 'Invalid type: use unicode' },
  portability_unavailable: {
    code: '12',
    httpStatus: 403,
    sentence: 'Access denied: MNP coverage is unavailable on this account',
  },
  portability_directory: {
    code: '12',
    httpStatus: 503,
    sentence: 'Request rejected: directory error, the network could not be determined',
    permanent: false,
    retryAfterSeconds: 30,
  },
  needs_unicode: {
    code: '12',
    httpStatus: 400,
    sentence:
      'Invalid text: {character} at position {position} needs type=unicode ' +
      '(unicode: true at /v1/messages)',
  },
  text_too_long: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid text: it takes {parts} parts, at most {most} are allowed',
  },
  no_valid_recipient: {
    code: '7',
    httpStatus: 400,
    sentence: 'Invalid recipient: {why}',
  },
  recipient_unroutable: {
    code: '7',
    httpStatus: 400,
    sentence: 'Invalid recipient: its network is unknown',
  },
  no_route: { ...FOR_NOW, sentence: 'Error: no route to {operator} at the moment' },
  no_price: { ...FOR_NOW, sentence: 'Error: no price is set for this message at the moment' },
  ...POLICY_FAILURES,
  credit_insufficient: {
    code: '8',
    httpStatus: 402,
    sentence: 'Insufficient credit: {price} PKR needed, {available} PKR left',
  },
  // What we can promise.
  idempotency_conflict: {
    code: '12',
    httpStatus: 409,
    sentence: 'Invalid idempotency key: it was used with another request',
  },
  idempotency_running: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: a request with this idempotency key is still running',
    permanent: false,
    retryAfterSeconds: 1,
  },
  queue_full: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: too many messages are waiting, try again later',
    permanent: false,
    alarm: true,
    retryAfterSeconds: 5,
  },
  store_unavailable: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: the request could not be stored, nothing was charged, try again',
    permanent: false,
    alarm: true,
    retryAfterSeconds: 2,
  },
  outcome_unknown: {
    code: '12',
    httpStatus: 503,
    sentence:
      'Error: the database connection was lost while saving; the request may have been accepted',
    permanent: false,
    alarm: true,
    retryAfterSeconds: 2,
  },
  internal: {
    code: '12',
    httpStatus: 500,
    sentence: 'Error: internal error {request}; nothing was charged',
    permanent: false,
    alarm: true,
  },
  report_id_missing: { code: '12', httpStatus: 400, sentence: 'Error: id is empty' },
  report_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such message' },
  page_unknown: { code: '12', httpStatus: 400, sentence: 'Invalid page: {why}' },
  logins_guessed: {
    code: '1',
    httpStatus: 429,
    sentence: 'Invalid login: too many wrong passwords, try again later',
    permanent: false,
    retryAfterSeconds: 60,
  },
  login_refused: { code: '1', httpStatus: 401, sentence: 'Invalid login' },
});
