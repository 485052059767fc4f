/** Files of chat messages: fetched, looked into, kept once for an account, and forgotten. */
import { readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MediaLink } from '../../src/domain/chat/media.ts';
import type { AccountId, ChatMediaId, LinkId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { DUTIES } from '../../src/journey/duties/duties.ts';
import type { DutyParts } from '../../src/journey/duties/duty.ts';
import {
  createMediaKeeper,
  type KeepOutcome,
  type MediaKeeper,
} from '../../src/journey/keep-media.ts';
import { quietLog } from '../../src/kit/log.ts';
import { openPassingFiles } from '../../src/kit/passing-files.ts';
import { findMedia, readPieces } from '../../src/store/chat-media/read-media.ts';
import { findUpload, forgetUpload, keepUpload } from '../../src/store/chat-media/uploads.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { movedClock } from '../support/moved-clock.ts';
import { OUTSIDE, startOutside, type Outside } from '../support/outside.ts';
import { asker } from '../support/verify.ts';
import { createWorld } from '../support/world.ts';

const { database } = await freshDatabase();
const ask = asker(database);
const START_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const clock = movedClock(START_MS);

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20_000, 5)]);
const MP3 = Buffer.concat([Buffer.from('ID3\x04'), Buffer.alloc(5_000)]);

let ali: AccountId;
let bilal: AccountId;
let outside: Outside;
let counted: string[] = [];
let lastId = 1_000;

beforeAll(async () => {
  const world = await createWorld(database);
  ({ accountId: ali } = await world.addAccount({ name: 'Ali', rupees: '0' }));
  ({ accountId: bilal } = await world.addAccount({ name: 'Bilal', rupees: '0' }));
});

afterEach(async () => {
  outside.close();
  counted = [];
  clock.setTo(START_MS);
  await database.transact((tx) => tx.run('test-clear', 'delete from chat_media', []));
});

async function keeper(answer: RequestListener): Promise<MediaKeeper> {
  outside = await startOutside(() => [OUTSIDE], answer);
  const { folder, policy, resolve, random } = outside.options;
  return createMediaKeeper({
    db: database,
    clock,
    log: quietLog,
    ids: { next: () => (lastId += 1) },
    fetching: { policy, resolve, random },
    files: await openPassingFiles(folder, clock),
    count: (what) => void counted.push(what),
  });
}

const serving =
  (content: Buffer): RequestListener =>
  (_, to) =>
    void to.end(content);
const link = (wanted: MediaLink['wanted'] = 'image', path = '/lamp.png'): MediaLink => ({
  url: `http://files.example:${outside.port}${path}`,
  wanted,
});

