import { describe, expect, it } from 'vitest';
import { bytesTlv, deliverSm } from '@paigham/smpp';
import { readReply } from './read-reply.ts';

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

  it('under data_coding 0 is in the alphabet of the link', () => {
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

  it('behind a header that is longer than all of it is kept unread', () => {
    const seen = read('ff0003', { esmClass: 0x40 });
    expect(seen).toMatchObject({ alphabet: 'binary', hex: 'ff0003', segment: undefined });
  });

  it('in parts told by sar_ parameters', () => {
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
