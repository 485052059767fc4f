import { define } from './define.ts';

/** Requests that are refused at `/v1` alone (contract section 11). */
export const API_FAILURES = define({
  bearer_missing: {
    code: '2',
    httpStatus: 401,
    sentence: 'Error: no API key, use the header Authorization: Bearer and the key',
  },
  key_in_address: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid request: an API key must not be in an address, use the Authorization header',
  },
  method_not_offered: {
    code: '12',
    httpStatus: 405,
    sentence: 'Invalid method: this path takes {methods}',
  },
  content_type_not_taken: {
    code: '12',
    httpStatus: 415,
    sentence: 'Invalid content type: this path takes {types}',
  },
  parameters_invalid: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid parameters: {why}',
  },
  batch_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such batch' },
  message_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such message' },
  message_is_batch: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid id: this is a batch, not a message, see /v1/batches/{id}',
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
  reply_unknown: { code: '12', httpStatus: 404, sentence: 'Invalid id: no such reply' },
});
