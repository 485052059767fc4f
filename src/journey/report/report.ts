/** Seventh stage: what the account is told of its messages (contract section 7). */
import type { AccountId } from '../../domain/ids.ts';
import type { Report } from '../../domain/message/report.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { readBatchReport, readMessageReport } from '../../store/reports/read-report.ts';

/**
 * The report of a message or of a page of a batch, whichever has the id; undefined when nothing of
 * this account has it, so that a foreign id answers like an unknown one.
 */
export async function report(
  reader: Reader,
  accountId: AccountId,
  ask: { readonly id: number; readonly page: number; readonly atMs: number },
): Promise<Report | undefined> {
  const message = await readMessageReport(reader, accountId, ask);
  if (message !== undefined) {
    const counts = new Map([[message.state, 1]]);
    return { id: ask.id, total: 1, counts, messages: [message], page: 1 };
  }
  const batch = await readBatchReport(reader, accountId, ask);
  if (batch === undefined) return undefined;
  const total = [...batch.counts.values()].reduce((sum, count) => sum + count, 0);
  return { id: ask.id, total, ...batch, page: ask.page };
}
