/**
 * A number that moves to another phone leaves the platform for minutes and comes back by itself
 * (facts of the platform, C6): what is to leave by it waits meanwhile.
 */
import type { Transaction } from '../kit/postgres/pool.ts';
import { resumeNumbers, pauseNumbers } from '../store/chat/numbers.ts';
import { raiseSettingsVersion } from '../store/nodes/versions.ts';
import type { ChatDeps } from './chat.ts';
import type { PlacedEvents } from './place-events.ts';

/** Why it waits, for people; what stopped a number for another reason is not lifted. */
const WORDS = 'the number moves to another phone: it starts again when it is back';

/** Pauses and starts the numbers of business accounts; returns how many were paused. */
export async function pauseBusinesses(
  { log }: Pick<ChatDeps, 'log'>,
  transaction: Transaction,
  { alarms, nowMs: atMs }: { readonly alarms: PlacedEvents['alarms']; readonly nowMs: number },
): Promise<number> {
  let paused = 0;
  for (const { accountId, businessId, atMs: saidAtMs, event } of alarms) {
    if (event.kind !== 'account' || event.pauses === undefined) continue;
    // Whoever also locks numbers has raised this version before.
    await raiseSettingsVersion(transaction);
    const of = { accountId, businessId, words: WORDS, saidAtMs };
    const count = event.pauses
      ? await pauseNumbers(transaction, { ...of, atMs })
      : await resumeNumbers(transaction, of);
    if (event.pauses) paused += count;
    const fields = { account: accountId, business: businessId, numbers: count };
    if (event.pauses) log.warn(fields, 'the numbers of a chat business wait until it is back');
    else log.info(fields, 'the numbers of a chat business are back');
  }
  return paused;
}
