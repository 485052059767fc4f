import { define } from './define.ts';

/** Changes of templates and domains that are refused, at `/v1` alone (contract section 11). */
export const CHAT_ADMIN_FAILURES = define({
  chat_template_taken: {
    code: '12',
    httpStatus: 409,
    sentence: 'Invalid name: there is already a template of this name in this language',
  },
  chat_template_plan: {
    code: '12',
    httpStatus: 403,
    sentence: 'Denied: the plan of the account allows no more templates',
  },
  chat_template_fixed: {
    code: '12',
    httpStatus: 409,
    sentence: 'Denied: the template {why}',
  },
  chat_business_missing: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: no business account of the chat platform is connected, or not this one',
  },
  chat_platform_refused: {
    code: '27',
    httpStatus: 403,
    sentence: 'Error: the chat platform refused it: {words}',
  },
  chat_platform_unreachable: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: the chat platform cannot be reached',
    permanent: false,
    retryAfterSeconds: 30,
  },
  chat_platform_silent: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: the answer of the chat platform was lost, synchronise to see what it did',
    permanent: false,
    retryAfterSeconds: 30,
  },
  host_taken: {
    code: '12',
    httpStatus: 409,
    sentence: 'Invalid host: you have it already, or it belongs to the service itself',
  },
  host_unproven: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: neither proof of the domain was found',
    permanent: false,
  },
  host_changes_exceeded: {
    code: '12',
    httpStatus: 429,
    sentence: 'Denied: an account may change its domains {changes} times an hour',
    permanent: false,
    retryAfterSeconds: 3_600,
  },
  host_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid host: no such domain in this account',
  },
});
