/** What can be wrong with octets that claim to be a PDU, and how to answer. */

/**
 * command_status values by name: SMPP 3.4 section 5.1.3, and those of SMPP 5 that 3.4 servers have
 * been seen to send. RINVDSTTON and RINVDSTNPI are 0x50 and 0x51 as in the specification; a popular
 * table on the web has different values.
 */
export const commandStatus = {
  ESME_ROK: 0x00,
  ESME_RINVMSGLEN: 0x01,
  ESME_RINVCMDLEN: 0x02,
  ESME_RINVCMDID: 0x03,
  ESME_RINVBNDSTS: 0x04,
  ESME_RALYBND: 0x05,
  ESME_RINVPRTFLG: 0x06,
  ESME_RINVREGDLVFLG: 0x07,
  ESME_RSYSERR: 0x08,
  ESME_RINVSRCADR: 0x0a,
  ESME_RINVDSTADR: 0x0b,
  ESME_RINVMSGID: 0x0c,
  ESME_RBINDFAIL: 0x0d,
  ESME_RINVPASWD: 0x0e,
  ESME_RINVSYSID: 0x0f,
  ESME_RCANCELFAIL: 0x11,
  ESME_RREPLACEFAIL: 0x13,
  ESME_RMSGQFUL: 0x14,
  ESME_RINVSERTYP: 0x15,
  ESME_RINVNUMDESTS: 0x33,
  ESME_RINVDLNAME: 0x34,
  ESME_RINVDESTFLAG: 0x40,
  ESME_RINVSUBREP: 0x42,
  ESME_RINVESMCLASS: 0x43,
  ESME_RCNTSUBDL: 0x44,
  ESME_RSUBMITFAIL: 0x45,
  ESME_RINVSRCTON: 0x48,
  ESME_RINVSRCNPI: 0x49,
  ESME_RINVDSTTON: 0x50,
  ESME_RINVDSTNPI: 0x51,
  ESME_RINVSYSTYP: 0x53,
  ESME_RINVREPFLAG: 0x54,
  ESME_RINVNUMMSGS: 0x55,
  ESME_RTHROTTLED: 0x58,
  ESME_RINVSCHED: 0x61,
  ESME_RINVEXPIRY: 0x62,
  ESME_RINVDFTMSGID: 0x63,
  ESME_RX_T_APPN: 0x64,
  ESME_RX_P_APPN: 0x65,
  ESME_RX_R_APPN: 0x66,
  ESME_RQUERYFAIL: 0x67,
  ESME_RINVTLVSTREAM: 0xc0,
  ESME_RTLVNOTALLWD: 0xc1,
  ESME_RINVTLVLEN: 0xc2,
  ESME_RMISSINGTLV: 0xc3,
  ESME_RINVTLVVAL: 0xc4,
  ESME_RDELIVERYFAILURE: 0xfe,
  ESME_RUNKNOWNERR: 0xff,
  ESME_RSERTYPUNAUTH: 0x100,
  ESME_RPROHIBITED: 0x101,
  ESME_RSERTYPUNAVAIL: 0x102,
  ESME_RSERTYPDENIED: 0x103,
  ESME_RINVDCS: 0x104,
  ESME_RINVSRCADDRSUBUNIT: 0x105,
  ESME_RINVDSTADDRSUBUNIT: 0x106,
  ESME_RINVBCASTFREQINT: 0x107,
  ESME_RINVBCASTALIAS_NAME: 0x108,
  ESME_RINVBCASTAREAFMT: 0x109,
  ESME_RINVNUMBCAST_AREAS: 0x10a,
  ESME_RINVBCASTCNTTYPE: 0x10b,
  ESME_RINVBCASTMSGCLASS: 0x10c,
  ESME_RBCASTFAIL: 0x10d,
  ESME_RBCASTQUERYFAIL: 0x10e,
  ESME_RBCASTCANCELFAIL: 0x10f,
  ESME_RINVBCAST_REP: 0x110,
  ESME_RINVBCASTSRVGRP: 0x111,
  ESME_RINVBCASTCHANIND: 0x112,
} as const;

export type DecodeFaultReason =
  | 'length_too_small'
  | 'length_too_large'
  | 'command_unknown'
  | 'sequence_illegal'
  | 'string_unterminated'
  | 'string_too_long'
  | 'body_cut'
  | 'short_message_too_long'
  | 'short_message_cut'
  | 'tlv_cut'
  | 'octets_left_over';

export type DecodeFault = {
  readonly reason: DecodeFaultReason;
  /** The field that could not be read, if the fault is in one. */
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
  short_message_cut: commandStatus.ESME_RINVMSGLEN,
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

export type CommandStatusName = keyof typeof commandStatus;

const names = new Map<number, CommandStatusName>();
for (const [name, status] of Object.entries(commandStatus)) {
  names.set(status, name as CommandStatusName);
}

/** The name of a command_status; undefined for a vendor's own (0x400–0x4FF) or a reserved one. */
export function findStatusName(status: number): CommandStatusName | undefined {
  return names.get(status);
}

/** For logs: `ESME_RTHROTTLED (0x58)`, or `0x4ff` where the value has no name. */
export function describeStatus(status: number): string {
  const hex = `0x${status.toString(16).padStart(2, '0')}`;
  const name = names.get(status);
  return name === undefined ? hex : `${name} (${hex})`;
}
