import { describe, expect, it } from 'vitest';
import { concatenationHeader, encodeGsm7, encodeUcs2 } from '@paigham/sms-text';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import { composeSubmit, type SubmitRules } from './compose-submit.ts';

const rules: SubmitRules = { defaultAlphabet: 'gsm7', numericSenderTon: 3, numericSenderNpi: 0 };
const part: CarrierPart = {
  key: 1,
  source: 'PAIGHAM',
  sourceKind: 'alphanumeric',
  destination: '923001234567',
  alphabet: 'gsm7',
  body: encodeGsm7('Code @4821 €'),
  header: undefined,
  priority: 0,
};

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

describe('a part as submit_sm', () => {
  it('goes to an international number from a name, asks for a receipt, bytes as they are', () => {
    const message = composeSubmit(part, rules);
    expect(message).toMatchObject({
      command: 'submit_sm',
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
    });
    expect(hex(message?.shortMessage)).toBe(hex(part.body));
  });

  it('has the short code numbered as the link says', () => {
    const shortCode = { ...part, source: '8584', sourceKind: 'short_code', priority: 1 } as const;
    const link = { ...rules, numericSenderTon: 0, numericSenderNpi: 1 };
    const message = composeSubmit(shortCode, link);
    expect(message).toMatchObject({ sourceTon: 0, sourceNpi: 1, source: '8584', priority: 1 });
  });

  it('says UCS-2, and puts the header before the content', () => {
    const reference = { referenceBits: 8, reference: 7, partCount: 2, partNumber: 1 } as const;
    const header = concatenationHeader(reference);
    const body = encodeUcs2('پیغام');
    const message = composeSubmit({ ...part, alphabet: 'ucs2', body, header }, rules);
    expect(message).toMatchObject({ dataCoding: 8, esmClass: 0x40 });
    expect(hex(message?.shortMessage)).toBe(`050003070201${hex(body)}`);
  });
});

describe('a link whose operator reads Latin-1', () => {
  const latin = { ...rules, defaultAlphabet: 'latin1' } as const;

  it('is sent Latin-1', () => {
    const message = composeSubmit({ ...part, body: encodeGsm7('@ é £') }, latin);
    expect(hex(message?.shortMessage)).toBe(hex(Buffer.from('@ é £', 'latin1')));
  });

  it('is not sent what Latin-1 lacks', () => {
    expect(composeSubmit(part, latin)).toBeUndefined();
  });

  it('is sent UCS-2 unchanged', () => {
    const body = encodeUcs2('€');
    const message = composeSubmit({ ...part, alphabet: 'ucs2', body }, latin);
    expect(hex(message?.shortMessage)).toBe(hex(body));
  });
});
