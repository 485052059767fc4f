import { describe, expect, it } from 'vitest';
import { ROSHAN } from '../../test/support/fixtures.ts';
import type { BatchId } from '../domain/ids.ts';
import { type CancelDeps } from '../journey/settle/cancel.ts';
import { holdBatch } from './hold-batches.ts';

/** Holds a batch in a store whose transactions fail with this code. */
async function holdDespite(code: string): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const deps: Pick<CancelDeps, 'log' | 'db'> = {
    db: { transact: () => Promise.reject(Object.assign(new Error('no'), { code })) } as never,
    log: { warn: (_: unknown, text: unknown) => told.push(text) } as never,
  };
  await holdBatch(deps as CancelDeps, ROSHAN, 1 as BatchId);
  return told;
}

describe('what was asked of a batch, and is stored', () => {
  it('is left to the job when the lock is not had in time', async () => {
    expect(await holdDespite('55P03')).toEqual(['what was asked of a batch is left to the job']);
  });

  it('fails with what is a fault of ours', async () => {
    await expect(holdDespite('42601')).rejects.toThrow('no');
  });
});
