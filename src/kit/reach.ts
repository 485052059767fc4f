/** Whether anybody listens at an address. */
import { connect } from 'node:net';

/**
 * Opens a TCP connection and closes it again. undefined: it was opened; else why not, in the
 * system's word: `ECONNREFUSED`, `ENOTFOUND`, or `timeout` after `timeoutMs`.
 */
export function reach(
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...to, timeout: timeoutMs });
    const settle = (why: string | undefined): void => {
      socket.destroy();
      resolve(why);
    };
    socket.on('connect', () => settle(undefined));
    socket.on('timeout', () => settle('timeout'));
    socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
  });
}
