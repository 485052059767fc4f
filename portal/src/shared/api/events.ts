/** What happens, as it happens: one stream of events for the account that one acts for. */
import { useEffect } from 'react';
import { readEvents } from '../../../../packages/client/src/events.ts';
import { sessionHeaders, type CallName } from './api.ts';
import { noteLostSession, refresh } from './queries.ts';
import { useWho } from './session.ts';
import type { Event } from './types.ts';

/** A campaign makes hundreds of events a second: what they change is read again this often. */
const PAUSE_MS = 500;

type Hear = (type: Event['type'] | 'missed') => void;

const listening = new Set<Hear>();
let stream: AbortController | undefined;

/**
 * Reads again what these calls have given, when something of these types has happened:
 * `useRefreshOn(REPLIES, ['listConversations'])`. Give it constants. Pages are read again when they
 * are looked at again, with or without a stream.
 */
export function useRefreshOn(types: readonly Event['type'][], calls: readonly CallName[]): void {
  const { id } = useWho().account ?? { id: undefined };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshAll = (): void => {
      timer = undefined;
      void refresh(...calls);
    };
    const hear: Hear = (type) => {
      if (type === 'missed' || types.includes(type)) timer ??= setTimeout(refreshAll, PAUSE_MS);
    };
    listening.add(hear);
    follow();
    return () => {
      clearTimeout(timer);
      listening.delete(hear);
      follow();
    };
  }, [id, types, calls]);
}

/** A browser has six connections to a host for all its windows: only what is seen listens. */
function follow(): void {
  const isWanted = listening.size > 0 && document.visibilityState === 'visible';
  if (isWanted === (stream !== undefined)) return;
  stream?.abort();
  stream = isWanted ? new AbortController() : undefined;
  if (stream !== undefined) void read(stream.signal);
}

document.addEventListener('visibilitychange', () => {
  follow();
  if (stream !== undefined) tell('missed');
});

function tell(type: Parameters<Hear>[0]): void {
  for (const hear of listening) hear(type);
}

async function read(signal: AbortSignal): Promise<void> {
  const client = { baseUrl: globalThis.location.origin, key: 'session', fetch: asSession };
  try {
    for await (const { type } of readEvents(client, { signal })) tell(type);
  } catch (error) {
    // Refused for good: the session has ended, or may not read.
    noteLostSession(error);
  }
}

/** The cookie says who asks, instead of a key. */
const asSession: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('Authorization');
  for (const [name, value] of Object.entries(sessionHeaders())) headers.set(name, value);
  return fetch(url, { ...init, headers });
};
