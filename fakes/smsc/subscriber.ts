/** Messages from a subscriber to the operator's client. */

import { deliverSm, type Message } from '@paigham/smpp';
import { concatenationHeader, countParts, splitText } from '@paigham/sms-text';
import { isRecord } from '../kit/json.ts';

export type Inbound =
  | { readonly ok: true; readonly systemId: string | undefined; readonly parts: readonly Message[] }
  | { readonly ok: false; readonly words: string };

let lastReference = 0;

/**
 * Reads `{source, destination, text, systemId?}` or, for raw content, `{source, destination, hex,
 * esmClass?, dataCoding?, systemId?}`.
 */
export function composeInbound(wanted: unknown): Inbound {
  if (!isRecord(wanted)) return { ok: false, words: 'a message is an object' };
  const { source, destination, text, hex, systemId, esmClass, dataCoding } = wanted;
  if (typeof source !== 'string' || typeof destination !== 'string') {
    return { ok: false, words: 'source and destination are texts' };
  }
  const address = {
    sourceTon: 1,
    sourceNpi: 1,
    source,
    destinationTon: 3,
    destinationNpi: 0,
    destination,
  };
  const to = typeof systemId === 'string' ? systemId : undefined;
  if (typeof hex === 'string') {
    const octets = Buffer.from(hex, 'hex');
    const codes = { esmClass: Number(esmClass ?? 0), dataCoding: Number(dataCoding ?? 0) };
    const message = deliverSm({ ...address, ...codes, shortMessage: octets });
    return { ok: true, systemId: to, parts: [message] };
  }
  if (typeof text !== 'string') return { ok: false, words: 'text or hex is missing' };
  return { ok: true, systemId: to, parts: composeParts(address, text) };
}

function composeParts(address: Partial<Message>, text: string): readonly Message[] {
  const { alphabet } = countParts(text, 8);
  const dataCoding = alphabet === 'gsm7' ? 0 : 8;
  const bodies = splitText(text, alphabet, 8);
  const [only] = bodies;
  if (bodies.length === 1 && only !== undefined) {
    return [deliverSm({ ...address, dataCoding, shortMessage: only })];
  }
  lastReference = (lastReference + 1) % 256;
  return bodies.map((octets, index) => {
    const header = concatenationHeader({
      referenceBits: 8,
      reference: lastReference,
      partCount: bodies.length,
      partNumber: index + 1,
    });
    const shortMessage = Buffer.concat([header, octets]);
    return deliverSm({ ...address, dataCoding, esmClass: 0x40, shortMessage });
  });
}
