/** Files of chat messages: fetched, looked into, and kept once for an account. */
import type { RequestListener } from 'node:http';
import { plain } from '../../src/kit/postgres/statement.ts';
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { findMedia } from '../../src/store/chat/media.ts';
import { eventually } from '../support/eventually.ts';
import {
  ali,
  ask,
  bilal,
  contentOf,
  counted,
  database,
  expectNoFiles,
  idOf,
  keeper,
  link,
  MP3,
  outside,
  PNG,
  serving,
  standOnMedia,
} from '../support/media-world.ts';

standOnMedia();

describe('a file', () => {
  it('is kept with what its content says', async () => {
    const media = await keeper(serving(PNG));
    const outcome = await media.keep(ali, link());
    const expected = { kind: 'image', mime: 'image/png', extension: 'png', bytes: PNG.length };
    expect(outcome).toMatchObject({ ok: true, file: expected });
    const id = idOf(outcome);
    expect(await findMedia(database, { accountId: ali, id })).toEqual(expected);
    expect((await contentOf(ali, id)).equals(PNG)).toBe(true);
    expect(counted).toEqual(['kept']);
    expectNoFiles();
  });

  it('of several pieces is kept whole', async () => {
    const bytes = limit('chatMediaPieceBytes') * 3 + 1;
    const large = Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length, 9)]);
    const media = await keeper(serving(large));
    const id = idOf(await media.keep(ali, link()));
    expect((await contentOf(ali, id)).equals(large)).toBe(true);
    const rows = await ask('select 1 from chat_media_pieces where media_id = $1', [id]);
    expect(rows).toHaveLength(4);
  });

  it('of the same content is kept once for an account, whatever its address', async () => {
    const media = await keeper(serving(PNG));
    const first = idOf(await media.keep(ali, link()));
    expect(idOf(await media.keep(ali, link('image', '/again.png')))).toBe(first);
    expect(counted).toEqual(['kept', 'known']);
    expect(idOf(await media.keep(ali, link('document')))).not.toBe(first);
  });

  it('is nobody else’s', async () => {
    const media = await keeper(serving(PNG));
    const own = idOf(await media.keep(ali, link()));
    const other = idOf(await media.keep(bilal, link()));
    expect(other).not.toBe(own);
    expect(await findMedia(database, { accountId: bilal, id: own })).toBeUndefined();
    expect(await contentOf(bilal, own)).toHaveLength(0);
  });

  it('that several ask for at once is fetched once', async () => {
    const media = await keeper(serving(PNG));
    const kept = await Promise.all([1, 2, 3].map(() => media.keep(ali, link())));
    expect(new Set(kept.map(idOf)).size).toBe(1);
    expect(outside.public.paths).toEqual(['/lamp.png']);
  });

  it('that two fetch from two addresses at once is kept once', async () => {
    const media = await keeper(serving(PNG));
    const paths = ['/1', '/2', '/3', '/4'];
    const kept = await Promise.all(paths.map((path) => media.keep(ali, link('image', path))));
    expect(new Set(kept.map(idOf)).size).toBe(1);
    expect(await ask('select 1 from chat_media where account_id = $1', [ali])).toHaveLength(1);
  });

  it.each([
    ['any', PNG, 'image'],
    ['any', MP3, 'audio'],
    ['any', Buffer.from('%PDF-1.7\n'), 'document'],
    ['document', PNG, 'document'],
  ] as const)('wanted as %s is shown by its content', async (wanted, content, kind) => {
    const media = await keeper(serving(content));
    expect(await media.keep(ali, link(wanted))).toMatchObject({ ok: true, file: { kind } });
  });
});

