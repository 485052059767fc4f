/** Lists of an account's rows by a number that grows with time, newest first. */
import type { Account, Principal } from '../../domain/account/account.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { Type, type Static, type TProperties, type TSchema } from '../../kit/shape.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseFields,
  type Endpoint,
  type EndpointOf,
} from './endpoint.ts';
import {
  BAD_CURSOR,
  cutPage,
  PAGE_FIELDS,
  pageOf,
  readNumberCursor,
  writeNumberCursor,
} from './pages.ts';
import { closed, readId } from './shapes.ts';

/** The endpoint that shows one row of an account by its id; `unknown`: there is none. */
export function getOne<Item extends TSchema>({
  what,
  unknown,
  find,
  ...spec
}: Pick<
  EndpointOf<ReturnType<typeof closed>, Item>,
  'path' | 'name' | 'scope' | 'about' | 'gives'
> & {
  /** Of what the path has the id: `a sender`. */
  readonly what: string;
  readonly unknown: FailureReason;
  /** The row as it is shown. An impossible id is 0, which nothing has. */
  readonly find: (asked: {
    readonly account: Account;
    readonly accountId: Account['id'];
    readonly id: number;
    readonly principal: Principal;
  }) => Promise<Static<Item> | undefined>;
}): Endpoint {
  return defineEndpoint({
    ...spec,
    method: 'GET',
    places: { id: `The id of ${what}.` },
    failures: [unknown],
    async handle({ account, places, principal }) {
      const id = readId(places['id']) ?? 0;
      const found = await find({ account, accountId: account.id, id, principal });
      return found === undefined ? refused(unknown) : done(found);
    },
  });
}

/** The period that a list covers. */
export const SPAN_FIELDS = {
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'From then on: 2026-11-22T09:00:00Z.' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Before then.' })),
};

export type Span = { readonly sinceMs: number | undefined; readonly untilMs: number | undefined };

/** The period that a query or body names; a refusal if it ends before it begins. */
export function spanOf(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  within: 'query' | 'body' = 'query',
): Span | ReturnType<typeof refuseFields> {
  const [sinceMs, untilMs] = [since, until].map((it) => (it === undefined ? it : Date.parse(it)));
  const faults = [
    ...(Number.isNaN(sinceMs) ? [{ pointer: '/since', rule: 'must be a time' }] : []),
    ...(Number.isNaN(untilMs) ? [{ pointer: '/until', rule: 'must be a time' }] : []),
  ];
  if (faults.length > 0) return refuseFields(faults, within);
  const isEmpty = sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs;
  if (isEmpty) {
    return refuseFields([{ pointer: '/until', rule: 'must be later than since' }], within);
  }
  return { sinceMs, untilMs };
}

type ListSpec<Item extends TSchema, Filters extends TProperties, Row> = Pick<
  EndpointOf<ReturnType<typeof closed>, Item>,
  'path' | 'name' | 'scope' | 'about'
> & {
  readonly item: Item;
  /** The title of the page's shape. */
  readonly title: string;
  readonly filters: Filters;
  readonly failures?: readonly FailureReason[];
  /** At most this many rows below a number; or a refusal of the filters. */
  readonly find: (asked: {
    readonly account: Account;
    readonly query: Static<ReturnType<typeof closed<Filters & typeof PAGE_FIELDS>>>;
    readonly before: number | undefined;
    readonly most: number;
  }) => Promise<readonly Row[] | ReturnType<typeof refuseFields>>;
  readonly placeOf: (row: Row) => number;
  readonly show: (row: Row) => Static<Item>;
};

/** Makes the endpoint of a list. */
export function listOf<Item extends TSchema, Filters extends TProperties, Row>(
  spec: ListSpec<Item, Filters, Row>,
): Endpoint {
  const { path, name, scope, about, item, title, failures = [] } = spec;
  const gives = pageOf(item, { title });
  const query = closed({ ...PAGE_FIELDS, ...spec.filters });
  return defineEndpoint({
    method: 'GET',
    path,
    name,
    scope,
    about,
    query,
    gives,
    failures,
    async handle({ account, query: asked }) {
      const { cursor, limit: most } = asked as { cursor?: string; limit: number };
      const before = readNumberCursor(cursor, name);
      if (before === 'unreadable') return BAD_CURSOR;
      const its = asked as Parameters<typeof spec.find>[0]['query'];
      const found = await spec.find({ account, query: its, before, most: most + 1 });
      if ('kind' in found) return found;
      const { rows, next } = cutPage(found, most, (row) =>
        writeNumberCursor(spec.placeOf(row), name),
      );
      return done({ data: rows.map(spec.show), next_cursor: next } as Static<typeof gives>);
    },
  });
}
