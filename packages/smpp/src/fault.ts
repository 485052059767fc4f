/** What can be wrong with octets that claim to be a PDU, and what to answer. */

import { commandStatus } from './command-status.ts';

export type DecodeFaultReason =
  | 'length_too_small'
  | 'length_too_large'
  | 'command_unknown'
  | 'sequence_illegal'
  | 'string_unterminated'
  | 'string_too_long'
  | 'body_cut'
  | 'short_message_too_long'
  | 'tlv_cut'
  | 'octets_left_over';

export type DecodeFault = {
  readonly reason: DecodeFaultReason;
  /** The field that could not be read, where the fault lies in one. */
  readonly field?: string;
  /** False when the next PDU can no longer be found in the stream: the link must be dropped. */
  readonly recoverable: boolean;
  /** command_status for the answer (generic_nack for a bad header, else the command's response). */
  readonly answerStatus: number;
  readonly commandId: number;
  readonly status: number;
  readonly sequence: number;
};

const answers: Readonly<Record<DecodeFaultReason, number>> = {
  length_too_small: commandStatus.ESME_RINVCMDLEN,
  length_too_large: commandStatus.ESME_RINVCMDLEN,
  command_unknown: commandStatus.ESME_RINVCMDID,
  sequence_illegal: commandStatus.ESME_RSYSERR,
  string_unterminated: commandStatus.ESME_RINVCMDLEN,
  string_too_long: commandStatus.ESME_RINVCMDLEN,
  body_cut: commandStatus.ESME_RINVCMDLEN,
  short_message_too_long: commandStatus.ESME_RINVMSGLEN,
  tlv_cut: commandStatus.ESME_RINVTLVSTREAM,
  octets_left_over: commandStatus.ESME_RINVCMDLEN,
};

export type FaultHeader = Pick<DecodeFault, 'commandId' | 'status' | 'sequence'>;

/** Describes a fault found in the PDU with this header. */
export function decodeFault(
  reason: DecodeFaultReason,
  header: FaultHeader,
  field?: string,
): DecodeFault {
  return {
    reason,
    ...(field === undefined ? {} : { field }),
    recoverable: reason !== 'length_too_small' && reason !== 'length_too_large',
    answerStatus: answers[reason],
    ...header,
  };
}

/** Why a body cannot be put on the wire. */
export type EncodeFault = {
  readonly reason:
    | 'string_too_long'
    | 'string_not_latin1'
    | 'short_message_too_long'
    | 'payload_twice'
    | 'tlv_too_long';
  readonly field: string;
};
