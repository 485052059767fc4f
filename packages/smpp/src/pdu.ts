/**
 * What a PDU holds. The header's sequence number and status stay beside the body, because a
 * session numbers the requests and a body can be built before its number is known.
 * Octet strings that come from decoding are views into the received chunk: copy what is kept.
 */

import type { Command } from './command.ts';
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
   * The specification gives query_sm none (4.8.1). Some servers, by agreement, take
   * user_message_reference here and an empty message_id.
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

/** Commands that are recognised but not taken apart. */
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

/** The response that carries nothing but its status; undefined for commands that have none. */
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

/** Largest C-octet strings, the NUL included (section 5.2; alert_notification: 4.12.1). */
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
