/** How fast a number may send in all, and to one person: codes 130429 and 131056. */

import type { SendingNumber } from './accounts.ts';
import type { Behaviour } from './knobs.ts';

const secondMs = 1_000;
const mostPairs = 50_000;

export class Rates {
  private readonly behaviour: Behaviour;
  /** When each pair is below its limit again. */
  private readonly pairs = new Map<string, number>();

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
  }

  /** The code of the limit that a message would break; undefined, and counted, if it may go. */
  judge(number: SendingNumber, person: string): 130429 | 131056 | undefined {
    const steadyMs = performance.now();
    forgetOld(number, steadyMs);
    const most = this.behaviour.throughputPerSecond || number.throughput;
    if (number.recent.length >= most) return 130429;
    if (!this.passPair(`${number.id}/${person}`, steadyMs)) return 131056;
    number.recent.push(steadyMs);
    return undefined;
  }

  /** Inbound messages are counted, and never refused. */
  countInbound(number: SendingNumber): void {
    const steadyMs = performance.now();
    forgetOld(number, steadyMs);
    number.recent.push(steadyMs);
  }

  clear(): void {
    this.pairs.clear();
  }

  private passPair(pair: string, steadyMs: number): boolean {
    const { pairEveryMs, pairBurst } = this.behaviour;
    if (pairEveryMs === 0) return true;
    const due = Math.max(this.pairs.get(pair) ?? 0, steadyMs);
    if (due - steadyMs > (Math.max(1, pairBurst) - 1) * pairEveryMs) return false;
    this.pairs.set(pair, due + pairEveryMs);
    if (this.pairs.size > mostPairs) this.pairs.clear();
    return true;
  }
}

function forgetOld(number: SendingNumber, steadyMs: number): void {
  const { recent } = number;
  const fresh = recent.findIndex((it) => it > steadyMs - secondMs);
  recent.splice(0, fresh === -1 ? recent.length : fresh);
}
