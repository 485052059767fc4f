import type { AccountId } from '../../domain/ids.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { insertOptout, type OptoutScope } from '../../store/optouts/write-optouts.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type AddOptout = {
  readonly accountId: AccountId;
  /** As people write it. */
  readonly recipient: string;
  readonly scope: OptoutScope;
  /** Where the wish was heard. */
  readonly source: string;
};

/** Notes that a number wants no more messages of an account; gives the number as it is stored. */
export async function addOptout(admin: Admin, input: AddOptout): Promise<Outcome<string>> {
  const { accountId, scope, source } = input;
  const read = readRecipient(input.recipient);
  if (!read.ok) return refuse('recipient', 'must be a Pakistani mobile number');
  const recipient = read.number;
  return changeAccount(admin, { action: 'optout.add', accountId }, async (transaction) => {
    const optout = { recipient, scope, source };
    await insertOptout(transaction, accountId, optout, admin.clock.nowMs());
    return changed(recipient, optout);
  });
}
