import { afterEach, describe, expect, it } from 'vitest';
import { showMessages, showPdu } from '../../fakes/smsc/show.ts';
import { encodeUcs2, splitText } from '@paigham/sms-text';
import type { CarrierPart } from '../../src/domain/carrier/carrier.ts';
import type { GivenLinkConfig } from '../../src/domain/routing/smpp-link-config.ts';
import { closeAll, kinds, open, parts, times, until, type Heard } from './linked.ts';

afterEach(closeAll);

const text = 'یہ ایک لمبا پیغام ہے جو کئی حصوں میں جاتا ہے۔ '.repeat(4);

/** The text as the journey cuts it for a link. */
function cut(takesWhole: boolean): readonly CarrierPart[] {
  const [first] = parts(1, { alphabet: 'ucs2', body: encodeUcs2(text) });
  if (first === undefined) return [];
  if (takesWhole) return [first];
  const bodies = splitText(text, 'ucs2', 8);
  return bodies.map((body, index) => {
    const segment = {
      referenceBits: 8 as const,
      reference: 70_001,
      count: bodies.length,
      number: index + 1,
    };
    return { ...first, key: index + 1, body, segment };
  });
}

const shown = (world: Heard) => {
  const pdus = world.operator.heard.last(100).map(showPdu);
  return { pdus, messages: showMessages(pdus) };
};

describe('a long text', () => {
  it.each([
    ['by headers', { longTexts: 'udh' }, 3, 0x40],
    ['by sar TLVs', { longTexts: 'sar' }, 3, 0],
    ['in message_payload', { longTexts: 'payload', receiptsPer: 'message' }, 1, 0],
  ])('%s is one message at the operator', async (_, config, pdus, esmClass) => {
    const world = await open({ config });
    expect(world.link.takesWhole).toBe(pdus === 1);
    world.link.submit(cut(world.link.takesWhole));
    await until(() => world.outcomes.length === pdus && world.inbound.length === pdus);
    expect(kinds(world.outcomes)).toEqual(times(pdus, 'taken'));
    expect(shown(world).messages).toMatchObject([{ text, complete: true, partCount: pdus }]);
    for (const pdu of shown(world).pdus) expect(pdu.esmClass).toBe(esmClass);
  });
});

describe('what staff say of a link', () => {
  it.each<[string, GivenLinkConfig, object]>([
    ['the sender', { numericSenderTon: 0, numericSenderNpi: 1 }, { sourceTon: 0, sourceNpi: 1 }],
    ['the alphabet', { defaultAlphabet: 'latin1_as_3' }, { dataCoding: 3, text: 'code 0' }],
    ['the validity', { validity: 'relative' }, { validity: '000028000000000R' }],
    ['the version', { interfaceVersion: '5.0' }, { text: 'code 0' }],
  ])('is what the operator hears: %s', async (_, config, heard) => {
    const world = await open({ config });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(shown(world).pdus).toMatchObject([heard]);
  });

  it('is what its codes mean, where it says so; others are counted', async () => {
    const statusReasons = '0x45=operator_queue_full,0x401=operator_throttled';
    const world = await open({ config: { statusReasons, ratePerSecond: 1_000 } });
    for (const [key, refuseStatus] of [0x45, 0x401, 0x402, 0x402, 0xffff_ffff].entries()) {
      await world.operator.change({ refuseNext: 1, refuseStatus });
      world.link.submit(parts(1, { key }));
      await until(() => world.outcomes.length === key + 1);
    }
    expect(world.outcomes).toMatchObject([
      { reason: 'operator_queue_full', status: 0x45 },
      { reason: 'operator_throttled', status: 0x401 },
      { reason: 'operator_unknown_word', status: 0x402 },
      { reason: 'operator_unknown_word', status: 0x402 },
      { reason: 'operator_unknown_word', status: 0x7fff_ffff },
    ]);
    expect(world.unknown).toEqual([0x402, 0x402, 0xffff_ffff]);
  });
});
