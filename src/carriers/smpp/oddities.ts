/** What an operator sends with a fault: counted, and kept as far as there is room for it. */
import { commandIds, type DecodeFaultReason, type Oddity } from '@paigham/smpp';
import type { CarrierEvents, LinkOddity, OddInbound } from '../../domain/carrier/carrier.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Machinery } from './connection.ts';

const carrying: ReadonlySet<number> = new Set([commandIds.deliver_sm, commandIds.data_sm]);

/** Whether a request has something for us in it: a receipt, or a reply. */
export function isCarrying(commandId: number): boolean {
  return carrying.has(commandId);
}

export class Oddities {
  private readonly linkId: LinkId;
  private readonly events: Pick<CarrierEvents, 'inbound' | 'odd'>;
  private readonly machinery: Pick<Machinery, 'clock' | 'tally'>;
  /** How many damaged PDUs of each kind were kept on this day. */
  private readonly kept = new Map<DecodeFaultReason, number>();
  private keptOn = 0;
  /** Unknown words of receipts, counted one by one. */
  private readonly words = new Set<string>();

  constructor(
    linkId: LinkId,
    events: Pick<CarrierEvents, 'inbound' | 'odd'>,
    machinery: Pick<Machinery, 'clock' | 'tally'>,
  ) {
    this.linkId = linkId;
    this.events = events;
    this.machinery = machinery;
  }

  /** Counts a fault, and keeps the octets of the first of each kind in a day. */
  note(oddity: Oddity): void {
    if (oddity.kind === 'unexpected_answer') return;
    const { kind, fault, frame: raw } = oddity;
    this.count({ kind: 'pdu', what: fault.reason });
    // These are kept before they are refused, however many they are.
    if (kind === 'undecodable' && isCarrying(fault.commandId)) return;
    if (!this.hasRoom(fault.reason)) return;
    const word = kind === 'damaged' ? 'damaged' : 'unreadable';
    this.keep({ kind: word, why: fault.reason, raw, acknowledge: () => undefined });
  }

  /** Counts a receipt whose state is unknown. An operator must not fill our memory with words. */
  noteWord(word: string): void {
    const { words } = this;
    if (words.size < limit('knownStatuses') && /^[!-~]{1,30}$/.test(word)) words.add(word);
    this.count({ kind: 'word', what: words.has(word) ? word : 'others' });
  }

  keep(inbound: Omit<OddInbound, 'linkId'>): void {
    this.events.inbound({ linkId: this.linkId, ...inbound });
  }

  private count(oddity: LinkOddity): void {
    this.machinery.tally?.odd?.(oddity);
    this.events.odd?.(oddity);
  }

  private hasRoom(reason: DecodeFaultReason): boolean {
    const day = Math.floor(this.machinery.clock.nowMs() / DAY_MS);
    if (day !== this.keptOn) this.kept.clear();
    this.keptOn = day;
    const kept = (this.kept.get(reason) ?? 0) + 1;
    if (kept > limit('damagedKept')) return false;
    this.kept.set(reason, kept);
    return true;
  }
}
