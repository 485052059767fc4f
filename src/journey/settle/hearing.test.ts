import { describe, expect, it } from 'vitest';
import { stepClock } from '../../../test/support/step-clock.ts';
import type { LinkId } from '../../domain/ids.ts';
import { quietLog } from '../../kit/log.ts';
import { createHearing } from './settle.ts';

/** Something that was heard of a text. */
const heard = (name: string) => {
  return { kind: 'overtaken', linkId: 1 as LinkId, operatorKey: name } as const;
};

/** What is settled together, by names. */
function open() {
  const clock = stepClock();
  const groups: string[][] = [];
  const hearing = createHearing({
    clock,
    log: quietLog,
    closeOut: async (group) => {
      groups.push(group.flatMap((it) => ('operatorKey' in it.heard ? [it.heard.operatorKey] : [])));
    },
    settled: () => undefined,
  });
  return { clock, groups, hear: (name: string) => hearing.hear(heard(name)) };
}

describe('what operators say of texts', () => {
  it('is settled at once after a pause, and gathers for 20 ms while more comes', async () => {
    const { clock, groups, hear } = open();
    hear('a');
    await clock.advanceAsync(0);
    expect(groups).toEqual([['a']]);
    for (const name of ['b', 'c', 'd', 'e', 'f']) {
      hear(name);
      await clock.advanceAsync(4);
    }
    await clock.advanceAsync(4);
    expect(groups).toEqual([['a'], ['b', 'c', 'd', 'e', 'f']]);
  });

  it('waits 5 ms for more: whoever sends one at a time waits for our answer', async () => {
    const { clock, groups, hear } = open();
    hear('a');
    await clock.advanceAsync(1);
    hear('b');
    await clock.advanceAsync(4);
    expect(groups).toEqual([['a']]);
    await clock.advanceAsync(1);
    expect(groups).toEqual([['a'], ['b']]);
  });
});
