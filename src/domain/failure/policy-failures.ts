/** Requests that policy refuses, in the order of the checks: code 9 (contract section 3). */
export const POLICY_FAILURES = {
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
  rejected_too_many: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: at most {most} messages {what} in {minutes} minutes',
    permanent: false,
  },
  rejected_spending: {
    code: '9',
    httpStatus: 403,
    sentence:
      'SMS rejected, access denied: {price} PKR needed, {left} PKR left of the spending cap of ' +
      'the {period}',
    permanent: false,
  },
} as const;
