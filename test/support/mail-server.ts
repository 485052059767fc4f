/** A mail server on a real port: keeps what it takes, and refuses what it is told to. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type TakenMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** In lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** As it came, with its headers. */
  readonly raw: string;
  /** The plain text, decoded. */
  readonly text: string;
  readonly html: string;
};

export type MailServer = {
  readonly url: string;
  /** The oldest first. */
  readonly mails: readonly TakenMail[];
  /** To an address, whatever its case, the oldest first. */
  to(address: string): readonly TakenMail[];
  /** Answers of commands by their first word, such as `{ RCPT: '550 no such mailbox' }`. */
  behave(answers: Readonly<Record<string, string>>): void;
  /** Closes every connection, and takes no new ones until told otherwise. */
  setDown(isDown: boolean): void;
  close(): void;
};

export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let answers: Readonly<Record<string, string>> = {};
  let isDown = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (isDown) socket.destroy();
    else void serve(socket, (command) => answers[command], mails);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to: (address) =>
      mails.filter(({ to }) => to.some((it) => it.toLowerCase() === address.toLowerCase())),
    behave: (changed) => void (answers = changed),
    setDown(down) {
      isDown = down;
      if (down) cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

async function serve(
  socket: Socket,
  answerOf: (command: string) => string | undefined,
  mails: TakenMail[],
): Promise<void> {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let envelope = { from: '', to: [] as string[] };
  let content: string[] | undefined;
  say('220 mail.example ESMTP');
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (content !== undefined) {
      if (line !== '.') content.push(line.replace(/^\./, ''));
      else {
        mails.push({ ...envelope, ...readMail(content.join('\r\n')) });
        [content, envelope] = [undefined, { from: '', to: [] }];
        say('250 taken');
      }
      continue;
    }
    const [word = '', ...rest] = line.split(' ');
    const command = word.toUpperCase();
    const told = answerOf(command);
    const address = /<([^>]*)>/.exec(rest.join(' '))?.[1] ?? '';
    if (told !== undefined) say(told);
    else if (command === 'EHLO') say('250-mail.example\r\n250 8BITMIME');
    else if (command === 'DATA') {
      content = [];
      say('354 go on');
    } else {
      if (command === 'MAIL') envelope.from = address;
      if (command === 'RCPT') envelope.to.push(address);
      say(command === 'QUIT' ? '221 bye' : '250 fine');
    }
  }
}

function readMail(raw: string): Omit<TakenMail, 'from' | 'to'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).map((it) => it.trim());
  const partOf = (type: string): string => {
    const part = parts.map(split).find((it) => it.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decode(part.body, part.headers);
  };
  return { raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decode(body: string, headers: ReadonlyMap<string, string>): string {
  switch (headers.get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable':
      return Buffer.from(
        body
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
            String.fromCharCode(parseInt(hex, 16)),
          ),
        'latin1',
      ).toString('utf8');
    default:
      return body;
  }
}
