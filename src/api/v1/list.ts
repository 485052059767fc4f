/** Endpoints that show rows: one of them, all of them, or pages of them. */
import type { FailureReason } from '../../domain/failure/failure.ts';
import {
  Type,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
} from '../../kit/shape.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  refuseFields,
  type Asked,
  type Endpoint,
  type EndpointOf,
  type Needs,
  type Outcome,
  type Place,
  type Places,
  type Refused,
  type WhoMay,
} from './endpoint.ts';
import { BAD_CURSOR, NUMBERS, PAGE_FIELDS, pageOf, type Cursor } from './pages.ts';
import { readId } from './shapes.ts';
import { closed } from '../../operations/resource.ts';

/** An id in a path; 0, which nothing has, stands for what can be none. */
export const idOf = <Id extends number = number>(what: string): Place<Id> => {
  return { about: `The id of ${what}.`, read: (text) => (readId(text) ?? 0) as Id };
};

type Reading<Who extends WhoMay, Query extends TObject, Named extends Places> = Needs<Who> &
  Pick<
    EndpointOf<Query, TSchema, TSchema, Who, Named>,
    | ('who' | 'path' | 'name' | 'about' | 'places' | 'guards' | 'failures')
    | ('beforeSecondFactor' | 'forAgents')
  >;

type AskedFor<Who extends WhoMay, Query extends TObject, Named extends Places> = Asked<
  Query,
  TSchema,
  Who,
  Named
>;

/** The endpoint that shows what its path names; `unknown`: why there may be none. */
export function getOne<
  Item extends TSchema,
  Query extends TObject = TObject,
  Who extends WhoMay = 'account',
  const Named extends Places = Places,
  Row = Static<Item>,
>(
  one: Reading<Who, Query, Named> & {
    readonly query?: Query;
    readonly gives: Item;
    readonly unknown?: FailureReason;
    readonly find: (asked: AskedFor<Who, Query, Named>) => Promise<Row | Refused | undefined>;
    /** May be absent where it is found as it is shown. */
    readonly show?: (row: Row, asked: AskedFor<Who, Query, Named>) => Static<Item>;
  } & (Row extends Static<Item> | undefined ? unknown : { readonly show: unknown }),
): Endpoint<Who> {
  const { unknown, find, show, failures = [], ...spec } = one;
  return defineEndpoint<Query, Item, TSchema, Who, Named>({
    ...spec,
    method: 'GET',
    failures: unknown === undefined ? failures : [unknown, ...failures],
    async handle(asked: AskedFor<Who, Query, Named>): Promise<Outcome> {
      const found = await find(asked);
      if (isRefused(found)) return found;
      if (found === undefined && unknown !== undefined) return refused(unknown);
      return done(found === undefined || show === undefined ? found : show(found, asked));
    },
  } as unknown as EndpointOf<Query, Item, TSchema, Who, Named>);
}

/** The endpoint of a list without pages. */
export function allOf<
  Item extends TSchema,
  Row,
  Query extends TObject = TObject,
  Who extends WhoMay = 'account',
  const Named extends Places = Places,
>({
  item,
  title,
  find,
  show,
  ...spec
}: Reading<Who, Query, Named> & {
  readonly query?: Query;
  readonly item: Item;
  readonly title?: string;
  readonly find: (
    asked: AskedFor<Who, Query, Named>,
  ) => Promise<readonly Row[] | Refused> | readonly Row[] | Refused;
  readonly show: (row: Row, asked: AskedFor<Who, Query, Named>) => Static<Item>;
}): Endpoint<Who> {
  const gives = closed({ data: Type.Array(item) }, title === undefined ? {} : { title });
  return defineEndpoint<Query, typeof gives, TSchema, Who, Named>({
    ...spec,
    method: 'GET',
    gives,
    async handle(asked: AskedFor<Who, Query, Named>): Promise<Outcome> {
      const found = await find(asked);
      return 'refusal' in found ? found : done({ data: found.map((row) => show(row, asked)) });
    },
  } as unknown as EndpointOf<Query, typeof gives, TSchema, Who, Named>);
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
    return refuseField('/until', 'must be later than since', within);
  }
  return { sinceMs, untilMs };
}

type ListQuery<Filters extends TProperties> = TObject<typeof PAGE_FIELDS & Filters>;

type ListSpec<
  Item extends TSchema,
  Filters extends TProperties,
  Row,
  At,
  Who extends WhoMay,
  Named extends Places,
> = Reading<Who, ListQuery<Filters>, Named> & {
  readonly item: Item;
  /** The title of the page's shape. */
  readonly title?: string;
  readonly filters?: Filters;
  /** How places in the list are written, if not by one number. */
  readonly cursor?: Cursor<At>;
  /**
   * At most this many rows past a place, of which the last only says that there are more; or a page
   * of them, and where the next begins; or a refusal of the filters.
   */
  readonly find: (
    asked: AskedFor<Who, ListQuery<Filters>, Named> & {
      readonly before: At | undefined;
      readonly most: number;
      /** The period that it covers, where the filters have one. */
      readonly span: Span;
    },
  ) => Promise<
    readonly Row[] | { readonly rows: readonly Row[]; readonly next: At | undefined } | Refused
  >;
  readonly placeOf?: (row: Row) => At;
  readonly show: (row: Row, asked: AskedFor<Who, ListQuery<Filters>, Named>) => Static<Item>;
};

/** Makes the endpoint of a list in pages. */
export function listOf<
  Item extends TSchema,
  Row,
  Filters extends TProperties = TProperties,
  At = number,
  Who extends WhoMay = 'account',
  const Named extends Places = Places,
>(spec: ListSpec<Item, Filters, Row, At, Who, Named>): Endpoint<Who> {
  const { item, title, filters, cursor, find, placeOf, show, ...rest } = spec;
  const { read, write } = cursor ?? (NUMBERS as unknown as Cursor<At>);
  const { name } = rest;
  const query = closed({ ...PAGE_FIELDS, ...filters });
  return defineEndpoint<ListQuery<Filters>, TSchema, TSchema, Who, Named>({
    ...rest,
    method: 'GET',
    query,
    gives: pageOf(item, title === undefined ? {} : { title }),
    async handle(asked: AskedFor<Who, ListQuery<Filters>, Named>): Promise<Outcome> {
      const { limit: most, cursor: given, ...others } = asked.query as Static<typeof query>;
      const before = given === undefined ? undefined : read(given, name);
      if (before === 'unreadable') return BAD_CURSOR;
      const span = spanOf(others);
      if ('refusal' in span) return span;
      const past = { before, most: most + 1, span };
      const found = await find({ ...(asked as typeof asked & object), ...past });
      if ('refusal' in found) return found;
      const cut = 'rows' in found ? found : cutAt(found, most, placeOf);
      return done({
        data: cut.rows.map((row) => show(row, asked)),
        next_cursor: cut.next === undefined ? null : write(cut.next, name),
      });
    },
  } as unknown as EndpointOf<ListQuery<Filters>, TSchema, TSchema, Who, Named>);
}

/** Cuts a page: one row more than `most` means that there is a next one. */
export function cutAt<Row, At>(
  found: readonly Row[],
  most: number,
  placeOf: ((row: Row) => At) | undefined,
): { readonly rows: readonly Row[]; readonly next: At | undefined } {
  const rows = found.slice(0, most);
  const last = found.length > most ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? undefined : placeOf?.(last) };
}

function isRefused(found: unknown): found is Refused {
  return typeof found === 'object' && found !== null && 'refusal' in found;
}
