import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryAnswer } from '../domain/portability/directory.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { createHttpJson, type HttpJsonSettings } from './http-json.ts';

const A = '923001234567';
const B = '923111234567';
const JAZZ: DirectoryAnswer = { kind: 'operator', name: 'Jazz' };
const UNKNOWN: DirectoryAnswer = { kind: 'unknown' };
const FAILED: DirectoryAnswer = { kind: 'failed' };

let server: Server;
let base = '';
let reply = { status: 200, body: '' };
let seen: { method?: string; url?: string; body: string; token?: string | string[] }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (text: Buffer) => void (body += text.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const token = headers['x-token'];
      seen.push({ method, url, body, ...(token === undefined ? {} : { token }) });
      response.writeHead(reply.status, { location: '/elsewhere' });
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${portOf(server)}`;
});
function portOf(of: Server): number {
  const address = of.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeEach(() => {
  seen = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function settingsOf(changes: Partial<HttpJsonSettings> = {}): HttpJsonSettings {
  return {
    address: `${base}/n/{number}`,
    body: '',
    listPath: '',
    numberPath: '',
    operatorPath: 'operator',
    operators: new Map([['mobilink', 'Jazz']]),
    headers: { 'x-token': 'secret' },
    questions: 2,
    timeoutMs: 2_000,
    ...changes,
  };
}

async function asking(
  answer: unknown,
  changes: Partial<HttpJsonSettings> = {},
  numbers: readonly string[] = [A],
): Promise<Record<string, DirectoryAnswer>> {
  reply = { status: 200, body: typeof answer === 'string' ? answer : JSON.stringify(answer) };
  return Object.fromEntries(await createHttpJson(settingsOf(changes), wallClock)(numbers));
}

describe('a query about one number', () => {
  it('has it in the address, in the requested form, and sends the headers', async () => {
    await asking({ operator: 'MOBILINK' });
    await asking({ operator: 'MOBILINK' }, { address: `${base}/n?m=0{national}` });
    expect(seen).toMatchObject([
      { method: 'GET', url: `/n/${A}`, token: 'secret' },
      { method: 'GET', url: '/n?m=03001234567' },
    ]);
  });

  it.each<readonly [string, unknown, Partial<HttpJsonSettings>, DirectoryAnswer]>([
    ['a word of ours, in any letters', { operator: ' Mobilink ' }, {}, JAZZ],
    ['a code', { mnc: 1 }, { operatorPath: 'mnc', operators: new Map([['1', 'Jazz']]) }, JAZZ],
    ['deep inside', { data: [{ op: { id: 'MOBILINK' } }] }, DEEP(), JAZZ],
    ['about the number asked for', { msisdn: '03001234567', operator: 'MOBILINK' }, NAMED(), JAZZ],
    ['about another number', { msisdn: B, operator: 'MOBILINK' }, NAMED(), FAILED],
    ['a word that is not ours', { operator: 'NOBODY' }, {}, UNKNOWN],
    ['that nobody has it', { operator: null }, {}, UNKNOWN],
    ['nothing of an operator', { result: 'fine' }, {}, FAILED],
    ['an object for a word', { operator: {} }, {}, FAILED],
    ['a bare text', '"MOBILINK"', {}, FAILED],
    ['what every object inherits', { x: 1 }, { operatorPath: 'constructor.name' }, FAILED],
  ])('is answered with %s', async (_, answer, changes, expected) => {
    expect(await asking(answer, changes)).toEqual({ [A]: expected });
  });

  it('is answered by 404 when the number is unknown', async () => {
    reply = { status: 404, body: '{}' };
    const answers = await createHttpJson(settingsOf(), wallClock)([A]);
    expect(answers.get(A)).toEqual(UNKNOWN);
  });

  it.each([
    ['another status', 500, '{"operator":"MOBILINK"}', 'HTTP 500'],
    ['a redirect', 302, '', 'HTTP 302'],
    ['no JSON', 200, '<html>', 'the answer is not JSON'],
    ['more than can be an answer', 200, ' '.repeat(4 * 1024 * 1024 + 1), 'too long'],
  ])('fails by %s', async (_, status, body, why) => {
    reply = { status, body };
    await expect(createHttpJson(settingsOf(), wallClock)([A])).rejects.toThrow(why);
  });

  it('fails when nobody is there', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${portOf(closed)}/{number}`;
    await new Promise((resolve) => closed.close(resolve));
    const settings = settingsOf({ address });
    await expect(createHttpJson(settings, wallClock)([A])).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a query about many numbers', () => {
  const many = { body: '{"list":"{numbers}","kind":"mnp"}', numberPath: 'n', listPath: 'all' };

  it('has them in the body', async () => {
    await asking({ all: [] }, { ...many, address: `${base}/batch` }, [A, B]);
    await asking({ all: [] }, { ...many, body: '{"list":"{nationals}"}' }, [A]);
    expect(seen.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
      ['POST', { list: [A, B], kind: 'mnp' }],
      ['POST', { list: ['3001234567'] }],
    ]);
  });

  it('is answered number by number; numbers left out have failed', async () => {
    const all = [
      { n: Number(B), operator: 'NOBODY' },
      { n: '923009999999', operator: 'MOBILINK' },
      { n: `+${A}`, operator: 'MOBILINK' },
    ];
    const strange = '923331234567';
    expect(await asking({ all }, many, [A, B, strange])).toEqual({
      [A]: JAZZ,
      [B]: UNKNOWN,
      [strange]: FAILED,
    });
  });
});

function DEEP(): Partial<HttpJsonSettings> {
  return { listPath: 'data', operatorPath: 'op.id' };
}

function NAMED(): Partial<HttpJsonSettings> {
  return { numberPath: 'msisdn' };
}
