import { define } from './define.ts';
import { PEOPLE_FAILURES } from './people-failures.ts';

/** Requests refused only at `/v1` (contract section 11). */
export const API_FAILURES = {
  ...PEOPLE_FAILURES,
  ...define({
    key_in_address: {
      code: '12',
      httpStatus: 400,
      sentence: 'Invalid request: an API key must not be in a URL, use the Authorization header',
    },
    method_not_offered: {
      code: '12',
      httpStatus: 405,
      sentence: 'Invalid method: this path allows {methods}',
    },
    content_type_not_taken: {
      code: '12',
      httpStatus: 415,
      sentence: 'Invalid content type: this path accepts {types}',
    },
    parameters_invalid: {
      code: '12',
      httpStatus: 400,
      sentence: 'Invalid parameters: {why}',
    },
    key_tests_only: {
      code: '9',
      httpStatus: 403,
      sentence: 'Denied: a test key reads and sends tests, and changes nothing',
    },
    key_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such API key' },
    key_ended: { code: '12', httpStatus: 409, sentence: 'Error: the API key has ended' },
    sender_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such sender' },
    suppression_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid number: it is not on the suppression list',
    },
    contact_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such contact' },
    consent_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: no such record of a person',
    },
    forgetting_denied: {
      code: '9',
      httpStatus: 403,
      sentence: 'Denied: it is for owners and managers, and for keys with every scope',
    },
    forgetting_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: nobody was forgotten',
    },
    join_form_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid address: no such form, or it is closed',
    },
    join_form_unavailable: {
      code: '12',
      httpStatus: 503,
      sentence: 'Error: no codes go out by this form at the moment, try again later',
      permanent: false,
      retryAfterSeconds: 3_600,
    },
    canned_answer_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: no such canned answer',
    },
    media_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such file' },
    label_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such label' },
    note_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such note' },
    segment_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such segment' },
    user_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such user' },
    document_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid document: the account has given none of this kind',
    },
    document_sealed: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: the document cannot be opened, it was sealed with another master key',
      alarm: true,
    },
    documents_exceeded: {
      code: '12',
      httpStatus: 429,
      sentence: 'Error: an account may give at most {most} documents in 24 hours',
      permanent: false,
      retryAfterSeconds: 3_600,
    },
    statement_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid month: {why}',
    },
    payments_off: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: nobody can pay here, this service has no payment gateway',
    },
    payment_gateway_unavailable: {
      code: '12',
      httpStatus: 503,
      sentence: 'Error: the payment gateway has not opened a checkout, try again in a minute',
      permanent: false,
      retryAfterSeconds: 60,
    },
    bank_transfers_off: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: nobody can pay by bank here, this service has named no bank account',
    },
    bank_transfer_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: no such bank transfer',
    },
    bank_transfer_ended: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: this bank transfer does not wait any more',
    },
    bank_transfers_exceeded: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: an account may have at most {most} bank transfers that wait',
    },
    invoice_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such invoice' },
    invoice_files_exceeded: {
      code: '12',
      httpStatus: 429,
      sentence: 'Error: an account may get at most {files} invoices as PDF in an hour',
      permanent: false,
      retryAfterSeconds: 3_600,
    },
    payment_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such payment' },
    payments_exceeded: {
      code: '12',
      httpStatus: 429,
      sentence: 'Error: an account may open at most {payments} payments in an hour',
      permanent: false,
      retryAfterSeconds: 3_600,
    },
    batch_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such batch' },
    window_closed: {
      code: '12',
      httpStatus: 400,
      sentence: 'Invalid send_window: nothing could leave inside of it within {hours} hours',
    },
    batch_template_stopped: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: the chat platform does not accept the template of this batch now',
    },
    batch_not_waiting: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: nothing of this batch waits any more',
    },
    batch_cancelled: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: this batch was cancelled, it cannot go on',
    },
    batch_not_scheduled: {
      code: '12',
      httpStatus: 409,
      sentence:
        'Error: this batch is not scheduled, its time has come, or it has been read already',
    },
    batch_not_repeatable: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: this batch has no texts that could be repeated',
    },
    batch_not_over: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: some messages of this batch have no last word yet',
    },
    batch_none_failed: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: nobody of this batch is left for another try',
    },
    batch_repeated: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: those whom this batch failed to reach had another try already',
    },
    batch_held: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: this batch is paused, or its file is still being read',
    },
    message_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such message' },
    message_is_batch: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: this is a batch, not a message, see /v1/batches/{id}',
    },
    message_not_waiting: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: the message has left, or has not reached the queue yet',
    },
    results_busy: {
      code: '12',
      httpStatus: 503,
      sentence: 'Error: too many results are being written, try again later',
      permanent: false,
      retryAfterSeconds: 10,
    },
    reply_file_none: { code: '12', httpStatus: 404, sentence: 'Invalid id: the reply has no file' },
    reply_file_gone: {
      code: '12',
      httpStatus: 410,
      sentence: 'Error: the chat platform no longer has the file, it keeps files for 7 days',
    },
    reply_file_unavailable: {
      code: '12',
      httpStatus: 503,
      sentence: 'Error: the chat platform is not providing the file at the moment',
      permanent: false,
      retryAfterSeconds: 10,
    },
    streams_exceeded: {
      code: '12',
      httpStatus: 429,
      sentence: 'Error: too many streams of events are open, close one first',
      permanent: false,
      retryAfterSeconds: 10,
    },
    webhooks_exceeded: {
      code: '12',
      httpStatus: 409,
      sentence: 'Error: an account has at most {most} addresses for events',
    },
    webhook_secrets_exceeded: {
      code: '12',
      httpStatus: 409,
      sentence:
        'Error: the secret of this address for events was replaced too many times within a day',
    },
    webhook_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: no such address for events',
    },
    reply_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such reply' },
    conversation_unknown: {
      code: '12',
      httpStatus: 404,
      sentence: 'Invalid id: no such conversation',
    },
    conversation_not_chat: {
      code: '12',
      httpStatus: 409,
      sentence: 'Denied: a conversation of texts cannot be taken over, nobody else answers it',
    },
  }),
};
