/**
 * What may become of one message: how its request is answered, and which statuses follow. Stories
 * have names; a magic number, a person or `POST /next` chooses one.
 */

import { isKnownCode } from './faults.ts';
import { isRecord, numberOf, textOf } from './json.ts';

export type Answer =
  | { readonly kind: 'accept' }
  /** Accepted, with a message_status of its own. */
  | { readonly kind: 'held'; readonly word: string }
  | { readonly kind: 'refuse'; readonly code: number; readonly details?: string }
  /** The first try to this person is refused, the second one is not, and so on. */
  | { readonly kind: 'refuse_first'; readonly code: number }
  /** No answer ever comes. */
  | { readonly kind: 'hang'; readonly taken: boolean }
  /** The connection is dropped without an answer. */
  | { readonly kind: 'drop'; readonly taken: boolean }
  /** A page of a proxy instead of JSON. */
  | { readonly kind: 'broken'; readonly http: number; readonly taken: boolean }
  | { readonly kind: 'slow'; readonly ms: number };

export type Fate =
  /** sent, delivered, and read where people read. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'read' }
  | { readonly kind: 'fail'; readonly code: number }
  | { readonly kind: 'sent_then_fail'; readonly code: number }
  /** sent and delivered are pushed, and taken, before the request is answered. */
  | { readonly kind: 'early' }
  | { readonly kind: 'shuffled' }
  | { readonly kind: 'doubled' }
  | { readonly kind: 'read_without_delivered' }
  | { readonly kind: 'delivered_after_failed' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'sent_only' }
  | { readonly kind: 'unknown_word' }
  /** A status of a message nobody sent comes first. */
  | { readonly kind: 'orphan' };

/** What is special about the person. */
export type Trait = 'other_wa_id' | 'hidden' | 'stopped';

export type Story = {
  readonly name: string;
  /** Last two digits of the magic number 9900NN; '' for stories without one. */
  readonly digits: string;
  readonly words: string;
  readonly answer: Answer;
  readonly fate: Fate;
  readonly trait?: Trait;
};

const accept: Answer = { kind: 'accept' };
const plain: Fate = { kind: 'plain' };
const silent: Fate = { kind: 'silent' };

type Told = { readonly answer?: Answer; readonly fate?: Fate; readonly trait?: Trait };

function story(digits: string, name: string, words: string, told: Told): Story {
  return { digits, name, words, answer: accept, fate: plain, ...told };
}

function refused(digits: string, name: string, code: number): Story {
  return story(digits, name, `refused with ${code}`, { answer: { kind: 'refuse', code } });
}

function failing(digits: string, name: string, code: number): Story {
  return story(digits, name, `accepted, then failed with ${code}`, {
    fate: { kind: 'fail', code },
  });
}

const html = 'a page that is not JSON';

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
  story('10', 'answer_lost', 'taken, but no answer ever comes', {
    answer: { kind: 'hang', taken: true },
  }),
  story('11', 'dropped_after', 'taken, then the connection is dropped', {
    answer: { kind: 'drop', taken: true },
  }),
  story('12', 'dropped_before', 'the connection is dropped, nothing is taken', {
    answer: { kind: 'drop', taken: false },
    fate: silent,
  }),
  refused('13', 'server_error', 131000),
  story('14', 'broken_after', `taken, answered 502 with ${html}`, {
    answer: { kind: 'broken', http: 502, taken: true },
  }),
  story('15', 'broken_before', `not taken, answered 503 with ${html}`, {
    answer: { kind: 'broken', http: 503, taken: false },
    fate: silent,
  }),
  story('16', 'hangs', 'not taken, and no answer ever comes', {
    answer: { kind: 'hang', taken: false },
    fate: silent,
  }),
  story('17', 'busy_once', 'every other try is refused with 130429', {
    answer: { kind: 'refuse_first', code: 130429 },
  }),
  story('18', 'pair_busy_once', 'every other try is refused with 131056', {
    answer: { kind: 'refuse_first', code: 131056 },
  }),
  refused('19', 'busy', 130429),
  story('20', 'early', 'sent and delivered are pushed before the answer', {
    fate: { kind: 'early' },
  }),
  story('21', 'shuffled', 'read comes first, then sent, then delivered', {
    fate: { kind: 'shuffled' },
  }),
  story('22', 'doubled', 'every status comes twice', { fate: { kind: 'doubled' } }),
  story('23', 'read_without_delivered', 'sent, then read', {
    fate: { kind: 'read_without_delivered' },
  }),
  story('24', 'delivered_after_failed', 'failed with 131026, then delivered', {
    fate: { kind: 'delivered_after_failed' },
  }),
  story('25', 'silent', 'accepted, no status ever comes', { fate: silent }),
  story('26', 'sent_only', 'sent, never delivered', { fate: { kind: 'sent_only' } }),
  story('27', 'sent_then_fails', 'sent, then failed with 131026', {
    fate: { kind: 'sent_then_fail', code: 131026 },
  }),
  story('28', 'unknown_word', 'between sent and delivered a status nobody knows', {
    fate: { kind: 'unknown_word' },
  }),
  story('29', 'orphan', 'first a status of a message that nobody sent', {
    fate: { kind: 'orphan' },
  }),
  story('30', 'other_wa_id', 'wa_id differs from the number written to', {
    trait: 'other_wa_id',
  }),
  story('31', 'hidden', 'hides the number: user_id only, no wa_id, no recipient_id', {
    trait: 'hidden',
  }),
  story('32', 'stopped', 'has stopped marketing: marketing templates fail with 131050', {
    trait: 'stopped',
  }),
  refused('33', 'not_allowed', 131030),
  story('34', 'held', 'message_status held_for_quality_assessment, then as usual', {
    answer: { kind: 'held', word: 'held_for_quality_assessment' },
  }),
  story('35', 'paused', 'message_status paused, then nothing', {
    answer: { kind: 'held', word: 'paused' },
    fate: silent,
  }),
  failing('36', 'payment', 131042),
  refused('37', 'locked', 131031),
  refused('38', 'token_lost', 190),
  story('39', 'read', 'sent, delivered and read', { fate: { kind: 'read' } }),
  story('40', 'slow', 'answered after five seconds', { answer: { kind: 'slow', ms: 5_000 } }),
  refused('41', 'policy', 368),
  story('', 'plain', 'sent and delivered', {}),
];

