/**
 * What can happen to a message: how its request is answered, and which statuses follow. Stories
 * have names; a magic number or `POST /next` selects one.
 */

import { isKnownCode } from './faults.ts';
import { isRecord, numberOf, textOf } from './json.ts';

export type Answer =
  | { readonly kind: 'accept' }
  /** Accepted, with a message_status of its own. */
  | { readonly kind: 'held'; readonly word: string }
  | { readonly kind: 'refuse'; readonly code: number }
  /** No answer ever comes. */
  | { readonly kind: 'hang'; readonly taken: boolean }
  /** The connection is closed without an answer. */
  | { readonly kind: 'drop'; readonly taken: boolean }
  /** A page of a proxy instead of JSON. */
  | { readonly kind: 'broken'; readonly http: number; readonly taken: boolean }
  | { readonly kind: 'slow'; readonly ms: number };

const fates = [
  /** sent, delivered, and read if the person reads. */
  'plain',
  'read',
  'early',
  'shuffled',
  'doubled',
  'read_without_delivered',
  'delivered_after_failed',
  'silent',
  'sent_only',
  'sent_then_fails',
  'unknown_word',
  'orphan',
] as const;

export type Fate =
  | { readonly kind: (typeof fates)[number] }
  | { readonly kind: 'fail'; readonly code: number };

/** What is special about the person. */
export type Trait = 'other_wa_id' | 'hidden' | 'stopped';

export type Story = {
  readonly name: string;
  /** The last two digits of the magic number 9900NN; '' for stories without one. */
  readonly digits: string;
  readonly words: string;
  readonly answer: Answer;
  readonly fate: Fate;
  readonly trait?: Trait;
};

const accept: Answer = { kind: 'accept' };
const plain: Fate = { kind: 'plain' };
const silent: Fate = { kind: 'silent' };
const hang = (taken: boolean): Answer => ({ kind: 'hang', taken });
const drop = (taken: boolean): Answer => ({ kind: 'drop', taken });
const broken = (http: number, taken: boolean): Answer => ({ kind: 'broken', http, taken });
/** Accepted, and not sent before people's feedback allows it. */
export const held = { kind: 'held', word: 'held_for_quality_assessment' } as const;

export const plainStory: Story = {
  ...{ name: 'plain', digits: '', words: 'sent and delivered' },
  ...{ answer: accept, fate: plain },
};

/** A story about the answer. What was not accepted has no statuses. */
function answered(digits: string, name: string, words: string, answer: Answer): Story {
  const isTaken = !('taken' in answer && !answer.taken);
  return { ...plainStory, digits, name, words, answer, ...(isTaken ? {} : { fate: silent }) };
}

function refused(digits: string, name: string, code: number): Story {
  return answered(digits, name, `refused with ${code}`, { kind: 'refuse', code });
}

function failing(digits: string, name: string, code: number): Story {
  const words = `accepted, then failed with ${code}`;
  return { ...plainStory, digits, name, words, fate: { kind: 'fail', code } };
}

/** A story about the statuses that follow, which give it its name. */
function followed(digits: string, kind: (typeof fates)[number], words: string): Story {
  return { ...plainStory, digits, name: kind, words, fate: { kind } };
}

function personal(digits: string, trait: Trait, words: string): Story {
  return { ...plainStory, digits, name: trait, words, trait };
}

