import { describe, expect, it } from 'vitest';
import { readIpRange } from './ip-range.ts';

describe('an address or a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ])('%s is stored as %s', (written, stored) => {
    expect(readIpRange(written)).toBe(stored);
    expect(readIpRange(stored)).toBe(stored);
  });

  it.each(['', 'office', '203.0.113', '203.0.113.256', '10.1/16', '10.0.0.0/33', 'fe80::1%eth0'])(
    '%j is neither',
    (written) => {
      expect(readIpRange(written)).toBeUndefined();
    },
  );
});
