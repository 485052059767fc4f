/**
 * The contents of a PDU. The header's sequence number and status are kept separately, because a
 * session numbers the requests and a body can be built before its number is known. Octet strings
 * from decoding are views into the received chunk: copy what you keep.
 *
 * The commands of SMPP 3.4 (section 5.1.2.1): names as the specification writes them, ids as data.
 */
import type { Tlv } from './tlv.ts';

export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver';

export type Bind = {
  readonly command: BindCommand;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  /** 0x34 for SMPP 3.4. */
  readonly interfaceVersion: number;
  readonly addressTon: number;
  readonly addressNpi: number;
  readonly addressRange: string;
};

export type BindAnswer = {
  readonly command: `${BindCommand}_resp`;
  readonly systemId: string;
  readonly tlvs: readonly Tlv[];
};

/** `submit_sm` and `deliver_sm` have one layout (sections 4.4.1 and 4.6.1). */
export type Message = {
  readonly command: 'submit_sm' | 'deliver_sm';
  readonly serviceType: string;
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly source: string;
  readonly destinationTon: number;
  readonly destinationNpi: number;
  readonly destination: string;
  readonly esmClass: number;
  readonly protocolId: number;
  readonly priority: number;
  readonly scheduleTime: string;
  readonly validity: string;
  readonly registeredDelivery: number;
  readonly replaceIfPresent: number;
  readonly dataCoding: number;
  readonly defaultMessageId: number;
  /** At most 254 octets; longer content goes into the TLV message_payload. */
  readonly shortMessage: Uint8Array;
  readonly tlvs: readonly Tlv[];
};

export type MessageAnswer = {
  readonly command: 'submit_sm_resp' | 'deliver_sm_resp' | 'data_sm_resp';
  /** Empty in deliver_sm_resp, and in a refusal. */
  readonly messageId: string;
  readonly tlvs: readonly Tlv[];
};

export type DataMessage = {
  readonly command: 'data_sm';
  readonly serviceType: string;
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly source: string;
  readonly destinationTon: number;
  readonly destinationNpi: number;
  readonly destination: string;
  readonly esmClass: number;
  readonly registeredDelivery: number;
  readonly dataCoding: number;
  readonly tlvs: readonly Tlv[];
};

export type Query = {
  readonly command: 'query_sm';
  readonly messageId: string;
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly source: string;
  /**
   * The specification gives query_sm no TLVs (4.8.1). Some servers, by agreement, accept
   * user_message_reference here with an empty message_id.
   */
  readonly tlvs: readonly Tlv[];
};

export type QueryAnswer = {
  readonly command: 'query_sm_resp';
  readonly messageId: string;
  readonly finalDate: string;
  readonly messageState: number;
  readonly errorCode: number;
};

export type Cancel = {
  readonly command: 'cancel_sm';
  readonly serviceType: string;
  readonly messageId: string;
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly source: string;
  readonly destinationTon: number;
  readonly destinationNpi: number;
  readonly destination: string;
};

export type Outbind = {
  readonly command: 'outbind';
  readonly systemId: string;
  readonly password: string;
};

export type AlertNotification = {
  readonly command: 'alert_notification';
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly source: string;
  readonly esmeTon: number;
  readonly esmeNpi: number;
  readonly esme: string;
  readonly tlvs: readonly Tlv[];
};

/** PDUs that are a header and nothing else. */
export type Bare = {
  readonly command:
    | 'generic_nack'
    | 'enquire_link'
    | 'enquire_link_resp'
    | 'unbind'
    | 'unbind_resp'
    | 'cancel_sm_resp'
    | 'replace_sm_resp';
};

/** Commands that are recognised but not parsed. */
export type Opaque = {
  readonly command: 'replace_sm' | 'submit_multi' | 'submit_multi_resp';
  readonly bytes: Uint8Array;
};

