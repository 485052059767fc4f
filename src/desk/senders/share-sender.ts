import { faultOfSenderName } from '../../domain/sender/sender.ts';
import { insertSharedSender } from '../../store/senders/write-senders.ts';
import { change, changed, refuse, type Desk, type Outcome } from '../desk.ts';

/** Puts a name on the list from which every account may take its shared sender. */
export async function shareSender(desk: Desk, name: string): Promise<Outcome<void>> {
  const fault = faultOfSenderName(name);
  if (fault !== undefined) return refuse('name', fault);
  return change(desk, { action: 'sender.share' }, async (transaction) => {
    await insertSharedSender(transaction, name);
    return changed(undefined, { name });
  });
}
