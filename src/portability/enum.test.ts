import { describe, expect, it } from 'vitest';
import type { DirectoryAnswer } from '../domain/portability/directory.ts';
import type { NaptrRecord } from '../kit/dns.ts';
import { createEnum, plainRoutingNumber } from './enum.ts';

const NUMBER = '923001234567';
const operators = new Map([
  ['9201', 'Jazz'],
  ['92017', 'Zong'],
  ['d02', 'Ufone'],
]);

function record(regexp: string, changes: Partial<NaptrRecord> = {}): NaptrRecord {
  return { order: 10, preference: 10, flags: 'u', service: 'E2U+pstn:tel', regexp, ...changes };
}

async function asking(...records: readonly NaptrRecord[]): Promise<DirectoryAnswer | undefined> {
  const resolve = () => Promise.resolve(records);
  const ask = createEnum({ resolve, suffix: 'e164.example', operators });
  return (await ask([NUMBER])).get(NUMBER);
}

const tel = (rest: string): string => `!^.*$!tel:+${NUMBER}${rest}!`;

describe('a number as a name', () => {
  it('is its digits backwards under the suffix', async () => {
    const names: string[] = [];
    const resolve = (name: string) => {
      names.push(name);
      return Promise.resolve([]);
    };
    await createEnum({ resolve, suffix: 'e164.example', operators })([NUMBER]);
    expect(names).toEqual(['7.6.5.4.3.2.1.0.0.3.2.9.e164.example']);
  });
});

describe('the records of a number', () => {
  it.each<readonly [string, readonly NaptrRecord[], DirectoryAnswer]>([
    ['none', [], { kind: 'unknown' }],
    ['a routing number', [record(tel(';npdi;rn=+92-01-5'))], { kind: 'operator', name: 'Jazz' }],
    ['a longer known one', [record(tel(';rn=+92017'))], { kind: 'operator', name: 'Zong' }],
    ['letters in it', [record(tel(';rn=D02;rn-context=+92'))], { kind: 'operator', name: 'Ufone' }],
    ['another mark between', [record(`/^.*$/tel:+1;rn=9201/`)], { kind: 'operator', name: 'Jazz' }],
    ['nobody’s routing number', [record(tel(';npdi;rn=+9299'))], { kind: 'unknown' }],
    ['not ported', [record(tel(';npdi'))], { kind: 'not_ported' }],
    ['not said to be looked for', [record(tel(''))], { kind: 'unknown' }],
    ['no tel address', [record('!^.*$!sip:x@example!')], { kind: 'failed' }],
    ['nonsense', [record('!')], { kind: 'failed' }],
    ['another service', [record(tel(';rn=9201'), { service: 'E2U+sip' })], { kind: 'unknown' }],
    ['no end', [record(tel(';rn=9201'), { flags: '' })], { kind: 'unknown' }],
  ])('%s', async (_, records, answer) => {
    expect(await asking(...records)).toEqual(answer);
  });

  it('are used by order, then by preference', async () => {
    const later = record(tel(';rn=D02'), { order: 20, preference: 1 });
    const second = record(tel(';rn=92017'), { preference: 20 });
    const first = record(tel(';rn=9201'), { service: 'e2u+PSTN:tel', flags: 'U' });
    expect(await asking(later, second, first)).toEqual({ kind: 'operator', name: 'Jazz' });
  });

  it('fail the query when there are none', async () => {
    const resolve = () => Promise.reject(new Error('ETIMEOUT'));
    const ask = createEnum({ resolve, suffix: 'e164.example', operators });
    await expect(ask([NUMBER])).rejects.toThrow('ETIMEOUT');
  });
});

it('routing numbers are compared without their visual separators', () => {
  expect(plainRoutingNumber('+92-(01).D')).toBe('9201d');
});