export const stories: readonly Story[] = [
  failing('01', 'unreachable', 131026),
  refused('02', 'unreachable_at_once', 131026),
  refused('03', 'window_closed_at_once', 131047),
  failing('04', 'window_closed', 131047),
  failing('05', 'marketing_cap', 131049),
  refused('06', 'opted_out_at_once', 131050),
  failing('07', 'opted_out', 131050),
  failing('08', 'experiment', 130472),
  failing('09', 'media_fault', 131053),
  answered('10', 'answer_lost', 'taken, but no answer ever comes', hang(true)),
  answered('11', 'dropped_after', 'taken, then the connection is dropped', drop(true)),
  answered('12', 'dropped_before', 'the connection is dropped, nothing is taken', drop(false)),
  refused('13', 'server_error', 131000),
  answered('14', 'broken_after', 'taken, answered 502 with a page', broken(502, true)),
  answered('15', 'broken_before', 'not taken, answered 503 with a page', broken(503, false)),
  answered('16', 'hangs', 'not taken, and no answer ever comes', hang(false)),
  refused('19', 'busy', 130429),
  followed('20', 'early', 'sent and delivered are pushed before the answer'),
  followed('21', 'shuffled', 'read comes first, then sent, then delivered'),
  followed('22', 'doubled', 'every status comes twice'),
  followed('23', 'read_without_delivered', 'sent, then read'),
  followed('24', 'delivered_after_failed', 'failed with 131026, then delivered'),
  followed('25', 'silent', 'accepted, no status ever comes'),
  followed('26', 'sent_only', 'sent, never delivered'),
  followed('27', 'sent_then_fails', 'sent, then failed with 131026'),
  followed('28', 'unknown_word', 'between sent and delivered a status nobody knows'),
  followed('29', 'orphan', 'first a status of a message that nobody sent'),
  personal('30', 'other_wa_id', 'wa_id differs from the number written to'),
  personal('31', 'hidden', 'hides the number: user_id only, no wa_id, no recipient_id'),
  personal('32', 'stopped', 'has stopped marketing: marketing templates fail with 131050'),
  refused('33', 'not_allowed', 131030),
  answered('34', 'held', 'held for quality assessment, then as usual', held),
  failing('36', 'payment', 131042),
  refused('37', 'locked', 131031),
  refused('38', 'token_lost', 190),
  followed('39', 'read', 'sent, delivered and read'),
  answered('40', 'slow', 'answered after five seconds', { kind: 'slow', ms: 5_000 }),
  refused('41', 'policy', 368),
  plainStory,
];

/** The story of a number that ends in 9900NN. */
export function magicStory(number: string): Story | undefined {
  const digits = /9900(\d\d)$/.exec(number)?.[1];
  return digits === undefined ? undefined : stories.find((it) => it.digits === digits);
}

/** The requests that a story of `POST /next` can apply to. */
const targets = ['messages', 'media', 'templates', 'uploads', 'numbers'] as const;
export type NextTarget = (typeof targets)[number];

/** How the next requests are answered. */
export type Next = {
  left: number;
  readonly on: NextTarget;
  /** Digits or user id; '' for any recipient. */
  readonly to: string;
  readonly story: Story;
};

export type ReadNext =
  | { readonly ok: true; readonly next: Next }
  | { readonly ok: false; readonly words: string };

/** Reads `{count, on, to, story}`, or `{…, answer, fate}` for a custom story. */
export function readNext(body: unknown): ReadNext {
  const left = numberOf(body, 'count') ?? 1;
  if (!Number.isInteger(left) || left < 1) return { ok: false, words: 'count: 1 or more' };
  const on = targets.find((it) => it === (textOf(body, 'on') ?? 'messages'));
  if (on === undefined) return { ok: false, words: `on: ${targets.join(', ')}` };
  const story = readStory(body);
  if (typeof story === 'string') return { ok: false, words: story };
  return { ok: true, next: { left, on, to: textOf(body, 'to') ?? '', story } };
}

function readStory(body: unknown): Story | string {
  if (!isRecord(body)) return 'an object with story, or with answer and fate';
  const name = textOf(body, 'story');
  if (name !== undefined) {
    const known = stories.find((it) => it.name === name);
    return known ?? `story: ${stories.map((it) => it.name).join(', ')}`;
  }
  const answer = body['answer'] === undefined ? accept : readAnswer(body['answer']);
  if (answer === undefined) return 'answer: {"kind": accept, refuse, hang, drop, broken, slow, …}';
  const fate = body['fate'] === undefined ? plain : readFate(body['fate']);
  if (fate === undefined) return `fate: {"kind": ${fates.join(', ')}, or fail with a code}`;
  return { ...plainStory, name: 'as told', answer, fate };
}

function readAnswer(value: unknown): Answer | undefined {
  const code = numberOf(value, 'code') ?? 0;
  const taken = isRecord(value) && value['taken'] === true;
  switch (textOf(value, 'kind')) {
    case 'accept':
      return accept;
    case 'held':
      return { kind: 'held', word: textOf(value, 'word') ?? held.word };
    case 'refuse':
      return isKnownCode(code) ? { kind: 'refuse', code } : undefined;
    case 'hang':
      return hang(taken);
    case 'drop':
      return drop(taken);
    case 'broken':
      return broken(numberOf(value, 'http') ?? 502, taken);
    case 'slow':
      return { kind: 'slow', ms: numberOf(value, 'ms') ?? 5_000 };
    default:
      return undefined;
  }
}

function readFate(value: unknown): Fate | undefined {
  const kind = textOf(value, 'kind');
  const code = numberOf(value, 'code') ?? 131026;
  if (kind === 'fail') return isKnownCode(code) ? { kind, code } : undefined;
  const plainKind = fates.find((it) => it === kind);
  return plainKind && { kind: plainKind };
}
