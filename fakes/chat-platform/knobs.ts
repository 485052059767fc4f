/** Every lasting behaviour that the platform can be told. */

import {
  count,
  flag,
  isCount,
  percent,
  readChange,
  readOneOf,
  startOf,
  type Change,
  type Knob,
  type Knobs,
} from '../kit/knobs.ts';

/** This many milliseconds, or anything between the two. */
export type Spread = number | readonly [number, number];

const approvals = ['approve', 'reject', 'by_hand'] as const;

export type Behaviour = {
  answerDelayMs: Spread;
  sentDelayMs: Spread;
  deliveredDelayMs: Spread;
  readDelayMs: Spread;
  readPercent: number;
  statusTwicePercent: number;
  shufflePercent: number;
  statusesPerPost: number;
  statusWaitMs: number;
  magicNumbers: boolean;
  windowFaults: boolean;
  throughputPerSecond: number;
  pairEveryMs: number;
  pairBurst: number;
  approval: (typeof approvals)[number];
  approveAfterMs: number;
  accepting: boolean;
};

function readSpread(value: unknown): Spread | undefined {
  if (isCount(value)) return value;
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [least, most] = value as readonly unknown[];
  return isCount(least) && isCount(most) && least <= most ? [least, most] : undefined;
}

const spread = (start: Spread, words: string): Knob<Spread> => {
  return { start, words: `${words}; or [least,most]`, read: readSpread };
};

export const knobs: Knobs<Behaviour> = {
  answerDelayMs: spread(0, 'wait before answering a Graph request, in real time'),
  sentDelayMs: spread(50, 'from acceptance to `sent`'),
  deliveredDelayMs: spread(150, 'from `sent` to `delivered`'),
  readDelayMs: spread(1_000, 'from `delivered` to `read`'),
  readPercent: percent('share of messages that are read by themselves'),
  statusTwicePercent: percent('share of statuses pushed twice'),
  shufflePercent: percent('share of messages whose statuses come in the wrong order'),
  statusesPerPost: count(1, 'most statuses in one webhook post'),
  statusWaitMs: count(50, 'how long statuses wait for each other, when a post may hold several'),
  magicNumbers: flag(true, 'numbers that end in 9900NN have the fate of the table'),
  windowFaults: flag(true, 'a free-form message to a closed window fails with 131047'),
  throughputPerSecond: count(0, 'messages a second of each number; 0 for its own'),
  pairEveryMs: count(6_000, 'pace to one person, code 131056; 0 for no limit'),
  pairBurst: count(45, 'messages to one person that may run ahead of that pace'),
  approval: {
    start: 'approve',
    words: `what becomes of new templates: ${approvals.join(', ')}`,
    read: readOneOf(approvals),
  },
  approveAfterMs: count(2_000, 'how long that takes'),
  accepting: flag(true, 'answer Graph requests; otherwise connections are dropped'),
};

/** The defaults: a well-behaved platform. */
export const plainBehaviour = (): Behaviour => startOf(knobs);

/** Reads a change; one unknown name or invalid value refuses all of it, with a sentence. */
export const readBehaviour = (value: unknown): Change<Behaviour> => readChange(knobs, value);

/** One draw from a spread. */
export function draw(spread: Spread, chance: () => number): number {
  if (typeof spread === 'number') return spread;
  const [least, most] = spread;
  return least + chance() * (most - least);
}
