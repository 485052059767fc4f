/** The stream of events: Server-Sent Events over fetch, because EventSource cannot send a key. */
import { PaighamError } from './failure.ts';
import type { Event } from './generated/api.ts';
import {
  createTransport,
  mayRepeat,
  pauseOf,
  wait,
  whyOf,
  type ClientOptions,
} from './transport.ts';

export type EventOptions = {
  /** The id of the last event you had; by default it starts with what happens next. */
  readonly after?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Called whenever the connection is lost; it reconnects afterwards. */
  readonly onBreak?: (error: PaighamError) => void;
};

/** The service sends something every 5 s. */
const IDLE_MS = 30_000;

/** Events after `after`, each once, in the service's order. */
export async function* readEvents(
  client: ClientOptions,
  { after, signal, onBreak }: EventOptions,
): AsyncGenerator<Event> {
  const { key, sleep = wait } = client;
  const transport = createTransport({ ...client, tries: 1 });
  const isEnded = (): boolean => signal?.aborted === true;
  let last = after;
  for (let failed = 0; !isEnded();) {
    let error: PaighamError;
    try {
      const headers = {
        Authorization: `Bearer ${key}`,
        Accept: 'text/event-stream',
        ...(last === undefined ? {} : { 'Last-Event-ID': last }),
      };
      const request = { method: 'GET', path: '/v1/events', headers, isStream: true };
      const { response, stop } = await transport(signal ? { ...request, signal } : request);
      for await (const { id, event } of framesOf(response, stop)) {
        failed = 0;
        last = id ?? last;
        if (event !== undefined) yield event;
      }
      error = new PaighamError({ kind: 'unreachable', detail: 'the stream has ended' });
    } catch (caught) {
      if (isEnded()) return;
      if (!(caught instanceof PaighamError) || !mayRepeat(caught)) throw caught;
      error = caught;
    }
    onBreak?.(error);
    failed += 1;
    await sleep(pauseOf(error, failed));
  }
}

type Frame = { readonly id: string | undefined; readonly event: Event | undefined };

/** Whole frames, until the connection ends; throws PaighamError when it breaks. */
async function* framesOf(response: Response, stop: () => void): AsyncGenerator<Frame> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await readSoon(() => reader.read(), stop);
      if (done) return;
      const frames = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) yield readFrame(frame);
    }
  } finally {
    stop();
  }
}

async function readSoon<Piece>(read: () => Promise<Piece>, stop: () => void): Promise<Piece> {
  const timer = setTimeout(stop, IDLE_MS);
  try {
    return await read();
  } catch (error) {
    throw new PaighamError({ kind: 'unreachable', detail: whyOf(error) }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A comment has neither; the first frame has an id but no event. */
function readFrame(frame: string): Frame {
  const data = /^data: (.*)$/m.exec(frame)?.[1];
  return {
    id: /^id: (.*)$/m.exec(frame)?.[1],
    event: data === undefined ? undefined : (JSON.parse(data) as Event),
  };
}
