/** Callers that send without pause, each text different, whatever happens to the service. */
import { pause, wallClock } from '@paigham/base/clock.ts';
import { send, type SendParameters } from './caller.ts';

export type Load = {
  /** The ids in every OK that a caller has read. */
  readonly okIds: readonly number[];
  /** Answers other than OK, by HTTP status and code; 'none' for requests without an answer. */
  readonly refusals: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** What the request number `index` sends. */
export type Compose = (index: number) => SendParameters;

/** How long a caller waits after a request without an answer. */
const AFTER_FAILURE_MS = 20;

/** Starts `callers` callers; each sends again as soon as it has its answer. */
export function startLoad(baseUrl: string, callers: number, compose: Compose): Load {
  const okIds: number[] = [];
  const refusals = new Map<string, number>();
  const ended = new AbortController();
  let index = 0;
  const note = (what: string): void => void refusals.set(what, (refusals.get(what) ?? 0) + 1);

  const sendOne = async (): Promise<boolean> => {
    index += 1;
    try {
      const { id, httpStatus, code } = await send(baseUrl, compose(index));
      if (id === undefined) note(`${httpStatus} ${code}`);
      else okIds.push(id);
      return id !== undefined;
    } catch (error) {
      note(error instanceof TypeError ? 'none' : String(error));
      return false;
    }
  };
  const call = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      if (!(await sendOne())) await pause(wallClock, AFTER_FAILURE_MS);
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, call));
  return {
    okIds,
    refusals,
    async stop() {
      ended.abort();
      await calling;
    },
  };
}
