import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Whether a request may be worked at. A caller may write request after request without waiting for
 * answers; one past `most` that stand open is not worked at and ends the connection, and whoever
 * then still goes on is cut.
 */
export function createPipelines(most: number) {
  const open = new WeakMap<Socket, number>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    response.once('close', () => void open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count > 2 * most) socket.destroy();
    return count <= most;
  };
}
