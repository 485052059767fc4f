/** Opens the TCP connection of a client. */

import { Socket } from 'node:net';
import { realClock, type SessionClock } from './session-events.ts';

export type ConnectOptions = {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly clock?: SessionClock;
};

export type Connected =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly words: string };

/** Resolves with a connected socket, or with the reason in words; never rejects. */
export function connect(options: ConnectOptions): Promise<Connected> {
  const clock = options.clock ?? realClock;
  return new Promise((resolve) => {
    const socket = new Socket();
    const finish = (connected: Connected): void => {
      timer.cancel();
      // `onError` stays: an error between this promise and its owner must not end the process.
      socket.off('connect', onConnect);
      if (!connected.ok) socket.destroy();
      resolve(connected);
    };
    const onConnect = (): void => finish({ ok: true, socket });
    const onError = (error: Error): void => finish({ ok: false, words: error.message });
    const timer = clock.setTimer(options.timeoutMs, () => {
      finish({ ok: false, words: 'connection timed out' });
    });
    socket.on('connect', onConnect);
    socket.on('error', onError);
    socket.connect({ host: options.host, port: options.port });
  });
}
