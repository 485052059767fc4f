import type { Failure } from './failure.ts';
import { PLATFORM_FAILURES } from './platform-failures.ts';

type Entry = Partial<Failure> & Pick<Failure, 'sentence'>;

function define<const Table extends Record<string, Entry>>(
  table: Table,
): { readonly [Reason in keyof Table]: Failure } {
  const complete = Object.entries(table).map(([reason, entry]): [string, Failure] => [
    reason,
    { code: '9', httpStatus: 200, permanent: true, billable: false, alarm: false, ...entry },
  ]);
  return Object.fromEntries(complete) as { readonly [Reason in keyof Table]: Failure };
}

/**
 * Messages that were accepted and failed under way. Their sentences stand in delivery
 * reports as `reason`.
 */
export const MESSAGE_FAILURES = define({
  // What the operator said to a submission.
  operator_throttled: {
    sentence: 'Error: the operator asked us to slow down',
    permanent: false,
  },
  operator_queue_full: { sentence: 'Error: the queue at the operator is full', permanent: false },
  operator_temporary: {
    sentence: 'Error: the operator cannot take the message at the moment',
    permanent: false,
  },
  operator_fault: { sentence: 'Error: the operator had an internal fault', permanent: false },
  operator_refused: { sentence: 'Failed: the operator refused the message' },
  operator_refused_recipient: { sentence: 'Failed: the operator refused the recipient' },
  operator_refused_sender: { sentence: 'Failed: the operator refused the sender', alarm: true },
  operator_refused_form: {
    sentence: 'Failed: the operator refused the format of the message',
    alarm: true,
  },
  operator_unknown_word: {
    sentence: 'Error: the operator answered with an unknown code',
    permanent: false,
    alarm: true,
  },
  text_miscounted: {
    sentence: 'Error: the text has a different number of parts from what was charged',
    alarm: true,
  },
  retries_exhausted: { sentence: 'Failed: the operator did not take the message in time' },
  ...PLATFORM_FAILURES,
  // What came later, or never.
  handset_failed: { sentence: 'Failed: the message did not reach the handset', billable: true },
  operator_expired: {
    sentence: 'Failed: the operator gave up when the message expired',
    billable: true,
  },
  operator_rejected_later: {
    sentence: 'Failed: the operator rejected the message',
    billable: true,
  },
  receipt_never_came: {
    sentence: 'Error: the operator has not reported on the message',
    billable: true,
  },
  answer_lost: { sentence: 'Error: the answer of the operator was lost, nothing was charged' },
  // What changed while it waited.
  expired_waiting: { sentence: 'Failed: the message expired while it waited for an operator' },
  account_disabled: { sentence: 'Denied: the account was disabled while the message waited' },
  sender_revoked: { sentence: 'Denied: the sender was withdrawn while the message waited' },
  number_revoked: { sentence: 'Denied: the number was withdrawn while the message waited' },
  window_closed_waiting: {
    sentence: 'Denied: the 24 hours since the recipient last wrote ended while the message waited',
  },
  template_revoked: { sentence: 'Denied: the template was withdrawn while the message waited' },
  opted_out_waiting: { sentence: 'Denied: the recipient opted out while the message waited' },
  do_not_call_waiting: {
    sentence:
      'Denied: the recipient was added to the do-not-call register while the message waited',
  },
});
