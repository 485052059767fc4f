import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { eventually } from '../../../test/support/eventually.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { decodeMultipart } from '../src/decode-multipart.ts';
import { receiveForm, type FormRoom, type ReceivedForm } from '../src/receive-form.ts';

const folder = makeTemporaryDir();
afterAll(() => rmSync(folder, { recursive: true }));

const BOUNDARY = 'frontier';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function roomWith(change: Partial<FormRoom> = {}): FormRoom {
  return {
    folder,
    fileField: 'file',
    fileBytes: 1_000,
    fields: 3,
    fieldBytes: 100,
    pace: { totalMs: 60_000, paceMs: 10_000, paceBytes: 100 },
    clock: wallClock,
    random: machineRandom,
    ...change,
  };
}

const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (content: string, head = 'name="file"; filename="people.csv"'): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n` +
  `Content-Type: text/csv\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

async function* inChunks(body: string | Buffer, size = 7): AsyncGenerator<Buffer> {
  const octets = Buffer.from(body);
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}

const receive = (body: string | Buffer, change: Partial<FormRoom> = {}): Promise<ReceivedForm> =>
  receiveForm(inChunks(body), TYPE, roomWith(change));

const kept = (): readonly string[] => readdirSync(folder);
beforeEach(() => {
  for (const name of kept()) rmSync(`${folder}/${name}`);
});

describe('a form with a file', () => {
  it.each([1, 2, 7, 1_000])('is received in chunks of %i octets', async (size) => {
    const content = `923001234567,علی\r\n --${BOUNDARY}\r\n--fronti\r\n\r\n`;
    const body = field('sender', '8584') + file(content) + field('type', 'unicode') + END;
    const form = await receiveForm(inChunks(body, size), TYPE, roomWith());
    if (form.kind !== 'received') throw new Error(form.kind);
    expect(form.fields.map(({ name, value }) => [name, value])).toEqual([
      ['sender', '8584'],
      ['type', 'unicode'],
    ]);
    expect(form.file).toMatchObject({ name: 'people.csv', bytes: Buffer.byteLength(content) });
    expect(readFileSync(form.file?.path ?? '', 'utf8')).toBe(content);
  });

  it('knows its file again by the hash of its content alone', async () => {
    const hashOf = async (body: string): Promise<string | undefined> => {
      const form = await receive(body);
      return form.kind === 'received' ? form.file?.hash : undefined;
    };
    const first = await hashOf(file('a,b') + END);
    expect(first).toMatch(/^[\da-f]{64}$/);
    expect(await hashOf(file('a,b', 'name="file"; filename="x"') + END)).toBe(first);
    expect(await hashOf(`${file('a,c')}${END}`)).not.toBe(first);
  });

  it.each([
    ['filename="C:\\\\people\\\\list.xlsx"; name="file"', 'list.xlsx'],
    ['name=file; filename=list.csv', 'list.csv'],
    ['name="file"; filename="C:\\people\\list.xlsx"', 'list.xlsx'],
    ['name="file"; filename="5%22 pipes, 10%25 off%0D%0A.csv"', '5" pipes, 10%25 off .csv'],
    ['name="file"; filename="5\\" pipes.csv"', '5" pipes.csv'],
    ['name="file"; filename=""', ''],
    [`name="file"; filename*=UTF-8''%D9%86%D8%A7%D9%85.csv`, 'نام.csv'],
    ['name="file"; filename="../../etc/passwd"', 'passwd'],
  ])('has a file named %s', async (head, name) => {
    const form = await receive(file('a', head) + END);
    expect(form).toMatchObject({ kind: 'received', file: { name } });
  });

  it('may be without a file, and a file may be empty', async () => {
    expect(await receive(field('a', '') + END)).toMatchObject({
      kind: 'received',
      file: undefined,
    });
    expect(await receive(file('') + END)).toMatchObject({ file: { bytes: 0 } });
  });
});

