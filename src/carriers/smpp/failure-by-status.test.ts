import { describe, expect, it } from 'vitest';
import { commandStatus } from '@paigham/smpp';
import { failureOf } from '../../domain/failure/failure.ts';
import { isLoginRefused, meaningOfStatus } from './failure-by-status.ts';

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

  it('stops at a wrong login only', () => {
    const refused = Object.values(commandStatus).filter(isLoginRefused);
    expect(refused).toEqual([0x0e, 0x0f, 0x53]);
  });
});
