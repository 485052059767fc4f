import { describe, expect, it } from 'vitest';
import { makeHttpRequest } from '../../test/support/http-request.ts';
import { createIsForPeople, hostOf, isOfThisMachine } from './request-host.ts';

const asked = (host: string, from = '127.0.0.1', more: Record<string, string> = {}) =>
  makeHttpRequest({ from, headers: { host, ...more } });

describe('the host of a request', () => {
  it.each([
    ['Sms.Example:8443', 'sms.example'],
    ['sms.example.', 'sms.example'],
    ['127.0.0.1:8080', '127.0.0.1'],
    ['[::1]:8080', '[::1]'],
    ['somebody@sms.example', ''],
    ['sms.example/portal', ''],
    ['', ''],
  ])('of %s is %s', (header, host) => {
    expect(hostOf(asked(header))).toBe(host);
  });
});

describe('this machine', () => {
  it.each([
    ['localhost:8080', '127.0.0.1', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['[::1]:8080', '::1', true],
    ['rebound.example:8080', '127.0.0.1', false],
    ['localhost.rebound.example', '127.0.0.1', false],
    ['localhost', '198.51.100.1', false],
    ['', '127.0.0.1', false],
  ])('asks by its own name: %s from %s: %s', (host, from, isIt) => {
    expect(isOfThisMachine(asked(host, from))).toBe(isIt);
    expect(isOfThisMachine(asked(host, from, { 'x-forwarded-for': '198.51.100.1' }))).toBe(false);
  });
});

describe('people', () => {
  const places = (production: boolean, publicAddress: string) => {
    const isOfAccount = (host: string): boolean => host === 'sms.tenant.example';
    const isForPeople = createIsForPeople({ publicAddress, production, isOfAccount });
    const hosts = ['paigham.example:443', 'sms.tenant.example', 'other.example', 'localhost:8080'];
    return hosts.filter((host) => isForPeople(asked(host)));
  };

  it('work at the public address alone', () => {
    expect(places(true, 'https://paigham.example')).toEqual(['paigham.example:443']);
  });

  it('work on this machine as well while it is tried out, and on no domain of an account', () => {
    const tried = ['paigham.example:443', 'localhost:8080'];
    expect(places(false, 'https://paigham.example')).toEqual(tried);
    const open = ['paigham.example:443', 'other.example', 'localhost:8080'];
    expect(places(false, '')).toEqual(open);
  });
});
