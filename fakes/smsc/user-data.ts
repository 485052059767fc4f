/** The content of a message as a person reads it: header removed, alphabet decoded. */

import { messageOctets, tlvTags, type Message } from '@paigham/smpp';
import { decodeGsm7, decodeUcs2 } from '@paigham/sms-text';

export type Part = { readonly reference: number; readonly count: number; readonly number: number };
export type UserData = { readonly part: Part | undefined; readonly octets: Uint8Array };

/** Removes the user data header (3GPP TS 23.040, 9.2.3.24) or reads the sar_ TLVs. */
export function readUserData(message: Message): UserData {
  const octets = messageOctets(message);
  if ((message.esmClass & 0x40) === 0) return { part: readSegmentTlvs(message), octets };
  const end = 1 + (octets[0] ?? 0);
  let part: Part | undefined;
  for (let at = 1; at + 1 < end; at += 2 + (octets[at + 1] ?? 0)) {
    const value = octets.subarray(at + 2, at + 2 + (octets[at + 1] ?? 0));
    const [a = 0, b = 0, c = 0, d = 0] = value;
    if (octets[at] === 0x00) part = { reference: a, count: b, number: c };
    if (octets[at] === 0x08) part = { reference: a * 256 + b, count: c, number: d };
  }
  return { part, octets: octets.subarray(end) };
}

function readSegmentTlvs({ tlvs }: Message): Part | undefined {
  const find = (tag: number): number | undefined => {
    const value = tlvs.find((tlv) => tlv.tag === tag)?.value;
    return value?.reduce((sum, octet) => sum * 256 + octet, 0);
  };
  const reference = find(tlvTags.sar_msg_ref_num);
  const segments = find(tlvTags.sar_total_segments);
  const number = find(tlvTags.sar_segment_seqnum);
  if (reference === undefined || segments === undefined || number === undefined) return undefined;
  return { reference, count: segments, number };
}

/** data_coding 0 is this operator's GSM alphabet, one septet per octet; 8 is UCS-2. */
export function decodeText(octets: Uint8Array, dataCoding: number): string {
  if (dataCoding === 0 || dataCoding === 0x10) return decodeGsm7(octets);
  if (dataCoding === 8 || dataCoding === 0x18) return decodeUcs2(octets);
  if (dataCoding === 1 || dataCoding === 3) return Buffer.from(octets).toString('latin1');
  return Buffer.from(octets).toString('hex');
}
