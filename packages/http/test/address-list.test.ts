import { describe, expect, it } from 'vitest';
import {
  createAddressList,
  findCaller,
  neighbourhoodOf,
  readIpRange,
} from '../src/address-list.ts';

const trusted = createAddressList(['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48']);

describe('findCaller', () => {
  it.each([
    ['203.0.113.7', '', '203.0.113.7', 'the peer'],
    ['::ffff:203.0.113.7', '', '203.0.113.7', 'the peer in plain notation'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7', 'the peer, who is no trusted proxy'],
    ['10.1.1.1', '', '10.1.1.1', 'the proxy itself when it names nobody'],
    ['10.1.1.1', '198.51.100.1', '198.51.100.1', 'whom the proxy names'],
    ['::ffff:10.1.1.1', '198.51.100.1', '198.51.100.1', 'whom the proxy names, mapped'],
    ['10.1.1.1', '192.0.2.9, 198.51.100.1', '198.51.100.1', 'not what the caller forged'],
    ['10.1.1.1', '10.9.9.9, 198.51.100.1', '198.51.100.1', 'not a forged proxy either'],
    ['10.1.1.1', '198.51.100.1, 192.0.2.1,10.2.2.2', '198.51.100.1', 'who stands before proxies'],
    ['10.1.1.1', '10.3.3.3, 10.2.2.2', '10.3.3.3', 'the left-most when all are proxies'],
    ['10.1.1.1', '198.51.100.1, junk', '10.1.1.1', 'the last that could be read'],
    ['10.1.1.1', '198.51.100.1:4711', '198.51.100.1', 'an address with its port'],
    ['10.1.1.1', '[2001:db8::5]:443', '2001:db8::5', 'an IPv6 address with its port'],
    ['2001:db8:1::9', '2001:DB8::5', '2001:db8::5', 'an IPv6 address in one notation'],
  ])('of peer %s forwarding %j is %s: %s', (peer, forwardedFor, expected) => {
    expect(findCaller(peer, forwardedFor, trusted)).toBe(expected);
  });

  it('believes nobody when no proxy is trusted', () => {
    expect(findCaller('10.1.1.1', '198.51.100.1', createAddressList([]))).toBe('10.1.1.1');
  });
});

describe('createAddressList', () => {
  it.each([
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['::ffff:192.0.2.1', true],
    ['2001:db8:1:ffff::1', true],
    ['2001:db8:2::1', false],
    ['not an address', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(trusted.includes(address)).toBe(expected);
  });

  it('throws on an entry that is no address', () => {
    expect(() => createAddressList(['10.0.0.0/8', 'localhost'])).toThrow('no address');
  });
});

describe('neighbourhoodOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::'],
    ['', ''],
  ])('of %s is %s', (address, expected) => {
    expect(neighbourhoodOf(address)).toBe(expected);
  });
});

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
