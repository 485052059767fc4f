import { describe, expect, it } from 'vitest';
import { encodePdu, findTlv, type Message } from '@paigham/smpp';
import { encodeGsm7, encodeUcs2 } from '@paigham/sms-text';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import type { MessageId } from '../../domain/ids.ts';
import { checkLinkConfig, type GivenLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { composeSubmit } from './compose-submit.ts';

/** 2026-11-20T12:00:30Z. */
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30);
const part: CarrierPart = {
  key: 1,
  messageId: 1 as MessageId,
  attempt: 1,
  source: 'PAIGHAM',
  sourceKind: 'alphanumeric',
  destination: '923001234567',
  alphabet: 'gsm7',
  body: encodeGsm7('Code @4821 €'),
  segment: undefined,
  priority: 0,
  expiresAtMs: nowMs + 24 * 3_600_000,
  reference: 0x12ab,
};
const second = { referenceBits: 8, reference: 2 ** 40 + 0x1a7, count: 3, number: 2 } as const;

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

/** The submit of a part, with these changes, on a link with this configuration. */
function compose(
  changes: Partial<CarrierPart> = {},
  given: GivenLinkConfig = {},
): Message | undefined {
  const checked = checkLinkConfig({ host: 'smsc.example', systemId: 'paigham', ...given });
  if (!checked.ok) throw new Error(`${checked.field} ${checked.rule}`);
  return composeSubmit({ ...part, ...changes }, checked.config, nowMs);
}

describe('a part as submit_sm', () => {
  it('goes from a name to an international number, asks for a receipt, and keeps its bytes', () => {
    const message = compose();
    expect(message).toMatchObject({
      command: 'submit_sm',
      serviceType: '',
      sourceTon: 5,
      sourceNpi: 0,
      source: 'PAIGHAM',
      destinationTon: 1,
      destinationNpi: 1,
      destination: '923001234567',
      esmClass: 0,
      registeredDelivery: 1,
      dataCoding: 0,
      priority: 0,
      validity: '',
      tlvs: [],
    });
    expect(hex(message?.shortMessage)).toBe(hex(part.body));
  });

  it('gives the short code the type that the link says', () => {
    const shortCode = { source: '8584', sourceKind: 'short_code', priority: 1 } as const;
    const message = compose(shortCode, { numericSenderTon: 0, numericSenderNpi: 1 });
    expect(message).toMatchObject({ sourceTon: 0, sourceNpi: 1, source: '8584', priority: 1 });
  });

  it('gives names, recipients and the service the types and names that the link says', () => {
    const message = compose(
      {},
      {
        alphanumericSenderTon: 0,
        alphanumericSenderNpi: 9,
        destinationTon: 2,
        destinationNpi: 8,
        serviceType: 'VMA',
      },
    );
    expect(message).toMatchObject({ sourceTon: 0, sourceNpi: 9, serviceType: 'VMA' });
    expect(message).toMatchObject({ destinationTon: 2, destinationNpi: 8 });
  });

  it('says UCS-2', () => {
    const body = encodeUcs2('پیغام');
    const message = compose({ alphabet: 'ucs2', body });
    expect(message).toMatchObject({ dataCoding: 8, esmClass: 0 });
    expect(hex(message?.shortMessage)).toBe(hex(body));
  });
});

