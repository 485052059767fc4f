import { describe, expect, it } from 'vitest';
import { CommitUnknown, isConnectionLost, isTransient } from './faults.ts';

const withCode = (code: string, more = {}): Error => Object.assign(new Error(code), { code }, more);

describe('the weather of the database', () => {
  it.each([
    '08006',
    '25006',
    '40001',
    '40P01',
    '53100',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
  ])('includes %s', (code) => {
    expect(isTransient(withCode(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])("includes the driver's %j", (message) => {
    expect(isTransient(new Error(message))).toBe(true);
  });

  it('includes a socket that is not there, and none of several addresses answering', () => {
    expect(isTransient(withCode('ENOENT', { syscall: 'connect' }))).toBe(true);
    expect(isTransient(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
  });

  it('includes a commit without an answer', () => {
    expect(isTransient(new CommitUnknown(withCode('ECONNRESET')))).toBe(true);
  });

  it.each([
    withCode('23505'),
    withCode('42601'),
    withCode('22P02'),
    withCode('ENOENT', { syscall: 'open' }),
    new TypeError('x is not a function'),
    'a text',
    undefined,
  ])('does not include %s', (error) => {
    expect(isTransient(error)).toBe(false);
  });
});

describe('a lost connection', () => {
  it.each([
    ['57P01', true],
    ['08006', true],
    ['ECONNRESET', true],
    ['40001', false],
    ['57014', false],
    ['23505', false],
  ])('%s: %s', (code, lost) => {
    expect(isConnectionLost(withCode(code))).toBe(lost);
  });
});
