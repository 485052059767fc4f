/** Lists with pages: their parameters, their shape, and the place that a cursor names. */
import { limit } from '../../domain/limits.ts';
import { Type, type TSchema } from '../../kit/shape.ts';
import { nullable } from '../../operations/resource.ts';
import { refuseField } from './refuse-fields.ts';

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

export const BAD_CURSOR = refuseField('/cursor', 'must be a next_cursor of this list');

/** How a place in a list is written, opaque to callers so that its format may change. */
export type Cursor<At> = {
  /** `list`: its endpoint, such as `listKeys`. */
  readonly write: (at: At, list: string) => string;
  /** Reads what `write` wrote for this list. */
  readonly read: (cursor: string, list: string) => At | 'unreadable';
};

function createCursor<At>(
  form: RegExp,
  read: (parts: readonly string[]) => At,
  write: (at: At) => string,
): Cursor<At> {
  const encode = (at: At, list: string): string =>
    Buffer.from(`${list}.${write(at)}`).toString('base64url');
  return {
    write: encode,
    read(cursor, list) {
      const text = Buffer.from(cursor, 'base64url').toString('latin1');
      const parts = text.startsWith(`${list}.`) && form.exec(text.slice(list.length + 1));
      const at = parts ? read(parts) : undefined;
      return at !== undefined && encode(at, list) === cursor ? at : 'unreadable';
    },
  };
}

/** A place in a list that is ordered by one number. */
export const NUMBERS = createCursor(/^\d{1,16}$/, ([number]) => Number(number), String);

/** In one that is ordered by a name: digits, letters and dots. */
export const NAMES = createCursor(
  /^(?:\d{1,15}|[A-Z]{2}\.[A-Za-z0-9.]{1,140})$/,
  ([name = '']) => name,
  (name) => name,
);

/** In one that is ordered by a time and a number, which have these names. */
export function byTime<At extends object>(time: keyof At, number: keyof At): Cursor<At> {
  return createCursor(
    /^(\d{1,15})\.(\d{1,16})$/,
    ([, at, id]) => ({ [time]: Number(at), [number]: Number(id) }) as At,
    (at) => `${String(at[time])}.${String(at[number])}`,
  );
}
