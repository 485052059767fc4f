/**
 * Decodes one PDU. Strict about what the specification fixes (lengths, NULs, sequence
 * numbers), lenient in one place where real servers differ: a response may lack its whole body
 * (section 4.4.2 asks for that when the status is an error). Never throws.
 *
 * Reads the fields of one PDU in turn. The first fault is kept and everything read after it is zero
 * or empty, so that a layout is read straight through and checked once at the end.
 */
import {
  decodeFault,
  type DecodeFault,
  type DecodeFaultReason,
  type FaultHeader,
} from './fault.ts';
import {
  type AlertNotification,
  type Bind,
  type BindAnswer,
  type Body,
  type Cancel,
  commandIds,
  type DataMessage,
  fieldOctets,
  longestShortMessageOctets,
  type Message,
  type MessageAnswer,
  type Pdu,
  type Query,
  type QueryAnswer,
} from './pdu.ts';
import { noTlvs, type Tlv } from './tlv.ts';

export type Decoded =
  | { readonly ok: true; readonly pdu: Pdu }
  | { readonly ok: false; readonly fault: DecodeFault };

export const headerOctets = 16;

/**
 * Decodes one whole PDU, header included (`Framer` splits a stream into them).
 * Octet strings in the result are views into `frame`.
 */
export function decodePdu(frame: Buffer): Decoded {
  if (frame.length < headerOctets || frame.readUInt32BE(0) !== frame.length) {
    const reason = frame.length < headerOctets ? 'length_too_small' : 'length_too_large';
    const nothing = { commandId: 0, status: 0, sequence: 0 };
    return { ok: false, fault: decodeFault(reason, nothing) };
  }
  const commandId = frame.readUInt32BE(4);
  const status = frame.readUInt32BE(8);
  const sequence = frame.readUInt32BE(12);
  const illegal = sequence === 0 || sequence >= 0x8000_0000;
  // A generic_nack for an unreadable header carries 0: there was no number to repeat.
  if (illegal && commandId !== commandIds.generic_nack) {
    return refuse('sequence_illegal', { commandId, status, sequence });
  }
  const reader = new OctetReader(frame, headerOctets);
  const body = readBody(commandId, reader);
  if (body === undefined) return refuse('command_unknown', { commandId, status, sequence });
  if (reader.fault !== undefined) {
    return refuse(reader.fault, { commandId, status, sequence }, reader.faultField);
  }
  if (!reader.ended()) return refuse('octets_left_over', { commandId, status, sequence });
  return { ok: true, pdu: { sequence, status, body } };
}

function refuse(reason: DecodeFault['reason'], header: FaultHeader, field?: string): Decoded {
  return { ok: false, fault: decodeFault(reason, header, field) };
}

function readBody(commandId: number, reader: OctetReader): Body | undefined {
  switch (commandId) {
    case commandIds.submit_sm:
      return readMessage('submit_sm', reader);
    case commandIds.deliver_sm:
      return readMessage('deliver_sm', reader);
    case commandIds.submit_sm_resp:
      return readMessageAnswer('submit_sm_resp', reader);
    case commandIds.deliver_sm_resp:
      return readMessageAnswer('deliver_sm_resp', reader);
    case commandIds.data_sm:
      return readDataMessage(reader);
    case commandIds.data_sm_resp:
      return readMessageAnswer('data_sm_resp', reader);
    case commandIds.query_sm:
      return readQuery(reader);
    case commandIds.query_sm_resp:
      return readQueryAnswer(reader);
    case commandIds.cancel_sm:
      return readCancel(reader);
    case commandIds.alert_notification:
      return readAlert(reader);
    default:
      return readBindFamily(commandId, reader) ?? readPlain(commandId, reader);
  }
}

function readBindFamily(commandId: number, reader: OctetReader): Body | undefined {
  switch (commandId) {
    case commandIds.bind_transceiver:
      return readBind('bind_transceiver', reader);
    case commandIds.bind_transmitter:
      return readBind('bind_transmitter', reader);
    case commandIds.bind_receiver:
      return readBind('bind_receiver', reader);
    case commandIds.bind_transceiver_resp:
      return readBindAnswer('bind_transceiver_resp', reader);
    case commandIds.bind_transmitter_resp:
      return readBindAnswer('bind_transmitter_resp', reader);
    case commandIds.bind_receiver_resp:
      return readBindAnswer('bind_receiver_resp', reader);
    case commandIds.outbind:
      return {
        command: 'outbind',
        systemId: reader.text(fieldOctets.systemId, 'system_id'),
        password: reader.text(fieldOctets.password, 'password'),
      };
    default:
      return undefined;
  }
}

