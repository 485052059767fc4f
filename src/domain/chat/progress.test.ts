import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyNews,
  type ChatNews,
  type ChatPricing,
  type ChatRecord,
  giveUp,
  readOpaqueId,
  writeOpaqueId,
} from './progress.ts';

const T = 1_800_000_000_000;
const fresh: ChatRecord = {
  state: 'sent',
  money: 'reserved',
  lostAtMs: undefined,
  sentAtMs: undefined,
  deliveredAtMs: undefined,
  readAtMs: undefined,
  failedAtMs: undefined,
  billable: undefined,
  pricing: undefined,
  reason: undefined,
  errorCode: undefined,
};
const priced = (billable: boolean): ChatPricing => ({
  billable,
  model: 'PMP',
  type: 'regular',
  category: 'utility',
});
const news = (
  status: 'sent' | 'delivered' | 'read',
  atMs: number,
  pricing?: ChatPricing,
): ChatNews => ({ status, atMs, pricing });
const failed = (code = 131_026, atMs = T + 3): ChatNews => ({
  status: 'failed',
  atMs,
  pricing: undefined,
  failure: { code, reason: 'platform_unreachable' },
});
const after = (words: readonly ChatNews[], from: Partial<ChatRecord> = {}): ChatRecord =>
  words.reduce((record, word) => applyNews(record, word).record, { ...fresh, ...from });

const paid = news('sent', T + 1, priced(true));
const free = news('sent', T + 1, priced(false));
const delivered = news('delivered', T + 2);
const read = news('read', T + 4);

describe('the money of a chat message', () => {
  it.each<[string, readonly ChatNews[], ChatRecord['money']]>([
    ['stays reserved at a status without a price', [news('sent', T)], 'reserved'],
    ['is posted at the first that says billable', [paid], 'posted'],
    ['is released at the first that says not billable', [free], 'released'],
    ['is posted at delivered without a price', [delivered], 'posted'],
    ['is posted at read without a price', [read], 'posted'],
    ['is posted once', [paid, delivered, read, paid, delivered], 'posted'],
    ['stays released when it is delivered free of charge', [free, delivered, read], 'released'],
    ['is released at failed', [failed()], 'released'],
    ['is given back when it failed after it was posted', [paid, failed()], 'refunded'],
    ['is given back once', [paid, failed(), failed(131_047), paid], 'refunded'],
    ['stays posted at a failure after delivered', [paid, delivered, failed()], 'posted'],
    ['is not taken again after it was given back', [failed(), paid, delivered], 'released'],
    [
      'is given back when the price comes late and says not billable',
      [read, news('delivered', T + 2, priced(false))],
      'refunded',
    ],
    [
      'goes by the first price of two that contradict',
      [paid, news('delivered', T + 2, priced(false))],
      'posted',
    ],
  ])('%s', (_, words, money) => {
    expect(after(words).money).toBe(money);
  });
});

