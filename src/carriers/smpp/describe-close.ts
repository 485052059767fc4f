import type { CloseReason } from '@paigham/smpp';

/** Why a connection ended, in words for the log and for staff. */
export function describeClose(reason: CloseReason): string {
  switch (reason.kind) {
    case 'socket_error':
    case 'closed_by_us':
      return reason.words;
    case 'unreadable':
      return `the operator’s octets cannot be read: ${reason.fault.reason}`;
    case 'enquire_link_unanswered':
      return 'the operator does not answer enquire_link';
    case 'peer_ended':
      return 'the operator closed the connection';
    case 'unbound_by_peer':
      return 'the operator ended the bind';
    case 'unbound_by_us':
      return 'we ended the bind';
  }
}
