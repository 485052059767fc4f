/** `/v1/suppressions`: numbers that have opted out of an account's messages. */
import { addOptout, importOptouts, removeOptout } from '../../../admin/optouts.ts';
import { limit } from '../../../domain/limits.ts';
import { readRecipient } from '../../../domain/recipient/recipient.ts';
import { Type, type Static } from '../../../kit/shape.ts';
import {
  findOptout,
  listOptouts,
  type OptoutRecord,
} from '../../../store/accounts/suppressions.ts';
import { defineEndpoint, done, refused, refuseFields, type Endpoint } from '../endpoint.ts';
import { SPAN_FIELDS, spanOf } from '../list.ts';
import { operate, type OperateDeps } from '../operate.ts';
import {
  BAD_CURSOR,
  cutPage,
  PAGE_FIELDS,
  pageOf,
  readNumberCursor,
  writeNumberCursor,
} from '../pages.ts';
import { closed, showTime } from '../shapes.ts';

const scope = Type.Enum(['all', 'promotional'], {
  description: 'all: one-time codes as well; promotional: what advertises.',
});

const SUPPRESSION = closed(
  {
    number: Type.String({ description: 'Digits with country code.' }),
    scope,
    source: Type.String({ description: 'reply: by a word such as STOP; api, staff.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Suppression', description: 'A number that wants nothing more of you.' },
);

function show({ recipient, createdAtMs, ...it }: OptoutRecord): Static<typeof SUPPRESSION> {
  const { scope: shown, source } = it;
  return { number: recipient, scope: shown, source, created_at: showTime(createdAtMs) };
}

const LIST = pageOf(SUPPRESSION, { title: 'SuppressionList' });
const AT = '/v1/suppressions/{number}';
const PLACES = { number: 'The number, as people write it.' };

const IMPORTED = closed(
  {
    added: Type.Integer({ minimum: 0 }),
    known: Type.Integer({ minimum: 0, description: 'Those that were on the list already.' }),
    invalid: Type.Array(Type.String(), { description: 'What is no mobile number, as given.' }),
  },
  { title: 'ImportedSuppressions', description: 'What an import came to.' },
);

/** `GET /v1/suppressions`: by itself, because it is exported too. */
export function createListSuppressions({ reader }: OperateDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/suppressions',
    name: 'listSuppressions',
    scope: 'read',
    about: 'The numbers that want nothing more of you, in their own order.',
    query: closed({
      ...PAGE_FIELDS,
      number: Type.Optional(Type.String({ description: 'Only this one, if it is listed.' })),
      scope: Type.Optional(scope),
      source: Type.Optional(Type.Enum(['reply', 'api', 'staff'])),
      ...SPAN_FIELDS,
    }),
    gives: LIST,
    async handle({ account, query }) {
      const after = readNumberCursor(query.cursor, 'listSuppressions') ?? 0;
      if (after === 'unreadable') return BAD_CURSOR;
      const span = spanOf(query);
      if ('kind' in span) return span;
      const { number, scope: only, source, limit: most } = query;
      const read = number === undefined ? undefined : readRecipient(number);
      if (read?.ok === false) return BAD_NUMBER;
      const range = rangeOf(after, read?.number);
      const page = { ...range, most: most + 1, scope: only, source, ...span };
      const found = await listOptouts(reader, { ...page, accountId: account.id });
      const { rows, next } = cutPage(found, most, ({ recipient }) =>
        writeNumberCursor(Number(recipient), 'listSuppressions'),
      );
      return done({ data: rows.map(show), next_cursor: next });
    },
  });
}

const BAD_NUMBER = refuseFields([{ pointer: '/number', rule: 'must be a mobile number' }]);

/** The numbers after one of them, or the only one that is asked for. */
function rangeOf(after: number, only: string | undefined) {
  if (only === undefined) return { after: String(after), upTo: undefined };
  return { after: String(Math.max(after, Number(only) - 1)), upTo: only };
}

export function createSuppressionEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    operate(deps, addOptout, {
      method: 'POST',
      path: '/v1/suppressions',
      name: 'addSuppression',
      scope: 'send',
      about: 'Sends nothing more to a number, from now on: what waits for it is released.',
      gives: SUPPRESSION,
      unknown: 'suppression_unknown',
      repeatable: true,
      async show(number, { account }) {
        const found = await findOptout(reader, { accountId: account.id, recipient: number });
        return found && show(found);
      },
    }),
    operate(deps, importOptouts, {
      method: 'POST',
      path: '/v1/suppressions/import',
      name: 'importSuppressions',
      scope: 'send',
      about: `Adds many numbers, ${limit('optoutsImported')} at most; what is none is told of.`,
      gives: IMPORTED,
      repeatable: true,
      show: ({ added, known, invalid }) => ({ added, known, invalid: [...invalid] }),
    }),
    defineEndpoint({
      method: 'GET',
      path: AT,
      name: 'showSuppression',
      scope: 'read',
      places: PLACES,
      about: 'Whether a number wants nothing more of you.',
      gives: SUPPRESSION,
      failures: ['suppression_unknown'],
      async handle({ account, places }) {
        const read = readRecipient(places['number'] ?? '');
        const found = read.ok
          ? await findOptout(reader, { accountId: account.id, recipient: read.number })
          : undefined;
        return found === undefined ? refused('suppression_unknown') : done(show(found));
      },
    }),
    operate(deps, removeOptout, {
      method: 'DELETE',
      path: AT,
      name: 'removeSuppression',
      scope: 'account',
      places: PLACES,
      about: 'Sends to a number again. Ask the person first.',
      fromPath: { recipient: 'number' },
      unknown: 'suppression_unknown',
      gives: Type.Null(),
      done: [204, 'It is gone from the list.'],
      show: () => null,
    }),
  ];
}
