/** What both ports answer from: one table, one behaviour, one count of queries. */
import { plainBehaviour, type Behaviour } from './behaviour.ts';
import { Table } from './table.ts';

export type Protocol = 'http' | 'dns';

/** What to do with a query. */
export type Verdict = 'answer' | 'fail' | 'silent' | 'garbage' | 'too_fast';

export type Entry = {
  readonly number: string;
  /** undefined: no such number. */
  readonly operator: string | undefined;
  readonly isPorted: boolean;
};

const SECOND_MS = 1_000;
const KEPT_NUMBERS = 100_000;

export class Admin {
  readonly table = new Table();
  readonly behaviour: Behaviour = plainBehaviour();
  /** Every number that was asked about, with repeats. */
  asked: string[] = [];
  questions = { http: 0, dns: 0 };
  /** The most numbers in any second so far. */
  mostPerSecond = 0;
  tooFast = 0;
  private second: { readonly atMs: number; readonly numbers: number }[] = [];
  private inSecond = 0;

  /** Counts a query, delays it as configured, and returns what to do with it. */
  async hear(protocol: Protocol, numbers: readonly string[]): Promise<Verdict> {
    this.questions[protocol] += 1;
    this.asked.push(...numbers);
    if (this.asked.length > KEPT_NUMBERS) this.asked = this.asked.slice(-KEPT_NUMBERS);
    const isTooFast = this.note(numbers.length);
    const verdict = this.judge(isTooFast);
    const { delayMs } = this.behaviour;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    return verdict;
  }

  entry(number: string): Entry {
    const { wrongWord, wrongNumber } = this.behaviour;
    const operator = this.table.holder(number);
    return {
      number: wrongNumber ? `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}` : number,
      operator: operator !== undefined && wrongWord !== '' ? wrongWord : operator,
      isPorted: this.table.isPorted(number),
    };
  }

  /** Forgets queries and rates; the table and the behaviour stay. */
  forget(): void {
    this.asked = [];
    this.questions = { http: 0, dns: 0 };
    this.mostPerSecond = 0;
    this.tooFast = 0;
    this.second = [];
    this.inSecond = 0;
  }

  private note(numbers: number): boolean {
    const nowMs = performance.now();
    this.second.push({ atMs: nowMs, numbers });
    this.inSecond += numbers;
    let old = 0;
    for (const it of this.second) {
      if (nowMs - it.atMs < SECOND_MS) break;
      this.inSecond -= it.numbers;
      old += 1;
    }
    if (old > 0) this.second = this.second.slice(old);
    this.mostPerSecond = Math.max(this.mostPerSecond, this.inSecond);
    const { ratePerSecond } = this.behaviour;
    const isTooFast = ratePerSecond > 0 && this.inSecond > ratePerSecond;
    if (isTooFast) this.tooFast += 1;
    return isTooFast;
  }

  private judge(isTooFast: boolean): Verdict {
    const { behaviour } = this;
    if (behaviour.silentNext > 0) {
      behaviour.silentNext -= 1;
      return 'silent';
    }
    if (behaviour.failNext > 0) {
      behaviour.failNext -= 1;
      return 'fail';
    }
    if (behaviour.garbageNext > 0) {
      behaviour.garbageNext -= 1;
      return 'garbage';
    }
    return isTooFast && behaviour.enforceRate ? 'too_fast' : 'answer';
  }
}
