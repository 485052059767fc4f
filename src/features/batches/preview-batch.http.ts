/** `POST /v1/batches/preview`: what is in a file, before a send from it is written. */
import { limit } from '../../domain/limits.ts';
import type { Journey } from '../../journey/journey.ts';
import { Type } from '../../kit/shape.ts';
import { FILE_KINDS, LEFT_OUT, showLeftOut } from './batch-shape.http.ts';
import { defineEndpoint, done, refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import type { ReceiveUpload } from '../../api/v1/receive-upload.ts';
import {
  closed,
  each,
  from,
  nullable,
  part,
  resource,
  shownBy,
} from '../../operations/resource.ts';

const CHARACTERS = `at most ${limit('previewCharacters')} characters of each`;

const COLUMN = part({
  letter: from(
    'letters',
    Type.String({ description: 'A, B … ZZ: `#B#` in a value stands for column B.' }),
  ),
  heading: nullable('null: the first row has numbers, or nothing here.'),
  samples: Type.Array(Type.String(), {
    description: `Its first ${limit('previewSamples')} cells that are not empty; ${CHARACTERS}.`,
  }),
});

const ROW = closed({
  row: Type.Integer({ minimum: 1, description: 'Of the file.' }),
  cells: Type.Array(Type.String(), {
    description: 'From column A, without empty ones at the end.',
  }),
});

const PREVIEW = resource(
  'FilePreview',
  {
    kind: Type.Enum([...FILE_KINDS], { description: 'Detected from its content.' }),
    rows: Type.Integer({ minimum: 0, description: 'Without its heading and empty rows.' }),
    columns: each(COLUMN, { description: 'As many as the widest row has.' }),
    first_rows: Type.Array(ROW, {
      description: `The first ${limit('previewRows')} below the heading; ${CHARACTERS}.`,
    }),
    number_column: Type.String({
      description: 'The letters of the column that looks most like mobile numbers.',
    }),
    rows_hidden: from(
      'hidden',
      Type.Integer({
        minimum: 0,
        description:
          'Rows that the sheet hides: a send leaves them out, unless include_hidden is set.',
      }),
    ),
    rows_left_out: from(
      'leftOut',
      Type.Integer({
        minimum: 0,
        description:
          'Of the others, rows without a mobile number in number_column: a send leaves them out.',
      }),
    ),
    left_out: from(
      'firstLeftOut',
      each(shownBy(LEFT_OUT, showLeftOut), {
        description: `The first ${limit('previewRows')} of them.`,
      }),
    ),
  },
  'What is in a file.',
);

export type PreviewBatchDeps = {
  readonly journey: Pick<Journey, 'previewFile'>;
  readonly receive: ReceiveUpload;
};

export function createPreviewBatch({ journey, receive }: PreviewBatchDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/batches/preview',
    name: 'previewBatch',
    bucket: 'reads',
    scope: 'send',
    inTest: true,
    about: 'What is in a file: its columns and first rows. Nothing is kept, sent or charged.',
    form: { receive, shape: closed({}), file: '.csv, .txt, .xlsx or .xls.' },
    gives: PREVIEW,
    failures: FILE_FAILURES,
    async handle({ account, file }) {
      if (file === undefined) {
        const rule = `is missing: send it as ${FORM_BODY}`;
        return refuseField('/file', rule, 'body');
      }
      const seen = await journey.previewFile(account.id, file.path);
      return 'reason' in seen ? { kind: 'refused', refusal: seen } : done(PREVIEW.show(seen));
    },
  });
}

/** Why an uploaded file is refused, whatever is to be made of it. */
export const FILE_FAILURES = [
  'parameter_too_large',
  'too_many_parameters',
  'request_too_slow',
  'uploads_busy',
  'disk_full',
  'file_is_page',
  'file_saved_as_page',
  'file_too_large',
  'file_kind_unknown',
  'file_encrypted',
  'file_damaged',
  'file_empty',
  'files_waiting',
  'reader_killed',
] as const;
