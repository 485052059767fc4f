/** Which statuses a message has, and when each is pushed. */

import { draw, type Behaviour } from '../knobs.ts';
import type { Fate } from '../stories.ts';

export type Step = {
  readonly word: string;
  /** From acceptance to the push. */
  readonly pushMs: number;
  /** From acceptance to what is written as its moment. */
  readonly stampMs: number;
  readonly code: number;
  /** The person's phone has to be in reach. */
  readonly needsPhone: boolean;
  readonly isOrphan: boolean;
};

/** The statuses of a fate, in the order in which they are pushed. */
export function planSteps(fate: Fate, behaviour: Behaviour, chance: () => number): readonly Step[] {
  const sentMs = draw(behaviour.sentDelayMs, chance);
  const deliveredMs = sentMs + draw(behaviour.deliveredDelayMs, chance);
  const readMs = deliveredMs + draw(behaviour.readDelayMs, chance);
  const sent = step('sent', sentMs);
  const delivered = { ...step('delivered', deliveredMs), needsPhone: true };
  const read = { ...step('read', readMs), needsPhone: true };
  const failed = (code: number, ms: number): Step => ({ ...step('failed', ms), code });
  switch (fate.kind) {
    case 'plain':
      return plainSteps([sent, delivered, read], behaviour, chance);
    case 'read':
      return [sent, delivered, read];
    case 'fail':
      return [failed(fate.code, sentMs)];
    case 'sent_then_fail':
      return [sent, failed(fate.code, deliveredMs)];
    case 'early':
      return [sent, delivered].map((it) => ({ ...it, pushMs: 0, stampMs: 0 }));
    case 'shuffled':
      return shuffle([sent, delivered, read]);
    case 'doubled':
      return [sent, sent, delivered, delivered];
    case 'read_without_delivered':
      return [sent, read];
    case 'delivered_after_failed':
      return [failed(131026, sentMs), delivered];
    case 'silent':
      return [];
    case 'sent_only':
      return [sent];
    case 'unknown_word':
      return [sent, step('warmed', (sentMs + deliveredMs) / 2), delivered];
    case 'orphan':
      return [{ ...delivered, isOrphan: true, pushMs: 0 }, sent, delivered];
  }
}

function step(word: string, ms: number): Step {
  return { word, pushMs: ms, stampMs: ms, code: 0, needsPhone: false, isOrphan: false };
}

/** As knobs and chance have it. */
function plainSteps(
  steps: readonly [Step, Step, Step],
  behaviour: Behaviour,
  chance: () => number,
): readonly Step[] {
  const falls = (percent: number): boolean => percent > 0 && chance() * 100 < percent;
  if (falls(behaviour.statusNeverPercent)) return [];
  const chosen = falls(behaviour.readPercent) ? [...steps] : steps.slice(0, 2);
  const ordered = falls(behaviour.shufflePercent) ? shuffle(chosen) : chosen;
  return ordered.flatMap((it) => (falls(behaviour.statusTwicePercent) ? [it, it] : [it]));
}

/** The last is pushed first, and keeps its moment. */
function shuffle(steps: readonly Step[]): readonly Step[] {
  const last = steps.at(-1);
  if (last === undefined) return steps;
  return [last, ...steps.slice(0, -1)].map((it, at) => ({
    ...it,
    pushMs: steps[at]?.pushMs ?? it.pushMs,
  }));
}
