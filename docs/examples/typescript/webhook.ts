// Receives events: verifies the signature, stores each event once, and answers at once.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

const { WEBHOOK_SECRET = '', INBOX = '.', PORT = '3000' } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
if (key.length === 0) throw new Error('WEBHOOK_SECRET is missing');

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const ours = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  // Two signatures during a rotation of the secret.
  return String(given)
    .split(' ')
    .map((it) => Buffer.from(it.replace('v1,', ''), 'base64'))
    .some((it) => it.length === ours.length && timingSafeEqual(it, ours));
}

async function take(request: IncomingMessage): Promise<number> {
  const body = await text(request);
  if (!isSigned(request, body)) return 400;
  // An event may come more than once: like a row with a unique id, the file is only created once.
  // It is renamed when it is complete: a program that reads the folder never sees half of it.
  const file = `${INBOX}/${String(request.headers['webhook-id'])}.json`;
  if (existsSync(file)) return 204;
  await writeFile(`${file}.new`, body, { flush: true });
  await rename(`${file}.new`, file);
  // The actual work is done later, by a program that reads the files.
  return 204;
}

createServer((request, response) => {
  take(request).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      console.error('not kept:', error);
      response.writeHead(500).end(); // It comes again.
    },
  );
}).listen(Number(PORT), '127.0.0.1');