describe('what a form may hold', () => {
  it.each<[string, Partial<FormRoom>, string]>([
    [file('x'.repeat(1_000)), {}, 'received'],
    [file('x'.repeat(1_001)), {}, 'file_too_large'],
    [field('a', 'x'.repeat(100)), {}, 'received'],
    [field('a', 'x'.repeat(101)), {}, 'field_too_large'],
    [field('a', '1').repeat(3), {}, 'received'],
    [field('a', '1').repeat(4), {}, 'too_many'],
  ])('is bounded', async (body, change, kind) => {
    expect((await receive(body + END, change)).kind).toBe(kind);
  });

  it.each([
    [file('a') + file('b') + END, /more than one file/],
    [file('a', 'name="list"; filename="x"') + END, /must be named file/],
    [file('a', 'filename="x"') + END, /no name/],
    [file('a'), /boundary/],
    ['', /boundary/],
    ['a=b&c=d'.repeat(1_000), /boundary/],
    [`--${BOUNDARY}\r\n${'x'.repeat(5_000)}`, /no head/],
    [`--${BOUNDARY}\r\n${field('a', '1')}${END}`, /no head/],
    [`--${BOUNDARY}x${'x'.repeat(5_000)}`, /boundary/],
    [field('a', '\xff').replace('ÿ', '\0') + END, /NUL/],
  ])('is read strictly', async (body, why) => {
    const form = await receive(body);
    expect(form).toMatchObject({ kind: 'unreadable', why: expect.stringMatching(why) as string });
    expect(kept()).toEqual([]);
  });

  it('has a boundary that its type names', async () => {
    const form = await receiveForm(inChunks(''), 'multipart/form-data', roomWith());
    expect(form).toMatchObject({ kind: 'unreadable', why: 'its content type names no boundary' });
  });

  it('is not memory: of a file, a chunk is there at a time', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    let open = 0;
    async function* many(): AsyncGenerator<Buffer> {
      yield Buffer.from(file('').slice(0, -2));
      for (let sent = 0; sent < 1_000; sent += 1) {
        open += 1;
        yield chunk;
        open -= 1;
        expect(open).toBe(0);
      }
      yield Buffer.from(`\r\n${END}`);
    }
    const form = await receiveForm(many(), TYPE, roomWith({ fileBytes: 1e9 }));
    expect(form).toMatchObject({ file: { bytes: 65_536_000 } });
  });
});

describe('a form that does not come', () => {
  /** Resolves `asked` when its reader waits for more than the beginning. */
  const stalling = (): { readonly body: AsyncIterable<Buffer>; readonly asked: Promise<void> } => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from(file('abc').slice(0, -2));
      resolve();
      await new Promise(() => undefined);
    }
    return { body: body(), asked };
  };

  it('is cut when less comes than its pace, and leaves nothing', async () => {
    const clock = stepClock();
    const { body, asked } = stalling();
    const receiving = receiveForm(body, TYPE, roomWith({ clock }));
    await asked;
    expect(kept()).toHaveLength(1);
    clock.advance(10_000);
    clock.advance(10_000);
    expect(await receiving).toEqual({ kind: 'too_slow' });
    expect(kept()).toEqual([]);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('is cut when it takes too long in all', async () => {
    const clock = stepClock();
    async function* dripping(): AsyncGenerator<Buffer> {
      yield Buffer.from(file('').slice(0, -2));
      for (;;) {
        yield Buffer.alloc(200, 'x');
        await new Promise((resolve) => clock.setTimer(5_000, () => resolve(undefined)));
      }
    }
    const room = roomWith({ clock, fileBytes: 1e9 });
    const receiving = receiveForm(dripping(), TYPE, room);
    await eventually('a beginning', () => kept().length === 1);
    await clock.advanceAsync(60_000);
    expect(await receiving).toEqual({ kind: 'too_slow' });
    expect(kept()).toEqual([]);
  });

  it('is cut when the caller goes away', async () => {
    async function* breaking(): AsyncGenerator<Buffer> {
      yield Buffer.from(file('abc'));
      throw new Error('aborted');
    }
    expect(await receiveForm(breaking(), TYPE, roomWith())).toEqual({ kind: 'cut' });
    expect(kept()).toEqual([]);
  });
});

it('fields are read as a form that is read whole is', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '-', '\r', '\n', `\r\n--${BOUNDARY}`, '"', 'م'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 3 }),
      fc.integer({ min: 1, max: 50 }),
      async (values, size) => {
        const body = values.map((value, at) => field(`f${at}`, value)).join('') + END;
        const whole = decodeMultipart(Buffer.from(body), TYPE, { fields: 3, jsonDepth: 1 });
        const form = await receiveForm(inChunks(body, size), TYPE, roomWith());
        if (whole.fault !== undefined) expect(form.kind).toBe('unreadable');
        else expect(form).toMatchObject({ kind: 'received', fields: whole.fields });
      },
    ),
  );
});
