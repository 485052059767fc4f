import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callWith } from '../api/api.ts';
import type { Row } from './result.tsx';

/**
 * What an operation lists, page by page, for `<DataTable>`:
 * `useInfiniteQuery(operationPages('audit-list', { action: 'credit' }))`.
 */
export function operationPages(name: string, body: Readonly<Record<string, unknown>>) {
  return infiniteQueryOptions({
    queryKey: ['doStaffOperation', 'pages', name, body],
    queryFn: async ({ pageParam, signal }) => {
      const given = { path: { name }, body: { ...body, ...pageParam }, signal };
      const { data, next } = await callWith('doStaffOperation', given);
      return { data: data as readonly Row[], next };
    },
    initialPageParam: {},
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