describe('a part of a long text', () => {
  const body = encodeUcs2('پیغام');
  const ofThree = { alphabet: 'ucs2', body, segment: second } as const;

  it('has a header before its content, as wide as it was charged', () => {
    const message = compose(ofThree);
    expect(message).toMatchObject({ dataCoding: 8, esmClass: 0x40, tlvs: [] });
    expect(hex(message?.shortMessage)).toBe(`050003a70302${hex(body)}`);
    const wide = compose({ ...ofThree, segment: { ...second, referenceBits: 16 } });
    expect(hex(wide?.shortMessage)).toBe(`06080401a70302${hex(body)}`);
  });

  it('has sar TLVs and no header on a link that wants those', () => {
    const message = compose(ofThree, { longTexts: 'sar' });
    expect(message).toMatchObject({ esmClass: 0 });
    expect(hex(message?.shortMessage)).toBe(hex(body));
    const tlvs = message?.tlvs ?? [];
    expect(hex(findTlv(tlvs, 'sar_msg_ref_num'))).toBe('01a7');
    expect(hex(findTlv(tlvs, 'sar_total_segments'))).toBe('03');
    expect(hex(findTlv(tlvs, 'sar_segment_seqnum'))).toBe('02');
  });

  it.each(['gsm7', 'ucs2'] as const)(
    'is sent whole in message_payload, on a link that takes it whole: %s',
    (alphabet) => {
      const text = 'a'.repeat(459);
      const whole = alphabet === 'gsm7' ? encodeGsm7(text) : encodeUcs2(text);
      const link = { longTexts: 'payload', receiptsPer: 'message' };
      const message = compose({ alphabet, body: whole }, link);
      expect(message).toMatchObject({ esmClass: 0, shortMessage: new Uint8Array() });
      expect(hex(findTlv(message?.tlvs ?? [], 'message_payload'))).toBe(hex(whole));
      expect(message && encodePdu(message, 1).ok).toBe(true);
      const short = compose({}, link);
      expect(hex(short?.shortMessage)).toBe(hex(part.body));
      expect(short?.tlvs).toEqual([]);
    },
  );
});

describe('a link whose operator reads another alphabet', () => {
  it.each([
    ['latin1', '@ é £ [1] {ü}', 0],
    ['latin1_as_3', '@ é £ [1] {ü}', 3],
    ['ascii', '@ [1] ~|\\ ^', 0],
  ])('%s: is sent %s under data_coding %i', (defaultAlphabet, text, dataCoding) => {
    const message = compose({ body: encodeGsm7(text) }, { defaultAlphabet });
    expect(message).toMatchObject({ dataCoding });
    expect(hex(message?.shortMessage)).toBe(hex(Buffer.from(text, 'latin1')));
  });

  it.each([
    ['latin1', '€'],
    ['latin1', 'Δ'],
    ['latin1_as_3', 'Ω'],
    ['ascii', '£'],
    ['ascii', 'é'],
  ])('%s: is not sent %s', (defaultAlphabet, text) => {
    expect(compose({ body: encodeGsm7(text) }, { defaultAlphabet })).toBeUndefined();
  });

  it.each(['latin1', 'latin1_as_3', 'ascii'])('%s: is sent UCS-2 unchanged', (alphabet) => {
    const body = encodeUcs2('€');
    const message = compose({ alphabet: 'ucs2', body }, { defaultAlphabet: alphabet });
    expect(message).toMatchObject({ dataCoding: 8 });
    expect(hex(message?.shortMessage)).toBe(hex(body));
  });
});

describe('how long a message is worth delivering', () => {
  it.each([
    [24 * 3_600_000, '000001000000000R'],
    [90 * 60_000, '000000013000000R'],
    [61_000, '000000000200000R'],
    [1, '000000000100000R'],
    [-5_000, '000000000100000R'],
    [400 * 86_400_000, '000028000000000R'],
  ])('relative, of %i ms: %s', (leftMs, validity) => {
    const message = compose({ expiresAtMs: nowMs + leftMs }, { validity: 'relative' });
    expect(message).toMatchObject({ validity });
  });

  it.each([
    [300, '261121170100020+'],
    [0, '261121120100000+'],
    [-210, '261121083100014-'],
  ])('absolute, on a clock %i minutes ahead of UTC: %s', (serverUtcOffsetMinutes, validity) => {
    const message = compose({}, { validity: 'absolute', serverUtcOffsetMinutes });
    expect(message).toMatchObject({ validity });
    expect(message && encodePdu(message, 1).ok).toBe(true);
  });
});
