/** `/v1/batches/{id}/rows`: what became of each row, in pages, or of all rows as a file. */
import { limit } from '../../domain/limits.ts';
import type { BatchRow, BatchRowState, KeptBatch } from '../../domain/message/kept-batch.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { BatchReports } from '../../journey/journey.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { CURRENCY, MESSAGE_WORDS, stateOfWord, wordOfState } from './batch-shape.http.ts';
import { defineEndpoint, done, refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { BYTE_ORDER_MARK, writeCsvLine } from '../../kit/write-csv.ts';
import { BAD_CURSOR, NUMBERS, PAGE_FIELDS, pageOf } from '../../api/v1/pages.ts';
import { idOf } from '../../api/v1/list.ts';
import {
  closed,
  derived,
  money,
  nullable,
  nullableCount,
  nullableTime,
  resource,
  shownBy,
} from '../../operations/resource.ts';
import { showMessageId } from '../messages/message-words.ts';

const LEFT_OUT = 'left_out';
const ROW_WORDS = [...MESSAGE_WORDS, LEFT_OUT];

type NamedRow = BatchRow & { readonly name: string | undefined };

export const BATCH_ROW = resource(
  'BatchRow',
  {
    row: Type.Integer({
      minimum: 1,
      description: 'The row in the file; otherwise the position among the accepted numbers.',
    }),
    number: Type.String({ description: 'Digits with country code; left out: the original text.' }),
    state: shownBy(
      Type.Enum(ROW_WORDS, { description: 'left_out: nothing is sent to this row.' }),
      (state: BatchRow['state']) => (state === LEFT_OUT ? LEFT_OUT : wordOfState(state)),
    ),
    reason: nullable('Why it came to nothing, or waits.'),
    column: nullable('The letters of the invalid column.'),
    network: nullable('The operator of the number; null for a chat message.'),
    parts: Type.Integer({ minimum: 0 }),
    price: money({ description: 'When it was accepted.' }),
    currency: derived(Type.String(), () => CURRENCY),
    message_id: derived(
      nullable('Decimal digits; of a chat message a UUID.'),
      ({ messageId }: NamedRow, { kind }: Pick<KeptBatch, 'kind'>) =>
        messageId === undefined ? null : showMessageId(messageId, kind === 'chat'),
    ),
    sent_at: nullableTime('When the operator accepted it.'),
    done_at: nullableTime('When it got its last word.'),
    clicks: nullableCount('On the short links of its text; null: it has none.'),
    name: nullable('What you call the recipient: the name of your contact.'),
  },
  'A row of a batch.',
);

type ShownRow = Static<typeof BATCH_ROW>;

const ROW_LIST = pageOf(BATCH_ROW, { title: 'BatchRowList' });

const QUERY = closed({
  ...PAGE_FIELDS,
  state: Type.Optional(
    Type.Enum(ROW_WORDS, {
      description: 'In this state only. A page may then have fewer rows without being the last.',
    }),
  ),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { description: 'csv: all rows as a file, whatever limit says.' }),
  ),
});

const CSV_TYPE = 'text/csv';

type RowDeps = {
  readonly batches: Pick<BatchReports, 'findPlain' | 'rows'>;
  /** What the account calls people, by number or user id. */
  names(accountId: AccountId, people: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** With the names of contacts. */
async function named(
  names: RowDeps['names'],
  accountId: AccountId,
  rows: readonly BatchRow[],
): Promise<readonly NamedRow[]> {
  const found = await names(
    accountId,
    rows.map(({ number }) => number),
  );
  return rows.map((row) => ({ ...row, name: found.get(row.number) }));
}

export function createListBatchRows({ batches, names }: RowDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/batches/{id}/rows',
    name: 'listBatchRows',
    scope: 'read',
    about: 'The rows of a batch in order; all of them as a file with format=csv.',
    places: { id: idOf('a batch') },
    query: QUERY,
    gives: ROW_LIST,
    alsoGives: { [CSV_TYPE]: Type.String({ description: 'UTF-8 with a byte order mark.' }) },
    failures: ['parameters_invalid', 'batch_unknown', 'results_busy'],
    async handle({ account, places: { id }, query, accept }) {
      const batch = await batches.findPlain(account.id, id);
      if (batch === undefined) return refused('batch_unknown');
      const after = query.cursor === undefined ? 0 : NUMBERS.read(query.cursor, 'listBatchRows');
      // No file has a row beyond this.
      if (after === 'unreadable' || after > limit('fileRows')) return BAD_CURSOR;
      const state = readState(query.state);
      if (query.format === 'csv' || (query.format === undefined && wantsCsv(accept))) {
        const pieces = () => csvOf(batches, { accountId: account.id, batch, after, state, names });
        const contentType = `${CSV_TYPE}; charset=utf-8`;
        const fileName = `batch-${batch.id}.csv`;
        return { kind: 'pieces', kept: 'result', contentType, fileName, pieces };
      }
      const ask = { after, most: query.limit, state };
      const { rows, next } = await batches.rows(account.id, batch, ask);
      const cursor = next === undefined ? null : NUMBERS.write(next, 'listBatchRows');
      const data = await named(names, account.id, rows);
      return done({ data: data.map((row) => BATCH_ROW.show(row, batch)), next_cursor: cursor });
    },
  });
}

function readState(word: string | undefined): BatchRowState | undefined {
  if (word === undefined || word === LEFT_OUT) return word;
  return stateOfWord(word);
}

/** Whether the header `Accept` names CSV, and does not name JSON first. */
function wantsCsv(accept: string): boolean {
  const types = accept.split(',').map((it) => it.split(';')[0]?.trim().toLowerCase());
  const csv = types.indexOf(CSV_TYPE);
  const json = types.findIndex((type) => type === 'application/json' || type === '*/*');
  return csv >= 0 && (json < 0 || csv < json);
}

const COLUMNS = Object.keys(BATCH_ROW.properties) as (keyof ShownRow)[];

/** The rows as a file, with a limited number in memory, written as fast as they are read. */
async function* csvOf(
  batches: Pick<BatchReports, 'rows'>,
  ask: {
    readonly accountId: AccountId;
    readonly batch: KeptBatch;
    readonly after: number;
    readonly state: BatchRowState | undefined;
    readonly names: RowDeps['names'];
  },
): AsyncGenerator<string> {
  const { accountId, batch, state } = ask;
  yield BYTE_ORDER_MARK + writeCsvLine(COLUMNS);
  let after: number | undefined = ask.after;
  while (after !== undefined) {
    const most = limit('rowsInPiece');
    const page = await batches.rows(accountId, batch, { after, most, state });
    const rows = await named(ask.names, accountId, page.rows);
    const lines = rows.map((row) => {
      const shown = BATCH_ROW.show(row, batch);
      return writeCsvLine(COLUMNS.map((column) => shown[column]));
    });
    if (lines.length > 0) yield lines.join('');
    after = page.next;
  }
}
