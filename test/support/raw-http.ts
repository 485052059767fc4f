/** Raw HTTP: for requests that no proper client would write. */
import { connect, type Socket } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Writes `bytes` on a connection of its own; returns everything received until it was closed. */
export async function sendRaw(baseUrl: string, bytes: string | Buffer): Promise<string> {
  const socket = await openRaw(baseUrl);
  socket.write(bytes);
  return readAll(socket);
}

/** The same, for one answer. */
export async function askRaw(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const [answer] = splitAnswers(await sendRaw(baseUrl, bytes));
  if (answer === undefined) throw new Error('the connection was closed without an answer');
  return answer;
}

export function openRaw(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Everything until the other side closes. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Splits consecutive answers on one connection by their Content-Length. */
export function splitAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = Buffer.from(text);
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return answers;
    const [first = '', ...lines] = rest.toString('utf8', 0, headEnd).split('\r\n');
    const headers = new Map(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(first.split(' ')[1]);
    const size = status === 100 ? 0 : Number(headers.get('content-length') ?? 0);
    const bodyStart = headEnd + 4;
    answers.push({ status, headers, body: rest.toString('utf8', bodyStart, bodyStart + size) });
    rest = rest.subarray(bodyStart + size);
  }
}
