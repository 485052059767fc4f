import { describe, expect, it } from 'vitest';
import { NAYA, ROSHAN } from '../../../test/support/fixtures.ts';
import type { AccountId, TemplateId } from '../ids.ts';
import type { Cap } from './policy.ts';
import { Velocity } from './velocity.ts';

const MINUTE_MS = 60_000;
const NUMBER: Cap = { id: 1, scope: 'number', most: 3, minutes: 10 };
const BLOCK: Cap = { id: 2, scope: 'block', most: 5, minutes: 10 };
const TEMPLATE: Cap = { id: 3, scope: 'template', most: 4, minutes: 10 };
const ACCOUNT: Cap = { id: 4, scope: 'account', most: 4, minutes: 10 };
const TO = '923001234567';

const numbered = (index: number): string => `923001234${String(index).padStart(3, '0')}`;

type Ask = {
  readonly caps?: readonly Cap[];
  readonly account?: AccountId;
  readonly template?: number;
  readonly trial?: boolean;
};

/** Counters on a clock that the test moves. */
function open(bounds = { keys: 1_000, alarms: 10 }) {
  const velocity = new Velocity(bounds);
  const clock = { nowMs: 0 };
  const take = (recipients: readonly string[], ask: Ask = {}) => {
    const { caps = [NUMBER], account = ROSHAN, template = 21, trial = false } = ask;
    return velocity.take(
      { accountId: account, templateId: template as TemplateId, caps },
      recipients.map((recipient) => ({ recipient })),
      { nowMs: clock.nowMs, isTrial: trial },
    );
  };
  const permitted = (recipients: readonly string[], ask?: Ask): number =>
    take(recipients, ask).permitted.length;
  return { velocity, clock, take, permitted };
}

describe('a cap', () => {
  it.each([
    ['on a number', NUMBER, [TO, TO, TO, TO, '923001234568'], 4],
    ['on a block', BLOCK, Array.from({ length: 8 }, (_, index) => numbered(index)), 5],
    ['on a template', TEMPLATE, Array.from({ length: 8 }, (_, index) => numbered(index)), 4],
    ['on an account', ACCOUNT, Array.from({ length: 8 }, (_, index) => numbered(index)), 4],
  ])('%s lets the first ones through', (_, cap, recipients, expected) => {
    expect(open().permitted(recipients, { caps: [cap] })).toBe(expected);
  });

  it('counts each account separately, and each template if the cap is on templates', () => {
    const { permitted } = open();
    expect(permitted([TO, TO, TO, TO])).toBe(3);
    expect(permitted([TO], { account: NAYA })).toBe(1);
    const caps = [TEMPLATE];
    expect(permitted([TO, TO, TO, TO, TO], { caps })).toBe(4);
    expect(permitted([TO], { caps, template: 22 })).toBe(1);
  });

  it('counts nothing that another cap has left out', () => {
    const { take, permitted } = open();
    const { over } = take([TO, TO, TO, TO, TO, TO], { caps: [NUMBER, BLOCK] });
    expect(over.map(({ cap }) => cap.scope)).toEqual(['number', 'number', 'number']);
    expect(permitted([numbered(1), numbered(2), numbered(3)], { caps: [NUMBER, BLOCK] })).toBe(2);
  });

  it('is never exceeded in any window, and has room again after 6/5 of it', () => {
    const { clock, permitted } = open();
    const times: number[] = [];
    for (let minute = 0; minute < 120; minute += 0.25) {
      clock.nowMs = minute * MINUTE_MS;
      if (permitted([TO]) === 1) times.push(minute);
    }
    const most = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + 10).length),
    );
    expect(most).toBe(3);
    expect(times.length).toBeGreaterThanOrEqual(3 * Math.floor(120 / 12));
  });

  it('is not affected by a clock that stops or goes back', () => {
    const { clock, permitted } = open();
    clock.nowMs = 5 * MINUTE_MS;
    expect(permitted([TO, TO])).toBe(2);
    clock.nowMs = 0;
    expect(permitted([TO, TO])).toBe(1);
  });
});

