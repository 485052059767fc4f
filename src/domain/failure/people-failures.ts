import { define, FOR_NOW } from './define.ts';

/** Who calls `/v1`, and may not: people, their sessions, sign-in and registration. */
export const PEOPLE_FAILURES = define({
  bearer_missing: {
    code: '2',
    httpStatus: 401,
    sentence: 'Error: no API key, use the header Authorization: Bearer KEY',
  },
  session_missing: {
    code: '2',
    httpStatus: 401,
    sentence: 'Error: nobody is signed in here, or the session has ended',
  },
  people_elsewhere: {
    code: '1',
    httpStatus: 421,
    sentence: 'Access denied: people sign in and work at the address of this service alone',
  },
  csrf_refused: {
    code: '1',
    httpStatus: 403,
    sentence:
      'Access denied: the header Paigham-CSRF is missing or wrong, or the request is not from a ' +
      'page at the PUBLIC_ADDRESS of this service',
  },
  role_too_low: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: your role in the account may not do that',
  },
  texts_hidden: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: only owners and managers of the account see what messages say',
  },
  staff_only: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: only the staff of this service may do that',
  },
  staff_role_too_low: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: your role on the staff may not do that',
  },
  operation_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid name: no such operation' },
  agreement_needed: {
    code: '12',
    httpStatus: 409,
    sentence: 'Denied: agree to the consequences first, nothing was changed',
  },
  see_as_reads: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: staff may see an account, and change nothing in its name',
  },
  confirmation_needed: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: only for a person who has just given their password or a code',
  },
  account_missing: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: you belong to no account',
  },
  account_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid account: you belong to no account with this id',
  },
  found_account_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid id: there is no account with it',
  },
  account_inactive: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: this account is disabled',
  },
  code_refused: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid code: it is wrong, or was used before',
  },
  registration_unavailable: {
    ...FOR_NOW,
    sentence: 'Error: the service cannot write to people at the moment, try again later',
  },
  registration_refused: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid codes: at least one of them is wrong',
  },
  registration_over: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid codes: they are too old, were tried too often, or were used already',
  },
  tries_exceeded: {
    code: '12',
    httpStatus: 429,
    sentence: 'Error: too many tries, wait a while',
    permanent: false,
    retryAfterSeconds: 600,
  },
  codes_exceeded: {
    code: '12',
    httpStatus: 429,
    sentence: 'Error: too many codes to this mailbox or phone lately, give the last ones, or wait',
    permanent: false,
    retryAfterSeconds: 600,
  },
  work_needed: {
    code: '1',
    httpStatus: 403,
    sentence: 'Access denied: many register just now, do the work of GET /v1/registrations/work',
  },
  invitations_exceeded: {
    code: '12',
    httpStatus: 429,
    sentence: 'Error: too many invitations of this account, or to this address, wait a while',
    permanent: false,
    retryAfterSeconds: 3_600,
  },
  link_refused: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid link: it was used or withdrawn, has expired, or was replaced by a newer one',
  },
  invitation_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid id: no such invitation',
  },
  passkey_refused: {
    code: '1',
    httpStatus: 401,
    sentence: 'Invalid passkey: it is unknown here, or the request has expired',
  },
  passkeys_need_name: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: passkeys need a host name, and this page was opened by an address of numbers',
  },
  session_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such session' },
  passkey_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such passkey' },
});
