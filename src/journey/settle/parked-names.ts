import type { LinkId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { listEarlyNames, type KeptReceipt } from '../../store/receipts/keep-receipts.ts';

/**
 * The operators' ids under which receipts are parked, so that the store need not be asked about
 * every submission.
 */
export type ParkedNames = {
  has(linkId: LinkId, operatorKey: string): boolean;
  /** Notes what a commit has parked. */
  note(kept: readonly KeptReceipt[]): void;
  learn(reader: Reader, linkId: LinkId): Promise<void>;
};

/** Knows nothing parked until it learns or notes it. */
export function createParkedNames(): ParkedNames {
  const names = new Map<LinkId, Set<string>>();
  const of = (linkId: LinkId): Set<string> => {
    const known = names.get(linkId) ?? new Set();
    names.set(linkId, known);
    return known;
  };
  return {
    has: (linkId, operatorKey) => names.get(linkId)?.has(operatorKey) ?? false,
    note(kept) {
      for (const { kind, linkId, operatorKey } of kept) {
        if (kind === 'early' && operatorKey !== undefined) of(linkId).add(operatorKey);
      }
    },
    async learn(reader, linkId) {
      for (const name of await listEarlyNames(reader, linkId)) of(linkId).add(name);
    },
  };
}
