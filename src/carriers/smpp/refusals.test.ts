import { commandStatus } from '@paigham/smpp';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { quietLog } from '../../kit/log.ts';
import { isLoginRefused, meaningOfStatus, Refusals } from './refusals.ts';

function openRefusals(statusReasons = '') {
  const counted: number[] = [];
  const tally = {
    unknownStatus: (status: number) => void counted.push(status),
    outbind: () => undefined,
  };
  return { counted, refusals: new Refusals({ statusReasons }, { log: quietLog, tally }) };
}

describe('an operator’s refusals', () => {
  it('mean what the table says, or what the link says', () => {
    const { refusals, counted } = openRefusals('0x45=operator_queue_full,0x4ff=operator_fault');
    expect(refusals.judge(0x45)).toEqual({ reason: 'operator_queue_full', status: 0x45 });
    expect(refusals.judge(0x4ff)).toEqual({ reason: 'operator_fault', status: 0x4ff });
    expect(refusals.judge(0x0b)).toEqual({ reason: 'operator_refused_recipient', status: 0x0b });
    expect(counted).toEqual([]);
  });

  it('are counted when they have no known meaning, unless the link says so on purpose', () => {
    const { refusals, counted } = openRefusals('0x400=operator_unknown_word');
    for (const status of [0x400, 0x401, 0x401]) {
      expect(refusals.judge(status).reason).toBe('operator_unknown_word');
    }
    expect(counted).toEqual([0x401, 0x401]);
  });

  it('are distinguished up to a limit, and lumped together beyond it', () => {
    const { refusals, counted } = openRefusals();
    const most = limit('knownStatuses');
    for (let index = 0; index <= most; index += 1) refusals.judge(0x1000 + index);
    refusals.judge(0x1000);
    expect(new Set(counted.slice(0, most)).size).toBe(most);
    expect(counted.slice(most)).toEqual([0x7fff_ffff, 0x1000]);
  });

  it('are kept in 31 bits, like in the store', () => {
    const { refusals } = openRefusals();
    expect(refusals.judge(0x7fff_ffff).status).toBe(0x7fff_ffff);
    expect(refusals.judge(0x8000_0000).status).toBe(0x7fff_ffff);
  });
});

describe('what a command_status means', () => {
  it.each([
    [0x58, 'operator_throttled', 'temporary'],
    [0x14, 'operator_queue_full', 'temporary'],
    [0x08, 'operator_fault', 'temporary'],
    [0x64, 'operator_temporary', 'temporary'],
    [0xff, 'operator_fault', 'temporary'],
    [0x0b, 'operator_refused_recipient', 'permanent'],
    [0x50, 'operator_refused_recipient', 'permanent'],
    [0x0a, 'operator_refused_sender', 'permanent'],
    [0x01, 'operator_refused_form', 'permanent'],
    [0x61, 'operator_refused_form', 'permanent'],
    [0xc4, 'operator_refused_form', 'permanent'],
    [0x104, 'operator_refused_form', 'permanent'],
    [0x45, 'operator_refused', 'permanent'],
    [0x65, 'operator_refused', 'permanent'],
    [0xfe, 'operator_refused', 'permanent'],
    [0x4ff, 'operator_unknown_word', 'temporary'],
    [0x09, 'operator_unknown_word', 'temporary'],
  ] as const)('0x%s: %s, %s', (status, reason, duration) => {
    expect(meaningOfStatus(status)).toBe(reason);
    expect(failureOf(reason).permanent).toBe(duration === 'permanent');
  });

  it('blames the link, not the message, when the link is not bound', () => {
    expect(meaningOfStatus(0x04)).toBe('link_fault');
  });

  it('has a meaning for every status of SMPP 3.4 and of SMPP 5', () => {
    const unknown = Object.entries(commandStatus)
      .filter(([, status]) => status > 0)
      .filter(([, status]) => meaningOfStatus(status) === 'operator_unknown_word');
    expect(unknown).toEqual([]);
  });

  it('stops only at a wrong login', () => {
    const refused = Object.values(commandStatus).filter(isLoginRefused);
    expect(refused).toEqual([0x0e, 0x0f, 0x53]);
  });
});
