/** What operators send on their own: receipts, and what subscribers write. */

import {
  deliverKind,
  findTlv,
  looksLikeReceipt,
  messageIdKey,
  parseReceipt,
  readShortTlv,
  type DataMessage,
  type Message,
  type ReceiptState,
} from '@paigham/smpp';
import type { Inbound } from '../../domain/carrier/carrier.ts';
import type { MessageState } from '../../domain/message/message.ts';
import type { ReplyPart } from '../../domain/reply/reply.ts';
import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';
import { readReply, type ReplyRules } from './read-reply.ts';

export type InboundRules = ReplyRules &
  Pick<SmppLinkConfig, 'receiptIdForm' | 'receiptLevel' | 'clockOffsetMinutes'> & {
    /**
     * The operator does not mark receipts in esm_class: what reads as one is one. A subscriber can
     * write such a text too, so it is off unless the link needs it.
     */
    readonly receiptsByText?: boolean;
  };

/** Of an inbound PDU, what does not depend on the link it came by. */
export type InboundContent =
  | Pick<
      Extract<Inbound, { kind: 'receipt' }>,
      'kind' | 'operatorKey' | 'state' | 'error' | 'level' | 'clues'
    >
  | { readonly kind: 'unreadable' }
  | ({ readonly kind: 'reply' } & ReplyPart);

type FinalState = Exclude<MessageState, 'waiting' | 'sent'>;

/** `intermediate`: still on its way. `unrecognised`: a word that is kept, and never guessed at. */
export const statesOfWords: Readonly<
  Record<ReceiptState, FinalState | 'intermediate' | 'unrecognised'>
> = {
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

/** Reads a deliver_sm or data_sm. */
export function readInbound(pdu: Message | DataMessage, rules: InboundRules): InboundContent {
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
  if (!parsed.ok) return { kind: 'unreadable' };
  const { messageId, error, state: word, submittedAtMs } = parsed.receipt;
  const state = statesOfWords[word];
  if (state === 'unrecognised') return { kind: 'unreadable' };
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
