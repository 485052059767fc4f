import { describe, expect, it } from 'vitest';
import { faultOfStatusReasons, readStatusReasons, STATUS_REASONS } from './link-field.ts';

describe('an operator’s meanings of status codes', () => {
  it.each([
    ['', []],
    ['0x45=operator_queue_full', [[0x45, 'operator_queue_full']]],
    [
      ' 0x401 = operator_throttled , 1026=operator_refused ',
      [
        [0x401, 'operator_throttled'],
        [1_026, 'operator_refused'],
      ],
    ],
  ])('%j is read', (text, entries) => {
    expect(faultOfStatusReasons(text)).toBeUndefined();
    expect([...readStatusReasons(text)]).toEqual(entries);
  });

  it('may name any reason that a refusal can have', () => {
    const text = STATUS_REASONS.map((reason, index) => `${0x400 + index}=${reason}`).join(',');
    expect(faultOfStatusReasons(text)).toBeUndefined();
    expect(readStatusReasons(text).size).toBe(STATUS_REASONS.length);
  });

  it.each([
    ['0x45', 'gives 0x45 no known reason'],
    ['operator_refused', 'pairs such as'],
    ['0x45=', 'gives 0x45 no known reason'],
    ['0x45=operator_full', 'gives 0x45 no known reason'],
    ['0x45=insufficient_credit', 'gives 0x45 no known reason'],
    ['0=operator_refused', 'pairs such as'],
    ['-1=operator_refused', 'pairs such as'],
    ['0x100000000=operator_refused', 'pairs such as'],
    ['4294967296=operator_refused', 'pairs such as'],
    ['0x45=operator_refused=operator_fault', 'pairs such as'],
    ['0x45=operator_refused,', 'pairs such as'],
    ['0x45=operator_refused,69=operator_fault', 'names 69 twice'],
  ])('%j is refused with the reason', (text, words) => {
    expect(faultOfStatusReasons(text)).toContain(words);
  });
});
