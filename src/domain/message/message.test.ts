import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mayMove,
  MESSAGE_STATES,
  REPORT_WORDS,
  stateOf,
  stateOfParts,
  toldState,
  type MessageState,
  type PartState,
} from './message.ts';

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];
const STORED = STATES.filter((state) => state !== 'cancelled' && state !== 'held');
const FINAL: readonly MessageState[] = ['delivered', 'failed', 'rejected', 'expired'];
const everyPair = STORED.flatMap((from) => STORED.map((to) => [from, to] as const));

describe('the moves of a message', () => {
  it.each(everyPair)('from %s to %s agree with the store’s numbers', (from, to) => {
    const goesUp = MESSAGE_STATES[to] > MESSAGE_STATES[from];
    const isOpen = MESSAGE_STATES[from] < MESSAGE_STATES.delivered;
    expect(mayMove(from, to)).toBe(goesUp && isOpen);
  });

  it('lead nowhere from a final state', () => {
    const left = everyPair.filter(([from, to]) => FINAL.includes(from) && mayMove(from, to));
    expect(left).toEqual([]);
  });

  it('lead to every final state from every open one, from unknown too', () => {
    for (const from of ['waiting', 'sent', 'unknown'] as const) {
      for (const to of FINAL) expect([from, to, mayMove(from, to)]).toEqual([from, to, true]);
    }
  });

  it('lead to held from waiting alone, and from there wherever sent leads, and to sent', () => {
    const from = (state: MessageState) => STATES.filter((to) => mayMove(state, to));
    expect(STATES.filter((state) => mayMove(state, 'held'))).toEqual(['waiting']);
    expect(new Set(from('held'))).toEqual(new Set(['sent', ...from('sent')]));
  });

  it('lead to cancelled from waiting alone, and from there nowhere', () => {
    expect(STATES.filter((from) => mayMove(from, 'cancelled'))).toEqual(['waiting']);
    expect(STATES.filter((to) => mayMove('cancelled', to))).toEqual([]);
  });

  it('never come back: no path leads from a state to itself', () => {
    const reach = (from: MessageState): Set<MessageState> => {
      const next = STATES.filter((to) => mayMove(from, to));
      return new Set([...next, ...next.flatMap((to) => [...reach(to)])]);
    };
    for (const state of STATES) expect(reach(state).has(state)).toBe(false);
  });
});

describe('states as the store and reports write them', () => {
  it('are told as held where the chat platform holds what it was sent', () => {
    expect(toldState('sent', 'platform_holds')).toBe('held');
    expect(toldState('sent', 'platform_holds_paused')).toBe('held');
    expect(toldState('sent', undefined)).toBe('sent');
    expect(toldState('unknown', 'platform_holds')).toBe('unknown');
  });

  it('are read back from their numbers, each its own', () => {
    for (const state of STATES) expect(stateOf(MESSAGE_STATES[state])).toBe(state);
    expect(new Set(Object.values(MESSAGE_STATES)).size).toBe(STATES.length);
  });

  it.each([0, 8, -1, 1.5])('are a bug when the store holds %d', (stored) => {
    expect(() => stateOf(stored)).toThrow(/no message state/);
  });

  it('have a report word each', () => {
    expect(new Set(Object.values(REPORT_WORDS)).size).toBe(STATES.length);
    expect(REPORT_WORDS).toMatchObject({ waiting: 'PENDING', sent: 'SENT', unknown: 'UNKNOWN' });
  });
});

describe('a message of several parts', () => {
  it.each<readonly [readonly PartState[], MessageState]>([
    [['delivered', 'delivered'], 'delivered'],
    [['delivered', 'open'], 'sent'],
    [['open', 'open'], 'sent'],
    [['failed', 'open'], 'failed'],
    [['delivered', 'failed'], 'failed'],
    [['rejected', 'delivered', 'open'], 'rejected'],
    [['open', 'expired'], 'expired'],
    [['expired', 'rejected', 'failed'], 'failed'],
    [['expired', 'rejected'], 'rejected'],
    [['delivered', 'unknown'], 'unknown'],
    [['unknown', 'open'], 'sent'],
    [['unknown', 'failed'], 'failed'],
  ])('whose parts are %j is %s', (parts, state) => {
    expect(stateOfParts(parts)).toBe(state);
  });

  it('is judged alike in whatever order its parts are reported', () => {
    const part = fc.constantFrom<PartState>('open', 'unknown', ...(FINAL as PartState[]));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), (parts) => {
        const state = stateOfParts(parts);
        expect(stateOfParts(parts.toSorted())).toBe(state);
        expect(state === 'delivered').toBe(parts.every((it) => it === 'delivered'));
        const anyBad = parts.some((it) => ['failed', 'rejected', 'expired'].includes(it));
        expect(['failed', 'rejected', 'expired'].includes(state)).toBe(anyBad);
      }),
    );
  });
});
