/** Everything the platform can be told to do for good. */

import {
  count,
  flag,
  isCount,
  namesOf,
  percent,
  readChange,
  readOneOf,
  startOf,
  text,
  type Change,
  type Knob,
  type Knobs,
  type Read,
} from '../kit/knobs.ts';

/** So many milliseconds, or anything from the first to the second. */
export type Spread = number | readonly [number, number];

export type Behaviour = {
  answerDelayMs: Spread;
  sentDelayMs: Spread;
  deliveredDelayMs: Spread;
  readDelayMs: Spread;
  readPercent: number;
  statusTwicePercent: number;
  statusNeverPercent: number;
  shufflePercent: number;
  statusesPerPost: number;
  statusWaitMs: number;
  postShape: PostShape;
  magicNumbers: boolean;
  windowFault: WindowFault;
  throughputPerSecond: number;
  pairEveryMs: number;
  pairBurst: number;
  allowedRecipients: readonly string[];
  userIds: boolean;
  approval: Approval;
  approveAfterMs: number;
  rejectReason: string;
  largeTemplateIds: boolean;
  creationsPerHour: number;
  fetchLinks: boolean;
  mediaLifeMs: number;
  inboundMediaLifeMs: number;
  mediaAddressLifeMs: number;
  previewLifeMs: number;
  webhookPosts: number;
  webhookTimeoutMs: number;
  webhookRetryFirstMs: number;
  webhookRetryMostMs: number;
  webhookGiveUpMs: number;
  accepting: boolean;
};

const postShapes = ['statuses', 'changes', 'entries'] as const;
export type PostShape = (typeof postShapes)[number];

const windowFaults = ['async', 'sync', 'none'] as const;
export type WindowFault = (typeof windowFaults)[number];

const approvals = ['approve', 'reject', 'by_hand'] as const;
export type Approval = (typeof approvals)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const readSpread: Read<Spread> = (value) => {
  if (isCount(value)) return value;
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [least, most] = value as readonly unknown[];
  return isCount(least) && isCount(most) && least <= most ? [least, most] : undefined;
};

const readTexts: Read<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((it) => typeof it === 'string') ? value : undefined;

const spread = (start: Spread, words: string): Knob<Spread> => ({ start, words, read: readSpread });

function oneOf<T extends string>(words: readonly T[], start: T, meaning: string): Knob<T> {
  return { start, words: `${meaning}: ${words.join(', ')}`, read: readOneOf(words) };
}

export const knobs: Knobs<Behaviour> = {
  answerDelayMs: spread(0, 'wait before answering a Graph request, in real time; or [least,most]'),
  sentDelayMs: spread(50, 'from acceptance to `sent`; or [least,most]'),
  deliveredDelayMs: spread(150, 'from `sent` to `delivered`; or [least,most]'),
  readDelayMs: spread(1_000, 'from `delivered` to `read`; or [least,most]'),
  readPercent: percent('share of messages that are read by themselves'),
  statusTwicePercent: percent('share of statuses pushed twice'),
  statusNeverPercent: percent('share of messages without any status'),
  shufflePercent: percent('share of messages whose statuses come in the wrong order'),
  statusesPerPost: count(1, 'most statuses in one webhook post'),
  statusWaitMs: count(50, 'how long statuses wait for each other, when a post may hold several'),
  postShape: oneOf(postShapes, 'statuses', 'where several statuses of one post stand'),
  magicNumbers: flag(true, 'numbers that end in 9900NN have the fate of the table'),
  windowFault: oneOf(windowFaults, 'async', 'how a free-form message to a closed window fails'),
  throughputPerSecond: count(0, 'messages a second of each number; 0 for its own'),
  pairEveryMs: count(6_000, 'pace to one person, code 131056; 0 for no limit'),
  pairBurst: count(45, 'messages to one person that may run ahead of that pace'),
  allowedRecipients: {
    start: [],
    words: 'only these numbers may be written to, code 131030; [] for anybody',
    read: readTexts,
  },
  userIds: flag(true, 'business-scoped user ids in answers and webhooks'),
  approval: oneOf(approvals, 'approve', 'what becomes of new templates'),
  approveAfterMs: count(2_000, 'how long that takes'),
  rejectReason: text('INCORRECT_CATEGORY', 'reason of rejections by rule'),
  largeTemplateIds: flag(false, 'template ids beyond what a double holds exactly'),
  creationsPerHour: count(100, 'templates an account may create in an hour'),
  fetchLinks: flag(true, 'fetch media links of this machine; others are never fetched'),
  mediaLifeMs: count(30 * dayMs, 'life of the id of uploaded media'),
  inboundMediaLifeMs: count(7 * dayMs, 'life of the id of media that people sent'),
  mediaAddressLifeMs: count(300_000, 'life of a download address'),
  previewLifeMs: count(dayMs, 'life of the preview address of a template’s sample'),
  webhookPosts: count(20, 'webhook posts under way at once'),
  webhookTimeoutMs: count(10_000, 'wait for the answer to a webhook post, in real time'),
  webhookRetryFirstMs: count(1_000, 'wait before the first repetition; doubles each time'),
  webhookRetryMostMs: count(hourMs, 'most of those waits'),
  webhookGiveUpMs: count(7 * dayMs, 'age at which a webhook post is given up'),
  accepting: flag(true, 'answer Graph requests; otherwise connections are dropped'),
};

export const knobNames = namesOf(knobs);

/** The behaviour of a well-behaved platform. */
export const plainBehaviour = (): Behaviour => startOf(knobs);

/** Reads a change; an unknown name or an unfit value refuses all of it, with a sentence. */
export const readBehaviour = (value: unknown): Change<Behaviour> => readChange(knobs, value);

/** One draw from a spread. */
export function draw(spread: Spread, chance: () => number): number {
  if (typeof spread === 'number') return spread;
  const [least, most] = spread;
  return least + chance() * (most - least);
}
