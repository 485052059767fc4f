/**
 * The carrier of what test keys send. It carries nothing to anybody: each number plays the end that
 * the table of test numbers has for it, and a final word comes as an operator's would.
 *
 * What it still has to say is in timers, and in the names that it gave its parts, which the store
 * keeps: `remind` is how a link learns what it, or one before it, was to tell.
 */
import type {
  CarrierEvents,
  CarrierLink,
  CarrierOutcome,
  CarrierPart,
} from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { dueIn, TEST_LINKS, writeTestName } from '../../domain/testing/test-mode.ts';
import { type TestEnd, testEndOf } from '../../domain/testing/test-numbers.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';

/** A part that was taken, and on which a final word is to come. */
type Untold = {
  /** As the link named it. */
  readonly operatorKey: string;
  readonly recipient: string;
  /** Whether a phone could answer its sender. */
  readonly canBeAnswered: boolean;
};

/** What is to be done when a part has its end. */
type Ended = Untold & {
  readonly linkId: LinkId;
  readonly end: Extract<TestEnd, { readonly kind: 'reported' }>;
};

type TestLink = CarrierLink & {
  /** Tells of what was taken before, when it is due. What it knows already is passed over. */
  remind(untold: readonly Untold[]): void;
};

type TestLinkDeps = {
  readonly clock: Clock;
  /**
   * Makes true what a receipt cannot say: what the person writes back, and every word of the chat
   * platform. Never rejects; settles when it is stored.
   */
  readonly tell: (ended: Ended) => Promise<void>;
};

export function createTestLink(
  linkId: LinkId,
  events: CarrierEvents,
  { clock, tell }: TestLinkDeps,
): TestLink {
  const kind = linkId === TEST_LINKS.chat ? 'chat' : 'sms';
  const timers = new Map<string, Timer>();

  const end = async (untold: Untold): Promise<void> => {
    const { operatorKey, recipient } = untold;
    const its = testEndOf(recipient, kind);
    if (its.kind !== 'reported' && its.kind !== 'refused' && its.kind !== 'lost') return;
    const played = its.kind === 'reported' ? its : DELIVERED;
    const isHeard = kind === 'chat' || (played.reply !== undefined && untold.canBeAnswered);
    if (isHeard) await tell({ ...untold, linkId, end: played });
    timers.delete(operatorKey);
    events.room();
    if (kind === 'chat') return;
    for (let left = played.isTwice === true ? 2 : 1; left > 0; left -= 1) {
      events.inbound({
        kind: 'receipt',
        linkId,
        operatorKey,
        state: played.state,
        error: played.error,
        level: 'handset',
        raw: Buffer.from(operatorKey),
        acknowledge: () => undefined,
        clues: { from: recipient, reference: undefined, submittedAtMs: undefined },
      });
    }
  };
  const remind = (untold: Untold): void => {
    const { operatorKey } = untold;
    const dueAtMs = dueIn(operatorKey);
    if (Number.isNaN(dueAtMs) || timers.has(operatorKey)) return;
    const timer = clock.setTimer(Math.max(0, dueAtMs - clock.nowMs()), () => void end(untold));
    timers.set(operatorKey, timer);
  };
  return {
    linkId,
    takesWhole: false,
    room: () => Math.max(0, limit('linkWaitingParts') - timers.size),
    submit(parts) {
      for (const part of parts) {
        const its = testEndOf(part.destination, kind);
        const outcome = outcomeOf(part, its, clock.nowMs());
        events.outcome(outcome);
        if (outcome.kind !== 'taken') continue;
        const { operatorKey } = outcome;
        const canBeAnswered = part.sourceKind === 'short_code';
        remind({ operatorKey, recipient: part.destination, canBeAnswered });
      }
    },
    query: () => Promise.resolve({ kind: 'unanswered' }),
    remind: (untold) => untold.forEach(remind),
    start: () => events.room(),
    stop() {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
      return Promise.resolve();
    },
  };
}

const DELIVERED: Ended['end'] = { kind: 'reported', state: 'delivered', afterMs: 1_000 };

function outcomeOf(part: CarrierPart, end: TestEnd, nowMs: number): CarrierOutcome {
  const { key, messageId, attempt } = part;
  const isFirst = attempt === 1;
  switch (end.kind) {
    case 'refused':
      if (end.once !== true || isFirst) {
        return { key, kind: 'refused', reason: end.reason, status: 0, late: false };
      }
      break;
    case 'lost':
      if (isFirst) return { key, kind: 'ambiguous' };
      break;
    case 'forbidden':
    case 'silent':
    case 'reported':
  }
  const afterMs = end.kind === 'reported' ? end.afterMs : DELIVERED.afterMs;
  const dueAtMs = end.kind === 'silent' ? undefined : nowMs + afterMs;
  const name = { dueAtMs, messageId, attempt, part: part.segment?.number ?? 1 };
  return { key, kind: 'taken', operatorKey: writeTestName(name), late: false };
}
