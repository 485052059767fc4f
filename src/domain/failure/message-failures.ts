import type { Failure } from './failure.ts';

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
 * What the chat platform says about a message, in its answer or later
 * (src/carriers/whatsapp/platform-errors.ts translates its codes). The platform charges only for
 * what it delivers, so none of them is billable.
 */
const PLATFORM_FAILURES = {
  // Tried again automatically, within limits.
  platform_throttled: {
    sentence: 'Error: the chat platform asked us to slow down',
    permanent: false,
  },
  platform_recipient_paced: {
    sentence: 'Error: too many messages to this recipient in a short time',
    permanent: false,
  },
  platform_spam_limited: {
    sentence: 'Error: the chat platform is limiting the number after complaints from recipients',
    permanent: false,
    alarm: true,
  },
  platform_templates_limited: {
    sentence: 'Error: the chat platform accepts no templates of the business account for a while',
    permanent: false,
    alarm: true,
  },
  platform_person_rests: {
    sentence: 'Error: the chat platform lets no more marketing through to this person for a day',
    permanent: false,
  },
  platform_holds: {
    sentence: 'Error: the chat platform holds the message back until it has judged the template',
    permanent: false,
  },
  platform_holds_paused: {
    sentence: 'Error: the chat platform holds the message back because it has paused the template',
    permanent: false,
  },
  platform_template_syncing: {
    sentence: 'Error: the chat platform is still taking in the template',
    permanent: false,
  },
  platform_fault: { sentence: 'Error: the chat platform had an internal fault', permanent: false },
  platform_number_stopped: {
    sentence: 'Error: the chat platform has blocked the number',
    permanent: false,
    alarm: true,
  },
  platform_media_unready: {
    sentence: 'Error: the file of the message could not be uploaded to the chat platform',
    permanent: false,
  },
  platform_unknown_word: {
    sentence: 'Error: the chat platform answered with an unknown code',
    permanent: false,
    alarm: true,
  },
  // Final.
  platform_refused: { sentence: 'Failed: the chat platform refused the message' },
  platform_refused_form: {
    sentence: 'Failed: the chat platform refused the format of the message',
    alarm: true,
  },
  platform_refused_recipient: { sentence: 'Failed: the chat platform refused the recipient' },
  platform_refused_media: {
    sentence: 'Failed: the chat platform refused the file of the message',
  },
  platform_refused_template: {
    sentence: 'Failed: the chat platform refused the template or its values',
    alarm: true,
  },
  platform_template_stopped: {
    sentence: 'Failed: the chat platform has paused or disabled the template',
  },
  platform_unreachable: {
    sentence: 'Failed: the recipient cannot be reached on the chat platform',
  },
  platform_withheld: {
    sentence: 'Failed: the chat platform withheld the message from this recipient',
  },
  platform_opted_out: {
    sentence: 'Denied: the recipient has opted out of marketing messages from this number',
  },
  platform_window_closed: {
    sentence: 'Denied: more than 24 hours have passed since the recipient last wrote',
  },
  platform_payment: {
    sentence: 'Failed: the account has no payment method at the chat platform',
    alarm: true,
  },
  content_unreadable: {
    sentence: 'Error: the content of the message could not be read',
    alarm: true,
  },
} as const;

/**
 * Messages that were accepted and failed later. Their sentences appear in delivery reports as
 * `reason`.
 */
export const MESSAGE_FAILURES = define({
  cancelled: { sentence: 'Denied: the account cancelled the message before it left' },
  batch_paused: { sentence: 'Denied: the account has paused the batch', permanent: false },
  // What the operator answered to a submission.
  operator_throttled: {
    sentence: 'Error: the operator asked us to slow down',
    permanent: false,
  },
  operator_queue_full: { sentence: 'Error: the queue at the operator is full', permanent: false },
  operator_temporary: {
    sentence: 'Error: the operator cannot accept the message at the moment',
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
    sentence: 'Error: the text has a different number of parts than was charged',
    alarm: true,
  },
  test_misrouted: {
    sentence: 'Error: a test was on its way to somebody, or a real message to nobody',
    alarm: true,
  },
  retries_exhausted: { sentence: 'Failed: the operator did not accept the message in time' },
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
  own_number_gone: {
    sentence: 'Denied: the person whose number it is left the account while the message waited',
  },
  offer_over_waiting: { sentence: 'Denied: the offer expired while the message waited' },
  opted_out_waiting: { sentence: 'Denied: the recipient opted out while the message waited' },
  do_not_call_waiting: {
    sentence:
      'Denied: the recipient was added to the do-not-call register while the message waited',
  },
  no_consent_waiting: {
    sentence: 'Denied: the recipient was not opted in any more when the message was to leave',
  },
});
