import { useQuery } from '@tanstack/react-query';
import { reading } from '../api/queries.ts';

/** Whether the role may do the operation of this name: `mayDo('credit-add')`. */
export function useMayDo(): (name: string) => boolean {
  const { data } = useQuery(reading('listStaffOperations'));
  return (name) => data?.data.some((it) => it.name === name) === true;
}
