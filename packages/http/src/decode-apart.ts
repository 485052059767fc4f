/**
 * Decodes large bodies in a separate thread, one after another: some take a second, and no
 * other request may wait for them.
 */
import { Worker } from 'node:worker_threads';
import type { EncodedBody } from './decode-body.ts';
import type { DecodedForm, FormBounds } from './form.ts';

/** What the thread receives, and what it returns. */
export type DecodeOrder = {
  readonly id: number;
  readonly encoded: Omit<EncodedBody, 'body'> & { readonly body: Uint8Array };
  readonly bounds: FormBounds;
};
export type DecodeDone = { readonly id: number } & (
  | { readonly form: DecodedForm }
  | { readonly error: unknown }
);

type Waiting = {
  readonly resolve: (form: DecodedForm) => void;
  readonly reject: (error: unknown) => void;
};

type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

/** Started with the first large body, and again if it ever ends. */
let thread: Thread | undefined;
let orders = 0;

/**
 * Returns what `decodeBody` returns. A body with memory of its own is transferred: nobody
 * else may read it any more. Rejects if the thread fails.
 */
export function decodeApart(encoded: EncodedBody, bounds: FormBounds): Promise<DecodedForm> {
  const { worker, waiting } = (thread ??= begin());
  orders += 1;
  const order: DecodeOrder = { id: orders, encoded, bounds };
  return new Promise((resolve, reject) => {
    waiting.set(order.id, { resolve, reject });
    const { buffer, length } = encoded.body;
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === length;
    worker.postMessage(order, isOwn ? [buffer] : []);
  });
}

function begin(): Thread {
  const begun: Thread = {
    worker: new Worker(new URL('./decode-thread.ts', import.meta.url)),
    waiting: new Map(),
  };
  const { worker, waiting } = begun;
  const fail = (error: unknown): void => {
    if (thread === begun) thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (done: DecodeDone) => {
    const asked = waiting.get(done.id);
    waiting.delete(done.id);
    if ('form' in done) asked?.resolve(done.form);
    else asked?.reject(done.error);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that decodes large bodies has ended')));
  // Its callers have connections that keep the program running.
  worker.unref();
  return begun;
}
