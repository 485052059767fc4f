/** Reading from `/v1` with TanStack Query: a call is a query, known by name and arguments. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { CallName, ListName } from '../../../../packages/client/src/client.ts';
import { callWith, PaighamError, type AnyTakes, type JsonName, type Takes } from './api.ts';
import type { Calls } from './types.ts';

/** A screen that is looked at is at most this old; events refresh sooner what has changed. */
const FRESH_MS = 15_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteLostSession }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The transport has already tried again what may succeed later.
      retry: false,
      // Offline, a page says so, and reads again what failed once it is connected.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

/** What these calls gave is out of date: what a page shows of it is read again. */
export async function refresh(...names: readonly (CallName | 'session')[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** A session that has ended: the frame (shared/layout/shell.tsx) leads to the sign-in. */
export function noteLostSession(error: unknown): void {
  // The second: the browser has dropped its cookie, so that nothing said of a session.
  const isLost = ['session_missing', 'bearer_missing'].some((it) => isRefusedFor(error, it));
  if (isLost) queryClient.setQueryData(['session'], null);
}

/** `useQuery(reading('showMessage', { path: { id } }))`. */
export function reading<Name extends JsonName>(name: Name, takes?: Takes<Name>) {
  return queryOptions({
    queryKey: [name, takes],
    // A page that is left makes room for the next: a browser has six connections.
    queryFn: ({ signal }): Promise<Calls[Name]['gives']> => callWith(name, { ...takes, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The same of a list, of which one is enough. */
export function whileAnyWaits<Row>(isWaiting: (row: Row) => boolean) {
  return whileWaiting<{ readonly pages: readonly { readonly data: readonly Row[] }[] }>(
    ({ pages }) => pages.some(({ data }) => data.some(isWaiting)),
  );
}

/** Somebody looks, and a decision takes people some time. */
const DECISION_MS = 5_000;

type Read<Data> = { readonly state: { readonly data?: Data | undefined } };

/**
 * `useQuery({ ...reading('showTemplate', …), ...whileWaiting(isUndecided) })`:
 * as long as it waits for a decision, it is read again, so that the decision shows when it is made.
 */
export function whileWaiting<Data>(isWaiting: (data: Data) => boolean) {
  return {
    refetchInterval: ({ state: { data } }: Read<Data>) =>
      data !== undefined && isWaiting(data) ? DECISION_MS : (false as const),
  };
}

type Page<Name extends ListName> = Calls[Name]['gives'];

/** All pages of a list so far: `useInfiniteQuery(listing('listMessages', { query }))`. */
export function listing<Name extends ListName>(name: Name, takes?: Takes<Name>) {
  return infiniteQueryOptions({
    queryKey: [name, 'pages', takes],
    queryFn: ({ pageParam, signal }): Promise<Page<Name>> => {
      const { query, ...rest } = (takes ?? {}) as AnyTakes;
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return callWith(name, { ...rest, query: { ...query, ...cursor }, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: Page<Name>): string | undefined => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Whether a call failed for this reason of `/docs/errors`. */
export function isRefusedFor(error: unknown, reason: string): boolean {
  if (!(error instanceof PaighamError)) return false;
  const { failure } = error;
  return 'reason' in failure && failure.reason === reason;
}