describe('the state of a chat message', () => {
  it.each<[readonly ChatNews[], Partial<ChatRecord>]>([
    [[paid], { state: 'sent', sentAtMs: T + 1 }],
    [[read], { state: 'delivered', readAtMs: T + 4 }],
    [[read, delivered], { state: 'delivered', readAtMs: T + 4, deliveredAtMs: T + 2 }],
    [[delivered, news('sent', T + 1)], { state: 'delivered', sentAtMs: T + 1 }],
    [[failed()], { state: 'failed', errorCode: 131_026, reason: 'platform_unreachable' }],
    [[failed(131_047)], { state: 'rejected', errorCode: 131_047 }],
    [[failed(), news('sent', T + 1)], { state: 'failed' }],
    [[failed(), delivered], { state: 'delivered', reason: undefined, errorCode: undefined }],
    [[delivered, failed()], { state: 'delivered' }],
  ])('after %j is %j', (words, expected) => {
    expect(after(words)).toMatchObject(expected);
  });

  it('is explained by any status when its answer was lost', () => {
    const lost = { state: 'waiting', lostAtMs: T } as const;
    expect(after([news('sent', T + 1)], lost)).toMatchObject({
      state: 'sent',
      lostAtMs: undefined,
    });
    expect(after([failed()], lost)).toMatchObject({ state: 'failed', lostAtMs: undefined });
  });

  it('does not depend on the order of statuses, nor on how often each came', () => {
    const words = [paid, delivered, read, news('delivered', T + 9)];
    const expected = after(words);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (repeats) => {
        const drawn = after([...repeats, ...words.toReversed(), ...repeats]);
        expect(drawn).toEqual(expected);
      }),
    );
  });

  it('is delivered once any status said so, whatever failed before or after', () => {
    const words = fc.constantFrom(paid, free, read, failed(), failed(131_047), news('sent', T));
    fc.assert(
      fc.property(fc.array(words), fc.array(words), (before, behind) => {
        const record = after([...before, delivered, ...behind]);
        expect(record.state).toBe('delivered');
        expect(record.money).not.toBe('reserved');
      }),
    );
  });

  it('tells news from repetition and from contradiction', () => {
    const known = after([paid, delivered]);
    expect(applyNews(known, delivered).verdict).toBe('repeated');
    expect(applyNews(known, read).verdict).toBe('news');
    expect(applyNews(known, failed())).toEqual({ record: known, verdict: 'contradiction' });
  });
});

describe('silence', () => {
  it('after a lost answer ends unknown, and is not charged', () => {
    const ended = giveUp({ ...fresh, state: 'waiting', lostAtMs: T });
    expect(ended).toMatchObject({ state: 'unknown', money: 'released', reason: 'answer_lost' });
    expect(after([delivered], ended)).toMatchObject({ state: 'delivered', money: 'released' });
  });

  it('about what the platform took ends unknown, and is charged', () => {
    const ended = giveUp(fresh);
    const expected = { state: 'unknown', money: 'posted', reason: 'receipt_never_came' };
    expect(ended).toMatchObject(expected);
    expect(after([failed()], ended)).toMatchObject({ state: 'failed', money: 'refunded' });
    expect(giveUp({ ...fresh, money: 'released' }).money).toBe('released');
  });

  it('changes nothing that has ended', () => {
    const ended = after([delivered]);
    expect(giveUp(ended)).toEqual(ended);
  });
});

const uuid = '01f0a5b2-94e8-7abc-8def-0123456789ab';

it('our id for an attempt is read as it was written', () => {
  for (const attempt of [3, 9_999]) {
    expect(readOpaqueId(writeOpaqueId(uuid, attempt))).toEqual({ uuid, attempt });
  }
});

it.each(['', uuid, `${uuid}.0`, `${uuid}.x`, `${uuid}.1.2`, ` ${uuid}.1`, `${uuid}.32768`])(
  '%j is not one of our ids',
  (text) => {
    expect(readOpaqueId(text)).toBeUndefined();
  },
);

describe('a message that the platform holds back', () => {
  const held: Partial<ChatRecord> = { state: 'sent', reason: 'platform_holds' };

  it.each<[string, ChatNews, Partial<ChatRecord>]>([
    ['is sent', paid, { state: 'sent', reason: undefined, money: 'posted' }],
    ['is delivered', delivered, { state: 'delivered', reason: undefined, money: 'posted' }],
    ['fails', failed(132_015), { state: 'rejected', errorCode: 132_015, money: 'released' }],
  ])('%s by the next status', (_, word, now) => {
    expect(after([word], held)).toMatchObject(now);
  });

  it('costs nothing when no status ever comes: nobody can show that it left', () => {
    const now = { state: 'unknown', reason: 'platform_holds', money: 'released' };
    expect(giveUp({ ...fresh, ...held })).toMatchObject(now);
  });
});
