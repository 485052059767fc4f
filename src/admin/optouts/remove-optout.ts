import type { AccountId } from '../../domain/ids.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { deleteOptout } from '../../store/optouts/write-optouts.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type RemoveOptout = {
  readonly accountId: AccountId;
  /** As people write it. */
  readonly recipient: string;
};

/** Notes that a number wants an account's messages again. */
export async function removeOptout(admin: Admin, input: RemoveOptout): Promise<Outcome<string>> {
  const { accountId } = input;
  const read = readRecipient(input.recipient);
  if (!read.ok) return refuse('recipient', 'must be a Pakistani mobile number');
  const recipient = read.number;
  return changeAccount(admin, { action: 'optout.remove', accountId }, async (transaction) => {
    const existed = await deleteOptout(transaction, accountId, recipient);
    if (!existed) return refuse('recipient', 'This number has not opted out');
    return changed(recipient, { recipient });
  });
}
