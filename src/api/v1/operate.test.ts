import { describe, expect, it } from 'vitest';
import { makeAccount, makeKey } from '../../../test/support/fixtures.ts';
import { makeHttpRequest, type RequestParts } from '../../../test/support/http-request.ts';
import { chatWithoutAnything } from '../../../test/support/without-platform.ts';
import { refuse } from '../../operations/admin.ts';
import { account, argument, id, option, rupees, text } from '../../operations/fields.ts';
import { operation, type Who } from '../../operations/operation.ts';
import { Type } from '../../kit/shape.ts';
import type { Outcome } from './endpoint.ts';
import { operate } from './operate.ts';
import { closed } from '../../operations/resource.ts';

const NOTE = closed({ told: Type.String() });

type Told = { readonly actor: string; readonly input: object };

const INPUT = {
  accountId: argument('ACCOUNT', account),
  noteId: argument('NOTE', id),
  title: option('long-title', text(), 'what it is about'),
  money: option('money', rupees(10n), 'what it costs'),
};

/** An endpoint that renames a note, and what the operation was given. */
function world<W extends Who>(who: W) {
  const told: Told[] = [];
  const rename = operation({
    name: 'note rename',
    about: 'Changes a note.',
    who,
    needsOne: true,
    input: INPUT,
    audit: 'note.rename',
    async run({ actor }, input) {
      told.push({ actor, input });
      if (input.noteId === 404) return refuse('noteId', 'is not there');
      return input.title === 'bad' ? refuse('title', 'is bad') : { ok: true, value: 'renamed' };
    },
    show: () => ({ data: {} }),
  });
  return { told, rename };
}

function open() {
  const { told, rename } = world('account');
  const endpoint = operate(chatWithoutAnything(), rename, {
    method: 'POST',
    path: '/v1/notes/{id}',
    name: 'renameNote',
    scope: 'account',
    about: 'Changes a note.',
    places: { id: 'The id of a note.' },
    fromPath: { noteId: 'id' },
    unknown: 'reply_unknown',
    gives: NOTE,
    show: (value) => ({ told: value }),
  });
  const ask = async (body: object, noteId = '7'): Promise<Outcome> => {
    const parts: RequestParts = { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const its = { account: makeAccount(), principal: makeKey({ scopes: ['account'] }) };
    const read = await endpoint.read(makeHttpRequest({ ...parts, headers }), its.account);
    return read.kind === 'read' ? endpoint.answer({ ...its, places: { id: noteId }, read }) : read;
  };
  return { told, endpoint, ask };
}

describe('an endpoint made from an operation', () => {
  it('takes the operation’s fields, except the account and what the path gives', () => {
    const properties = (open().endpoint.takes as { properties: object }).properties;
    expect(Object.keys(properties)).toEqual(['long_title', 'money']);
  });

  it('acts for the key’s account, under the key’s name', async () => {
    const { told, ask } = open();
    expect(await ask({ long_title: 'a', money: '4.80' })).toMatchObject({
      kind: 'done',
      status: 200,
      body: { told: 'renamed' },
    });
    expect(told).toEqual([
      {
        actor: 'key:17',
        input: { accountId: makeAccount().id, noteId: 7, title: 'a', money: 4_800_000n },
      },
    ]);
  });

  it.each([
    ['an account in the body', { account: '1', long_title: 'a' }, '/body/account'],
    ['a value that cannot be read', { money: '4,80' }, '/body/money'],
    ['a value out of bounds', { money: '11' }, '/body/money'],
    ['what the operation refuses', { long_title: 'bad' }, '/body/long_title'],
    ['nothing to change', {}, '/body'],
  ])('names the field of %s', async (_, body, pointer) => {
    expect(await open().ask(body)).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'parameters_invalid' },
      faults: [{ pointer }],
    });
  });

  it.each(['404', 'x', '-1'])('answers that the note %s in the path is unknown', async (noteId) => {
    expect(await open().ask({ long_title: 'a' }, noteId)).toMatchObject({
      refusal: { reason: 'reply_unknown' },
    });
  });

  it('cannot be made from what only staff may do', () => {
    const spec = { method: 'POST', path: '/v1/notes', name: 'x', scope: 'account' } as const;
    const shown = { about: '', gives: NOTE, show: () => ({ told: '' }) };
    const { rename } = world('staff');
    expect(() =>
      // @ts-expect-error the compiler refuses it as well
      operate(chatWithoutAnything(), rename, { ...spec, ...shown }),
    ).toThrow('note rename is not for accounts');
  });
});
