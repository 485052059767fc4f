/** What a send would do and cost, asked while one types; and sending it, once. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../shared/api/api.ts';
import type { NewMessages } from '../../shared/api/types.ts';

const PAUSE_MS = 350;

/** @param body undefined: something is still missing. */
export function useDryRun(body: NewMessages | undefined) {
  const wanted = JSON.stringify(body) ?? '';
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['sendMessages', 'dry_run', asked],
    queryFn: () => {
      const read = JSON.parse(asked) as NewMessages;
      return api.call('sendMessages', { body: { ...read, dry_run: true } });
    },
    enabled: asked !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const isCurrent = wanted === asked && !isFetching;
  if (wanted === '') return { isCurrent: true };
  return { data: error === null ? data : undefined, error: error ?? undefined, isCurrent };
}

/** A key for each intention: the same again, after a double click or a lost answer, goes once. */
export function useIntention(): (intended: unknown) => string {
  const kept = useRef({ of: '', key: '' });
  return (intended) => {
    const of = JSON.stringify(intended);
    if (kept.current.of !== of) kept.current = { of, key: crypto.randomUUID() };
    return kept.current.key;
  };
}
