/**
 * Numbers that the platform holds back after complaints of recipients (131048), in an answer or in
 * a status: their marketing templates wait for a while, as more of them would make it worse. What
 * people asked for (utility, one-time codes, answers) goes on.
 */
import { meaningOfPlatformError } from '../domain/chat/platform-errors.ts';
import type { AccountId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { insertAudit } from '../store/audit/insert-audit.ts';
import { raiseAccountVersion } from '../store/changes/raise-versions.ts';
import { restMarketing } from '../store/settings/rest-marketing.ts';
import type { FailedChat } from '../journey/journey.ts';
import type { ReactionDeps } from './heed-refusals.ts';

const MINUTE_MS = 60_000;
const ACTION = 'chat_number.marketing_rests';

/** A number, and when the platform spoke of complaints. */
export type Complaint = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly saidAtMs: number;
};

/** The complaints among failures that a status told of. */
export function complaintsIn(failed: readonly FailedChat[], atMs: number): readonly Complaint[] {
  return failed.flatMap(({ chat: { accountId, linkId }, word }) => {
    const { reaction } = meaningOfPlatformError(word.failure?.code ?? 0);
    if (reaction.kind !== 'rest_marketing') return [];
    return [{ accountId, linkId, saidAtMs: Math.min(word.atMs, atMs) }];
  });
}

/** The balances of the accounts are locked. What was said so long ago rests nothing any more. */
export async function restNumbers(
  { log, routing }: Pick<ReactionDeps, 'log' | 'routing'>,
  transaction: Transaction,
  complaints: readonly Complaint[],
  atMs: number,
): Promise<void> {
  for (const complaint of newestOf(complaints)) {
    const { accountId, linkId, saidAtMs } = complaint;
    const untilMs = saidAtMs + limit('chatSpamRestMinutes') * MINUTE_MS;
    if (untilMs <= atMs) continue;
    if (!(await restMarketing(transaction, { ...complaint, untilMs }))) continue;
    await raiseAccountVersion(transaction, accountId);
    const until = new Date(untilMs).toISOString();
    const detail = { link: linkId, saidAt: new Date(saidAtMs).toISOString(), until };
    await insertAudit(transaction, accountId, { actor: 'platform', action: ACTION, detail }, atMs);
    const link = routing.current().links.get(linkId)?.name ?? linkId;
    log.warn({ account: accountId, ...detail, link }, 'marketing of a chat number rests');
  }
}

function newestOf(complaints: readonly Complaint[]): readonly Complaint[] {
  const newest = new Map<LinkId, Complaint>();
  for (const it of complaints) {
    const known = newest.get(it.linkId);
    if (known === undefined || known.saidAtMs < it.saidAtMs) newest.set(it.linkId, it);
  }
  return [...newest.values()];
}
