/** Callers that misbehave on their sockets: slow, silent, many, gone. Others do not notice. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver } from '../support/verify.ts';

/** src/domain/limits.ts, connectionsPerAddress. */
const MOST_PER_ADDRESS = 2_000;

let paigham: Paigham;
let shop: Shop;
let sent = 0;
const okIds: number[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '10000' });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await eventually('room', () =>
    sendFrom('127.0.0.1').then(
      (body) => body.startsWith('OK') && (noteId(body), true),
      () => false,
    ),
  );
});

type Seen = { readonly socket: Socket; heard(): string; isClosed(): boolean };

/** Opens a separate connection. */
function open(localAddress = '127.0.0.1'): Promise<Seen> {
  const { port } = new URL(paigham.baseUrl);
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
  sockets.add(socket);
  let heard = '';
  let closed = false;
  socket.on('data', (chunk) => void (heard += chunk.toString()));
  socket.on('close', () => void (closed = true));
  socket.on('error', () => void (closed = true));
  const seen = { socket, heard: () => heard, isClosed: () => closed };
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(seen));
    socket.once('error', () => resolve(seen));
  });
}

const query = (): string => {
  sent += 1;
  const { message, template_id: template, ...rest } = shop.write(`No. ${sent}`, mobileOf(0, sent));
  const parameters = new URLSearchParams(rest);
  parameters.set('template_id', String(template));
  parameters.set('message', JSON.stringify(message));
  return `/api/sms.php?${parameters}`;
};

/** A send from another address of this machine, on a connection of its own. */
function sendFrom(localAddress: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${paigham.baseUrl}${query()}`,
      { localAddress, agent: false },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => void (body += chunk.toString()));
        response.on('end', () => resolve(body));
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}

function noteId(body: string): void {
  okIds.push(Number(/^OK ID:(\d+)$/.exec(body)?.[1] ?? 0));
}

describe('callers', () => {
  it('who open as many sockets as one address may leave room for everybody else', async () => {
    const idle: Seen[] = [];
    while (idle.length < MOST_PER_ADDRESS) {
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => open()))));
    }
    // Until all of them are accepted, one more may come before them, and take the place of one.
    let before = 0;
    await eventually('a word about it', async () => {
      const body = await sendFrom('127.0.0.1');
      if (body.startsWith('OK')) noteId(body);
      if (body.startsWith('OK')) before += 1;
      return /more than 2,?000 open connections/.test(body);
    });
    const oneMore = await open();
    await eventually('its end', oneMore.isClosed);
    expect(idle.filter((it) => it.isClosed()).length).toBeLessThanOrEqual(before);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendFrom('127.0.0.2')));
    for (const body of answers) noteId(body);
    expect(answers.filter((body) => !body.startsWith('OK ID:'))).toEqual([]);
  });

  it('who never end their headers are told so and cut off, others answered meanwhile', async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => open()));
    let written = 0;
    const drip = (): void => {
      written += 1;
      for (const { socket } of slow) if (socket.writable) socket.write(`X-${written}: a\r\n`);
    };
    for (const { socket } of slow) socket.write('GET /api/balance.php HTTP/1.1\r\n');
    await eventually('the end of all', async () => {
      drip();
      noteId(await sendFrom('127.0.0.2'));
      return slow.every((it) => it.isClosed());
    });
    // A caller writing at that very moment may not have been able to read it.
    const told = slow.map((it) => it.heard()).filter(Boolean);
    expect(told.length).toBeGreaterThan(slow.length / 2);
    const rest = told.filter((answer) => !/^HTTP\/1\.1 408 [^]*12 : Invalid request/.test(answer));
    expect(rest).toEqual([]);
  });

  it('who disconnect in the middle of a request leave nothing behind', async () => {
    const before = paigham.logged.filter((line) => line.includes('"level":"error"')).length;
    const half = 'POST /api/sms.php HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\napi_key=';
    for (let time = 0; time < 50; time += 1) {
      const { socket } = await open();
      socket.write(half);
      socket.destroy();
    }
    noteId(await sendFrom('127.0.0.1'));
    const after = paigham.logged.filter((line) => line.includes('"level":"error"')).length;
    expect(after).toBe(before);
  });

  it('who write many requests at once get every answer, in order', async () => {
    const { socket, heard } = await open();
    const requests = Array.from({ length: 500 }, (_, index) => {
      const path = index % 2 === 0 ? query() : '/api/balance.php?api_key=wrong';
      return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    });
    socket.write(requests.join(''));
    const count = (): number => heard().split('HTTP/1.1 ').length - 1;
    await eventually('the answers', () => count() === requests.length);
    const answers = heard().split('HTTP/1.1 ').slice(1);
    const wrong = answers.filter((answer, index) =>
      index % 2 === 0 ? !answer.includes('OK ID:') : !/^(401|429)/.test(answer),
    );
    expect(wrong).toEqual([]);
    for (const answer of answers) {
      if (answer.includes('OK ID:')) noteId(answer.split('\r\n').at(-1) ?? '');
    }
  });

  it('find the books in order afterwards', async () => {
    okIds.push(await sendOk(paigham.baseUrl, shop.write('Still here', mobileOf(1, 1))));
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});
