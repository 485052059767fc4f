/** Which statuses a message gets, and when each is pushed. */

import { draw, type Behaviour } from '../knobs.ts';
import type { Fate } from '../stories.ts';

export type Step = {
  readonly word: string;
  /** From acceptance to the push. */
  readonly pushMs: number;
  /** From acceptance to its timestamp. */
  readonly stampMs: number;
  readonly code: number;
  readonly isOrphan: boolean;
};

/** The statuses of a fate, in the order they are pushed. */
export function planSteps(fate: Fate, behaviour: Behaviour, chance: () => number): readonly Step[] {
  const sentMs = draw(behaviour.sentDelayMs, chance);
  const deliveredMs = sentMs + draw(behaviour.deliveredDelayMs, chance);
  const readMs = deliveredMs + draw(behaviour.readDelayMs, chance);
  const sent = step('sent', sentMs);
  const delivered = step('delivered', deliveredMs);
  const read = step('read', readMs);
  switch (fate.kind) {
    case 'plain':
      return plainSteps([sent, delivered, read], behaviour, chance);
    case 'read':
      return [sent, delivered, read];
    case 'fail':
      return [step('failed', sentMs, fate.code)];
    case 'sent_then_fails':
      return [sent, step('failed', deliveredMs, 131026)];
    case 'early':
      return [sent, delivered].map((it) => ({ ...it, pushMs: 0, stampMs: 0 }));
    case 'shuffled':
      return shuffle([sent, delivered, read]);
    case 'doubled':
      return [sent, sent, delivered, delivered];
    case 'read_without_delivered':
      return [sent, read];
    case 'delivered_after_failed':
      return [step('failed', sentMs, 131026), delivered];
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

function step(word: string, ms: number, code = 0): Step {
  return { word, pushMs: ms, stampMs: ms, code, isOrphan: false };
}

/** By knobs and chance. */
function plainSteps(
  steps: readonly Step[],
  behaviour: Behaviour,
  chance: () => number,
): readonly Step[] {
  const falls = (percent: number): boolean => percent > 0 && chance() * 100 < percent;
  const chosen = falls(behaviour.readPercent) ? steps : steps.slice(0, 2);
  const ordered = falls(behaviour.shufflePercent) ? shuffle(chosen) : chosen;
  return ordered.flatMap((it) => (falls(behaviour.statusTwicePercent) ? [it, it] : [it]));
}

/** The last is pushed first, with its own timestamp. */
function shuffle(steps: readonly Step[]): readonly Step[] {
  const moved = [...steps.slice(-1), ...steps.slice(0, -1)];
  return moved.map((it, at) => ({ ...it, pushMs: steps[at]?.pushMs ?? it.pushMs }));
}
