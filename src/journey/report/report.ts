/** Seventh stage: what the account is told about its messages (contract section 7). */
import type { AccountId } from '../../domain/ids.ts';
import type { AskMessages, MessagePage, Report } from '../../domain/message/report.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { findRecipients } from '../../store/chat/people.ts';
import {
  listMessages,
  readBatchReport,
  readMessageReport,
} from '../../store/reports/message-reports.ts';

/**
 * The report of the message, or of a page of the batch, that has this id; undefined when the
 * account has neither, so that a foreign id answers like an unknown one.
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

/** Counts for the people who run the service; never used for money. */
export type Tallies = {
  /** Called after each commit with what it did. */
  count(settled: {
    /** Messages whose attempts were recorded. */
    readonly sent: number;
    /** Messages that reached their final state. */
    readonly closed: number;
    /** Inbound PDUs that closed nothing. */
    readonly kept: readonly { readonly kind: string }[];
    /** Lost answers, by what the link does then, and those that arrived after all. */
    readonly lost: Readonly<Record<'resubmit' | 'reconcile' | 'answered', number>>;
  }): void;
  /** What became of a lost answer that had to be explained. */
  reconciled(what: string): void;
  /** Messages that are durable and will be sent. */
  accepted(service: 'sms' | 'chat', messages: number): void;
};

/** Messages of an account, the newest first; to a person by any name. */
export async function listAsked(
  reader: Reader,
  accountId: AccountId,
  ask: AskMessages & { readonly atMs: number },
): Promise<MessagePage> {
  const recipients = ask.recipients ?? (await findRecipients(reader, accountId, ask));
  return listMessages(reader, accountId, { ...ask, recipients });
}
