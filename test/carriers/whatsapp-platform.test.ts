import { afterEach, describe, expect, it } from 'vitest';
import { startChatPlatform, type RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import type { ChatPlatform, PlatformOutcome } from '../../src/domain/chat/platform.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { startWebSite } from '../support/web-site.ts';
import { BUSINESS_ID, CREDENTIAL, NUMBER_ID } from './chat-linked.ts';

const APP_ID = '100000000000001';
const access = { businessId: BUSINESS_ID, credential: CREDENTIAL };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type World = { readonly running: RunningPlatform; readonly platform: ChatPlatform };

async function open(): Promise<World> {
  const running = await startChatPlatform({
    port: 0,
    managementPort: 0,
    behaviour: { approveAfterMs: 0 },
  });
  closers.push(() => running.close());
  return { running, platform: to(running.url) };
}

function to(origin: string): ChatPlatform {
  const platform = createChatPlatform({ origin, version: 'v25.0', clock: wallClock });
  closers.push(() => platform.close());
  return platform;
}

function done<Value>(outcome: PlatformOutcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

const body = { type: 'BODY', text: 'Order {{1}} is ready now.', example: { body_text: [['7']] } };
const template = { name: 'ready', language: 'en', category: 'utility', components: [body] };

describe('templates at the platform', () => {
  it('are made, found, changed and removed', async () => {
    const { platform } = await open();
    const made = done(await platform.createTemplate(access, template));
    expect(made).toMatchObject({ category: 'utility' });
    const listed = done(await platform.listTemplates(access, undefined));
    expect(listed).toMatchObject({ next: undefined, most: 250 });
    const found = listed.templates.find(({ id }) => id === made.id);
    expect(found).toMatchObject({ name: 'ready', language: 'en', category: 'utility' });
    expect(found?.components).toMatchObject([{ type: 'BODY', text: body.text }]);
    const changed = { ...body, text: 'Your order {{1}} is ready now.' };
    done(await platform.editTemplate(access, made.id, { components: [changed] }));
    done(await platform.deleteTemplate(access, { name: 'ready', id: made.id }));
    const after = done(await platform.listTemplates(access, undefined));
    expect(after.templates.some(({ id, state }) => id === made.id && state === 'approved')).toBe(
      false,
    );
  });

  it('are listed page by page', async () => {
    const { running, platform } = await open();
    const business = running.platform.accounts.accounts.get(BUSINESS_ID);
    if (business === undefined) throw new Error('no business');
    for (let index = 0; index < 130; index += 1) {
      running.platform.shelf.seed(business, {
        ...{ name: `news_${index}`, language: 'en', category: 'MARKETING' },
        components: [{ type: 'BODY', text: 'News.' }],
      });
    }
    const first = done(await platform.listTemplates(access, undefined));
    expect(first.templates).toHaveLength(100);
    expect(first.next).toMatch(/\w/);
    const second = done(await platform.listTemplates(access, first.next));
    expect(second.next).toBeUndefined();
    const ids = [...first.templates, ...second.templates].map(({ id }) => id);
    expect(new Set(ids).size).toBe(131);
  });

  it('that break a rule are refused with words for their author', async () => {
    const { platform } = await open();
    const buttons = Array.from({ length: 11 }, (_, at) => ({
      type: 'QUICK_REPLY',
      text: `No ${at}`,
    }));
    const components = [body, { type: 'BUTTONS', buttons }];
    const outcome = await platform.createTemplate(access, { ...template, components });
    if (outcome.kind !== 'refused') throw new Error(outcome.kind);
    expect(outcome.refusal.httpStatus).toBe(400);
    expect(outcome.refusal.userMessage ?? outcome.refusal.details).toMatch(/\w/);
    expect(outcome.refusal.trace).toMatch(/\w/);
  });

  it('take the handle of an uploaded sample', async () => {
    const { platform } = await open();
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100_000)]);
    async function* read(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(png.subarray(0, 60_000));
      yield png.subarray(60_000);
    }
    const file = { fileName: 'a lamp.png', mime: 'image/png', bytes: png.length, read };
    const handle = done(await platform.uploadSample(access, { appId: APP_ID, ...file }));
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } };
    done(await platform.createTemplate(access, { ...template, components: [header, body] }));
  });
});