async function contentOf(accountId: AccountId, id: ChatMediaId): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readPieces(database, accountId, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function idOf(outcome: KeepOutcome): ChatMediaId {
  if (!outcome.ok) throw new Error(outcome.fault);
  return outcome.file.id;
}

/** Nothing lies on the disk any more. */
const expectNoFiles = (): void => expect(readdirSync(outside.options.folder)).toEqual([]);

describe('a file', () => {
  it('is kept with what its content says', async () => {
    const media = await keeper(serving(PNG));
    const outcome = await media.keep(ali, link());
    const expected = { kind: 'image', mime: 'image/png', extension: 'png', bytes: PNG.length };
    expect(outcome).toMatchObject({ ok: true, file: expected });
    const id = idOf(outcome);
    expect(await findMedia(database, ali, id)).toEqual(expected);
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
    expect(await findMedia(database, bilal, own)).toBeUndefined();
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
    expect(await keep(`http://127.0.0.1:${outside.port}/`)).toMatchObject({ fault: 'unfetchable' });
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
      insert into chat_media (account_id, id, sha256, kind, mime, extension, bytes, kept_at, used_at)
      select $1, n, sha256(n::text::bytea), 'video', 'video/mp4', 'mp4', b, now(), now()
      from unnest($2::int[], $3::int[]) as t (n, b)`;
    const fill = (last: number) =>
      database.transact((tx) =>
        tx.run('test-fill', insert, [ali, [1, 2, 3, 4, 5], [bytes, bytes, bytes, bytes, last]]),
      );
    await fill(rest + 1);
    expect(await media.keep(ali, link())).toMatchObject({ ok: false, fault: 'full' });
    await database.transact((tx) => tx.run('test-clear', 'delete from chat_media', []));
    await fill(rest);
    expect(await media.keep(ali, link())).toMatchObject({ ok: true });
  });

  it('when too many are being fetched', async () => {
    const waiting: (() => void)[] = [];
    const media = await keeper((_, to) => void waiting.push(() => to.end(PNG)));
    const most = limit('chatMediaAtOnce') + limit('chatMediaWaiting');
    const kept = Array.from({ length: most }, (_, index) =>
      media.keep(ali, link('image', `/${index}`)),
    );
    await eventually('the first ones', () => waiting.length === limit('chatMediaAtOnce'));
    expect(await media.keep(ali, link('image', '/more'))).toMatchObject({ fault: 'busy' });
    const answering = eventually('all', () => {
      for (const answer of waiting.splice(0)) answer();
      return outside.public.paths.length === most;
    });
    await answering;
    for (const answer of waiting.splice(0)) answer();
    expect((await Promise.all(kept)).every(({ ok }) => ok)).toBe(true);
  });
});

describe('a file that nobody uses', () => {
  const forget = (): Promise<void> =>
    DUTIES.forgetChatMedia.run({ db: database, clock } as unknown as DutyParts);
  const days = limit('chatMediaDays');

  it('is forgotten after its days, with its content and uploads', async () => {
    const media = await keeper(serving(PNG));
    const mediaId = idOf(await media.keep(ali, link()));
    const [linkRow] = await ask<{ readonly id: LinkId }>('select id from links limit 1');
    const key = { accountId: ali, mediaId, linkId: linkRow?.id ?? (0 as LinkId) };
    const upload = { uploadId: '77', refreshAtMs: START_MS + DAY_MS };
    await database.transact((tx) => keepUpload(tx, key, upload));
    clock.setTo(START_MS + days * DAY_MS - 60_000);
    await forget();
    expect(await findMedia(database, ali, mediaId)).toBeDefined();
    clock.setTo(START_MS + days * DAY_MS + 60_000);
    await forget();
    expect(await findMedia(database, ali, mediaId)).toBeUndefined();
    expect(await findUpload(database, key)).toBeUndefined();
    expect(await contentOf(ali, mediaId)).toHaveLength(0);
    // An upload that comes too late finds nothing to belong to.
    await database.transact((tx) => keepUpload(tx, key, upload));
    expect(await findUpload(database, key)).toBeUndefined();
  });

  it('stays when a request has named it again', async () => {
    const media = await keeper(serving(PNG));
    const id = idOf(await media.keep(ali, link()));
    clock.setTo(START_MS + (days - 1) * DAY_MS);
    await media.keep(ali, link());
    clock.setTo(START_MS + (days + 1) * DAY_MS);
    await forget();
    expect(await findMedia(database, ali, id)).toBeDefined();
  });

  it('stays while it is the default of a template', async () => {
    const media = await keeper(serving(PNG));
    const id = idOf(await media.keep(ali, link()));
    await database.transact(async (tx) => {
      const insert = `
        insert into chat_businesses (account_id, platform_id, token_sealed, app_secrets_sealed,
                                     verify_token_sealed)
        values ($1, '2001', '', array[''::bytea], '') returning id`;
      const [business] = await tx.run<{ readonly id: number }>('test-business', insert, [ali]);
      await tx.run(
        'test-template',
        `insert into chat_templates (account_id, business_id, name, language, category, state,
                                     components, sample_id, created_at, changed_at)
         values ($1, $2, 'lamp', 'en', 'marketing', 'approved', '[]', $3, now(), now())`,
        [ali, business?.id, id],
      );
    });
    clock.setTo(START_MS + 100 * DAY_MS);
    await forget();
    expect(await findMedia(database, ali, id)).toBeDefined();
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
      database.transact((tx) => keepUpload(tx, first, { uploadId, refreshAtMs: START_MS }));
    await keep('77');
    await keep('78');
    expect(await findUpload(database, second)).toBeUndefined();
    await database.transact((tx) => forgetUpload(tx, first, '77'));
    expect(await findUpload(database, first)).toEqual({ uploadId: '78', refreshAtMs: START_MS });
    await database.transact((tx) => forgetUpload(tx, first, '78'));
    expect(await findUpload(database, first)).toBeUndefined();
  });
});
