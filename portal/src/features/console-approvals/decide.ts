/** Decisions of staff, by the operations of the command line. */
import { api } from '../../shared/api/api.ts';
import type { Approval } from '../../shared/api/types.ts';

const OPERATIONS = {
  sender: ['sender-approve', 'sender-reject'],
  template: ['template-approve', 'template-reject'],
  document: ['verification-approve', 'verification-refuse'],
} as const satisfies Record<Approval['kind'], readonly [string, string]>;

/** Why something is refused: a word of the list for documents, words for the rest. */
export type Why = { readonly reason: string; readonly words?: string };

/** @param why undefined: it is approved. */
export async function decide(item: Approval, why: Why | undefined): Promise<void> {
  const [approve, refuse] = OPERATIONS[item.kind];
  const path = { name: why === undefined ? approve : refuse };
  await api.call('doStaffOperation', { path, body: { ...nameOf(item), ...why } });
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