describe('a business account at the platform', () => {
  it('has its numbers', async () => {
    const { platform } = await open();
    const [number] = done(await platform.listNumbers(access));
    expect(number).toMatchObject({ id: NUMBER_ID, digits: '923000000001' });
  });

  it('is told to report to an address of its own', async () => {
    const { platform } = await open();
    const asked: string[] = [];
    const site = await startWebSite({
      host: '127.0.0.1',
      answer({ url = '' }, response) {
        asked.push(url);
        const query = new URL(url, 'http://localhost').searchParams;
        response.end(query.get('hub.challenge'));
      },
    });
    closers.push(() => site.close());
    const address = `http://127.0.0.1:${site.port}/webhooks/chat/1`;
    done(await platform.subscribe(access, { address, verifyToken: 'a-word-of-ours' }));
    expect(asked[0]).toContain('hub.verify_token=a-word-of-ours');
    done(await platform.subscribe(access, undefined));
  });

  it.each([
    [0, undefined],
    [1_900_000_000, 1_900_000_000_000],
  ])('has a credential, which says what it is good for, until %s', async (expires, expiresAtMs) => {
    const asked: unknown[] = [];
    const site = await startWebSite({
      host: '127.0.0.1',
      answer({ url, headers }, response) {
        asked.push([url, headers.authorization]);
        const data = { is_valid: true, app_id: APP_ID, scopes: ['a', 'b'], expires_at: expires };
        response.end(JSON.stringify({ data }));
      },
    });
    closers.push(() => site.close());
    const credential = done(await to(`http://127.0.0.1:${site.port}`).readCredential(access));
    expect(credential).toEqual({ appId: APP_ID, scopes: ['a', 'b'], expiresAtMs });
    const path = `/v25.0/debug_token?input_token=${CREDENTIAL}`;
    expect(asked).toEqual([[path, `Bearer ${CREDENTIAL}`]]);
  });

  it('is not opened by another credential', async () => {
    const { platform } = await open();
    const outcome = await platform.listNumbers({ ...access, credential: 'another-token' });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 190, httpStatus: 401 } });
  });

  it('cannot be asked where nobody listens', async () => {
    const { running, platform } = await open();
    await running.close();
    expect((await platform.listNumbers(access)).kind).toBe('unsent');
  });
});

describe('a file that a user sent', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1_000)]);

  function keep({ running }: World): string {
    const file = { numberId: NUMBER_ID, mimeType: 'image/png', fileName: '', isInbound: true };
    return running.platform.media.add({ ...file, bytes: png }).id;
  }

  it('is read by its id', async () => {
    const world = await open();
    const media = { id: keep(world), mostBytes: png.length };
    const read = done(await world.platform.readMedia(access, media));
    expect(read.mime).toBe('image/png');
    expect(Buffer.from(read.content).equals(png)).toBe(true);
  });

  it('is not read beyond a bound', async () => {
    const world = await open();
    const media = { id: keep(world), mostBytes: png.length - 1 };
    expect((await world.platform.readMedia(access, media)).kind).toBe('lost');
  });

  it('is refused when nobody has it', async () => {
    const { platform } = await open();
    const media = { id: '1234567890', mostBytes: 10 };
    expect((await platform.readMedia(access, media)).kind).toBe('refused');
  });

  it('is not asked of a stranger, who would learn the credential', async () => {
    const stranger = await startWebSite({ host: '127.0.0.1', answer: (_, it) => it.end('x') });
    const liar = await startWebSite({
      host: '127.0.0.1',
      answer: (_, response) => {
        const url = `http://127.0.0.1:${stranger.port}/file`;
        response.end(JSON.stringify({ url, mime_type: 'image/png' }));
      },
    });
    closers.push(
      () => stranger.close(),
      () => liar.close(),
    );
    const platform = to(`http://127.0.0.1:${liar.port}`);
    const outcome = await platform.readMedia(access, { id: '7', mostBytes: 10 });
    expect(outcome.kind).toBe('lost');
    expect(stranger.connections()).toBe(0);
  });
});
