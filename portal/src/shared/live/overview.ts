/**
 * How the service is doing, live: one stream for all pages of this window, open only while one of
 * them is looked at. A browser opens few connections to a host, and a hidden window needs none.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOfCall } from '../api/api.ts';
import { queryClient, reading, refresh } from '../api/queries.ts';
import type { StaffOverview } from '../api/types.ts';

const QUERY = queryOptions({ ...reading('showOverview'), staleTime: Infinity });

let looking = 0;
let source: EventSource | undefined;

function listen(): void {
  if (source !== undefined || looking === 0 || document.hidden) return;
  const stream = new EventSource(addressOfCall('watchOverview', {}));
  source = stream;
  const take = ({ data }: MessageEvent<string>): void => {
    const change = JSON.parse(data) as StaffOverview;
    queryClient.setQueryData(QUERY.queryKey, (known) => {
      // While they are looked for, those that were found last are still of use.
      const findings = change.findings ?? known?.findings ?? null;
      return { ...known, ...change, findings };
    });
  };
  stream.addEventListener('overview', take);
  stream.addEventListener('change', take);
  stream.addEventListener('error', () => {
    // The browser tries again by itself, unless it was refused: the session may be over.
    if (stream.readyState !== EventSource.CLOSED) return;
    void refresh('session');
  });
}

function leave(): void {
  if (looking > 0 && !document.hidden) return;
  source?.close();
  source = undefined;
}

document.addEventListener('visibilitychange', () => {
  leave();
  listen();
});

/** The overview, changing as the service does; undefined until it is there. */
export function useOverview() {
  useEffect(() => {
    looking += 1;
    listen();
    return () => {
      looking -= 1;
      leave();
    };
  }, []);
  return useQuery(QUERY);
}
