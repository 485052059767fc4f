/** Lists with pages: their parameters, their shape, and the place that a cursor names. */
import { limit } from '../../domain/limits.ts';
import { Type, type TSchema } from '../../kit/shape.ts';
import type { AskReplies } from '../../replies/replies.ts';
import { nullable } from './shapes.ts';
import { refuseFields } from './refuse-fields.ts';

/** What every list takes. */
export const PAGE_FIELDS = {
  limit: Type.Integer({
    minimum: 1,
    maximum: limit('pageItems'),
    default: 50,
    description: 'Items on one page.',
  }),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page.' })),
};

/** A page of a list. */
export function pageOf<Item extends TSchema>(
  item: Item,
  options: { readonly title?: string } = {},
) {
  return Type.Object(
    {
      data: Type.Array(item),
      next_cursor: nullable('For the next page; null: there is none.'),
    },
    { ...options, additionalProperties: false },
  );
}

/** The refusal of a cursor from elsewhere. */
export const BAD_CURSOR = refuseFields([
  { pointer: '/cursor', rule: 'must be a next_cursor of this list' },
]);

/** Cuts a page from what was found: one row more than `most` means there is a next page. */
export function cutPage<Row>(
  found: readonly Row[],
  most: number,
  cursorOf: (last: Row) => string,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const rows = found.slice(0, most);
  const last = found.length > most ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : cursorOf(last) };
}

type ReplyPlace = NonNullable<AskReplies['before']>;

/** A place in a list, opaque to callers so that its format may change. */
export function writeCursor({ receivedAtMs, id }: ReplyPlace, list: string): string {
  return Buffer.from(`${list}.${receivedAtMs}.${id}`).toString('base64url');
}

/** Reads what `writeCursor` wrote for this list; undefined when none is given. */
export function readCursor(
  cursor: string | undefined,
  list: string,
): ReplyPlace | 'unreadable' | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, of, at, id] = /^([A-Za-z]+)\.(\d{1,15})\.(\d{1,16})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) return 'unreadable';
  const place = { receivedAtMs: Number(at), id: Number(id) as ReplyPlace['id'] };
  return of === list && writeCursor(place, list) === cursor ? place : 'unreadable';
}

/** A place in a list that is ordered by one number; `list`: its endpoint, such as `listKeys`. */
export function writeNumberCursor(place: number, list: string): string {
  return Buffer.from(`${list}.${place}`).toString('base64url');
}

/** Reads what `writeNumberCursor` wrote for this list; undefined when none is given. */
export function readNumberCursor(
  cursor: string | undefined,
  list: string,
): number | 'unreadable' | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, of, written] = /^([A-Za-z]+)\.(\d{1,16})$/.exec(text) ?? [];
  const place = Number(written);
  const isOurs = of === list && writeNumberCursor(place, list) === cursor;
  return isOurs ? place : 'unreadable';
}

/** The same for a list that is ordered by a name: digits, letters and dots. */
export function writeNameCursor(place: string, list: string): string {
  return Buffer.from(`${list}.${place}`).toString('base64url');
}

/** Reads what `writeNameCursor` wrote for this list; undefined when none is given. */
export function readNameCursor(
  cursor: string | undefined,
  list: string,
): { readonly name: string } | 'unreadable' | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, of, name] = /^([A-Za-z]+)\.(\d{1,15}|[A-Z]{2}\.[A-Za-z0-9.]{1,140})$/.exec(text) ?? [];
  if (name === undefined || of !== list) return 'unreadable';
  return writeNameCursor(name, list) === cursor ? { name } : 'unreadable';
}
