/** Counts and times what goes over links, for whoever watches over the service. */
import type { CarrierEvents, CarrierLink, CarrierOutcome } from '../domain/carrier/carrier.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';
import type { Metrics } from '../kit/metrics.ts';

/** Receipts come after seconds, and after days when a phone was off. */
const RECEIPT_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400];

/** What is counted of a link: under its name, and receipts where they come by the link itself. */
export type Measured = { readonly name: string; readonly carrier: 'smpp' | 'whatsapp' };

export type Making = (events: CarrierEvents) => CarrierLink | undefined;

/**
 * Makes a link whose submits and receipts are counted under its name. A receipt is timed from the
 * answer to its submit, while this process remembers that one; the chat platform's come by its
 * webhook, and are not seen here.
 */
export function measureLinks(
  metrics: Metrics,
  clock: Clock,
): (known: Measured, make: Making, events: CarrierEvents) => CarrierLink | undefined {
  const submits = metrics.counter({
    name: 'paigham_submits_total',
    help: 'Parts by what became of their submit: taken, refused, ambiguous, unsent',
    labels: ['link', 'outcome'],
  });
  const receipts = metrics.counter({
    name: 'paigham_receipts_total',
    help: 'Final receipts of operators, by the state they tell',
    labels: ['link', 'state'],
  });
  const submitTime = metrics.timer({
    name: 'paigham_submit_seconds',
    help: 'From handing a part to its link until the answer, its wait for window and rate included',
    labels: ['link'],
  });
  const receiptTime = metrics.timer(
    {
      name: 'paigham_receipt_seconds',
      help: 'From the answer to a submit until its final receipt',
      labels: ['link'],
    },
    RECEIPT_SECONDS,
  );

  return ({ name, carrier }, make, events) => {
    const handed = new Map<number, number>();
    const taken = new Map<string, number>();
    const link = make({
      ...events,
      outcome(outcome) {
        const nowMs = clock.monotonicMs();
        const handedMs = handed.get(outcome.key);
        if (handed.delete(outcome.key)) submits([name, outcome.kind]);
        const isAnswer = outcome.kind === 'taken' || outcome.kind === 'refused';
        if (handedMs !== undefined && isAnswer) submitTime(nowMs - handedMs, [name]);
        // The chat platform's receipts come by its webhook, not here.
        if (carrier === 'smpp') remember(taken, outcome, nowMs);
        events.outcome(outcome);
      },
      inbound(inbound) {
        if (inbound.kind === 'receipt' && inbound.state !== undefined) {
          receipts([name, inbound.state]);
          const takenMs = taken.get(inbound.operatorKey);
          if (takenMs !== undefined) receiptTime(clock.monotonicMs() - takenMs, [name]);
          taken.delete(inbound.operatorKey);
        }
        events.inbound(inbound);
      },
    });
    if (link === undefined) return undefined;
    return {
      linkId: link.linkId,
      takesWhole: link.takesWhole,
      room: (priority) => link.room(priority),
      submit(parts) {
        const nowMs = clock.monotonicMs();
        for (const { key } of parts) handed.set(key, nowMs);
        link.submit(parts);
      },
      query: (question) => link.query(question),
      start: () => link.start(),
      stop: () => link.stop(),
    };
  };
}

function remember(taken: Map<string, number>, outcome: CarrierOutcome, nowMs: number): void {
  // No receipt finds an attempt without an id.
  if (outcome.kind !== 'taken' || outcome.operatorKey === '') return;
  taken.set(outcome.operatorKey, nowMs);
  if (taken.size <= limit('knownAttempts')) return;
  const oldest = taken.keys().next();
  if (oldest.done !== true) taken.delete(oldest.value);
}
