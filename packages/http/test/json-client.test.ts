import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJsonClient } from '../src/json-client.ts';

let folder: string;
let file: string;
let server: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paigham-json-client-'));
  file = join(folder, 'rows.csv');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener) {
  server = createServer(answer);
  const { port } = await new Promise<AddressInfo>((listening) => {
    server?.listen(0, '127.0.0.1', () => listening(server?.address() as AddressInfo));
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  return createJsonClient({ baseUrl, key: 'k', boundary: 'b' });
}

describe('an answer that goes to a file', () => {
  it('is there when all of it has come', async () => {
    const client = await serve((_, to) => to.end('row,number\r\n'));
    expect(await client.save('/rows', file)).toMatchObject({ kind: 'answered', status: 200 });
    expect(readFileSync(file, 'utf8')).toBe('row,number\r\n');
  });

  it('is not there when it breaks off: half of the rows look like all of them', async () => {
    const client = await serve((_, to) => {
      to.write('row,number\r\n2,923001234567\r\n', () => to.destroy());
    });
    expect(await client.save('/rows', file)).toMatchObject({ kind: 'failed' });
    expect(existsSync(file)).toBe(false);
  });

  it('leaves what was there alone when it is refused', async () => {
    writeFileSync(file, 'earlier');
    const client = await serve((_, to) => to.writeHead(503).end('{}'));
    expect(await client.save('/rows', file)).toMatchObject({ kind: 'answered', status: 503 });
    expect(readFileSync(file, 'utf8')).toBe('earlier');
  });
});