describe('a file is not taken', () => {
  it.each([
    ['that is something else', 'image', MP3, 'wrong_kind'],
    ['that says it is a picture', 'image', Buffer.from('GIF89a'), 'wrong_kind'],
    [
      'that the platform takes from nobody',
      'any',
      Buffer.from('\x7fELF\0\0', 'latin1'),
      'wrong_kind',
    ],
    ['that is empty', 'image', Buffer.alloc(0), 'empty'],
  ] as const)('%s', async (_, wanted, content, fault) => {
    const media = await keeper((__, to) => {
      to.writeHead(200, { 'content-type': 'image/png' }).end(content);
    });
    expect(await media.keep(ali, link(wanted))).toEqual({ ok: false, fault, as: wanted });
    expect(counted).toEqual([fault]);
    expectNoFiles();
  });

  it.each([
    [0, true],
    [1, false],
  ])('that is %i octets above its bound: taken %s', async (over, ok) => {
    const bytes = limit('chatImageBytes') + over;
    const media = await keeper(serving(Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])));
    const outcome = await media.keep(ali, link());
    expect(outcome.ok).toBe(ok);
    if (!outcome.ok) expect(outcome.fault).toBe('too_large');
  });

  it('that is larger than what its content may be shown as', async () => {
    const bytes = limit('chatImageBytes') + 1;
    const media = await keeper(serving(Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])));
    const outcome = await media.keep(ali, link('any'));
    expect(outcome).toEqual({ ok: false, fault: 'too_large', as: 'image' });
    expectNoFiles();
  });

  it('from inside, from nowhere, or from a page', async () => {
    const page: RequestListener = (_, to) =>
      void to.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
    const media = await keeper(page);
    const keep = (url: string) => media.keep(ali, { url, wanted: 'image' });
    expect(await keep(`http://127.0.0.1:${outside.port}/`)).toMatchObject({ fault: 'not_public' });
    expect(await keep('http://files.example:443/')).toMatchObject({ fault: 'unreachable' });
    expect(await keep('ftp://files.example/lamp.png')).toMatchObject({ fault: 'address' });
    expect(await keep(`http://ali:x@files.example/`)).toMatchObject({ fault: 'address' });
    expect(await media.keep(ali, link())).toMatchObject({ fault: 'web_page' });
    expect(outside.private.connections()).toBe(0);
  });

  it('when its account keeps as much as it may', async () => {
    const media = await keeper(serving(PNG));
    const bytes = 1_000_000_000;
    const rest = limit('chatMediaAccountBytes') - 4 * bytes - PNG.length;
    const insert = `
      insert into chat_media
        (account_id, id, sha256, kind, mime, extension, bytes, kept_at, used_at)
      select $1, n, sha256(n::text::bytea), 'video', 'video/mp4', 'mp4', b, now(), now()
      from unnest($2::int[], $3::int[]) as t (n, b)`;
    const fill = (last: number) =>
      database.transact((tx) =>
        tx.run(plain('test-fill', insert), [
          ali,
          [1, 2, 3, 4, 5],
          [bytes, bytes, bytes, bytes, last],
        ]),
      );
    await fill(rest + 1);
    expect(await media.keep(ali, link())).toMatchObject({ ok: false, fault: 'full' });
    await database.transact((tx) => tx.run(plain('test-clear', 'delete from chat_media'), []));
    await fill(rest);
    expect(await media.keep(ali, link())).toMatchObject({ ok: true });
  });

  it('when too many of its account are being fetched, which holds up no other', async () => {
    const held: (() => void)[] = [];
    const media = await keeper(({ url }, to) => {
      if (url === '/his') to.end(PNG);
      else held.push(() => to.end(PNG));
    });
    const atOnce = limit('chatMediaOfAccount');
    const most = atOnce + limit('chatMediaWaitingOfAccount');
    const kept = Array.from({ length: most }, (_, index) =>
      media.keep(ali, link('image', `/${index}`)),
    );
    expect(await media.keep(ali, link('image', '/more'))).toMatchObject({ fault: 'busy' });
    await eventually('the first ones', () => held.length === atOnce);
    expect(await media.keep(bilal, link('image', '/his'))).toMatchObject({ ok: true });
    expect(held).toHaveLength(atOnce);
    await answerAll(held, most + 1);
    expect((await Promise.all(kept)).every(({ ok }) => ok)).toBe(true);
  });

  it('when too many of all accounts are being fetched', async () => {
    const held: (() => void)[] = [];
    const media = await keeper((_, to) => void held.push(() => to.writeHead(404).end()));
    const atOnce = limit('chatMediaAtOnce');
    const most = atOnce + limit('chatMediaWaiting');
    const keep = (account: number, path: string) =>
      media.keep((1_000_000 + account) as AccountId, link('image', path));
    const kept = Array.from({ length: most }, (_, index) => keep(index % 3, `/${index}`));
    expect(await keep(3, '/more')).toMatchObject({ fault: 'busy' });
    await eventually('the first ones', () => held.length === atOnce);
    await answerAll(held, most);
    const faults = (await Promise.all(kept)).map((it) => (it.ok ? 'none' : it.fault));
    expect(new Set(faults)).toEqual(new Set(['not_there']));
  });
});

/** Answers what is held until so many files were asked for in all. */
async function answerAll(held: (() => void)[], most: number): Promise<void> {
  await eventually('all', () => {
    for (const answer of held.splice(0)) answer();
    return outside.public.paths.length === most;
  });
  for (const answer of held.splice(0)) answer();
}
