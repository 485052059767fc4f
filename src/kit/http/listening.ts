/** Opening a port to listen on, and saying in a sentence why it cannot be opened. */
import { createServer } from 'node:net';
import { Refusal } from '../refusal.ts';

/** What the reader can do about it; undefined for unexpected errors. */
function sentenceOf(code: unknown, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program: choose another one with --port.`;
    case 'EACCES':
      return `Port ${port} needs rights that this user has not: choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is no address of this machine.`;
    default:
      return undefined;
  }
}

/** The error of a server that could not listen, as a `Refusal` where there is a sentence for it. */
export function explainListen(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentence = sentenceOf(code, host, port);
  return sentence === undefined ? error : new Refusal(sentence);
}

/** Opens the port and closes it again. @throws Refusal when it cannot be opened. */
export function mustBeFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(explainListen(error, host, port)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
