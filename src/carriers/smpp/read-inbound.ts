/**
 * What operators send unprompted: receipts, and what subscribers write (with its header removed,
 * and its alphabet from data_coding).
 */
import {
  type DataMessage,
  deliverKind,
  findTlv,
  looksLikeReceipt,
  type Message,
  messageIdKey,
  messageOctets,
  parseReceipt,
  readShortTlv,
  type ReceiptState,
  type Tlv,
} from '@paigham/smpp';
import { decodeUrdu, encodeUcs2 } from '@paigham/sms-text';
import type { Inbound } from '../../domain/carrier/carrier.ts';
import type { ReplyAlphabet, ReplyPart, Segment } from '../../domain/reply/reply.ts';
import type { ReceiptMeaning, ReceiptWords } from '../../domain/routing/link-field.ts';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';

export type InboundRules = ReplyRules &
  Pick<SmppLinkConfig, 'receiptIdForm' | 'receiptLevel' | 'clockOffsetMinutes'> & {
    /**
     * The operator does not mark receipts in esm_class: whatever reads like one is one. A
     * subscriber can write such a text too, so it is off unless the link needs it.
     */
    readonly receiptsByText?: boolean;
    /** What words beyond the specification mean at this operator. */
    readonly receiptWords: ReceiptWords;
  };

/** The content of an inbound PDU that does not depend on its link. */
type InboundContent =
  | Pick<
      Extract<Inbound, { kind: 'receipt' }>,
      'kind' | 'operatorKey' | 'state' | 'error' | 'level' | 'clues'
    >
  | { readonly kind: 'unreadable'; readonly why: string; readonly unknownWord?: string }
  | ({ readonly kind: 'reply' } & ReplyPart);

/** `intermediate`: still on its way. `unrecognised`: a word that is kept and never guessed at. */
export const statesOfWords: Readonly<Record<ReceiptState, ReceiptMeaning | 'unrecognised'>> = {
  enroute: 'intermediate',
  accepted: 'intermediate',
  delivered: 'delivered',
  expired: 'expired',
  deleted: 'failed',
  undeliverable: 'failed',
  unknown: 'unknown',
  rejected: 'rejected',
  unrecognised: 'unrecognised',
};

const noOctets = new Uint8Array(0);

/**
 * Reads a deliver_sm or data_sm.
 * @param leftOver the octets at its end that belong to no field.
 */
export function readInbound(
  received: Message | DataMessage,
  rules: InboundRules,
  leftOver?: Uint8Array,
): InboundContent & { readonly unknownWord?: string } {
  const pdu = withLeftOver(received, leftOver);
  const shortMessage = pdu.command === 'data_sm' ? noOctets : pdu.shortMessage;
  const source = { shortMessage, tlvs: pdu.tlvs, dataCoding: pdu.dataCoding };
  const kind = deliverKind(pdu.esmClass);
  // No handset can set a TLV: the operator means a receipt, marked or not.
  const isNamed = findTlv(pdu.tlvs, 'receipted_message_id') !== undefined;
  const isByText = rules.receiptsByText === true && looksLikeReceipt(source);
  if (kind === 'message' && !isNamed && !isByText) {
    return { kind: 'reply', ...readReply(pdu, rules) };
  }
  const parsed = parseReceipt(source, { utcOffsetMinutes: rules.clockOffsetMinutes });
  if (!parsed.ok) return { kind: 'unreadable', why: parsed.reason };
  const { messageId, error, state: word, stateWord, submittedAtMs } = parsed.receipt;
  const state = rules.receiptWords.get(stateWord.toUpperCase()) ?? statesOfWords[word];
  if (state === 'unrecognised') {
    const unknownWord = stateWord.toUpperCase();
    return { kind: 'unreadable', why: `unknown word ${unknownWord}`, unknownWord };
  }
  const isFinal = kind !== 'intermediate' && state !== 'intermediate';
  return {
    kind: 'receipt',
    operatorKey: messageIdKey(messageId, rules.receiptIdForm),
    state: isFinal ? state : undefined,
    error,
    level: rules.receiptLevel,
    clues: {
      from: pdu.source,
      reference: readShortTlv(pdu.tlvs, 'user_message_reference'),
      submittedAtMs,
    },
  };
}

/**
 * A text that sm_length does not count is behind it: all of it where sm_length is 0, and half of it
 * where sm_length counts characters of two octets.
 */
function withLeftOver(
  pdu: Message | DataMessage,
  leftOver: Uint8Array = noOctets,
): Message | DataMessage {
  if (pdu.command === 'data_sm' || leftOver.length === 0) return pdu;
  const { shortMessage, tlvs, dataCoding } = pdu;
  const isHalf = dataCoding === 8 && leftOver.length === shortMessage.length;
  const isAll = shortMessage.length === 0 && findTlv(tlvs, 'message_payload') === undefined;
  if (!isHalf && (!isAll || leftOver.every((octet) => octet === 0))) return pdu;
  return { ...pdu, shortMessage: Buffer.concat([shortMessage, leftOver]) };
}

type ReplyRules = Pick<SmppLinkConfig, 'defaultAlphabet'>;

/** esm_class, bit 6: the content begins with a user data header (SMPP 3.4, 5.2.12). */
const WITH_HEADER = 0x40;

