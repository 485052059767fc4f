import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { LOOK_AGAIN_MS, UNDER_WAY } from './batch-state.ts';

/** What has been counted stays true for a while. */
const COUNTED_MS = 60_000;

/** Lists have neither progress nor counts: each one that is seen is asked for itself. */
export function useShown(batch: Batch): Batch {
  const isLive = UNDER_WAY.includes(batch.state);
  const { data = batch } = useQuery({
    ...reading('showBatch', { path: { id: batch.id ?? '' } }),
    staleTime: isLive ? 0 : COUNTED_MS,
    refetchInterval: isLive ? LOOK_AGAIN_MS : false,
  });
  return data;
}
