import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';

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
