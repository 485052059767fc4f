import { describe, expect, it } from 'vitest';
import { deliverSm, octetTlv, textTlv, type DataMessage } from '@paigham/smpp';
import { readInbound, type InboundRules } from './read-inbound.ts';

const rules: InboundRules = {
  receiptIdForm: 'text',
  receiptLevel: 'handset',
  defaultAlphabet: 'gsm7',
  clockOffsetMinutes: 300,
};
const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const receiptText = (state: string): Uint8Array =>
  octets(`id:0a2b sub:001 dlvrd:001 done date:2611201016 stat:${state} err:027`);

function receipt(state: string, esmClass = 0x04) {
  return deliverSm({ esmClass, shortMessage: receiptText(state) });
}

describe('a receipt', () => {
  it.each([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'failed'],
    ['DELETED', 'failed'],
    ['EXPIRED', 'expired'],
    ['REJECTD', 'rejected'],
    ['UNKNOWN', 'unknown'],
    ['ENROUTE', undefined],
    ['ACCEPTD', undefined],
  ])('of %s makes a part %s', (word, state) => {
    expect(readInbound(receipt(word), rules)).toEqual({
      kind: 'receipt',
      operatorKey: '0a2b',
      state,
      error: '027',
      level: 'handset',
      clues: { from: '', reference: undefined, submittedAtMs: undefined },
    });
  });

  it('with a word of the operator’s own is kept unread', () => {
    expect(readInbound(receipt('FAILED'), rules)).toEqual({ kind: 'unreadable' });
  });

  it('that cannot be read is kept unread', () => {
    const garbled = deliverSm({ esmClass: 0x04, shortMessage: octets('\u0001 what?') });
    expect(readInbound(garbled, rules)).toEqual({ kind: 'unreadable' });
  });

  it('of the intermediate kind ends nothing', () => {
    expect(readInbound(receipt('EXPIRED', 0x20), rules)).toMatchObject({ state: undefined });
  });

  it('meets the answer under the link’s rule for ids', () => {
    const hex = { ...rules, receiptIdForm: 'hex' } as const;
    expect(readInbound(receipt('DELIVRD'), hex)).toMatchObject({ operatorKey: '2603' });
  });

  it('says what the operator’s word is worth', () => {
    const operator = { ...rules, receiptLevel: 'operator' } as const;
    expect(readInbound(receipt('DELIVRD'), operator)).toMatchObject({ level: 'operator' });
  });

  it('may be in TLVs alone, unmarked, or in a data_sm', () => {
    const tlvs = [textTlv('receipted_message_id', '77'), octetTlv('message_state', 5)];
    const expected = { kind: 'receipt', operatorKey: '77', state: 'failed' };
    expect(readInbound(deliverSm({ tlvs }), rules)).toMatchObject(expected);
    const address = { sourceTon: 1, sourceNpi: 1, source: '923001234567' };
    const to = { destinationTon: 3, destinationNpi: 0, destination: '8584' };
    const codes = { serviceType: '', esmClass: 4, registeredDelivery: 0, dataCoding: 0 };
    const data: DataMessage = { command: 'data_sm', ...address, ...to, ...codes, tlvs };
    expect(readInbound(data, rules)).toMatchObject(expected);
  });
});

describe('a message of a subscriber', () => {
  it('is a reply, whatever it says', () => {
    expect(readInbound(receipt('DELIVRD', 0), rules)).toMatchObject({ kind: 'reply' });
    const header = deliverSm({ esmClass: 0x40, shortMessage: octets('\u0005\0\u0003abcSTOP') });
    expect(readInbound(header, rules)).toMatchObject({ kind: 'reply' });
  });

  it('is a receipt on a link that does not mark receipts, when it reads as one', () => {
    const byText = { ...rules, receiptsByText: true };
    expect(readInbound(receipt('DELIVRD', 0), byText)).toMatchObject({ kind: 'receipt' });
    const reply = deliverSm({ shortMessage: octets('STOP') });
    expect(readInbound(reply, byText)).toMatchObject({ kind: 'reply' });
  });

  it('of a kind nobody handles is kept unread', () => {
    const acknowledgement = deliverSm({ esmClass: 0x08, shortMessage: octets('x') });
    expect(readInbound(acknowledgement, rules)).toEqual({ kind: 'unreadable' });
  });
});
