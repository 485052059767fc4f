/**
 * What one operator means by its refusals: the table, corrected by what staff know about the link.
 *
 * Translates command_status values into the failure catalogue (SMPP 3.4 section 5.1.3; the classes
 * are ours). A status missing here is kept as a number and becomes `operator_unknown_word`: retried
 * within limits, never guessed.
 */
import { commandStatus, type CommandStatusName, describeStatus } from '@paigham/smpp';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { readStatusReasons } from '../../domain/routing/link-field.ts';
import type { Machinery } from './connection.ts';

/** The store keeps a status in 31 bits; no known one needs more. */
const highestStatus = 0x7fff_ffff;

type Judged = {
  readonly reason: StatusMeaning;
  /** As kept. */
  readonly status: number;
};

export class Refusals {
  private readonly own: ReadonlyMap<number, FailureReason>;
  private readonly machinery: Pick<Machinery, 'log' | 'tally'>;
  /** Unknown codes that were logged. */
  private readonly seen = new Set<number>();

  constructor(
    config: Pick<SmppLinkConfig, 'statusReasons'>,
    machinery: Pick<Machinery, 'log' | 'tally'>,
  ) {
    this.own = readStatusReasons(config.statusReasons);
    this.machinery = machinery;
  }

  /** Judges the command_status (not 0) of an answer to submit_sm. */
  judge(status: number): Judged {
    const reason = this.own.get(status) ?? meaningOfStatus(status);
    if (reason === 'operator_unknown_word' && !this.own.has(status)) this.note(status);
    return { reason, status: Math.min(status, highestStatus) };
  }

  private note(status: number): void {
    const { log, tally } = this.machinery;
    const isKnown = this.seen.has(status);
    // Beyond the limit they are lumped together: an operator must not fill our memory with codes.
    const isCounted = isKnown || this.seen.size < limit('knownStatuses');
    tally?.unknownStatus(isCounted ? status : highestStatus);
    if (isKnown || !isCounted) return;
    this.seen.add(status);
    const words = 'the operator refused with a code that is not known here: see statusReasons';
    log.warn({ status: describeStatus(status) }, words);
  }
}

/** `link_fault`: the message is fine, but the operator does not see this link as bound. */
type StatusMeaning = FailureReason | 'link_fault';

const meaningsByName: Readonly<Partial<Record<CommandStatusName, StatusMeaning>>> = {
  ESME_RTHROTTLED: 'operator_throttled',
  ESME_RMSGQFUL: 'operator_queue_full',
  ESME_RSYSERR: 'operator_fault',
  ESME_RX_T_APPN: 'operator_temporary',
  ESME_RUNKNOWNERR: 'operator_fault',
  // The bind.
  ESME_RINVBNDSTS: 'link_fault',
  ESME_RALYBND: 'link_fault',
  ESME_RBINDFAIL: 'link_fault',
  ESME_RINVPASWD: 'link_fault',
  ESME_RINVSYSID: 'link_fault',
  ESME_RINVSYSTYP: 'link_fault',
  // The sender, for this link.
  ESME_RINVSRCADR: 'operator_refused_sender',
  ESME_RINVSRCTON: 'operator_refused_sender',
  ESME_RINVSRCNPI: 'operator_refused_sender',
  ESME_RINVSRCADDRSUBUNIT: 'operator_refused_sender',
  // The recipient.
  ESME_RINVDSTADR: 'operator_refused_recipient',
  ESME_RINVDSTTON: 'operator_refused_recipient',
  ESME_RINVDSTNPI: 'operator_refused_recipient',
  ESME_RINVDSTADDRSUBUNIT: 'operator_refused_recipient',
  // What we wrote, or how the link is configured.
  ESME_RINVMSGLEN: 'operator_refused_form',
  ESME_RINVCMDLEN: 'operator_refused_form',
  ESME_RINVCMDID: 'operator_refused_form',
  ESME_RINVPRTFLG: 'operator_refused_form',
  ESME_RINVREGDLVFLG: 'operator_refused_form',
  ESME_RINVSERTYP: 'operator_refused_form',
  ESME_RINVESMCLASS: 'operator_refused_form',
  ESME_RINVREPFLAG: 'operator_refused_form',
  ESME_RINVNUMMSGS: 'operator_refused_form',
  ESME_RINVSCHED: 'operator_refused_form',
  ESME_RINVEXPIRY: 'operator_refused_form',
  ESME_RINVDFTMSGID: 'operator_refused_form',
  ESME_RINVTLVSTREAM: 'operator_refused_form',
  ESME_RTLVNOTALLWD: 'operator_refused_form',
  ESME_RINVTLVLEN: 'operator_refused_form',
  ESME_RMISSINGTLV: 'operator_refused_form',
  ESME_RINVTLVVAL: 'operator_refused_form',
  ESME_RINVDCS: 'operator_refused_form',
  ESME_RSERTYPUNAUTH: 'operator_refused_form',
  ESME_RSERTYPUNAVAIL: 'operator_refused_form',
  ESME_RSERTYPDENIED: 'operator_refused_form',
  // The message, for the operator's own reasons.
  ESME_RSUBMITFAIL: 'operator_refused',
  ESME_RX_P_APPN: 'operator_refused',
  ESME_RX_R_APPN: 'operator_refused',
  ESME_RDELIVERYFAILURE: 'operator_refused',
  ESME_RPROHIBITED: 'operator_refused',
  // Answers to commands that we do not send.
  ESME_RINVMSGID: 'operator_refused',
  ESME_RCANCELFAIL: 'operator_refused',
  ESME_RREPLACEFAIL: 'operator_refused',
  ESME_RQUERYFAIL: 'operator_refused',
  ESME_RINVNUMDESTS: 'operator_refused',
  ESME_RINVDLNAME: 'operator_refused',
  ESME_RINVDESTFLAG: 'operator_refused',
  ESME_RINVSUBREP: 'operator_refused',
  ESME_RCNTSUBDL: 'operator_refused',
  // Broadcast of SMPP 5, which we do not send either.
  ESME_RINVBCASTFREQINT: 'operator_refused',
  ESME_RINVBCASTALIAS_NAME: 'operator_refused',
  ESME_RINVBCASTAREAFMT: 'operator_refused',
  ESME_RINVNUMBCAST_AREAS: 'operator_refused',
  ESME_RINVBCASTCNTTYPE: 'operator_refused',
  ESME_RINVBCASTMSGCLASS: 'operator_refused',
  ESME_RBCASTFAIL: 'operator_refused',
  ESME_RBCASTQUERYFAIL: 'operator_refused',
  ESME_RBCASTCANCELFAIL: 'operator_refused',
  ESME_RINVBCAST_REP: 'operator_refused',
  ESME_RINVBCASTSRVGRP: 'operator_refused',
  ESME_RINVBCASTCHANIND: 'operator_refused',
};

const meanings = new Map<number, StatusMeaning>();
for (const [name, meaning] of Object.entries(meaningsByName)) {
  meanings.set(commandStatus[name as CommandStatusName], meaning);
}

/** What a refusal of submit_sm with this command_status (not 0) means. */
export function meaningOfStatus(status: number): StatusMeaning {
  return meanings.get(status) ?? 'operator_unknown_word';
}

/** The bind itself is wrong: trying again changes nothing and can get the login locked. */
export function isLoginRefused(status: number): boolean {
  return (
    status === commandStatus.ESME_RINVPASWD ||
    status === commandStatus.ESME_RINVSYSID ||
    status === commandStatus.ESME_RINVSYSTYP
  );
}
