import { describe, expect, it } from 'vitest';
import { createUser } from '../features/users/users.operations.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { readBody } from './body.ts';
import { argument, id, list, option, orNone, text, time, unless } from './fields.ts';

const source = { reader: {} as Reader, nowMs: () => Date.parse('2026-11-26T10:00:00Z') };

const INPUT = {
  id: argument('ID', id),
  tags: option('tags', list, ''),
  name: option('name', orNone(text()), ''),
  atMs: option('at', orNone(time), ''),
  isLoud: unless('quiet', ''),
};

const read = (body: object) => readBody({ input: INPUT }, { id: 7, ...body }, source);

describe('a JSON body', () => {
  it.each([
    ['an item of a list with a comma', { tags: ['a,b', ' c'] }, { tags: ['a,b', 'c'] }],
    ['a name that is the word for nothing', { name: 'none' }, { name: 'none' }],
    ['nothing', { name: null, at: null }, { name: null, atMs: null }],
    ['a time', { at: '2026-11-26T15:00:00+05:00' }, { atMs: source.nowMs() }],
    ['a switch', { quiet: true }, { isLoud: false }],
  ])('gives %s as it is', async (_, body, input) => {
    expect(await read(body)).toEqual({ input: { id: 7, ...input } });
  });

  it('is told in words of JSON what would be right', async () => {
    const rule = 'must be a time such as 2026-11-22T09:00:00Z, or null';
    expect(await read({ at: 'none' })).toEqual({ ok: false, field: 'atMs', rule });
  });

  it.each([-5, 1e20, 1.5])('has no id %d', async (wrong) => {
    const rule = 'must be a whole number';
    expect(await read({ id: wrong })).toEqual({ ok: false, field: 'id', rule });
  });

  it.each([
    [{}, 'account', 'must be given, or staff'],
    [{ staff: true, account: '7' }, 'account', 'must be given, or staff'],
    [{ staff: true, role: 'owner' }, 'role', 'goes with account'],
    [{ account: '7', staff_role: 'admin' }, 'staff_role', 'goes with staff'],
  ])('says of %j which property is wrong', async (body, field, rule) => {
    const { input } = createUser.definition;
    const refused = await readBody({ input: { works: input.works } }, body, source);
    expect(refused).toEqual({ ok: false, field, rule });
  });
});