/** The story of a number that ends in 9900NN. */
export function magicStory(number: string): Story | undefined {
  const digits = /9900(\d\d)$/.exec(number)?.[1];
  return digits === undefined ? undefined : stories.find((it) => it.digits === digits);
}

export const findStory = (name: string): Story | undefined =>
  stories.find((it) => it.name === name);

/** Which requests a story of `POST /next` is for. */
const targets = ['messages', 'media', 'templates', 'uploads', 'numbers', 'any'] as const;
export type Target = (typeof targets)[number];

/** What the next requests meet. */
export type Next = {
  left: number;
  readonly on: Target;
  /** Digits or user id; '' for any recipient. */
  readonly to: string;
  readonly story: Story;
};

export type ReadNext =
  | { readonly ok: true; readonly next: Next }
  | { readonly ok: false; readonly words: string };

/** Reads `{count, on, to, story}`, or `{…, answer, fate}` for a story of one's own. */
export function readNext(body: unknown): ReadNext {
  const left = numberOf(body, 'count') ?? 1;
  if (!Number.isInteger(left) || left < 1) return { ok: false, words: 'count: 1 or more' };
  const on = targets.find((it) => it === (textOf(body, 'on') ?? 'messages'));
  if (on === undefined) return { ok: false, words: `on: ${targets.join(', ')}` };
  const read = readStory(body);
  if (typeof read === 'string') return { ok: false, words: read };
  return { ok: true, next: { left, on, to: textOf(body, 'to') ?? '', story: read } };
}

function readStory(body: unknown): Story | string {
  const name = textOf(body, 'story');
  if (name !== undefined) {
    return findStory(name) ?? `story: ${stories.map((it) => it.name).join(', ')}`;
  }
  if (!isRecord(body)) return 'an object with story, or with answer and fate';
  const answer = body['answer'] === undefined ? accept : readAnswer(body['answer']);
  if (answer === undefined) return `answer: {"kind": ${answerKinds.join(' | ')}, …}`;
  const fate = body['fate'] === undefined ? plain : readFate(body['fate']);
  if (fate === undefined) return `fate: {"kind": ${fateKinds.join(' | ')}, "code": …}`;
  return { name: 'as told', digits: '', words: '', answer, fate };
}

const answerKinds = ['accept', 'held', 'refuse', 'refuse_first', 'hang', 'drop', 'broken', 'slow'];

function readAnswer(value: unknown): Answer | undefined {
  const code = numberOf(value, 'code') ?? 0;
  const taken = isRecord(value) && value['taken'] === true;
  switch (textOf(value, 'kind')) {
    case 'accept':
      return accept;
    case 'held':
      return { kind: 'held', word: textOf(value, 'word') ?? 'held_for_quality_assessment' };
    case 'refuse': {
      const details = textOf(value, 'details');
      if (!isKnownCode(code)) return undefined;
      return { kind: 'refuse', code, ...(details === undefined ? {} : { details }) };
    }
    case 'refuse_first':
      return isKnownCode(code) ? { kind: 'refuse_first', code } : undefined;
    case 'hang':
      return { kind: 'hang', taken };
    case 'drop':
      return { kind: 'drop', taken };
    case 'broken':
      return { kind: 'broken', http: numberOf(value, 'http') ?? 502, taken };
    case 'slow':
      return { kind: 'slow', ms: numberOf(value, 'ms') ?? 5_000 };
    default:
      return undefined;
  }
}

const fateKinds = [
  'plain',
  'read',
  'early',
  'shuffled',
  'doubled',
  'read_without_delivered',
  'delivered_after_failed',
  'silent',
  'sent_only',
  'unknown_word',
  'orphan',
  'fail',
  'sent_then_fail',
] as const;

function readFate(value: unknown): Fate | undefined {
  const kind = fateKinds.find((it) => it === textOf(value, 'kind'));
  if (kind === undefined) return undefined;
  if (kind !== 'fail' && kind !== 'sent_then_fail') return { kind };
  const code = numberOf(value, 'code') ?? 131026;
  return isKnownCode(code) ? { kind, code } : undefined;
}
