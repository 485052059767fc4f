/**
 * Stops campaigns before they do harm: once the chat platform has paused a template, or people
 * take it so badly that it soon will, nothing more of it leaves (facts of the platform, C8). What
 * has not left waits, reserved as in every paused batch, until its account resumes or cancels it.
 */
import { factOfStop } from '../domain/event/chat-facts.ts';
import type { StopReason } from '../domain/message/hold.ts';
import type { Log } from '../kit/log.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';
import { askHold } from '../store/batches/batch-holds.ts';
import type { BatchName } from '../store/batches/remove-batches.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';

/** Pauses batches, and tells their accounts; a job carries it out. */
export async function stopCampaigns(
  { log, transaction, atMs }: { log: Log; transaction: Transaction; atMs: number },
  campaigns: readonly BatchName[],
  stopReason: StopReason,
): Promise<void> {
  for (const batch of campaigns) {
    const { accountId, id } = batch;
    if ((await askHold(transaction, batch, { wish: 'pause', atMs, stopReason })) !== 'done')
      continue;
    await noteFacts(transaction, [factOfStop(batch, stopReason)], { atMs });
    const detail = { batch: id, reason: stopReason };
    const entry = { actor: 'platform', action: 'batch.stopped', detail };
    await insertAudit(transaction, accountId, entry, atMs);
    log.warn({ account: accountId, ...detail }, 'a campaign is stopped because of its template');
  }
}

/** Whether what became of a template stops its campaigns, and why. */
export function whyStopped({
  state,
  quality,
}: {
  readonly state?: string | undefined;
  readonly quality?: string | undefined;
}): StopReason | undefined {
  if (state !== undefined && STOPPING.includes(state)) return 'template_paused';
  return quality === WORST ? 'template_quality' : undefined;
}

const STOPPING: readonly string[] = ['paused', 'disabled', 'deleted', 'archived'];
const WORST = 'red';
