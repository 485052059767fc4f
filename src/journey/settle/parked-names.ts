import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { type KeptReceipt, listEarlyNames } from '../../store/receipts.ts';

/**
 * The operators' ids under which receipts are parked, so that the store need not be asked about
 * every submission. What another node parked, or what is forgotten here, is found by a job.
 */
export type ParkedNames = {
  has(linkId: LinkId, operatorKey: string): boolean;
  /** Notes what a commit has parked. */
  note(kept: readonly KeptReceipt[]): void;
  /** Forgets a name whose attempt is stored. */
  forget(linkId: LinkId, operatorKey: string): void;
  learn(reader: Reader, linkId: LinkId): Promise<void>;
};

/** Knows nothing parked until it learns or notes it. */
export function createParkedNames(): ParkedNames {
  const names = new Set<string>();
  const add = (linkId: LinkId, operatorKey: string): void => {
    names.add(nameOf(linkId, operatorKey));
    if (names.size <= limit('parkedNames')) return;
    const oldest = names.values().next();
    if (oldest.done !== true) names.delete(oldest.value);
  };
  return {
    has: (linkId, operatorKey) => names.size > 0 && names.has(nameOf(linkId, operatorKey)),
    note(kept) {
      for (const { kind, linkId, operatorKey } of kept) {
        if (kind === 'early' && operatorKey !== undefined) add(linkId, operatorKey);
      }
    },
    forget: (linkId, operatorKey) => void names.delete(nameOf(linkId, operatorKey)),
    async learn(reader, linkId) {
      for (const name of await listEarlyNames(reader, linkId)) add(linkId, name);
    },
  };
}

function nameOf(linkId: LinkId, operatorKey: string): string {
  return `${linkId} ${operatorKey}`;
}
