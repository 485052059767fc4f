/** How long files of chat messages are kept, and what of them the platform has. */
import { describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { ChatDeps } from '../../src/chat/chat.ts';
import { createChatJobs } from '../../src/chat/jobs.ts';
import { addressOfGiven } from '../../src/domain/chat/media.ts';
import type { ChatMediaId, LinkId } from '../../src/domain/ids.ts';
import { nameMediaFile } from '../../src/features/media/media.sql.ts';
import { limit } from '../../src/domain/limits.ts';
import { findMedia, findUpload, forgetUpload, keepUpload } from '../../src/store/chat/media.ts';
import {
  ali,
  ask,
  clock,
  contentOf,
  database,
  DAY_MS,
  idOf,
  keeper,
  link,
  PNG,
  serving,
  START_MS,
  standOnMedia,
} from '../support/media-world.ts';

standOnMedia();

describe('a file that nobody uses', () => {
  const forget = (): Promise<void> =>
    createChatJobs({ db: database, clock } as unknown as ChatDeps).forgetMedia();
  const days = limit('chatMediaDays');

  it('is forgotten after its days, with its content and uploads', async () => {
    const media = await keeper(serving(PNG));
    const mediaId = idOf(await media.keep(ali, link()));
    const [linkRow] = await ask<{ readonly id: LinkId }>('select id from links limit 1');
    const key = { accountId: ali, mediaId, linkId: linkRow?.id ?? (0 as LinkId) };
    const upload = { uploadId: '77', refreshAtMs: START_MS + DAY_MS };
    await database.transact((tx) => keepUpload(tx, { ...key, ...upload }));
    clock.setTo(START_MS + days * DAY_MS - 60_000);
    await forget();
    expect(await findMedia(database, { accountId: ali, id: mediaId })).toMatchObject({
      kind: 'image',
    });
    clock.setTo(START_MS + days * DAY_MS + 60_000);
    await forget();
    expect(await findMedia(database, { accountId: ali, id: mediaId })).toBeUndefined();
    expect(await findUpload(database, key)).toBeUndefined();
    expect(await contentOf(ali, mediaId)).toHaveLength(0);
    // An upload that comes too late finds nothing to belong to.
    await database.transact((tx) => keepUpload(tx, { ...key, ...upload }));
    expect(await findUpload(database, key)).toBeUndefined();
  });

  it('stays when a request has named it again', async () => {
    const media = await keeper(serving(PNG));
    const id = idOf(await media.keep(ali, link()));
    clock.setTo(START_MS + (days - 1) * DAY_MS);
    await media.keep(ali, link());
    clock.setTo(START_MS + (days + 1) * DAY_MS);
    await forget();
    expect(await findMedia(database, { accountId: ali, id })).toMatchObject({ kind: 'image' });
  });

  it('stays while it is the default of a template, and goes after it', async () => {
    const media = await keeper(serving(PNG));
    const id = idOf(await media.keep(ali, link()));
    await database.transact(async (tx) => {
      const insert = `
        insert into chat_businesses (account_id, platform_id, token_sealed, app_secrets_sealed,
                                     verify_token_sealed)
        values ($1, '2001', '', array[''::bytea], '') returning id`;
      const [business] = await tx.run(plain<{ readonly id: number }>('test-business', insert), [
        ali,
      ]);
      await tx.run(
        plain(
          'test-template',
          `insert into chat_templates (account_id, business_id, name, language, category, state,
                                     components, sample_id, created_at, changed_at)
         values ($1, $2, 'lamp', 'en', 'marketing', 'approved', '[]', $3, now(), now())`,
        ),
        [ali, business?.id, id],
      );
    });
    clock.setTo(START_MS + 100 * DAY_MS);
    await forget();
    expect(await findMedia(database, { accountId: ali, id })).toMatchObject({ kind: 'image' });
    const deleted = `update chat_templates set state = 'deleted' where account_id = $1`;
    await database.transact((tx) => tx.run(plain('test-deleted', deleted), [ali]));
    await forget();
    expect(await findMedia(database, { accountId: ali, id })).toBeUndefined();
  });
});

describe('a file of the library', () => {
  const forget = (): Promise<void> =>
    createChatJobs({ db: database, clock } as unknown as ChatDeps).forgetMedia();
  const days = limit('chatMediaDays');
  const isKept = async (id: ChatMediaId): Promise<boolean> =>
    (await findMedia(database, { accountId: ali, id })) !== undefined;
  const lamp = { name: 'Lamp', keptAtMs: START_MS, preview: undefined, shownBytes: 0 };
  const given = (id: ChatMediaId) => ({ url: addressOfGiven(id), wanted: 'any' as const });

  /** A file in the library until then; undefined: for good. */
  async function shelve(endsAtMs: number | undefined): Promise<ChatMediaId> {
    const media = await keeper(serving(PNG));
    const id = idOf(await media.keep(ali, link()));
    await database.transact((tx) => nameMediaFile(tx, { ...lamp, accountId: ali, id, endsAtMs }));
    return id;
  }

  it('is kept for good', async () => {
    const id = await shelve(undefined);
    clock.setTo(START_MS + 1_000 * DAY_MS);
    await forget();
    expect(await isKept(id)).toBe(true);
    const media = await keeper(serving(PNG));
    expect(await media.keep(ali, given(id))).toMatchObject({ ok: true, file: { name: 'Lamp' } });
  });

  it('is named by no request from its end on, and forgotten days later', async () => {
    const endsAtMs = START_MS + 30 * DAY_MS;
    const id = await shelve(endsAtMs);
    const media = await keeper(serving(PNG));
    clock.setTo(endsAtMs - 60_000);
    await forget();
    expect(await media.keep(ali, given(id))).toMatchObject({ ok: true });
    clock.setTo(endsAtMs + 60_000);
    expect(await media.keep(ali, given(id))).toMatchObject({ ok: false, fault: 'unknown' });
    await forget();
    expect(await isKept(id)).toBe(true);
    clock.setTo(endsAtMs + days * DAY_MS);
    await forget();
    expect(await isKept(id)).toBe(false);
  });

  it('is there for a campaign that named it before its end, until that is read', async () => {
    const id = await shelve(START_MS + DAY_MS);
    const media = await keeper(serving(PNG));
    const says = JSON.stringify({ chat: { content: { header: { url: addressOfGiven(id) } } } });
    const run = (name: string, sql: string, values: readonly unknown[]) =>
      database.transact((tx) => tx.run(plain(name, sql), values));
    await run(
      'test-upload',
      `insert into uploads (account_id, batch_id, state, file_name, file_bytes, request,
        received_at)
      values ($1, 1, 'scheduled', '', 0, $2::jsonb, now())`,
      [ali, says],
    );
    clock.setTo(START_MS + 60 * DAY_MS);
    await forget();
    expect(await media.keep(ali, given(id))).toMatchObject({ ok: true });
    await run('test-read', `update uploads set state = 'done' where account_id = $1`, [ali]);
    expect(await media.keep(ali, given(id))).toMatchObject({ ok: false, fault: 'unknown' });
    clock.setTo(START_MS + (61 + days) * DAY_MS);
    await forget();
    expect(await isKept(id)).toBe(false);
  });

  it('is what any other is when its content comes again after its end', async () => {
    const id = await shelve(START_MS + DAY_MS);
    clock.setTo(START_MS + 2 * DAY_MS);
    const media = await keeper(serving(PNG));
    expect(idOf(await media.keep(ali, link()))).toBe(id);
    expect(await media.keep(ali, given(id))).toMatchObject({ ok: true, file: { name: undefined } });
    clock.setTo(START_MS + (3 + days) * DAY_MS);
    await forget();
    expect(await isKept(id)).toBe(false);
  });
});

describe('an upload', () => {
  it('is kept for one number, replaced, and forgotten by its own id alone', async () => {
    const media = await keeper(serving(PNG));
    const mediaId = idOf(await media.keep(ali, link()));
    const links = await ask<{ readonly id: LinkId }>('select id from links order by id limit 2');
    const [first, second] = links.map(({ id }) => ({ accountId: ali, mediaId, linkId: id }));
    if (first === undefined || second === undefined) throw new Error('no links');
    const keep = (uploadId: string): Promise<void> =>
      database.transact((tx) => keepUpload(tx, { ...first, uploadId, refreshAtMs: START_MS }));
    await keep('77');
    await keep('78');
    expect(await findUpload(database, second)).toBeUndefined();
    await database.transact((tx) => forgetUpload(tx, { ...first, uploadId: '77' }));
    expect(await findUpload(database, first)).toEqual({ uploadId: '78', refreshAtMs: START_MS });
    await database.transact((tx) => forgetUpload(tx, { ...first, uploadId: '78' }));
    expect(await findUpload(database, first)).toBeUndefined();
  });
});
