/** The SMS interface in `/openapi.json`. docs/interface/sms.md describes it for people. */
import { NETWORKS } from '../../domain/routing/routing.ts';
import { Type } from '../../kit/shape.ts';
import {
  describeForms,
  KEY,
  more,
  text,
  type DescribedForm,
  type FormParameters,
} from '../describe-form.ts';
import type { DescribedPaths } from '../described.ts';

const FORMAT: FormParameters = {
  format: { about: 'plain (default), json or xml; any case.', values: ['plain', 'json', 'xml'] },
};

export const ACCEPTED = Type.Object(
  {
    success: Type.Literal('true'),
    status: text('OK, or DRY RUN.'),
    id: Type.Optional(text('The id to ask for a report with; none for a dry run.')),
    type: Type.String(),
    totalprice: text('Rupees with two decimals.'),
    totalgsm: text('Parts that are charged.'),
    remaincredit: text('Rupees that are left.'),
    results: Type.Array(Type.Object({ status: Type.String(), gsm: Type.String() }, more)),
    truncated: Type.Optional(Type.Literal('true')),
  },
  { title: 'Accepted', ...more },
);

export const REPORTED = Type.Object(
  {
    success: Type.Literal('true'),
    status: Type.Literal('OK'),
    id: Type.String(),
    delivery: text('PENDING, SENT, DELIVERED, FAILED, REJECTED, EXPIRED, UNKNOWN or PARTIAL.'),
    total: Type.String(),
    counts: Type.Record(Type.String(), Type.String()),
    results: Type.Array(Type.Object({ status: Type.String(), id: Type.String() }, more)),
  },
  { title: 'Report', ...more },
);

export const BALANCE = Type.Object(
  {
    success: Type.Literal('true'),
    balance: text('Rupees with two decimals.'),
    currency: Type.Literal('PKR'),
    results: Type.Array(Type.Object({ balance: Type.String() })),
  },
  { title: 'Balance' },
);

const TEMPLATES = Type.Object(
  {
    success: text('true; false when there is none.'),
    results: Type.Array(Type.Object({}, more)),
  },
  { title: 'Templates', ...more },
);

const ID_LINE = Type.String({
  pattern: '^(OK ID:[0-9]+|DRY RUN: .*)$',
  description: 'One line for any number of recipients.',
});

/** Options that every send has. */
const MANNER: FormParameters = {
  type: { about: 'unicode: for what the GSM alphabet lacks.', values: ['unicode'] },
  network: { about: 'Forces the operator.', values: NETWORKS },
  ported: { about: '1 asks the directory of ported numbers.', values: ['0', '1'] },
  dry_run: { about: '1 does everything but charge and send.', values: ['0', '1'] },
  idempotency_key: { about: 'A second send under the same key is not sent.' },
  ...FORMAT,
};

const SEND: FormParameters = {
  ...KEY,
  sender: { about: 'A sender that is approved for you.', required: true },
  mobile: { about: 'Numbers, with commas between them; at most 100,000.', required: true },
  template_id: { about: 'An approved template.', required: true },
  message: { about: 'A JSON object of the template’s values.', required: true },
  ...MANNER,
};

const PERSONALISED: FormParameters = {
  ...KEY,
  sender: { about: 'A sender that is approved for you.', required: true },
  url: { about: 'A public link to a .csv, .txt, .xlsx or .xls file.', required: true },
  template_id: { about: 'An approved template.', required: true },
  message: { about: 'A JSON object; values refer to columns as #B#.', required: true },
  duplicate: {
    about: '0 removes repeated numbers; 1 (default) keeps them.',
    values: ['0', '1'],
  },
  hidden: {
    about: '1 sends to rows that the sheet hides, too; 0 (default) leaves them out.',
    values: ['0', '1'],
  },
  ...MANNER,
};

const ENDPOINTS: Readonly<Record<string, DescribedForm>> = {
  '/api/sms.php': {
    name: 'send',
    scope: 'send',
    about: 'Sends one text to one number or many.',
    parameters: SEND,
    plain: ID_LINE,
    json: ACCEPTED,
    refusals: [400, 401, 402, 403, 404, 409, 413, 429, 500, 503],
  },
  '/api/personalised.php': {
    name: 'sendFile',
    scope: 'send',
    about: 'Sends a text of its own to each row of a file, whose column A holds the number.',
    parameters: PERSONALISED,
    plain: ID_LINE,
    json: ACCEPTED,
    refusals: [400, 401, 402, 403, 404, 409, 413, 429, 500, 503],
  },
  '/api/delivery.php': {
    name: 'report',
    scope: 'read',
    about: 'What became of a send.',
    parameters: {
      ...KEY,
      id: { about: 'An id that a send answered.', required: true },
      page: { about: 'From 1; a thousand messages each.' },
      ...FORMAT,
    },
    plain: text('The state; of several messages a line for each.'),
    json: REPORTED,
    refusals: [400, 401, 403, 404, 429, 500, 503],
  },
  '/api/balance.php': {
    name: 'balance',
    scope: 'read',
    about: 'The credit that is left.',
    parameters: { ...KEY, ...FORMAT },
    plain: Type.String({ pattern: '^-?[0-9]+[.][0-9]{2}$', description: 'Rupees.' }),
    json: BALANCE,
    refusals: [400, 401, 403, 429, 500, 503],
  },
  '/apps/fetch_all_fixed_templates.php': {
    name: 'templates',
    scope: 'read',
    about: 'Your approved templates; by key, or by login. Always JSON.',
    parameters: {
      api_key: { about: 'The key of your account.' },
      username: { about: 'The login of the account’s owner, instead of a key.' },
      password: { about: 'Its password.' },
      format: { about: 'Is passed over.' },
    },
    json: TEMPLATES,
    refusals: [400, 401, 403, 429, 500, 503],
  },
};

/** Every endpoint by GET and POST. */
export function describeSmsInterface(): DescribedPaths {
  return describeForms('sms', ENDPOINTS);
}
