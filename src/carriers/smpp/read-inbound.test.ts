import { bytesTlv, type DataMessage, deliverSm, octetTlv, textTlv } from '@paigham/smpp';
import { describe, expect, it } from 'vitest';
import { readReceiptWords } from '../../domain/routing/link-field.ts';
import { type InboundRules, readInbound, readReply } from './read-inbound.ts';

const rules: InboundRules = {
  receiptIdForm: 'text',
  receiptLevel: 'handset',
  defaultAlphabet: 'gsm7',
  clockOffsetMinutes: 300,
  receiptWords: new Map(),
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
    ['FAILED', 'failed'],
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
    const why = 'unknown word DNDFAIL';
    const unknownWord = 'DNDFAIL';
    expect(readInbound(receipt('DNDFAIL'), rules)).toEqual({
      kind: 'unreadable',
      why,
      unknownWord,
    });
  });

  it('with a word that the link explains is read', () => {
    const receiptWords = readReceiptWords('dndfail=rejected, 10=failed,DELIVRD=intermediate');
    const own = { ...rules, receiptWords };
    expect(readInbound(receipt('DNDFAIL'), own)).toMatchObject({ state: 'rejected' });
    expect(readInbound(receipt('DELIVRD'), own)).toMatchObject({ state: undefined });
    const tlvs = [octetTlv('message_state', 10)];
    const byNumber = deliverSm({ esmClass: 0x04, shortMessage: receiptText('X'), tlvs });
    expect(readInbound(byNumber, own)).toMatchObject({ state: 'failed' });
  });

  it('that cannot be read is kept unread', () => {
    const garbled = deliverSm({ esmClass: 0x04, shortMessage: octets('\u0001 what?') });
    const why = 'no_message_id';
    expect(readInbound(garbled, rules)).toEqual({ kind: 'unreadable', why });
  });

  it('of the intermediate kind ends nothing', () => {
    expect(readInbound(receipt('EXPIRED', 0x20), rules)).toMatchObject({ state: undefined });
  });

  it('matches its answer under the link’s rule for ids', () => {
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

describe('a message from a subscriber', () => {
  it('is a reply, whatever it says', () => {
    expect(readInbound(receipt('DELIVRD', 0), rules)).toMatchObject({ kind: 'reply' });
    const header = deliverSm({ esmClass: 0x40, shortMessage: octets('\u0005\0\u0003abcSTOP') });
    expect(readInbound(header, rules)).toMatchObject({ kind: 'reply' });
  });

  it('is a receipt on a link that does not mark receipts, if it reads like one', () => {
    const byText = { ...rules, receiptsByText: true };
    expect(readInbound(receipt('DELIVRD', 0), byText)).toMatchObject({ kind: 'receipt' });
    const reply = deliverSm({ shortMessage: octets('STOP') });
    expect(readInbound(reply, byText)).toMatchObject({ kind: 'reply' });
  });

  it('of an unsupported kind is kept unread', () => {
    const acknowledgement = deliverSm({ esmClass: 0x08, shortMessage: octets('x') });
    const why = 'no_message_id';
    expect(readInbound(acknowledgement, rules)).toEqual({ kind: 'unreadable', why });
  });
});

const address = { source: '923001234567', destination: '8584' };
const read = (hex: string, change: Parameters<typeof deliverSm>[0] = {}) => {
  const shortMessage = Buffer.from(hex, 'hex');
  const pdu = deliverSm({ ...address, shortMessage, ...change });
  const { octets, ...rest } = readReply(pdu, { defaultAlphabet: 'gsm7' });
  return { ...rest, hex: Buffer.from(octets).toString('hex') };
};

describe('what a subscriber wrote', () => {
  it.each([
    [0, 'gsm7'],
    [1, 'latin1'],
    [3, 'latin1'],
    [8, 'ucs2'],
    [0x10, 'gsm7'],
    [0x18, 'ucs2'],
    [0xf0, 'gsm7'],
    [0xf4, 'binary'],
    [2, 'binary'],
    [4, 'binary'],
    [6, 'binary'],
    [0x20, 'binary'],
  ])('under data_coding %i is %s', (dataCoding, alphabet) => {
    expect(read('4869', { dataCoding })).toMatchObject({ alphabet, hex: '4869' });
  });

  it('under data_coding 0 is in the link’s alphabet', () => {
    const pdu = deliverSm({ ...address, shortMessage: Buffer.from('e9', 'hex') });
    expect(readReply(pdu, { defaultAlphabet: 'latin1' }).alphabet).toBe('latin1');
    expect(readReply(pdu, { defaultAlphabet: 'ascii' }).alphabet).toBe('latin1');
    expect(readReply(pdu, { defaultAlphabet: 'latin1_as_3' }).alphabet).toBe('gsm7');
  });

  it.each([
    ['an 8-bit reference', '0500032a03024869', { reference: 42, count: 3, number: 2 }],
    ['a 16-bit one', '060804012a03024869', { reference: 298, count: 3, number: 2 }],
    ['another element before', '0801012a00032a02014869', { reference: 42, count: 2, number: 1 }],
    ['a port before', '0b05040b8423f000032a02014869', { reference: 42, count: 2, number: 1 }],
    ['one part of one', '0500032a01014869', undefined],
    ['the fourth of three', '0500032a03044869', undefined],
    ['no element', '004869', undefined],
  ])('behind a header with %s', (_, hex, segment) => {
    const seen = read(hex, { esmClass: 0x40 });
    expect(seen.segment).toEqual(segment);
    expect(seen.hex.endsWith('4869')).toBe(true);
  });

  it('with a header longer than the whole is kept unread', () => {
    const seen = read('ff0003', { esmClass: 0x40 });
    expect(seen).toMatchObject({ alphabet: 'binary', hex: 'ff0003', segment: undefined });
  });

  it('in parts marked by sar_ parameters', () => {
    const tlvs = [
      bytesTlv('sar_msg_ref_num', Uint8Array.of(1, 2)),
      bytesTlv('sar_total_segments', Uint8Array.of(2)),
      bytesTlv('sar_segment_seqnum', Uint8Array.of(1)),
    ];
    expect(read('4869', { tlvs }).segment).toEqual({ reference: 258, count: 2, number: 1 });
    expect(read('4869', { tlvs: tlvs.slice(1) }).segment).toBeUndefined();
  });

  it('in message_payload', () => {
    const tlvs = [bytesTlv('message_payload', Buffer.from('4869', 'hex'))];
    expect(read('', { tlvs }).hex).toBe('4869');
  });
});

describe('a text in septets with the tables of a language', () => {
  const written = (udh: string, septets: string, dataCoding = 0) =>
    readReply(
      deliverSm({ esmClass: 0x40, dataCoding, shortMessage: Buffer.from(udh + septets, 'hex') }),
      rules,
    );
  const textOf = ({ alphabet, octets: ucs2 }: ReturnType<typeof readReply>): string => {
    expect(alphabet).toBe('ucs2');
    return Buffer.from(ucs2).swap16().toString('utf16le');
  };

  it.each([
    ['بند', '0325010d', '024f1a'],
    ['روکیں', '0325010d', '2553475950'],
    ['بند کرو', '0325010d', '024f1a20472553'],
    ['بدث', '0325010d', '021a10'],
    ['۔Aa', '0624010d25010d', '1b3f1b4161'],
    ['Aa۔', '0324010d', '41611b3f'],
    ['€', '0624010d25010d', '1b65'],
    ['ا{', '0325010d', '001b28'],
  ])('reads %s', (text, udh, septets) => {
    expect(textOf(written(udh, septets))).toBe(text);
  });

  it('and of several parts keeps its place', () => {
    const part = written('0825010d0003070201', '02');
    expect(part).toMatchObject({
      alphabet: 'ucs2',
      segment: { reference: 7, count: 2, number: 1 },
    });
  });

  it.each([
    ['of another language', '03250101', '4142', 0],
    ['of Urdu and another', '062501012401 0d'.replace(' ', ''), '4142', 0],
    ['with octets that are no septets', '0325010d', '8182', 0],
  ])('%s is kept as it is', (_, udh, septets, dataCoding) => {
    expect(written(udh, septets, dataCoding)).toMatchObject({
      alphabet: 'binary',
      octets: Buffer.from(septets, 'hex'),
    });
  });

  it('that is UCS-2 all the same is read as that', () => {
    expect(textOf(written('0325010d', '06280646062f', 8))).toBe('بند');
  });
});
