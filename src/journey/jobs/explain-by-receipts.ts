import { DAY_MS } from '../../domain/durations.ts';
import type { LinkId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { findClues } from '../../store/lost-answers.ts';
import { smppConfigOf } from '../../store/routing-snapshot.ts';
import type { JobContext } from './job.ts';
import { explainLost, type Explained } from '../settle/explain-lost.ts';

/** What a late answer is judged without. */
const NOTHING_KNOWN = {
  recipient: '',
  sender: { name: '', route: 'simple' },
  priority: 0,
  alphabet: 'gsm7',
  partsTaken: [],
  faults: 0,
  text: '',
} as const;

/**
 * Compares receipts of unknown ids with lost answers: what they explain was taken. Gives the
 * messages of which any part was explained; that is stored later.
 */
export async function explainByReceipts(deps: JobContext): Promise<readonly MessageId[]> {
  const clues = await findClues(deps.db, {
    fitsMinutes: limit('receiptFitsMinutes'),
    acceptedSinceMs: deps.clock.nowMs() - limit('receiptMatchDays') * DAY_MS,
    // More than a message can have parts mean something else besides.
    mostEach: 2 * limit('partsPerMessage'),
    links: deps.outboxes.all().map(({ linkId }) => linkId),
  });
  const { links } = deps.routing.current();
  const oneReceiptForAll = (linkId: LinkId): boolean =>
    smppConfigOf(links.get(linkId))?.receiptsPer === 'message';
  const found = explainLost(clues, oneReceiptForAll).filter(
    ({ linkId }) => deps.outboxes.get(linkId) !== undefined,
  );
  const attempts = Map.groupBy(found, ({ messageId, attempt }) => `${messageId} ${attempt}`);
  for (const explained of attempts.values()) hearExplained(deps, explained);
  return [...new Set(found.map(({ messageId }) => messageId))];
}

/** Hears the explained parts of one attempt: all its parts together end the message. */
function hearExplained(deps: JobContext, explained: readonly Explained[]): void {
  const [first] = explained;
  if (first === undefined) return;
  const { linkId } = first;
  const lease = deps.lease.current();
  const message = { ...NOTHING_KNOWN, ...first };
  const results = explained.map(({ part, operatorKey }): PartResult => {
    return { part, kind: 'taken', operatorKey };
  });
  deps.hear({ kind: 'late', late: { linkId, lease, message, results } });
  for (const { operatorKey } of explained) {
    if (operatorKey !== '') deps.hear({ kind: 'overtaken', linkId, operatorKey });
    deps.reconciled('explained_by_receipt');
  }
}