describe('a count for what was not accepted', () => {
  it('is given back', () => {
    const { take, permitted } = open();
    const { counted } = take([TO, TO]);
    expect(permitted([TO, TO])).toBe(1);
    counted.keepOnly(new Set());
    expect(permitted([TO, TO, TO])).toBe(2);
  });

  it('is given back only for those who were left out', () => {
    const { take, permitted } = open();
    take([TO, numbered(1)]).counted.keepOnly(new Set([TO]));
    expect(permitted([TO, TO, TO])).toBe(2);
    expect(permitted([numbered(1), numbered(1), numbered(1)])).toBe(3);
  });

  it('is given back once, however late', () => {
    const { clock, take, permitted, velocity } = open();
    const { counted } = take([TO, TO]);
    clock.nowMs = 60 * MINUTE_MS;
    expect(permitted([TO])).toBe(1);
    counted.keepOnly(new Set());
    counted.keepOnly(new Set());
    expect(permitted([TO, TO, TO])).toBe(2);
    expect(velocity.size()).toBe(1);
  });

  it('is not made at all in a trial, which alarms nobody', () => {
    const { take, permitted, velocity } = open();
    expect(take([TO, TO, TO, TO], { trial: true }).over).toHaveLength(1);
    expect(velocity.drainAlarms()).toEqual([]);
    expect(permitted([TO, TO, TO])).toBe(3);
  });
});

describe('an alarm', () => {
  it('is raised once per key while it stays full', () => {
    const { clock, permitted, velocity } = open();
    permitted([TO, TO, TO, TO, TO]);
    permitted([TO]);
    expect(velocity.drainAlarms()).toEqual([{ accountId: ROSHAN, cap: NUMBER, key: Number(TO) }]);
    permitted([TO]);
    expect(velocity.drainAlarms()).toEqual([]);
    expect(velocity.drainOver()).toBe(4);
    clock.nowMs = 30 * MINUTE_MS;
    permitted([TO, TO, TO, TO]);
    expect(velocity.drainAlarms()).toHaveLength(1);
  });

  it('is dropped beyond the limit, but still counted', () => {
    const { permitted, velocity } = open({ keys: 1_000, alarms: 2 });
    for (let index = 0; index < 4; index += 1) {
      permitted(Array.from({ length: 4 }, () => numbered(index)));
    }
    expect(velocity.drainAlarms()).toHaveLength(2);
    expect(velocity.drainOver()).toBe(4);
  });
});

describe('what is remembered', () => {
  it('is limited: the oldest goes first', () => {
    const { clock, permitted, velocity } = open({ keys: 10, alarms: 10 });
    permitted([TO, TO, TO]);
    clock.nowMs = 3 * MINUTE_MS;
    permitted(Array.from({ length: 9 }, (_, index) => numbered(index)));
    expect(velocity.size()).toBe(10);
    permitted([numbered(10)]);
    expect(velocity.size()).toBe(10);
    expect(permitted([TO])).toBe(1);
  });

  it('is dropped when it is past', () => {
    const { clock, permitted, velocity } = open();
    permitted([TO, numbered(1)]);
    clock.nowMs = 12 * MINUTE_MS;
    velocity.drainNews(clock.nowMs);
    expect(velocity.size()).toBe(0);
  });
});

describe('two nodes', () => {
  it('share counts that are close to a cap', () => {
    const cap: Cap = { ...NUMBER, most: 8 };
    const [one, two] = [open(), open()];
    const tell = () => {
      const news = one.velocity.drainNews(one.clock.nowMs);
      two.velocity.learn(
        news.map((it) => ({ ...it, from: '1 1' })),
        two.clock.nowMs,
      );
      return news;
    };
    one.permitted([TO, numbered(1)], { caps: [cap] });
    expect(tell()).toEqual([]);
    one.permitted([TO, TO, TO, TO], { caps: [cap] });
    expect(tell()).toMatchObject([{ key: Number(TO), counted: 5, endsInMs: 12 * MINUTE_MS }]);
    expect(tell()).toEqual([]);
    expect(two.permitted([TO, TO, TO, TO], { caps: [cap] })).toBe(3);
    one.clock.nowMs = 12 * MINUTE_MS;
    expect(tell()).toMatchObject([{ key: Number(TO), counted: 0 }]);
    expect(two.permitted([TO, TO, TO, TO, TO, TO], { caps: [cap] })).toBe(5);
  });

  it('forget what a stopped node said', () => {
    const { clock, velocity, permitted } = open();
    const said = { capId: 1, accountId: ROSHAN, key: Number(TO), counted: 3, from: '2 9' };
    velocity.learn([{ ...said, endsInMs: MINUTE_MS }], 0);
    expect(permitted([TO])).toBe(0);
    clock.nowMs = MINUTE_MS;
    expect(permitted([TO])).toBe(1);
  });

  it('share again what did not arrive', () => {
    const { velocity, permitted } = open();
    permitted([TO, TO]);
    const news = velocity.drainNews(0);
    velocity.tellAgain(news);
    expect(velocity.drainNews(0)).toEqual(news);
  });
});
