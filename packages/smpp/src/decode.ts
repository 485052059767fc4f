/**
 * Decodes one PDU. Never throws. Real servers send PDUs with small faults, and refusing one loses a
 * receipt or an opt-out, so whatever is there is taken: a fault is reported beside the PDU, which
 * is refused only if its mandatory part is not whole. A response may lack its whole body (section
 * 4.4.2 asks for that when the status is an error).
 *
 * The fields are read in turn. What is missing is zero or empty, so that a layout is read straight
 * through and checked once at the end.
 */
import { decodeFault, type DecodeFault } from './fault.ts';
import {
  type AlertNotification,
  type Bind,
  type BindAnswer,
  type Body,
  type Cancel,
  commandIds,
  type DataMessage,
  fieldOctets,
  lastSequence,
  longestShortMessageOctets,
  type Message,
  type MessageAnswer,
  type Pdu,
  type Query,
  type QueryAnswer,
} from './pdu.ts';
import { ENDINGS, OctetReader } from './octet-reader.ts';

export type Decoded =
  | {
      readonly ok: true;
      readonly pdu: Pdu;
      /** What is wrong with it, the first of several; the PDU was read all the same. */
      readonly fault?: DecodeFault | undefined;
      /** The octets at its end that belong to no field. */
      readonly leftOver?: Uint8Array | undefined;
    }
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
  const header = { commandId, status, sequence };
  const read = readBest(commandId, frame);
  if (read === undefined) return { ok: false, fault: decodeFault('command_unknown', header) };
  const { body, reader } = read;
  // A generic_nack for an unreadable header carries 0: there was no number to repeat.
  const isIllegal = sequence === 0 || sequence > lastSequence;
  if (isIllegal && commandId !== commandIds.generic_nack) reader.note('sequence_illegal');
  const pdu = { sequence, status, body };
  if (reader.fault === undefined) return { ok: true, pdu };
  const fault = decodeFault(reader.fault, header, reader.faultField);
  return reader.isCut ? { ok: false, fault } : { ok: true, pdu, fault, leftOver: reader.leftOver };
}

type Read = { readonly body: Body; readonly reader: OctetReader };

/** Sections 5.2.5 and 5.2.6. */
const [highestTon, highestNpi] = [6, 18] as const;

/** The most plausible reading: one pass, unless something is wrong. */
function readBest(commandId: number, frame: Buffer): Read | undefined {
  let best: (Read & { readonly faults: number }) | undefined;
  for (const ending of ENDINGS) {
    const reader = new OctetReader(frame, headerOctets, ending);
    const body = readBody(commandId, reader);
    if (body === undefined) return undefined;
    if (!reader.ended()) reader.keepRest('octets_left_over');
    if (reader.faults === 0) return { body, reader };
    const faults = reader.faults + strangeFields(body);
    if (best === undefined || faults < best.faults) best = { body, reader, faults };
  }
  return best;
}

/** How many fields have values that come from reading an address in the wrong place. */
function strangeFields(body: Body): number {
  if (!('source' in body)) return 0;
  const { source } = body;
  const {
    destination = '',
    destinationTon = 0,
    destinationNpi = 0,
  } = 'destination' in body ? body : {};
  const texts = [source, destination].filter((text) => /[\x01-\x1f]/.test(text));
  const isStrange = [destinationTon > highestTon, destinationNpi > highestNpi].filter(Boolean);
  return texts.length + isStrange.length;
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
  if (octets > longestShortMessageOctets) reader.note('short_message_too_long', 'sm_length');
  return reader.view(octets);
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
