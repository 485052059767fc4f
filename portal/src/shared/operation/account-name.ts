import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../api/queries.ts';

const TYPING_MS = 250;

/** The name of the account with this id; undefined for all else: names are read as they stand. */
export function useAccountName(given: unknown): string | undefined {
  const [id] = useDebouncedValue(given, TYPING_MS);
  const isId = typeof id === 'string' && /^\d{1,15}$/.test(id);
  const path = { id: isId ? id : '' };
  const { data } = useQuery({ ...reading('showStaffAccount', { path }), enabled: isId });
  return isId && data?.id === id ? data.name : undefined;
}
