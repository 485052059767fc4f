import { describe, expect, it } from 'vitest';
import { micros } from '../domain/pricing/money.ts';
import { Type } from '../kit/shape.ts';
import {
  derived,
  each,
  everyAccount,
  from,
  id,
  money,
  nullable,
  nullableTime,
  orNull,
  orWord,
  part,
  resource,
  shownBy,
  time,
} from './resource.ts';

const PAGE = resource('Page', { no: from('number', Type.Integer()), read_at: nullableTime('') });

const BOOK = resource(
  'Book',
  {
    id: id(),
    call_number: Type.String(),
    lent_to: nullable('Who has it.'),
    shelf_id: orNull(id(), 'null: on none.'),
    price: money(),
    fine: orNull(money(), ''),
    bought_at: time(),
    state: derived(Type.Enum(['new', 'old']), (row: { boughtAtMs: number }, nowMs: number) =>
      nowMs > row.boughtAtMs ? 'old' : 'new',
    ),
    tongue: shownBy(Type.String(), (code: string) => code.toUpperCase()),
    pages: each(PAGE),
    cover: orNull(PAGE, ''),
  },
  'To be read.',
);

const row = {
  id: 7,
  callNumber: 'QA 76',
  lentTo: undefined,
  shelfId: undefined,
  priceMicros: micros(2_500_000n),
  fineMicros: undefined,
  boughtAtMs: Date.UTC(2026, 10, 22),
  tongue: 'ur',
  pages: [{ number: 1, readAtMs: undefined }],
  cover: undefined,
};

describe('a resource', () => {
  it('is shown by its fields, each read of the property of its name and unit', () => {
    expect(BOOK.show({ ...row, ...{ secret: 'never shown' } }, Date.UTC(2026, 10, 23))).toEqual({
      id: '7',
      call_number: 'QA 76',
      lent_to: null,
      shelf_id: null,
      price: '2.50',
      fine: null,
      bought_at: '2026-11-22T00:00:00.000Z',
      state: 'old',
      tongue: 'UR',
      pages: [{ no: 1, read_at: null }],
      cover: null,
    });
    const lent = { ...row, lentTo: 'Ayesha', shelfId: 3, cover: { number: 0, readAtMs: 0 } };
    expect(BOOK.show(lent, 0)).toMatchObject({
      lent_to: 'Ayesha',
      shelf_id: '3',
      state: 'new',
      cover: { no: 0, read_at: '1970-01-01T00:00:00.000Z' },
    });
  });

  it('has the columns that are asked for, in their order and as people read them', () => {
    const shown = BOOK.columns('bought_at', 'price', 'id', 'state', 'lent_to')(row, 0);
    expect(Object.entries(shown)).toEqual([
      ['bought_at', '2026-11-22T05:00:00+05:00'],
      ['price', 2_500_000n],
      ['id', 7],
      ['state', 'new'],
      ['lent_to', null],
    ]);
    expect(Object.keys(PAGE.columns()({ number: 1, readAtMs: 0 }))).toEqual(['no', 'read_at']);
  });

  it('says a word where the row has none', () => {
    const price = part({ account: everyAccount(), most: orWord(money(), 'none') });
    const own = { accountId: 7, mostMicros: micros(1_000_000n) };
    expect([price.show(own), price.columns()(own)]).toEqual([
      { account: 7, most: '1.00' },
      { account: 7, most: 1_000_000n },
    ]);
    const general = { accountId: undefined, mostMicros: undefined };
    expect(price.show(general)).toEqual({ account: 'every', most: 'none' });
    expect(price.columns()(general)).toEqual({ account: 'every', most: 'none' });
  });

  it('is a closed object of JSON Schema, and nothing else in JSON', () => {
    const { properties, ...rest } = JSON.parse(JSON.stringify(PAGE)) as Record<string, object>;
    expect(rest).toEqual({
      type: 'object',
      required: ['no', 'read_at'],
      title: 'Page',
      additionalProperties: false,
    });
    expect(properties).toEqual({
      no: { type: 'integer' },
      read_at: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: '',
      },
    });
  });

  it('takes no row that lacks a property', () => {
    const { callNumber: _, ...others } = row;
    // @ts-expect-error: there is no callNumber
    expect(BOOK.show(others, 0).call_number).toBeNull();
    // @ts-expect-error: an id is a number
    expect(PAGE.show({ number: 'one', readAtMs: undefined })).toEqual({ no: 'one', read_at: null });
    // @ts-expect-error: it asks for the time
    expect(BOOK.show(row).id).toBe('7');
  });
});
