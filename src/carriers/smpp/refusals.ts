/** What one operator means by its refusals: the table, corrected by what staff know of the link. */
import { describeStatus } from '@paigham/smpp';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';
import { readStatusReasons } from '../../domain/routing/status-reasons.ts';
import type { Machinery } from './connection.ts';
import { meaningOfStatus, type StatusMeaning } from './failure-by-status.ts';

/** The store keeps a status in 31 bits; no known one needs more. */
const highestStatus = 0x7fff_ffff;

export type Judged = {
  readonly reason: StatusMeaning;
  /** As it is kept. */
  readonly status: number;
};

export class Refusals {
  private readonly own: ReadonlyMap<number, FailureReason>;
  private readonly machinery: Pick<Machinery, 'log' | 'tally'>;
  /** Codes without a meaning that were logged. */
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
    // Beyond the bound they are one: an operator must not fill our memory with its codes.
    const isCounted = isKnown || this.seen.size < limit('knownStatuses');
    tally?.unknownStatus(isCounted ? status : highestStatus);
    if (isKnown || !isCounted) return;
    this.seen.add(status);
    const words = 'the operator refuses with a code that has no meaning here: see statusReasons';
    log.warn({ status: describeStatus(status) }, words);
  }
}
