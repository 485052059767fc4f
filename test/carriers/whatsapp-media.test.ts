import { afterEach, describe, expect, it } from 'vitest';
import type { ChatContent } from '../../src/domain/chat/content.ts';
import type { ChatMediaId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { stepClock } from '../support/step-clock.ts';
import { faultsOfMessage } from '../support/chat-payload.ts';
import { movedClock } from '../support/moved-clock.ts';
import { kinds, times } from './linked.ts';
import {
  chatParts,
  closeAll,
  heardMessages,
  heardOn,
  meet,
  NUMBER_ID,
  openChat,
  order,
  until,
  type ChatHeard,
  type ChatWorld,
} from './chat-linked.ts';

afterEach(closeAll);

const LAMP = 1 as ChatMediaId;
const MISSING = 9 as ChatMediaId;
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5_000, 7)]);
const files = new Map([[LAMP, PNG]]);
const picture: ChatContent = { kind: 'image', media: LAMP, caption: '' };
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 20, 12);

const open = (other: ChatWorld = {}): Promise<ChatHeard> => openChat({ files, ...other });
const uploads = ({ running }: ChatHeard): readonly unknown[] => heardOn(running, '/media');

async function send(world: ChatHeard, key: number, content = picture): Promise<void> {
  const before = world.outcomes.length;
  world.link.submit(chatParts(1, { key, content, destination: `9230012345${key + 10}` }));
  await until(() => world.outcomes.length === before + 1, 'the outcome');
}

describe('the file of a message', () => {
  it('is uploaded when it is first needed, and sent by its id', async () => {
    const world = await open();
    await send(world, 1);
    const [media] = world.running.platform.media.last(10);
    expect(media).toMatchObject({ mimeType: 'image/png', size: PNG.length, numberId: NUMBER_ID });
    expect(media?.bytes?.equals(PNG)).toBe(true);
    expect(heardMessages(world)).toMatchObject([{ type: 'image', image: { id: media?.id } }]);
    expect(heardMessages(world).flatMap(faultsOfMessage)).toEqual([]);
  });

  it('is uploaded once, however many need it', async () => {
    const world = await open();
    world.link.submit(chatParts(20, { content: picture }));
    await until(() => world.outcomes.length === 20);
    await send(world, 50);
    expect(kinds(world.outcomes)).toEqual(times(21, 'taken'));
    expect(uploads(world)).toHaveLength(1);
  });

  it('is not uploaded again by a node that comes later', async () => {
    const world = await open();
    await send(world, 1);
    const later = await open({ running: world.running });
    const [upload] = world.shelf.uploads.values();
    if (upload !== undefined) later.shelf.uploads.set(LAMP, upload);
    await send(later, 2);
    expect(uploads(world)).toHaveLength(1);
  });

  it('stands in the header of a template', async () => {
    const world = await open();
    const header = { kind: 'image', media: LAMP } as const;
    await send(world, 1, { ...order, name: 'catalogue', header, body: [] });
    expect(kinds(world.outcomes)).toEqual(['taken']);
    expect(heardMessages(world).flatMap(faultsOfMessage)).toEqual([]);
  });

  it('that is being uploaded holds up nobody else', async () => {
    const clock = stepClock();
    const world = await open({ clock });
    meet(world, { on: 'media', answer: { kind: 'hang', taken: false } });
    const [withFile] = chatParts(1, { content: picture });
    const without = chatParts(4).slice(1);
    if (withFile !== undefined) world.link.submit([withFile, ...without]);
    await until(() => world.outcomes.length === 3);
    expect(kinds(world.outcomes)).toEqual(times(3, 'taken'));
    await until(() => uploads(world).length === 1);
  });

  it.each([
    [limit('chatLinkWaitMs'), 'taken'],
    [limit('chatLinkWaitMs') + 1, 'unsent'],
  ])(
    'that was waited for %i ms leaves its message %s: long ones are judged anew',
    async (ms, kind) => {
      const clock = stepClock();
      const world = await open({ clock });
      const slow = Promise.withResolvers<void>();
      const { keepUpload } = world.shelf;
      world.shelf.keepUpload = async (id, upload) => {
        await slow.promise;
        await keepUpload(id, upload);
      };
      world.link.submit(chatParts(1, { content: picture }));
      await until(() => uploads(world).length === 1);
      clock.advance(ms);
      slow.resolve();
      await until(() => world.outcomes.length === 1);
      expect(kinds(world.outcomes)).toEqual([kind]);
      // It has its file now.
      await send(world, 2);
      expect(kinds(world.outcomes)).toEqual([kind, 'taken']);
      expect(uploads(world)).toHaveLength(1);
    },
  );

  it('that we do not have is refused', async () => {
    const world = await open();
    await send(world, 1, { ...picture, media: MISSING });
    const reason = 'platform_refused_media';
    expect(world.outcomes).toMatchObject([{ kind: 'refused', reason, status: 0 }]);
    expect(uploads(world)).toEqual([]);
  });
});

