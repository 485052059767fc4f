/**
 * Encodes bodies, one after another, into a large buffer, so that everything written in one turn of
 * the loop leaves in one socket write. A finished range is handed out as a view and never written
 * to again; the next PDUs go after it, or into a fresh buffer when this one is full.
 */

import {
  type Bind,
  type Body,
  type Cancel,
  commandIds,
  type DataMessage,
  fieldOctets,
  longestShortMessageOctets,
  type Message,
} from './pdu.ts';
import type { EncodeFault } from './fault.ts';
import { tlvTags, type Tlv } from './tlv.ts';

const slabOctets = 65_536;
/** More than the strings and fixed fields of any PDU, with a full short_message, can take. */
const fixedPartOctets = 1_024;
const longestTlvOctets = 65_535;

export type EncodeResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly fault: EncodeFault };

/** Encodes one PDU on its own. */
export function encodePdu(body: Body, sequence: number, status = 0): EncodeResult {
  const writer = new PduWriter();
  const fault = writer.write(body, sequence, status);
  return fault === undefined ? { ok: true, bytes: writer.take() } : { ok: false, fault };
}

export class PduWriter {
  private slab: Buffer = Buffer.alloc(0);
  /** Where the range not yet taken begins, and where the next octet goes. */
  private start = 0;
  private at = 0;
  private fault: EncodeFault | undefined = undefined;

  /** Octets written but not taken yet. */
  get pendingOctets(): number {
    return this.at - this.start;
  }

  /** Takes everything written since the last call, as a view that never changes. */
  take(): Buffer {
    const bytes = this.slab.subarray(this.start, this.at);
    this.start = this.at;
    return bytes;
  }

  /** Appends one PDU; on a fault, nothing is appended. */
  write(body: Body, sequence: number, status: number): EncodeFault | undefined {
    this.reserve(fixedPartOctets + variableOctets(body));
    const begin = this.at;
    this.fault = undefined;
    this.at += 4;
    this.uint32(commandIds[body.command]);
    this.uint32(status);
    this.uint32(sequence);
    this.body(body, status);
    if (this.fault !== undefined) {
      this.at = begin;
      return this.fault;
    }
    this.slab.writeUInt32BE(this.at - begin, begin);
    return undefined;
  }

