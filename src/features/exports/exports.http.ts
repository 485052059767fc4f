/** `/v1/exports`: a whole list as one file, written as fast as it is read. */
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type TProperties } from '../../kit/shape.ts';
import { BYTE_ORDER_MARK, writeCsvLine, type Cell } from '../../kit/write-csv.ts';
import {
  defineEndpoint,
  type Asked,
  type Endpoint,
  type Outcome,
  type ReadRequest,
} from '../../api/v1/endpoint.ts';
import { closed } from '../../operations/resource.ts';

const CSV_TYPE = 'text/csv';

type Page = {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** Absent where all of it is one page. */
  readonly next_cursor?: string | null;
};

/** The names that `fields` of a list has, of an account: a column each, as many as are given. */
type FieldNames = (accountId: AccountId) => Promise<{
  readonly names: readonly string[];
  /** Others are left, as JSON in one column. */
  readonly isMore: boolean;
}>;

export function createExports(
  lists: Readonly<Record<string, Endpoint>>,
  fieldNames: Readonly<Record<string, FieldNames>> = {},
): readonly Endpoint[] {
  return Object.entries(lists).map(([what, list]) => {
    const all = columnsOf(list);
    const { limit: _, cursor: __, ...filters }: TProperties = list.query.properties;
    async function* write(
      first: Page,
      next: (cursor: string) => Promise<Page>,
      accountId: AccountId,
    ) {
      let page = first;
      const found = await fieldNames[what]?.(accountId);
      // What a row may have is a column when rows do have it.
      const has = (name: string): boolean => first.data.some((row) => row[name] !== undefined);
      const columns = all
        .filter(({ name, isOptional }) => !isOptional || has(name))
        .flatMap((it) => (found === undefined || it.name !== FIELDS ? [it] : columnEach(found)));
      yield BYTE_ORDER_MARK + writeCsvLine(columns.map(({ name }) => name));
      for (;;) {
        const lines = page.data.map((row) => writeCsvLine(columns.map((it) => cellOf(row, it))));
        if (lines.length > 0) yield lines.join('');
        if (!page.next_cursor) return;
        page = await next(page.next_cursor);
      }
    }
    return defineEndpoint({
      method: 'GET',
      path: `/v1/exports/${what}`,
      name: `export${capital(what)}`,
      scope: list.scope,
      about: `All of ${list.path} as CSV, with the same filters. Written as fast as you read it.`,
      query: closed(filters),
      onlyGives: { [CSV_TYPE]: Type.String({ description: 'UTF-8 with a byte order mark.' }) },
      failures: ['results_busy', ...list.failures] satisfies readonly FailureReason[],
      async handle(asked): Promise<Outcome<null>> {
        // Before the first byte, so that an invalid filter is refused as in the list.
        const first = await pageOf(list, asked, undefined);
        if ('kind' in first) return first;
        const next = async (cursor: string): Promise<Page> => {
          const page = await pageOf(list, asked, cursor);
          if ('kind' in page) throw new Error('a page after the first was refused');
          return page;
        };
        const contentType = `${CSV_TYPE}; charset=utf-8`;
        const fileName = `${what}.csv`;
        const pieces = () => write(first, next, asked.account.id);
        return { kind: 'pieces', kept: 'result', contentType, fileName, pieces };
      },
    });
  });
}

/** A page of the list, as large as one piece of a file may be. */
async function pageOf(
  list: Endpoint,
  { account, principal, query }: Pick<Asked, 'account' | 'principal' | 'query'>,
  cursor: string | undefined,
): Promise<Page | Outcome<never>> {
  const most = limit('rowsInPiece');
  const read: ReadRequest = {
    kind: 'read',
    query: { ...(query as object), limit: most, ...(cursor === undefined ? {} : { cursor }) },
    body: undefined,
    file: undefined,
    accept: '',
    lastEventId: '',
    idempotency: undefined,
    release: () => Promise.resolve(),
  };
  const outcome = await list.answer({ account, principal, places: {}, read });
  return outcome.kind === 'done' ? (outcome.body as Page) : outcome;
}

type Property = { readonly properties?: Readonly<Record<string, Property>> };

type Row = Required<Property> & { readonly required: readonly string[] };

/** Where the value of a column is: in a property of the row, or of an object in the row. */
type Column = {
  readonly name: string;
  readonly path: readonly string[];
  readonly isOptional?: boolean;
};

/** The columns of a row; those of an object in it begin with its name: `counts_delivered`. */
function columnsOf({ gives }: Endpoint): readonly Column[] {
  const { properties } = gives as unknown as {
    readonly properties: { readonly data: { readonly items: Row } };
  };
  const { properties: fields, required } = properties.data.items;
  return Object.entries(fields).flatMap(([name, property]): Column[] => {
    const inner = Object.keys(property.properties ?? {});
    const isOptional = !required.includes(name);
    if (inner.length === 0) return [{ name, path: [name], isOptional }];
    return inner.map((own) => ({ name: `${name}_${own}`, path: [name, own] }));
  });
}

const FIELDS = 'fields';

const columnEach = ({ names, isMore }: Awaited<ReturnType<FieldNames>>): readonly Column[] => [
  ...names.map((name) => ({ name, path: [FIELDS, name] })),
  ...(isMore ? [{ name: FIELDS, path: [FIELDS] }] : []),
];

function cellOf(row: Readonly<Record<string, unknown>>, { path }: Column): Cell {
  const value = path.reduce<unknown>(
    (within, name) => (within as Readonly<Record<string, unknown>> | null)?.[name],
    row,
  );
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  // Words, such as tags, as people write them.
  if (Array.isArray(value) && value.every((it) => typeof it === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
