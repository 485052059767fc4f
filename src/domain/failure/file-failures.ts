import { define, FOR_NOW } from './define.ts';

/**
 * Refusals of personalised sends because of their file (contract section 8), in order of
 * precedence.
 */
export const FILE_FAILURES = define({
  url_missing: { code: '12', httpStatus: 400, sentence: 'Error: url is empty' },
  duplicate_unknown: { code: '12', httpStatus: 400, sentence: 'Invalid duplicate: use 1 or 0' },
  hidden_unknown: { code: '12', httpStatus: 400, sentence: 'Invalid hidden: use 1 or 0' },
  short_links_nowhere: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: short links need an address: neither the account nor the service has one',
  },
  column_out_of_reach: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {column} cannot be referred to: columns go from A to ZZ',
  },
  link_not_taken: {
    code: '12',
    httpStatus: 400,
    sentence:
      'Invalid url: use an http or https link on a standard port, without a user name or ' +
      'password',
  },
  link_not_public: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid url: access denied, its address is not public',
  },
  link_not_fetched: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid url: the file could not be fetched: {why}',
    permanent: false,
  },
  file_is_page: {
    code: '12',
    httpStatus: 400,
    sentence:
      'Invalid file: it is a web page; a share link must lead to the file itself and be ' +
      'publicly accessible',
  },
  file_saved_as_page: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid file: it was saved as a web page or as XML: save it as .xlsx',
  },
  file_too_large: { code: '12', httpStatus: 413, sentence: 'Invalid file: too large, {what}' },
  uploads_busy: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: too many files are being uploaded, try again later',
    permanent: false,
    retryAfterSeconds: 15,
  },
  disk_full: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: there is no disk space for the file, nothing was charged, try again later',
    permanent: false,
    alarm: true,
    retryAfterSeconds: 60,
  },
  uploads_waiting: {
    code: '12',
    httpStatus: 429,
    sentence: 'Error: {uploads} files of this account are waiting to be read, try again later',
    permanent: false,
    retryAfterSeconds: 30,
  },
  campaigns_exceeded: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: an account may have at most {most} campaigns that wait for their time',
  },
  file_kind_unknown: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid file: it is not a .csv, .txt, .xlsx or .xls file, or of contacts .vcf',
  },
  file_encrypted: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid file: it is password-protected',
  },
  file_damaged: { code: '12', httpStatus: 400, sentence: 'Invalid file: {why}' },
  file_empty: { code: '12', httpStatus: 400, sentence: 'Invalid file: it has no rows' },
  column_missing: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid message: {column} is referred to, the last one of the file is {last}',
  },
  rows_unusable: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid file: none of its rows can be used; {rows}',
  },
  rows_without_number: {
    code: '7',
    httpStatus: 400,
    sentence: 'Invalid recipient: no row has a number that can be reached; {rows}',
  },
  rows_not_carried: {
    ...FOR_NOW,
    sentence: 'Error: none of its rows can be accepted at the moment; {rows}',
  },
  rows_rejected: {
    code: '9',
    httpStatus: 403,
    sentence: 'SMS rejected, access denied: no rows are left; {rows}',
  },
  files_waiting: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: too many files are being read, try again later',
    permanent: false,
    retryAfterSeconds: 15,
  },
  reader_killed: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: reading the file was interrupted, nothing was charged, try again later',
    permanent: false,
    alarm: true,
    retryAfterSeconds: 30,
  },
  prices_changing: {
    code: '12',
    httpStatus: 503,
    sentence:
      'Error: prices, hours, caps or credit changed while the file was read, ' +
      'nothing was charged, try again',
    permanent: false,
    retryAfterSeconds: 5,
  },
  batch_of_codes: {
    code: '12',
    httpStatus: 409,
    sentence:
      'Error: what may be one-time codes (a short code, a variable called code) cannot be repeated',
  },
});
