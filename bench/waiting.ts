import { createServer, type AddressInfo } from 'node:net';

/** Resolves after so many milliseconds. */
export function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/**
 * Calls `look` every 50 ms until it returns something; throws after `limitMs`. An error from `look`
 * counts as nothing yet.
 */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (performance.now() > endMs) throw error;
      return undefined;
    });
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await pause(50);
  }
}

/** The text of a page; throws unless it answers 200. */
export async function readPage(url: string): Promise<string> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  return answer.text();
}

/** A TCP port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