/** Header elements (3GPP TS 23.040, 9.2.3.24): a concatenated part. */
const CONCATENATED_8 = 0x00;
const CONCATENATED_16 = 0x08;
/** And a language whose tables the text uses (TS 23.038, 6.2.1.2.4). */
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;
const URDU = 13;

/** Reads the content of a deliver_sm or data_sm that is not a receipt. Never throws. */
export function readReply(pdu: Message | DataMessage, rules: ReplyRules): ReplyPart {
  const shortMessage = pdu.command === 'data_sm' ? new Uint8Array(0) : pdu.shortMessage;
  const content = messageOctets({ shortMessage, tlvs: pdu.tlvs });
  const { source: from, destination: to, dataCoding } = pdu;
  const alphabet = alphabetOf(dataCoding, rules);
  if ((pdu.esmClass & WITH_HEADER) === 0) {
    return { from, to, alphabet, octets: content, segment: readSegmentTlvs(pdu.tlvs) };
  }
  const end = 1 + (content[0] ?? 0);
  // A header longer than the content is not one: everything is kept, unread.
  if (end > content.length) {
    return { from, to, alphabet: 'binary', octets: content, segment: undefined };
  }
  const header = content.subarray(1, end);
  const segment = readHeader(header) ?? readSegmentTlvs(pdu.tlvs);
  const text = { alphabet, octets: content.subarray(end) };
  return { from, to, ...readNational(text, readLanguages(header)), segment };
}

type Languages = { readonly single: number | undefined; readonly locking: number | undefined };
type Octets = Pick<ReplyPart, 'alphabet' | 'octets'>;

/**
 * Urdu by the shift tables of its language becomes UCS-2; of other languages the octets are kept,
 * for in the basic alphabet they would say something else.
 */
function readNational({ alphabet, octets }: Octets, { single, locking }: Languages): Octets {
  const isNational = single !== undefined || locking !== undefined;
  if (!isNational || alphabet !== 'gsm7') return { alphabet, octets };
  const isUrdu = [single ?? URDU, locking ?? URDU].every((language) => language === URDU);
  const isSeptets = octets.every((octet) => octet <= 0x7f);
  if (!isUrdu || !isSeptets) return { alphabet: 'binary', octets };
  const tables = { single: single === URDU, locking: locking === URDU };
  return { alphabet: 'ucs2', octets: encodeUcs2(decodeUrdu(octets, tables)) };
}

/**
 * For data_coding 0. Latin-1 includes ASCII; a link that announces Latin-1 as 3 has another
 * default.
 */
const DEFAULTS = { gsm7: 'gsm7', latin1_as_3: 'gsm7', latin1: 'latin1', ascii: 'latin1' } as const;

/**
 * SMPP 3.4, 5.2.19, where it is clear: 0 is the operator's default alphabet, 1 ASCII (a subset of
 * Latin-1), 3 Latin-1, 8 UCS-2. 0x1X and 0xFX add a message class to the alphabet (TS 23.038,
 * section 4).
 */
function alphabetOf(dataCoding: number, { defaultAlphabet }: ReplyRules): ReplyAlphabet {
  const group = dataCoding & 0xf0;
  const plain = DEFAULTS[defaultAlphabet];
  if (group === 0x10) return alphabetOf(dataCoding & 0x0c, { defaultAlphabet });
  if (group === 0xf0) return (dataCoding & 0x04) === 0 ? plain : 'binary';
  switch (dataCoding) {
    case 0:
      return plain;
    case 1:
    case 3:
      return 'latin1';
    case 8:
      return 'ucs2';
    default:
      return 'binary';
  }
}

type Element = { readonly id: number | undefined; readonly value: Uint8Array };

function elementsOf(header: Uint8Array): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at + 1 < header.length; at += 2 + (header[at + 1] ?? 0)) {
    const value = header.subarray(at + 2, at + 2 + (header[at + 1] ?? 0));
    elements.push({ id: header[at], value });
  }
  return elements;
}

function readHeader(header: Uint8Array): Segment | undefined {
  for (const { id, value } of elementsOf(header)) {
    const [a = 0, b = 0, c = 0, d = 0] = value;
    if (id === CONCATENATED_8 && value.length === 3) return segmentOf(a, b, c);
    if (id === CONCATENATED_16 && value.length === 4) return segmentOf(a * 256 + b, c, d);
  }
  return undefined;
}

/** The default alphabet, announced as if it were a language, changes nothing. */
function readLanguages(header: Uint8Array): Languages {
  const of = (wanted: number): number | undefined =>
    elementsOf(header).find(({ id, value }) => id === wanted && value.length === 1)?.value[0] ||
    undefined;
  return { single: of(SINGLE_SHIFT), locking: of(LOCKING_SHIFT) };
}

function readSegmentTlvs(tlvs: readonly Tlv[]): Segment | undefined {
  const [high, low] = findTlv(tlvs, 'sar_msg_ref_num') ?? [];
  const [count] = findTlv(tlvs, 'sar_total_segments') ?? [];
  const [number] = findTlv(tlvs, 'sar_segment_seqnum') ?? [];
  if (high === undefined || low === undefined) return undefined;
  return segmentOf(high * 256 + low, count ?? 0, number ?? 0);
}

/** A part of one, or the fifth of four, is treated as a whole message. */
function segmentOf(reference: number, count: number, number: number): Segment | undefined {
  return count > 1 && number >= 1 && number <= count ? { reference, count, number } : undefined;
}
