/** An operator's receipts: what they say, in which of the existing dialects. */

import {
  deliverSm,
  messageOctets,
  noTlvs,
  octetTlv,
  readShortTlv,
  wordTlv,
  textTlv,
  type Message,
  type Tlv,
} from '@paigham/smpp';
import type { Heard } from './heard.ts';
import type { Behaviour, IdForm } from './knobs.ts';

/** What is remembered about a message until its receipt is due. */
export type Planned = {
  /** The message's number among those received. */
  readonly number: number;
  readonly systemId: string;
  readonly link: number;
  readonly id: number;
  readonly submittedAtMs: number;
  readonly source: string;
  readonly destination: string;
  readonly sourceTon: number;
  readonly sourceNpi: number;
  /** The first characters of the message, if readable. */
  readonly head: string;
  /** The client's own user_message_reference. */
  readonly reference: number | undefined;
};

const REFERENCE = 'user_message_reference';

export type Composed = { readonly state: string; readonly message: Message };

/** What the receipts will need for a message that was taken under this number. */
export function planReceipts(heard: Heard, id: number): Planned {
  const { number, systemId, link, message, atMs } = heard;
  const { source, destination, sourceTon, sourceNpi } = message;
  const dataCoding = message.esmClass & 0x40 ? -1 : message.dataCoding;
  return {
    number,
    systemId,
    link,
    id,
    submittedAtMs: atMs,
    source,
    destination,
    sourceTon,
    sourceNpi,
    head: readHead(messageOctets(message), dataCoding),
    reference: readShortTlv(message.tlvs, 'user_message_reference'),
  };
}

/** Writes a message's number as an id. */
export function formatId(id: number, form: IdForm): string {
  switch (form) {
    case 'decimal':
      return String(id);
    case 'padded':
      return String(id).padStart(20, '0');
    case 'hex':
      return id.toString(16);
    case 'HEX':
      return id.toString(16).toUpperCase();
    case 'uuid':
      return id
        .toString(16)
        .padStart(32, '0')
        .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}

/** The receipts for one message, in order: none, one, or two. */
export function composeReceipts(
  planned: Planned,
  behaviour: Behaviour,
  chance: () => number,
): readonly Composed[] {
  const hits = (percent: number): boolean => percent > 0 && chance() * 100 < percent;
  if (hits(behaviour.receiptNeverPercent)) return [];
  if (hits(behaviour.receiptGarbledPercent)) return [garble(planned, chance)];
  const rule = behaviour.receiptNumbers.find(({ pattern }) =>
    new RegExp(pattern).test(planned.destination),
  );
  const state = rule?.state ?? behaviour.receiptState;
  const error = rule?.error ?? '000';
  const receipt = compose(planned, behaviour, [state, error]);
  if (hits(behaviour.receiptTwicePercent)) return [receipt, receipt];
  if (!hits(behaviour.receiptContradictoryPercent)) return [receipt];
  const other = state === 'DELIVRD' ? 'UNDELIV' : 'DELIVRD';
  return [receipt, compose(planned, behaviour, [other, '001'])];
}

/** message_state for the words of appendix B. */
export const stateNumbers: Readonly<Record<string, number>> = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
};

function compose(
  planned: Planned,
  behaviour: Behaviour,
  [state, error]: readonly [string, string],
): Composed {
  const id = formatId(planned.id, behaviour.receiptIdForm);
  const delivered = state === 'DELIVRD' ? '001' : '000';
  const dates = `submit date:${date(planned.submittedAtMs)} done date:${date(Date.now())}`;
  const text = `id:${id} sub:001 dlvrd:${delivered} ${dates} stat:${state} err:${error} text:`;
  const octets = behaviour.receiptText ? text + planned.head : '';
  const named = behaviour.receiptTlvs ? receiptTlvs(id, state) : noTlvs;
  const echoed = behaviour.echoReference ? planned.reference : undefined;
  const tlvs = echoed === undefined ? named : [...named, wordTlv(REFERENCE, echoed)];
  const esmClass = behaviour.receiptFlagged ? 0x04 : 0;
  return { state, message: address(planned, { esmClass, tlvs, octets }) };
}

function receiptTlvs(id: string, state: string): readonly Tlv[] {
  const number = stateNumbers[state];
  const idTlv = textTlv('receipted_message_id', id);
  return number === undefined ? [idTlv] : [idTlv, octetTlv('message_state', number)];
}

function garble(planned: Planned, chance: () => number): Composed {
  const octets = `id? ${Math.floor(chance() * 1e9).toString(36)} \u0001\u00ff delivered`;
  return { state: 'garbled', message: address(planned, { esmClass: 0x04, tlvs: [], octets }) };
}

function address(
  planned: Planned,
  content: { readonly esmClass: number; readonly tlvs: readonly Tlv[]; readonly octets: string },
): Message {
  return deliverSm({
    sourceTon: 1,
    sourceNpi: 1,
    source: planned.destination,
    destinationTon: planned.sourceTon,
    destinationNpi: planned.sourceNpi,
    destination: planned.source,
    esmClass: content.esmClass,
    shortMessage: Buffer.from(content.octets, 'latin1'),
    tlvs: content.tlvs,
  });
}

let dateMinute = 0;
let dateText = '';

/** YYMMDDhhmm in UTC; the last one is cached, because most receipts are for the same minute. */
function date(ms: number): string {
  const minute = Math.floor(ms / 60_000);
  if (minute !== dateMinute) {
    dateMinute = minute;
    dateText = new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 12);
  }
  return dateText;
}

const headOctets = 20;

/** The first characters of a message in the default alphabet; empty for other alphabets. */
function readHead(octets: Uint8Array, dataCoding: number): string {
  if (dataCoding !== 0) return '';
  let head = '';
  for (const octet of octets.subarray(0, headOctets)) {
    head += octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '.';
  }
  return head;
}
