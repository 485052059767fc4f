import { afterEach, describe, expect, it } from 'vitest';
import { commandIds } from '@paigham/smpp';
import { encodeGsm7, encodeUcs2 } from '@paigham/sms-text';
import type { GivenLinkConfig } from '../../src/domain/routing/smpp-link-config.ts';
import { closeAll, open, parts, until } from '../carriers/linked.ts';
import { askTshark, whyNoTshark } from './tshark.ts';

const reason = whyNoTshark();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

afterEach(closeAll);

const segment = { reference: 70_001, count: 2 };
const urdu = { alphabet: 'ucs2', body: encodeUcs2('پیغام') } as const;

describe.skipIf(reason !== undefined)('tshark has no complaint about a link', () => {
  it.each<[string, GivenLinkConfig, 8 | 16]>([
    ['with headers', {}, 8],
    ['with headers of 16 bits', {}, 16],
    [
      'with segments in TLVs, and an absolute validity',
      { longTexts: 'sar', validity: 'absolute' },
      8,
    ],
    [
      'with long texts whole, and a relative validity',
      { longTexts: 'payload', receiptsPer: 'message', validity: 'relative' },
      8,
    ],
    ['of a pair, in version 5.0, for a range', { bind: 'pair', interfaceVersion: '5.0' }, 8],
    ['whose operator reads Latin-1', { defaultAlphabet: 'latin1_as_3', serviceType: 'CMT' }, 8],
  ])('%s', async (_, config, referenceBits) => {
    const world = await open({ config, operator: { captureOctets: 1_000_000 } });
    const long = world.link.takesWhole
      ? parts(1, { key: 20, body: encodeGsm7('Whole. '.repeat(60)) })
      : parts(2, urdu).map((part, index) => {
          const cut = { ...segment, referenceBits, number: index + 1 };
          return { ...part, key: 20 + index, segment: cut };
        });
    world.link.submit([...parts(3), ...parts(1, { ...urdu, key: 10 }), ...long]);
    const count = 4 + long.length;
    await until(() => world.outcomes.length === count && world.inbound.length === count);
    const captures = [...world.operator.links.values()].map(
      ({ capture }) => capture?.print() ?? '',
    );
    const frames = captures.flatMap((capture) => askTshark(capture));
    expect(frames.flatMap(({ complaints }) => complaints)).toEqual([]);
    const submits = frames
      .flatMap(({ pdus }) => pdus)
      .filter(({ commandId }) => commandId === commandIds.submit_sm);
    expect(submits).toHaveLength(count);
  });
});
