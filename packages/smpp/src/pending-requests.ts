/**
 * Requests waiting for their answers. All have the same timeout, so they expire in sending order,
 * and one look at the oldest per tick replaces a timer each. Time is counted in ticks: neither a
 * jumping clock nor a hung process makes an answer late.
 */

import { isResponse, lastSequence, type Command } from './pdu.ts';

/** Who asked: the user of the session, or the session itself. */
export type Asker<Context> =
  | { readonly by: 'user'; readonly context: Context }
  | { readonly by: 'enquire_link' }
  | { readonly by: 'unbind' };

export type Pending<Context> = {
  readonly asker: Asker<Context>;
  readonly answeredBy: Command;
  readonly batch: number;
  readonly dueTick: number;
};

export type Match<Context> =
  | { readonly kind: 'pending'; readonly pending: Pending<Context> }
  | { readonly kind: 'late'; readonly context: Context }
  | { readonly kind: 'unexpected' };

export class PendingRequests<Context> {
  private readonly waiting = new Map<number, Pending<Context>>();
  private readonly late = new Map<number, { answeredBy: Command; context: Context }>();
  private readonly timeoutTicks: number;
  private readonly lateLimit: number;
  private sequence = 0;
  private tick = 0;
  /** How many of the user's requests are waiting. */
  userCount = 0;

  constructor(timeoutTicks: number, lateLimit: number) {
    this.timeoutTicks = timeoutTicks;
    this.lateLimit = lateLimit;
  }

  /** A number that no remembered request has. */
  takeSequence(): number {
    do {
      this.sequence = this.sequence === lastSequence ? 1 : this.sequence + 1;
    } while (this.waiting.has(this.sequence) || this.late.has(this.sequence));
    return this.sequence;
  }

  add(sequence: number, request: Omit<Pending<Context>, 'dueTick'>): void {
    // The first tick may come at once: one more makes sure that the wait is never too short.
    const dueTick = this.tick + this.timeoutTicks + 1;
    this.waiting.set(sequence, { ...request, dueTick });
    if (request.asker.by === 'user') this.userCount += 1;
  }

  /** Finds, and forgets, the request that this answer belongs to. */
  match(sequence: number, answer: Command): Match<Context> {
    const pending = this.waiting.get(sequence);
    if (pending !== undefined) {
      if (!answers(answer, pending.answeredBy)) return { kind: 'unexpected' };
      this.remove(sequence, pending);
      return { kind: 'pending', pending };
    }
    const late = this.late.get(sequence);
    if (late === undefined || !answers(answer, late.answeredBy)) return { kind: 'unexpected' };
    this.late.delete(sequence);
    return { kind: 'late', context: late.context };
  }

  /** One tick has passed: removes what timed out. The user's requests are remembered as late. */
  advance(): readonly Pending<Context>[] {
    this.tick += 1;
    const due: Pending<Context>[] = [];
    for (const [sequence, pending] of this.waiting) {
      if (pending.dueTick > this.tick) break;
      this.remove(sequence, pending);
      this.rememberLate(sequence, pending);
      due.push(pending);
    }
    return due;
  }

  /** Removes all. */
  drain(): readonly Pending<Context>[] {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.late.clear();
    this.userCount = 0;
    return all;
  }

  private remove(sequence: number, pending: Pending<Context>): void {
    this.waiting.delete(sequence);
    if (pending.asker.by === 'user') this.userCount -= 1;
  }

  private rememberLate(sequence: number, { asker, answeredBy }: Pending<Context>): void {
    if (asker.by !== 'user' || this.lateLimit === 0) return;
    if (this.late.size >= this.lateLimit) {
      for (const oldest of this.late.keys()) {
        this.late.delete(oldest);
        break;
      }
    }
    this.late.set(sequence, { answeredBy, context: asker.context });
  }
}

function answers(answer: Command, expected: Command): boolean {
  return answer === expected || (answer === 'generic_nack' && isResponse(expected));
}
