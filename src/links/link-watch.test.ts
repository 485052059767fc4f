import { describe, expect, it } from 'vitest';
import type { CarrierOutcome } from '../domain/carrier/carrier.ts';
import type { FailureReason } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { type GivesWay, watchLink } from './link-watch.ts';

const key = 1;
const taken: CarrierOutcome = { key, kind: 'taken', operatorKey: 'a', late: false };
const refused = (reason: FailureReason, status = 8): CarrierOutcome => ({
  key,
  kind: 'refused',
  reason,
  status,
  late: false,
});

const givesWay = { giveWayAfterRefusals: 20, giveWayAfterMs: 5_000 };

function bound(how?: GivesWay) {
  const clock = stepClock();
  const watch = watchLink(clock, how);
  watch.state({ kind: 'bound' });
  const tell = (outcome: CarrierOutcome, times = 1): void => {
    for (let count = 0; count < times; count += 1) {
      watch.submitted(1);
      watch.outcome(outcome);
    }
  };
  return { clock, watch, tell, state: () => watch.standing()?.state };
}

describe('a link that is watched', () => {
  it('says nothing until it is bound or should long be', () => {
    const clock = stepClock();
    const watch = watchLink(clock, undefined);
    watch.state({ kind: 'unbound', words: undefined });
    expect(watch.standing()).toBeUndefined();
    watch.state({ kind: 'unbound', words: 'connect ECONNREFUSED' });
    watch.state({ kind: 'unbound', words: undefined });
    clock.advance(limit('linkDownAfterMs'));
    expect(watch.standing()).toEqual({ state: 'down', words: 'connect ECONNREFUSED' });
    watch.state({ kind: 'bound' });
    expect(watch.standing()).toEqual({ state: 'up', words: undefined });
  });

  it('stands through a blink, and is down after some seconds', () => {
    const { clock, watch, state } = bound();
    expect(state()).toBe('up');
    watch.state({ kind: 'unbound', words: 'the operator closed the connection' });
    clock.advance(limit('linkDownAfterMs') - 1);
    expect(state()).toBe('up');
    clock.advance(1);
    expect(state()).toBe('down');
  });

  it('needs attention at once', () => {
    const { watch } = bound();
    watch.state({ kind: 'needs_attention', words: 'bind refused' });
    expect(watch.standing()).toEqual({ state: 'needs_attention', words: 'bind refused' });
  });

  it.each([
    ['faults of the operator', refused('operator_fault'), 'down'],
    ['silence', { key, kind: 'ambiguous' } as const, 'down'],
    ['connections that break', { key, kind: 'ambiguous', broken: true } as const, 'up'],
    ['a slower pace that is asked for', refused('operator_throttled'), 'up'],
    ['a full queue', refused('operator_queue_full'), 'up'],
    ['recipients that are refused', refused('operator_refused_recipient'), 'up'],
    ['faults of the chat platform', refused('platform_fault'), 'down'],
    ['a pause that the platform asks for', refused('platform_throttled'), 'up'],
    ['users written to too often', refused('platform_recipient_paced'), 'up'],
    ['files that could not be uploaded', refused('platform_media_unready'), 'up'],
    ['users that cannot be reached', refused('platform_unreachable'), 'up'],
    ['what was never written', { key, kind: 'unsent' } as const, 'up'],
    ['late answers', { ...refused('operator_fault'), late: true } as CarrierOutcome, 'up'],
  ])('after a storm of %s', (_, outcome, expected) => {
    const { tell, state } = bound();
    tell(outcome, 100);
    expect(state()).toBe(expected);
  });

  it('says with which code the chat platform failed', () => {
    const { watch, tell } = bound();
    tell(refused('platform_fault', 131_000), limit('breakerBad'));
    expect(watch.standing()?.words).toBe('too many failed: the platform answered 131000');
  });

  it('gives no room while it fails, a little while it is tried, and all of it again', () => {
    const { clock, watch, tell, state } = bound();
    expect(watch.room(50)).toBe(50);
    tell(refused('operator_fault'), limit('breakerBad'));
    expect([watch.room(50), watch.standing()?.words]).toEqual([
      0,
      'too many failed: the operator answered 0x08',
    ]);
    clock.advance(limit('breakerFirstMs'));
    expect(state()).toBe('trying');
    expect(watch.room(50)).toBe(limit('breakerProbes'));
    watch.submitted(2);
    expect(watch.room(50)).toBe(limit('breakerProbes') - 2);
    watch.outcome(taken);
    watch.outcome(taken);
    tell(taken);
    expect([state(), watch.room(50)]).toEqual(['up', 50]);
  });
});

describe('a link that refuses everything for now', () => {
  const full = refused('operator_queue_full', 0x14);

  it.each([
    ['a full queue', full],
    ['throttling', refused('operator_throttled', 0x58)],
    ['its own temporary code', refused('operator_temporary', 0x64)],
    ['a word that nobody knows', refused('operator_unknown_word', 0x4_02)],
  ])('with %s gives way after so many in a row', (_, outcome) => {
    const { watch, tell, state } = bound(givesWay);
    tell(outcome, 19);
    expect([state(), watch.room(50)]).toEqual(['up', 50]);
    tell(outcome);
    expect([state(), watch.room(50)]).toEqual(['down', 0]);
    expect(watch.standing()?.words).toMatch(/^it takes nothing: the operator answered 0x/);
  });

  it('gives way after so long without one that it takes, however few it refuses', () => {
    const { clock, tell, state } = bound(givesWay);
    tell(full);
    clock.advance(4_999);
    tell(full);
    expect(state()).toBe('up');
    clock.advance(1);
    tell(full);
    expect(state()).toBe('down');
  });

  it('is not one that is nearly idle, and refuses one now and then', () => {
    for (const apartMs of [5_000, 9_000, limit('breakerWindowMs')]) {
      const { clock, tell, state } = bound(givesWay);
      for (let refusals = 0; refusals < 10; refusals += 1) {
        tell(full);
        clock.advance(apartMs);
      }
      expect([apartMs, state()]).toEqual([apartMs, 'up']);
    }
    // The attempts of one message that nobody else disturbs are closer.
    const { clock, tell, state } = bound(givesWay);
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      tell(full);
      clock.advance(pauseMs);
    }
    expect(state()).toBe('up');
    tell(full);
    expect(state()).toBe('down');
  });

  it('is not one that takes some, that refused long ago, or that refuses what messages are', () => {
    const { clock, tell, state } = bound(givesWay);
    for (let round = 0; round < 10; round += 1) {
      tell(full, 19);
      tell(taken);
    }
    tell(full);
    clock.advance(limit('breakerWindowMs') + 1);
    tell(full);
    tell(refused('operator_refused_recipient', 0x0b), 100);
    expect(state()).toBe('up');
  });

  it('is tried with a few, left alone at the first that it refuses, and used when it takes', () => {
    const { clock, watch, tell, state } = bound(givesWay);
    tell(full, 20);
    for (const pauseMs of [5_000, 10_000, 20_000, 20_000]) {
      clock.advance(pauseMs - 1);
      expect(state()).toBe('down');
      clock.advance(1);
      expect([state(), watch.room(50)]).toEqual(['trying', limit('breakerProbes')]);
      tell(full);
      expect(state()).toBe('down');
    }
    clock.advance(20_000);
    expect(state()).toBe('trying');
    tell(taken, limit('breakerProbes'));
    expect([state(), watch.room(50)]).toEqual(['up', 50]);
  });
});
