/** Decisions of staff, by the operations of the command line. */
import { api, callLast } from '../../shared/api/api.ts';
import type { Approval } from '../../shared/api/types.ts';

const OPERATIONS = {
  sender: ['sender-approve', 'sender-reject'],
  template: ['template-approve', 'template-reject'],
  document: ['verification-approve', 'verification-refuse'],
} as const satisfies Record<Approval['kind'], readonly [string, string]>;

/** Why something is refused: a word of the list for documents, words for the rest. */
export type Why = { readonly reason: string; readonly words?: string };

/** Known among all that waits, and among what was decided. */
export const keyOf = ({ kind, id, version, account }: Approval): string =>
  `${kind} ${account.id} ${id} ${version ?? ''}`;

/**
 * Sends a decision. Whoever approves has agreed to what the item said would follow; if it said
 * nothing, the service refuses what has come up since then, and the item says it.
 *
 * @param why undefined: it is approved.
 */
export async function decide(item: Approval, why: Why | undefined): Promise<void> {
  await api.call('doStaffOperation', takesOf(item, why));
}

/** The same while the page is being closed. */
export function decideLast(item: Approval, why: Why | undefined): void {
  callLast('doStaffOperation', takesOf(item, why));
}

function takesOf(item: Approval, why: Why | undefined) {
  const [approve, refuse] = OPERATIONS[item.kind];
  const path = { name: why === undefined ? approve : refuse };
  const query = { agreed: why === undefined && item.consequences.length > 0 };
  return { path, query, body: { ...nameOf(item), ...why } };
}

function nameOf({ kind, id, name, version, account }: Approval): Record<string, unknown> {
  switch (kind) {
    case 'sender':
      return { account: account.id, name };
    case 'template':
      return {
        account: account.id,
        template: Number(id),
        ...(version === null ? {} : { version }),
      };
    case 'document':
      return { account: account.id, kind: name };
  }
}
