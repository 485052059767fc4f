/** Parts of messages as submit_sm. */

import { bytesTlv, noTlvs, octetTlv, submitSm, wordTlv, type Message } from '@paigham/smpp';
import { concatenationHeader, decodeGsm7, PART_CAPACITY } from '@paigham/sms-text';
import type { CarrierPart, Segment } from '../../domain/carrier/carrier.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';

type SubmitRules = SourceRules &
  Pick<
    SmppLinkConfig,
    | 'defaultAlphabet'
    | 'destinationNpi'
    | 'destinationTon'
    | 'longTexts'
    | 'messageReference'
    | 'querySm'
    | 'serverUtcOffsetMinutes'
    | 'serviceType'
    | 'validity'
  >;

/** How a link writes senders. */
export type SourceRules = Pick<
  SmppLinkConfig,
  'alphanumericSenderNpi' | 'alphanumericSenderTon' | 'numericSenderNpi' | 'numericSenderTon'
>;

/** esm_class: a user data header precedes the content (5.2.12). */
const headerPresent = 0x40;
/** registered_delivery: a receipt on success and on failure (5.2.17). */
const receiptWanted = 0x01;
/** data_coding (5.2.19). */
const coding = { smscDefault: 0, latin1: 3, ucs2: 8 } as const;

const dayMinutes = 24 * 60;
/** Longer than any of our validities; a relative period has two digits for days. */
const mostMinutes = 28 * dayMinutes;

const nothing = new Uint8Array(0);

/**
 * The submit_sm for one part at the moment `nowMs` (milliseconds since 1970), or undefined when the
 * link's default alphabet cannot encode it: a link whose operator reads Latin-1 has no Greek
 * letters and no euro sign.
 */
export function composeSubmit(
  part: CarrierPart,
  rules: SubmitRules,
  nowMs: number,
): Message | undefined {
  const body = encodeBody(part, rules);
  if (body === undefined) return undefined;
  return submitSm({
    serviceType: rules.serviceType,
    ...composeSource(part, rules),
    destinationTon: rules.destinationTon,
    destinationNpi: rules.destinationNpi,
    destination: part.destination,
    priority: part.priority,
    validity: writeValidity(part.expiresAtMs, rules, nowMs),
    registeredDelivery: receiptWanted,
    dataCoding: codingOf(part, rules),
    ...refer(place(part, body, rules.longTexts), part, rules),
  });
}

/** To query by reference, we must have sent one. */
function refer(placed: Place, { reference }: CarrierPart, rules: SubmitRules): Place {
  if (rules.messageReference === 'off' && rules.querySm !== 'by_reference') return placed;
  return { ...placed, tlvs: [...placed.tlvs, wordTlv('user_message_reference', reference)] };
}

/** The sender as the link writes it. */
export function composeSource(
  { source, sourceKind }: Pick<CarrierPart, 'source' | 'sourceKind'>,
  rules: SourceRules,
): Pick<Message, 'sourceTon' | 'sourceNpi' | 'source'> {
  const isNumeric = sourceKind === 'short_code';
  return {
    sourceTon: isNumeric ? rules.numericSenderTon : rules.alphanumericSenderTon,
    sourceNpi: isNumeric ? rules.numericSenderNpi : rules.alphanumericSenderNpi,
    source,
  };
}

type Place = Pick<Message, 'esmClass' | 'shortMessage' | 'tlvs'>;

/**
 * Where the content goes, and the one way in which a handset learns which parts belong together.
 */
function place(part: CarrierPart, body: Uint8Array, longTexts: SubmitRules['longTexts']): Place {
  const { segment } = part;
  if (segment === undefined) {
    const isLong = body.length > longestAlone(part);
    return isLong
      ? { esmClass: 0, shortMessage: nothing, tlvs: [bytesTlv('message_payload', body)] }
      : { esmClass: 0, shortMessage: body, tlvs: noTlvs };
  }
  if (longTexts === 'sar') return { esmClass: 0, shortMessage: body, tlvs: segmentTlvs(segment) };
  const header = concatenationHeader({
    referenceBits: segment.referenceBits,
    reference: segment.reference % 2 ** segment.referenceBits,
    partCount: segment.count,
    partNumber: segment.number,
  });
  return { esmClass: headerPresent, shortMessage: Buffer.concat([header, body]), tlvs: noTlvs };
}

/** How many octets of text a single message on a phone holds. */
function longestAlone({ alphabet }: CarrierPart): number {
  return alphabet === 'ucs2' ? 2 * PART_CAPACITY.ucs2.whole : PART_CAPACITY.gsm7.whole;
}

/** SMPP 3.4, 5.3.2.22 to 24: a 16-bit reference, whatever width a header would have. */
function segmentTlvs({ reference, count, number }: Segment): Message['tlvs'] {
  return [
    wordTlv('sar_msg_ref_num', reference % 2 ** 16),
    octetTlv('sar_total_segments', count),
    octetTlv('sar_segment_seqnum', number),
  ];
}

function codingOf({ alphabet }: CarrierPart, { defaultAlphabet }: SubmitRules): number {
  if (alphabet === 'ucs2') return coding.ucs2;
  return defaultAlphabet === 'latin1_as_3' ? coding.latin1 : coding.smscDefault;
}

function encodeBody(part: CarrierPart, rules: SubmitRules): Uint8Array | undefined {
  // No operator takes chat messages, and none is ever routed to one.
  if (part.alphabet === 'chat') return undefined;
  if (part.alphabet === 'ucs2' || rules.defaultAlphabet === 'gsm7') return part.body;
  const text = decodeGsm7(part.body);
  const isWritable =
    rules.defaultAlphabet === 'ascii'
      ? /^[\n\f\r\x20-\x7e]*$/.test(text)
      : /^[\n\f\r\x20-\x7e\xa0-\xff]*$/.test(text);
  return isWritable ? Buffer.from(text, 'latin1') : undefined;
}

/**
 * The validity_period (SMPP 3.4, 7.1.1) of a message that nobody wants after `expiresAtMs`
 * (milliseconds since 1970, like `nowMs`): rounded up to whole minutes, which is as precise as
 * operators are, and at least one, because some refuse a period that has ended.
 */
function writeValidity(expiresAtMs: number, rules: SubmitRules, nowMs: number): string {
  if (rules.validity === 'none') return '';
  const left = Math.ceil((expiresAtMs - nowMs) / MINUTE_MS);
  const minutes = Math.min(Math.max(left, 1), mostMinutes);
  if (rules.validity === 'relative') {
    const days = Math.floor(minutes / dayMinutes);
    const hours = Math.floor((minutes % dayMinutes) / 60);
    return `0000${pad(days)}${pad(hours)}${pad(minutes % 60)}00000R`;
  }
  const offset = rules.serverUtcOffsetMinutes;
  const endMinute = Math.ceil(nowMs / MINUTE_MS) + minutes + offset;
  const digits = new Date(endMinute * MINUTE_MS).toISOString().replaceAll(/\D/g, '');
  const quarters = pad(Math.abs(offset) / 15);
  // YYMMDDhhmm, then zero seconds and tenths, then the quarter hours ahead of or behind UTC.
  return `${digits.slice(2, 12)}000${quarters}${offset < 0 ? '-' : '+'}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');