describe('uploads', () => {
  it('go so many at a time and no more', async () => {
    const most = limit('chatUploadsAtOnce');
    const ids = Array.from({ length: most + 1 }, (_, index) => (100 + index) as ChatMediaId);
    const clock = stepClock();
    const world = await open({ clock, files: new Map(ids.map((id) => [id, PNG])) });
    meet(world, { count: most, on: 'media', answer: { kind: 'hang', taken: false } });
    const messages = ids.flatMap((media, index) =>
      chatParts(1, { key: index + 1, content: { ...picture, media } }),
    );
    world.link.submit(messages);
    await until(() => uploads(world).length === most);
    clock.advance(limit('chatUploadMs'));
    await until(() => world.outcomes.length === most + 1);
    const unready = { kind: 'refused', reason: 'platform_media_unready' };
    expect(world.outcomes.slice(0, -1)).toMatchObject(Array.from({ length: most }, () => unready));
    // It has waited for its turn for so long that it is judged anew.
    expect(world.outcomes.at(-1)).toMatchObject({ key: most + 1, kind: 'unsent' });
    await send(world, most + 2, { ...picture, media: ids.at(-1) ?? LAMP });
    expect(world.outcomes.at(-1)).toMatchObject({ kind: 'taken' });
    expect(uploads(world)).toHaveLength(most + 1);
  });

  it('are waited for by so many messages and no more', async () => {
    // On a busy machine so many take their time.
    const world = await open({ config: { answerTimeoutMs: 60_000 } });
    const most = limit('chatPreparing');
    world.link.submit(chatParts(most + 1, { content: picture }));
    const reason = 'platform_media_unready';
    await until(() => world.outcomes.length === 1);
    expect(world.outcomes).toMatchObject([{ key: most + 1, kind: 'refused', reason }]);
    await until(() => world.outcomes.length === most + 1);
    expect(new Set(kinds(world.outcomes.slice(1)))).toEqual(new Set(['taken']));
  });
});