function readPlain(commandId: number, reader: OctetReader): Body | undefined {
  switch (commandId) {
    case commandIds.generic_nack:
      return { command: 'generic_nack' };
    case commandIds.enquire_link:
      return { command: 'enquire_link' };
    case commandIds.enquire_link_resp:
      return { command: 'enquire_link_resp' };
    case commandIds.unbind:
      return { command: 'unbind' };
    case commandIds.unbind_resp:
      return { command: 'unbind_resp' };
    case commandIds.cancel_sm_resp:
      return { command: 'cancel_sm_resp' };
    case commandIds.replace_sm_resp:
      return { command: 'replace_sm_resp' };
    case commandIds.replace_sm:
      return { command: 'replace_sm', bytes: reader.rest() };
    case commandIds.submit_multi:
      return { command: 'submit_multi', bytes: reader.rest() };
    case commandIds.submit_multi_resp:
      return { command: 'submit_multi_resp', bytes: reader.rest() };
    default:
      return undefined;
  }
}

function readBind(command: Bind['command'], reader: OctetReader): Bind {
  return {
    command,
    systemId: reader.text(fieldOctets.systemId, 'system_id'),
    password: reader.text(fieldOctets.password, 'password'),
    systemType: reader.text(fieldOctets.systemType, 'system_type'),
    interfaceVersion: reader.octet('interface_version'),
    addressTon: reader.octet('addr_ton'),
    addressNpi: reader.octet('addr_npi'),
    addressRange: reader.text(fieldOctets.addressRange, 'address_range'),
  };
}

function readBindAnswer(command: BindAnswer['command'], reader: OctetReader): BindAnswer {
  const systemId = reader.ended() ? '' : reader.text(fieldOctets.systemId, 'system_id');
  return { command, systemId, tlvs: reader.tlvs() };
}

function readMessage(command: Message['command'], reader: OctetReader): Message {
  return {
    command,
    serviceType: reader.text(fieldOctets.serviceType, 'service_type'),
    sourceTon: reader.octet('source_addr_ton'),
    sourceNpi: reader.octet('source_addr_npi'),
    source: reader.text(fieldOctets.address, 'source_addr'),
    destinationTon: reader.octet('dest_addr_ton'),
    destinationNpi: reader.octet('dest_addr_npi'),
    destination: reader.text(fieldOctets.address, 'destination_addr'),
    esmClass: reader.octet('esm_class'),
    protocolId: reader.octet('protocol_id'),
    priority: reader.octet('priority_flag'),
    scheduleTime: reader.text(fieldOctets.time, 'schedule_delivery_time'),
    validity: reader.text(fieldOctets.time, 'validity_period'),
    registeredDelivery: reader.octet('registered_delivery'),
    replaceIfPresent: reader.octet('replace_if_present_flag'),
    dataCoding: reader.octet('data_coding'),
    defaultMessageId: reader.octet('sm_default_msg_id'),
    shortMessage: readShortMessage(reader),
    tlvs: reader.tlvs(),
  };
}

function readShortMessage(reader: OctetReader): Uint8Array {
  const octets = reader.octet('sm_length');
  if (octets > longestShortMessageOctets) {
    return reader.fail('short_message_too_long', 'sm_length', new Uint8Array(0));
  }
  return reader.view(octets, 'short_message');
}

function readMessageAnswer(command: MessageAnswer['command'], reader: OctetReader): MessageAnswer {
  const messageId = reader.ended() ? '' : reader.text(fieldOctets.messageId, 'message_id');
  return { command, messageId, tlvs: reader.tlvs() };
}

function readDataMessage(reader: OctetReader): DataMessage {
  return {
    command: 'data_sm',
    serviceType: reader.text(fieldOctets.serviceType, 'service_type'),
    sourceTon: reader.octet('source_addr_ton'),
    sourceNpi: reader.octet('source_addr_npi'),
    source: reader.text(fieldOctets.longAddress, 'source_addr'),
    destinationTon: reader.octet('dest_addr_ton'),
    destinationNpi: reader.octet('dest_addr_npi'),
    destination: reader.text(fieldOctets.longAddress, 'destination_addr'),
    esmClass: reader.octet('esm_class'),
    registeredDelivery: reader.octet('registered_delivery'),
    dataCoding: reader.octet('data_coding'),
    tlvs: reader.tlvs(),
  };
}