  /** Appends raw octets: for tests, and for servers that misbehave on purpose. */
  writeRaw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.octets(bytes);
  }

  private reserve(octets: number): void {
    if (this.at + octets <= this.slab.length) return;
    const kept = this.slab.subarray(this.start, this.at);
    this.slab = Buffer.allocUnsafe(Math.max(slabOctets, 2 * (kept.length + octets)));
    this.slab.set(kept, 0);
    this.start = 0;
    this.at = kept.length;
  }

  private body(body: Body, status: number): void {
    switch (body.command) {
      case 'submit_sm':
      case 'deliver_sm':
        return this.message(body);
      case 'submit_sm_resp':
      case 'deliver_sm_resp':
      case 'data_sm_resp':
        return this.answer(body.messageId, body.tlvs, status);
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return this.bind(body);
      case 'bind_receiver_resp':
      case 'bind_transmitter_resp':
      case 'bind_transceiver_resp':
        return this.bindAnswer(body.systemId, body.tlvs, status);
      case 'data_sm':
        return this.dataMessage(body);
      case 'query_sm':
        this.text(body.messageId, fieldOctets.messageId, 'message_id');
        this.address(body.sourceTon, body.sourceNpi, body.source);
        return this.tlvs(body.tlvs);
      case 'query_sm_resp':
        this.text(body.messageId, fieldOctets.messageId, 'message_id');
        this.text(body.finalDate, fieldOctets.time, 'final_date');
        this.octet(body.messageState);
        return this.octet(body.errorCode);
      case 'cancel_sm':
        return this.cancel(body);
      case 'outbind':
        this.text(body.systemId, fieldOctets.systemId, 'system_id');
        return this.text(body.password, fieldOctets.password, 'password');
      case 'alert_notification':
        this.longAddress(body.sourceTon, body.sourceNpi, body.source);
        this.longAddress(body.esmeTon, body.esmeNpi, body.esme);
        return this.tlvs(body.tlvs);
      case 'replace_sm':
      case 'submit_multi':
      case 'submit_multi_resp':
        return this.octets(body.bytes);
      case 'generic_nack':
      case 'enquire_link':
      case 'enquire_link_resp':
      case 'unbind':
      case 'unbind_resp':
      case 'cancel_sm_resp':
      case 'replace_sm_resp':
        return;
    }
  }

  private message(body: Message): void {
    this.text(body.serviceType, fieldOctets.serviceType, 'service_type');
    this.address(body.sourceTon, body.sourceNpi, body.source);
    this.address(body.destinationTon, body.destinationNpi, body.destination);
    this.octet(body.esmClass);
    this.octet(body.protocolId);
    this.octet(body.priority);
    this.text(body.scheduleTime, fieldOctets.time, 'schedule_delivery_time');
    this.text(body.validity, fieldOctets.time, 'validity_period');
    this.octet(body.registeredDelivery);
    this.octet(body.replaceIfPresent);
    this.octet(body.dataCoding);
    this.octet(body.defaultMessageId);
    const { shortMessage } = body;
    if (shortMessage.length > longestShortMessageOctets) {
      return this.fail('short_message_too_long', 'short_message');
    }
    if (shortMessage.length > 0 && body.tlvs.some(isPayload)) {
      return this.fail('payload_twice', 'message_payload');
    }
    this.octet(shortMessage.length);
    this.octets(shortMessage);
    this.tlvs(body.tlvs);
  }

  /** A refusal has no body (section 4.4.2), unless its TLVs explain it. */
  private answer(messageId: string, tlvs: readonly Tlv[], status: number): void {
    if (status !== 0 && messageId === '' && tlvs.length === 0) return;
    this.text(messageId, fieldOctets.messageId, 'message_id');
    this.tlvs(tlvs);
  }

  private bindAnswer(systemId: string, tlvs: readonly Tlv[], status: number): void {
    if (status !== 0 && tlvs.length === 0) return;
    this.text(systemId, fieldOctets.systemId, 'system_id');
    this.tlvs(tlvs);
  }

  private bind(body: Bind): void {
    this.text(body.systemId, fieldOctets.systemId, 'system_id');
    this.text(body.password, fieldOctets.password, 'password');
    this.text(body.systemType, fieldOctets.systemType, 'system_type');
    this.octet(body.interfaceVersion);
    this.octet(body.addressTon);
    this.octet(body.addressNpi);
    this.text(body.addressRange, fieldOctets.addressRange, 'address_range');
  }

  private dataMessage(body: DataMessage): void {
    this.text(body.serviceType, fieldOctets.serviceType, 'service_type');
    this.longAddress(body.sourceTon, body.sourceNpi, body.source);
    this.longAddress(body.destinationTon, body.destinationNpi, body.destination);
    this.octet(body.esmClass);
    this.octet(body.registeredDelivery);
    this.octet(body.dataCoding);
    this.tlvs(body.tlvs);
  }

  private cancel(body: Cancel): void {
    this.text(body.serviceType, fieldOctets.serviceType, 'service_type');
    this.text(body.messageId, fieldOctets.messageId, 'message_id');
    this.address(body.sourceTon, body.sourceNpi, body.source);
    this.address(body.destinationTon, body.destinationNpi, body.destination);
  }

  private address(ton: number, npi: number, digits: string): void {
    this.octet(ton);
    this.octet(npi);
    this.text(digits, fieldOctets.address, 'address');
  }

  private longAddress(ton: number, npi: number, digits: string): void {
    this.octet(ton);
    this.octet(npi);
    this.text(digits, fieldOctets.longAddress, 'address');
  }

  private tlvs(tlvs: readonly Tlv[]): void {
    for (const { tag, value } of tlvs) {
      if (value.length > longestTlvOctets) return this.fail('tlv_too_long', `tlv ${tag}`);
      this.uint16(tag);
      this.uint16(value.length);
      this.octets(value);
    }
  }

  private text(text: string, maxOctets: number, field: string): void {
    if (text.length >= maxOctets) return this.fail('string_too_long', field);
    const { slab } = this;
    let at = this.at;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0 || code > 0xff) return this.fail('string_not_latin1', field);
      slab[at++] = code;
    }
    slab[at++] = 0;
    this.at = at;
  }

  private octet(value: number): void {
    this.slab[this.at++] = value;
  }

  private uint16(value: number): void {
    this.at = this.slab.writeUInt16BE(value, this.at);
  }

  private uint32(value: number): void {
    this.at = this.slab.writeUInt32BE(value, this.at);
  }

  private octets(bytes: Uint8Array): void {
    this.slab.set(bytes, this.at);
    this.at += bytes.length;
  }

  private fail(reason: EncodeFault['reason'], field: string): void {
    this.fault ??= { reason, field };
  }
}

const isPayload = (tlv: Tlv): boolean => tlv.tag === tlvTags.message_payload;

/** Octets of the variable-length parts of a body. */
function variableOctets(body: Body): number {
  if ('bytes' in body) return body.bytes.length;
  if (!('tlvs' in body)) return 0;
  let octets = 0;
  for (const tlv of body.tlvs) octets += 4 + tlv.value.length;
  return octets;
}
