import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of one connection that stand open; one listener serves all of them. */
class Pipeline {
  open = 0;
  readonly end = (): void => {
    this.open -= 1;
  };
}

/**
 * Whether a request may be worked at. A caller may write request after request without waiting for
 * answers; one past `most` that stand open is not worked at and ends the connection, and whoever
 * then still goes on is cut.
 */
export function createPipelines(most: number) {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    let pipeline = pipelines.get(socket);
    if (pipeline === undefined) pipelines.set(socket, (pipeline = new Pipeline()));
    pipeline.open += 1;
    response.on('close', pipeline.end);
    if (pipeline.open > 2 * most) socket.destroy();
    return pipeline.open <= most;
  };
}