function readQuery(reader: OctetReader): Query {
  return {
    command: 'query_sm',
    messageId: reader.text(fieldOctets.messageId, 'message_id'),
    sourceTon: reader.octet('source_addr_ton'),
    sourceNpi: reader.octet('source_addr_npi'),
    source: reader.text(fieldOctets.address, 'source_addr'),
    tlvs: reader.tlvs(),
  };
}

function readQueryAnswer(reader: OctetReader): QueryAnswer {
  if (reader.ended()) {
    const nothing = { messageId: '', finalDate: '', messageState: 0, errorCode: 0 };
    return { command: 'query_sm_resp', ...nothing };
  }
  return {
    command: 'query_sm_resp',
    messageId: reader.text(fieldOctets.messageId, 'message_id'),
    finalDate: reader.text(fieldOctets.time, 'final_date'),
    messageState: reader.octet('message_state'),
    errorCode: reader.octet('error_code'),
  };
}

function readCancel(reader: OctetReader): Cancel {
  return {
    command: 'cancel_sm',
    serviceType: reader.text(fieldOctets.serviceType, 'service_type'),
    messageId: reader.text(fieldOctets.messageId, 'message_id'),
    sourceTon: reader.octet('source_addr_ton'),
    sourceNpi: reader.octet('source_addr_npi'),
    source: reader.text(fieldOctets.address, 'source_addr'),
    destinationTon: reader.octet('dest_addr_ton'),
    destinationNpi: reader.octet('dest_addr_npi'),
    destination: reader.text(fieldOctets.address, 'destination_addr'),
  };
}

function readAlert(reader: OctetReader): AlertNotification {
  return {
    command: 'alert_notification',
    sourceTon: reader.octet('source_addr_ton'),
    sourceNpi: reader.octet('source_addr_npi'),
    source: reader.text(fieldOctets.longAddress, 'source_addr'),
    esmeTon: reader.octet('esme_addr_ton'),
    esmeNpi: reader.octet('esme_addr_npi'),
    esme: reader.text(fieldOctets.longAddress, 'esme_addr'),
    tlvs: reader.tlvs(),
  };
}

class OctetReader {
  fault: DecodeFaultReason | undefined = undefined;
  faultField = '';
  private readonly bytes: Buffer;
  private at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** True when nothing is left. */
  ended(): boolean {
    return this.at >= this.bytes.length;
  }

  octet(field: string): number {
    const value = this.bytes[this.at];
    if (value === undefined) return this.fail('body_cut', field, 0);
    this.at += 1;
    return value;
  }

  /** A C-octet string of at most `maxOctets`, its NUL included. */
  text(maxOctets: number, field: string): string {
    const { bytes, at } = this;
    const limit = at + maxOctets;
    const bound = limit < bytes.length ? limit : bytes.length;
    let end = at;
    while (end < bound && bytes[end] !== 0) end += 1;
    if (end === bound) {
      const reason = bound === limit ? 'string_too_long' : 'string_unterminated';
      return this.fail(reason, field, '');
    }
    this.at = end + 1;
    return end === at ? '' : bytes.toString('latin1', at, end);
  }

  /** `octets` raw octets, as a view. */
  view(octets: number, field: string): Uint8Array {
    const end = this.at + octets;
    if (end > this.bytes.length) return this.fail('body_cut', field, this.bytes.subarray(0, 0));
    const value = this.bytes.subarray(this.at, end);
    this.at = end;
    return value;
  }

  /** All that is left, as a view. */
  rest(): Uint8Array {
    return this.view(Math.max(0, this.bytes.length - this.at), 'rest');
  }

  /** The optional parameters: everything up to the end of the PDU. */
  tlvs(): readonly Tlv[] {
    if (this.fault !== undefined || this.ended()) return noTlvs;
    const tlvs: Tlv[] = [];
    while (!this.ended()) {
      if (this.bytes.length - this.at < 4) return this.fail('tlv_cut', 'tlvs', noTlvs);
      const tag = this.bytes.readUInt16BE(this.at);
      const end = this.at + 4 + this.bytes.readUInt16BE(this.at + 2);
      if (end > this.bytes.length) return this.fail('tlv_cut', 'tlvs', noTlvs);
      tlvs.push({ tag, value: this.bytes.subarray(this.at + 4, end) });
      this.at = end;
    }
    return tlvs;
  }

  /** Records the first fault, and skips to the end so that nothing more is read. */
  fail<T>(reason: DecodeFaultReason, field: string, empty: T): T {
    if (this.fault === undefined) {
      this.fault = reason;
      this.faultField = field;
    }
    this.at = this.bytes.length;
    return empty;
  }
}