describe('an upload', () => {
  it('is renewed before the platform forgets it', async () => {
    const clock = movedClock(START_MS);
    const world = await open({ clock });
    await send(world, 1);
    const endMs = START_MS + limit('chatUploadDays') * 24 * HOUR_MS;
    clock.setTo(endMs - HOUR_MS);
    await send(world, 2);
    expect(uploads(world)).toHaveLength(1);
    clock.setTo(endMs + HOUR_MS);
    await send(world, 3);
    expect(uploads(world)).toHaveLength(2);
    expect(kinds(world.outcomes)).toEqual(times(3, 'taken'));
  });

  it('that the platform has lost is made once more, however new it is, and goes', async () => {
    const world = await open();
    await send(world, 1);
    for (const key of [2, 3]) {
      world.running.platform.media.clear();
      await send(world, key);
    }
    expect(kinds(world.outcomes)).toEqual(times(3, 'taken'));
    expect(uploads(world)).toHaveLength(3);
    expect(heardMessages(world)).toHaveLength(5);
  });

  it('that the platform has lost is made once more for a template, however many wait', async () => {
    const world = await open();
    const header = { kind: 'image', media: LAMP } as const;
    const content = { ...order, name: 'catalogue', header, body: [] };
    await send(world, 1, content);
    world.running.platform.media.clear();
    world.link.submit(chatParts(30, { content }).map((it) => ({ ...it, key: it.key + 100 })));
    await until(() => world.outcomes.length === 31);
    expect(kinds(world.outcomes)).toEqual(times(31, 'taken'));
    expect(uploads(world)).toHaveLength(2);
  });

  it.each([33, 100, 131_009, 131_052, 131_053])(
    'is made once more after %i, and only once',
    async (code) => {
      const world = await open();
      meet(world, { count: 2, answer: { kind: 'refuse', code } });
      await send(world, 1);
      const reason = 'platform_refused_media';
      expect(world.outcomes).toMatchObject([{ kind: 'refused', reason, status: code }]);
      expect(uploads(world)).toHaveLength(2);
      expect(heardMessages(world)).toHaveLength(2);
      await send(world, 2);
      expect(world.outcomes.at(-1)).toMatchObject({ kind: 'taken' });
    },
  );

  it('of what the platform refuses anyway is not made again for each message', async () => {
    const clock = stepClock();
    const world = await open({ clock });
    meet(world, { count: 6, answer: { kind: 'refuse', code: 100 } });
    for (const key of [1, 2, 3]) await send(world, key);
    expect(uploads(world)).toHaveLength(2);
    expect(heardMessages(world)).toHaveLength(4);
    // A while later it may have been lost.
    clock.advance(60_000);
    await send(world, 4);
    expect(uploads(world)).toHaveLength(3);
  });

  it('that was forgotten in the store, as a later word asks for, is made once more', async () => {
    const clock = stepClock();
    const world = await open({ clock });
    await send(world, 1);
    world.shelf.uploads.clear();
    clock.advance(limit('chatUploadTrustMs') - 1);
    await send(world, 2);
    expect(uploads(world)).toHaveLength(1);
    clock.advance(1);
    await send(world, 3);
    expect(uploads(world)).toHaveLength(2);
    const [, , last] = heardMessages(world);
    const [media] = world.running.platform.media.last(1);
    expect(last).toMatchObject({ image: { id: media?.id } });
    // What is in the store still holds: nothing is uploaded for the question.
    clock.advance(limit('chatUploadTrustMs'));
    await send(world, 4);
    expect(uploads(world)).toHaveLength(2);
  });

  it.each([
    ['refused for now', { kind: 'refuse', code: 131_000 }, 'platform_media_unready', 131_000],
    ['refused for good', { kind: 'refuse', code: 131_053 }, 'platform_refused_media', 131_053],
    ['broken', { kind: 'broken', http: 503 }, 'platform_media_unready', 0],
    ['dropped', { kind: 'drop', taken: false }, 'platform_media_unready', 0],
  ])('that is %s leaves the message unwritten', async (_, answer, reason, status) => {
    const world = await open();
    meet(world, { on: 'media', answer });
    await send(world, 1);
    expect(world.outcomes).toEqual([{ key: 1, kind: 'refused', reason, status, late: false }]);
    expect(heardMessages(world)).toEqual([]);
    // The next try of the message uploads anew.
    await send(world, 2);
    expect(world.outcomes.at(-1)).toMatchObject({ kind: 'taken' });
  });

  it('that finds the credential refused stops the number', async () => {
    const world = await open();
    meet(world, { on: 'media', answer: { kind: 'refuse', code: 190 } });
    await send(world, 1);
    expect(kinds(world.outcomes)).toEqual(['unsent']);
    expect(world.states.at(-1)?.kind).toBe('needs_attention');
  });

  it('that is under way when the link stops gives its message back', async () => {
    const clock = stepClock();
    const world = await open({ clock });
    meet(world, { on: 'media', answer: { kind: 'hang', taken: false } });
    world.link.submit(chatParts(2, { content: picture }));
    await until(() => uploads(world).length === 1);
    await world.link.stop();
    expect(kinds(world.outcomes)).toEqual(['unsent', 'unsent']);
    expect(clock.pendingTimers()).toBe(0);
  });
});
