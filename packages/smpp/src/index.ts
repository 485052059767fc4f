export { commandIds, findCommand, findResponse, isResponse, type Command } from './pdu.ts';
export { commandStatus, describeStatus, findStatusName, type CommandStatusName } from './fault.ts';
export { connect, type Connected, type ConnectOptions, type TlsOptions } from './connect.ts';
export { decodePdu, headerOctets, type Decoded } from './decode.ts';
export { encodePdu, PduWriter, type EncodeResult } from './encode.ts';
export type { DecodeFault, DecodeFaultReason, EncodeFault } from './fault.ts';
export { defaultMaxPduOctets, Framer, type Framed } from './framer.ts';
export { messageIdKey, type MessageIdForm } from './receipt.ts';
export {
  deliverSm,
  fieldOctets,
  longestShortMessageOctets,
  submitSm,
  type AlertNotification,
  type Bind,
  type BindAnswer,
  type BindCommand,
  type Body,
  type DataMessage,
  type Message,
  type MessageAnswer,
  type Pdu,
  type Query,
  type QueryAnswer,
} from './pdu.ts';
export {
  deliverKind,
  looksLikeReceipt,
  messageOctets,
  parseReceipt,
  readableText,
  receiptStateOf,
  type DeliverKind,
  type ParsedReceipt,
  type Receipt,
  type ReceiptState,
} from './receipt.ts';
export {
  InboundRequest,
  realClock,
  sessionDefaults,
  UnreadableRequest,
  type CloseReason,
  type Oddity,
  type Outcome,
  type RequestRefusal,
  type SessionClock,
  type SessionEvents,
  type SessionOptions,
} from './session-events.ts';
export { Session } from './session.ts';
export {
  bytesTlv,
  findTlv,
  noTlvs,
  octetTlv,
  readOctetTlv,
  readShortTlv,
  readTextTlv,
  textTlv,
  tlvTags,
  wordTlv,
  type Tlv,
  type TlvName,
} from './tlv.ts';
