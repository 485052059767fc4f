/** What an operation would change, as it is now, by what says which one. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../api/queries.ts';
import type { StaffOperation } from '../api/types.ts';
import { sentenceOf } from '../form/use-submit.ts';
import { bodyOf, isSame, type Held, type OperationField, type Present } from './schema.ts';

const TYPING_MS = 250;

/** Always the same, so that nothing seems to have changed. */
const NOTHING: Present = {};

export type PresentState = {
  /** undefined: not known yet. */
  readonly present: Present | undefined;
  /** What says which one is complete, and being looked up. */
  readonly isLooking: boolean;
  /** Why there is none: it does not exist. */
  readonly problem: string | undefined;
  readonly refresh: () => Promise<unknown>;
};

export function usePresent(
  { name, has_present: hasPresent, present_by: by }: StaffOperation,
  fields: readonly OperationField[],
  values: Readonly<Record<string, Held>>,
): PresentState {
  const named = fields.filter((it) => by.includes(it.name));
  const key = named.map((it) => String(values[it.name] ?? ''));
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const isSettled = named.every((it) => isSame(values[it.name] ?? '', settled[it.name] ?? ''));
  const isComplete = named.every((it, index) => !it.isNeeded || key[index] !== '');
  const takes = { path: { name }, body: bodyOf(named, settled) };
  const query = useQuery({
    ...reading('showPresent', takes),
    // The values of another one would be taken for this one's.
    placeholderData: undefined,
    enabled: hasPresent && isComplete && isSettled,
  });
  const isKnown = isComplete && isSettled && query.data !== undefined;
  return {
    present: hasPresent && !isKnown ? undefined : (query.data?.data ?? NOTHING),
    isLooking: hasPresent && isComplete && (!isSettled || query.isLoading),
    problem: isComplete && query.error !== null ? sentenceOf(query.error) : undefined,
    refresh: () => query.refetch(),
  };
}
