/** The recipes of CONTRIBUTING.md, followed: a resource that the product does not have. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/api/v1/endpoint.ts';
import { describeInterfaces } from '../../../src/api/v1/openapi.ts';
import type { AccountId } from '../../../src/domain/ids.ts';
import { NO_DIRECTORY } from '../../../src/domain/portability/directory.ts';
import { listAccountAudit } from '../../../src/features/audit/audit.sql.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../../src/kit/postgres/statement.ts';
import { readBody } from '../../../src/operations/body.ts';
import { readInput, type OperationContext } from '../../../src/operations/operation.ts';
import { describeOperation } from '../../../src/operations/operations.http.ts';
import { makeAccount, makeKey } from '../../support/fixtures.ts';
import { makeHttpRequest } from '../../support/http-request.ts';
import { chatWithoutAnything, withoutPlatform } from '../../support/without-platform.ts';
import { worldDatabase } from '../../support/world.ts';
import { createNoteEndpoints } from './notes.http.ts';
import { addNote, noteList, setNote } from './notes.operations.ts';

const { database, world } = await worldDatabase();
await database.transact((transaction) =>
  transaction.run(
    plain(
      'test-notes',
      `create table notes (account_id bigint not null, id bigint not null, text text not null,
       created_at timestamptz not null, primary key (account_id, id))`,
    ),
  ),
);

const endpoints = createNoteEndpoints({
  ...chatWithoutAnything(),
  reader: database,
  chat: withoutPlatform(world.admin),
});
const source = { reader: database, nowMs: () => wallClock.nowMs() };
const context = {
  admin: withoutPlatform(world.admin),
  reader: database,
  directory: NO_DIRECTORY,
} as unknown as OperationContext;
const agree = () => Promise.resolve();

let opened = 0;
async function open() {
  const { accountId } = await world.addAccount({ name: `Keeper ${++opened}`, rupees: '0' });
  const ask = async (name: string, body?: object, id = ''): Promise<Outcome> => {
    const endpoint = endpoints.find((it) => it.name === name);
    if (endpoint === undefined) throw new Error(`there is no ${name}`);
    const its = { account: makeAccount({ id: accountId }), principal: makeKey() };
    const headers = { 'content-type': 'application/json' };
    const given = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const read = await endpoint.read(makeHttpRequest(given), its.account);
    return read.kind === 'read' ? endpoint.answer({ ...its, places: { id }, read }) : read;
  };
  return { accountId, ask };
}

const unknown = { kind: 'refused', refusal: { reason: 'path_unknown' } };

async function actionsOf(accountId: AccountId): Promise<readonly string[]> {
  const all = { actions: undefined, beforeId: undefined, sinceMs: undefined, untilMs: undefined };
  const lines = await listAccountAudit(database, { ...all, accountId, most: 10 });
  return lines.map(({ action }) => action).filter((it) => it.startsWith('note.'));
}

describe('notes', () => {
  it('are kept, shown, changed and deleted by key, each change in the audit', async () => {
    const { accountId, ask } = await open();
    const made = await ask('addNote', { text: 'call the bank' });
    const { id } = (made as { body: { id: string } }).body;
    expect(made).toMatchObject({ status: 201, location: `/v1/notes/${id}` });
    expect(await ask('changeNote', { text: 'call again' }, id)).toMatchObject({ kind: 'done' });
    expect(await ask('showNote', undefined, id)).toMatchObject({ body: { text: 'call again' } });
    expect(await ask('listNotes')).toMatchObject({ body: { data: [{ id }], next_cursor: null } });
    expect(await ask('removeNote', undefined, id)).toMatchObject({ status: 204 });
    expect(await ask('showNote', undefined, id)).toMatchObject(unknown);
    expect(await actionsOf(accountId)).toEqual(['note.remove', 'note.set', 'note.add']);
  });

  it('of another account are as unknown as those that never were', async () => {
    const [mine, other] = [await open(), await open()];
    const made = (await mine.ask('addNote', { text: 'mine' })) as { body: { id: string } };
    for (const id of [made.body.id, '1', 'x']) {
      expect(await other.ask('showNote', undefined, id)).toMatchObject(unknown);
      expect(await other.ask('changeNote', { text: 'theirs' }, id)).toMatchObject(unknown);
      expect(await other.ask('removeNote', undefined, id)).toMatchObject(unknown);
    }
  });

  it('without a text are refused by the name of the field', async () => {
    const { ask } = await open();
    expect(await ask('addNote', { text: '' })).toMatchObject({
      faults: [{ pointer: '/body/text' }],
    });
  });

  it('are kept in the console, whose form is made from the operation', async () => {
    const { accountId } = await open();
    const form = describeOperation(addNote.definition);
    expect(form.input).toMatchObject({ required: ['account', 'text'] });
    const body = { account: String(accountId), text: 'from the console' };
    const read = await readBody(addNote.definition, body, source);
    if ('ok' in read) throw new Error(read.rule);
    const done = await addNote.definition.perform(context, read.input, agree);
    expect(done).toMatchObject({ ok: true, value: { data: { text: 'from the console' } } });
  });

  it('are listed at the terminal, by the account’s name', async () => {
    const { accountId, ask } = await open();
    await ask('addNote', { text: 'to be read' });
    const given = {
      arg: () => `Keeper ${opened}`,
      args: () => [],
      option: () => undefined,
      has: () => false,
    };
    const input = await readInput(noteList.definition, given, { ...source } as never);
    expect(input).toMatchObject({ accountId });
    const shown = await noteList.definition.perform(context, input, agree);
    expect(shown).toMatchObject({ value: { data: [{ text: 'to be read' }] } });
  });

  it('are described, with the texts that they take', () => {
    const { paths } = describeInterfaces(endpoints, {}) as { paths: Record<string, object> };
    expect(Object.entries(paths).map(([path, it]) => [path, Object.keys(it)])).toEqual([
      ['/v1/notes', ['get', 'post']],
      ['/v1/notes/{id}', ['get', 'patch', 'delete']],
    ]);
    expect(setNote.definition.audit).toBe('note.set');
  });
});
