import { readRecipient } from '../../domain/recipient/recipient.ts';
import { deleteDoNotCall } from '../../store/policy/do-not-call.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type RemoveDoNotCall = {
  /** As people write it. */
  readonly recipient: string;
  /** undefined: from the lists of all sources. */
  readonly source: string | undefined;
};

export type RemovedDoNotCall = {
  readonly recipient: string;
  readonly sources: readonly string[];
};

/** Takes a number from the do-not-call register. */
export async function removeDoNotCall(
  admin: Admin,
  input: RemoveDoNotCall,
): Promise<Outcome<RemovedDoNotCall>> {
  const read = readRecipient(input.recipient);
  if (!read.ok) return refuse('recipient', 'must be a Pakistani mobile number');
  const recipient = read.number;
  return changeSettings(admin, { action: 'dnc.remove' }, async (transaction) => {
    const sources = await deleteDoNotCall(transaction, recipient, input.source);
    if (sources.length === 0) return refuse('recipient', 'must be on the register');
    return changed({ recipient, sources }, { recipient, sources });
  });
}