export type Body =
  | Bind
  | BindAnswer
  | Message
  | MessageAnswer
  | DataMessage
  | Query
  | QueryAnswer
  | Cancel
  | Outbind
  | AlertNotification
  | Bare
  | Opaque;

export type Pdu = {
  readonly sequence: number;
  /** command_status; 0 in a request. */
  readonly status: number;
  readonly body: Body;
};

const emptyMessage: Omit<Message, 'command'> = {
  serviceType: '',
  sourceTon: 0,
  sourceNpi: 0,
  source: '',
  destinationTon: 0,
  destinationNpi: 0,
  destination: '',
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduleTime: '',
  validity: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: new Uint8Array(0),
  tlvs: [],
};

/** A submit_sm; fields left out are zero or empty. */
export function submitSm(fields: Partial<Omit<Message, 'command'>>): Message {
  return { command: 'submit_sm', ...emptyMessage, ...fields };
}

/** A deliver_sm; fields left out are zero or empty. */
export function deliverSm(fields: Partial<Omit<Message, 'command'>>): Message {
  return { command: 'deliver_sm', ...emptyMessage, ...fields };
}

/** The response that has only a status; undefined for commands that have none. */
export function emptyAnswer(command: Command | undefined): Body | undefined {
  switch (command) {
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return { command, messageId: '', tlvs: [] };
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return { command, systemId: '', tlvs: [] };
    case 'enquire_link_resp':
    case 'unbind_resp':
    case 'cancel_sm_resp':
    case 'replace_sm_resp':
      return { command };
    default:
      return undefined;
  }
}

/** The largest C-octet strings, including the NUL (section 5.2; alert_notification: 4.12.1). */
export const fieldOctets = {
  systemId: 16,
  password: 9,
  systemType: 13,
  serviceType: 6,
  address: 21,
  longAddress: 65,
  addressRange: 41,
  messageId: 65,
  time: 17,
} as const;

export const longestShortMessageOctets = 254;

export const commandIds = {
  generic_nack: 0x8000_0000,
  bind_receiver: 0x01,
  bind_receiver_resp: 0x8000_0001,
  bind_transmitter: 0x02,
  bind_transmitter_resp: 0x8000_0002,
  query_sm: 0x03,
  query_sm_resp: 0x8000_0003,
  submit_sm: 0x04,
  submit_sm_resp: 0x8000_0004,
  deliver_sm: 0x05,
  deliver_sm_resp: 0x8000_0005,
  unbind: 0x06,
  unbind_resp: 0x8000_0006,
  replace_sm: 0x07,
  replace_sm_resp: 0x8000_0007,
  cancel_sm: 0x08,
  cancel_sm_resp: 0x8000_0008,
  bind_transceiver: 0x09,
  bind_transceiver_resp: 0x8000_0009,
  outbind: 0x0b,
  enquire_link: 0x15,
  enquire_link_resp: 0x8000_0015,
  submit_multi: 0x21,
  submit_multi_resp: 0x8000_0021,
  alert_notification: 0x102,
  data_sm: 0x103,
  data_sm_resp: 0x8000_0103,
} as const;

export type Command = keyof typeof commandIds;

const names = new Map<number, Command>();
for (const [name, id] of Object.entries(commandIds)) names.set(id, name as Command);

/** The command's name, or undefined if SMPP 3.4 has no such id. */
export function findCommand(commandId: number): Command | undefined {
  return names.get(commandId);
}

/** True for a response (top bit of the id set), generic_nack included. */
export function isResponse(command: Command): boolean {
  return commandIds[command] >= 0x8000_0000;
}

/** The response to a request; undefined for outbind and alert_notification. */
export function findResponse(command: Command): Command | undefined {
  const id = commandIds[command];
  return id < 0x8000_0000 ? names.get(id + 0x8000_0000) : undefined;
}

/** Sequence numbers run from 1 to this (section 5.1.4). */
export const lastSequence = 0x7fff_ffff;
