import { describe, expect, it } from 'vitest';
import { limit } from '../../domain/limits.ts';
import { quietLog } from '../../kit/log.ts';
import { Refusals } from './refusals.ts';

function openRefusals(statusReasons = '') {
  const counted: number[] = [];
  const tally = {
    unknownStatus: (status: number) => void counted.push(status),
    outbind: () => undefined,
  };
  return { counted, refusals: new Refusals({ statusReasons }, { log: quietLog, tally }) };
}

describe('the refusals of an operator', () => {
  it('mean what the table says, or what the link says', () => {
    const { refusals, counted } = openRefusals('0x45=operator_queue_full,0x4ff=operator_fault');
    expect(refusals.judge(0x45)).toEqual({ reason: 'operator_queue_full', status: 0x45 });
    expect(refusals.judge(0x4ff)).toEqual({ reason: 'operator_fault', status: 0x4ff });
    expect(refusals.judge(0x0b)).toEqual({ reason: 'operator_refused_recipient', status: 0x0b });
    expect(counted).toEqual([]);
  });

  it('are counted when they have no meaning, unless the link says that they have none', () => {
    const { refusals, counted } = openRefusals('0x400=operator_unknown_word');
    for (const status of [0x400, 0x401, 0x401]) {
      expect(refusals.judge(status).reason).toBe('operator_unknown_word');
    }
    expect(counted).toEqual([0x401, 0x401]);
  });

  it('are told apart up to a bound, and are one beyond it', () => {
    const { refusals, counted } = openRefusals();
    const most = limit('knownStatuses');
    for (let index = 0; index <= most; index += 1) refusals.judge(0x1000 + index);
    refusals.judge(0x1000);
    expect(new Set(counted.slice(0, most)).size).toBe(most);
    expect(counted.slice(most)).toEqual([0x7fff_ffff, 0x1000]);
  });

  it('are kept in 31 bits, as the store keeps them', () => {
    const { refusals } = openRefusals();
    expect(refusals.judge(0x7fff_ffff).status).toBe(0x7fff_ffff);
    expect(refusals.judge(0x8000_0000).status).toBe(0x7fff_ffff);
  });
});
