import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { faultOfLink, hostOf, publicAddresses, readLink } from '../../src/fetch/address-policy.ts';

const policy = publicAddresses({ own: ['203.0.114.7', '2606:4700:7::/48'], loopback: false });
const tryingOut = publicAddresses({ own: [], loopback: true });

/** Every form in which an address of the inside may be written (the list of request forgery). */
const refused: readonly (readonly [string, string])[] = [
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared by a provider', '100.64.0.1'],
  ['shared by a provider', '100.127.255.255'],
  ['link-local', '169.254.0.1'],
  ['cloud metadata', '169.254.169.254'],
  ['cloud metadata', '169.254.170.2'],
  ['cloud metadata', '168.63.129.16'],
  ['cloud metadata', '100.100.100.200'],
  ['cloud metadata', '192.0.0.192'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:169.254.169.254'],
  ['version 4 in the old form', '::7f00:1'],
  ['version 4 in the old form', '::a9fe:a9fe'],
  ['translated (SIIT)', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1'],
  ['NAT64', '64:ff9b::a9fe:a9fe'],
  ['NAT64 of one site', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['6to4', '2002:a9fe:a9fe::1'],
  ['Teredo', '2001:0:4136:e378::1'],
  ['discard', '100::1'],
  ['ORCHID', '2001:10::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fdff::1'],
  ['cloud metadata', 'fd00:ec2::254'],
  ['cloud metadata', 'fd20:ce::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['not given out', '4000::1'],
  ['ours', '203.0.114.7'],
  ['ours, mapped', '::ffff:203.0.114.7'],
  ['ours', '2606:4700:7::1'],
  ['no address', 'localhost'],
  ['no address', ''],
];

describe('public addresses', () => {
  it.each(refused)('does not allow %s: %s', (_, address) => {
    expect(policy.allows(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])(
    'allows %s',
    (address) => {
      expect(policy.allows(address)).toBe(true);
    },
  );

  it('allows none of the addresses of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ address }) => policy.allows(address))).toEqual([]);
  });

  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
    ['http://127.0.0.1\\@files.example/', '127.0.0.1'],
    ['http://[::ffff:7f00:1]/', '::ffff:7f00:1'],
    ['http://[::]/', '::'],
    ['http://0/', '0.0.0.0'],
    ['http://0xA9FEA9FE/', '169.254.169.254'],
    ['http://169.254.169.254./', '169.254.169.254'],
  ])('does not allow what %s means', (link, address) => {
    const host = hostOf(readLink(link, 200));
    expect(host).toBe(address);
    expect(policy.allows(host)).toBe(false);
  });

  it.each([
    [80, true],
    [443, true],
    [8080, true],
    [8443, true],
    [22, false],
    [25, false],
    [5432, false],
    [8081, false],
  ])('port %i is allowed: %s', (port, isAllowed) => {
    expect(policy.allowsPort('8.8.8.8', port)).toBe(isAllowed);
  });
});

describe('for trying out', () => {
  it('allows loopback and any port of it', () => {
    expect(tryingOut.allows('127.0.0.1')).toBe(true);
    expect(tryingOut.allows('::1')).toBe(true);
    expect(tryingOut.allowsPort('127.0.0.1', 3_000)).toBe(true);
  });

  it.each(refused.filter(([what]) => !what.endsWith('loopback') && !what.startsWith('ours')))(
    'still does not allow %s: %s',
    (_, address) => {
      expect(tryingOut.allows(address)).toBe(false);
    },
  );

  it('still takes the web ports alone of a public address', () => {
    expect(tryingOut.allowsPort('8.8.8.8', 22)).toBe(false);
  });
});

describe('a link that can never be connected to', () => {
  it.each([
    ['https://169.254.169.254/', 'not_public'],
    ['https://[::1]/', 'not_public'],
    ['https://2130706433/', 'not_public'],
    ['https://203.0.114.7/', 'not_public'],
    ['https://localhost/', 'not_public'],
    ['https://hooks.localhost./', 'not_public'],
    ['https://intranet/', 'not_public'],
    ['https://hooks.example:22/', 'port'],
    ['https://hooks.example/', undefined],
    ['https://8.8.8.8:8443/', undefined],
  ])('shows without a name server: %s', (link, fault) => {
    expect(faultOfLink(new URL(link), policy)).toBe(fault);
  });

  it('may be one of this machine in a trial, at any port', () => {
    for (const link of ['http://localhost:3000/', 'http://[::1]:22/', 'https://hooks.example:9/']) {
      expect(faultOfLink(new URL(link), tryingOut)).toBeUndefined();
    }
    expect(faultOfLink(new URL('https://10.0.0.1/'), tryingOut)).toBe('not_public');
    expect(faultOfLink(new URL('https://8.8.8.8:22/'), tryingOut)).toBe('port');
  });
});
