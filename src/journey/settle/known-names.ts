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

/** What the chat platform calls a message that it took by the link of a number. */
export type ChatName = { readonly linkId: LinkId; readonly operatorKey: string };

/**
 * Names of attempts that this node has just stored: a status that came before them waits under its
 * name. What is not noted here, or by another node, is found in its turn.
 */
export type NewNames = {
  note(names: readonly ChatName[]): void;
  /**
   * What was noted since the call before the last one. Each is given twice, because a status whose
   * message was looked for before the attempt was stored may be kept after the first time.
   */
  take(): readonly ChatName[];
};

/** Knows no names until it notes some. */
export function createNewNames(): NewNames {
  const most = limit('chatNewNames');
  let before: readonly ChatName[] = [];
  let now: ChatName[] = [];
  return {
    note(names) {
      now.push(...names.slice(0, most - now.length));
    },
    take() {
      const both = [...before, ...now];
      before = now;
      now = [];
      return both;
    },
  };
}
