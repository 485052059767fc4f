/** What the operator counts. */

import { describeStatus } from '@paigham/smpp';

const keptSeconds = 120;
const keptOddities = 100;

export class Tally {
  readonly counts = {
    binds: 0,
    submits: 0,
    taken: 0,
    queries: 0,
    /** deliver_sm: sent, acknowledged, refused (and sent again), given up. */
    sent: 0,
    acknowledged: 0,
    refused: 0,
    lost: 0,
  };
  private readonly statuses = new Map<number, number>();
  /** Submits per second, for the last two minutes. */
  private readonly seconds = new Map<number, number>();
  private readonly oddities: string[] = [];

  submit(atMs: number, status: number, taken: boolean): void {
    this.counts.submits += 1;
    if (taken) this.counts.taken += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const second = Math.floor(atMs / 1_000);
    const before = this.seconds.get(second);
    this.seconds.set(second, (before ?? 0) + 1);
    if (before === undefined) this.forgetSeconds(second - keptSeconds);
  }

  oddity(words: string): void {
    this.oddities.push(`${new Date().toISOString()} ${words}`);
    if (this.oddities.length > keptOddities) this.oddities.shift();
  }

  show(): Readonly<Record<string, unknown>> {
    const statuses = [...this.statuses].map(([status, count]) => [describeStatus(status), count]);
    return {
      ...this.counts,
      verdicts: Object.fromEntries(statuses) as unknown,
      perSecond: [...this.seconds].map(([second, submits]) => ({ second, submits })),
      oddities: this.oddities,
    };
  }

  private forgetSeconds(before: number): void {
    for (const second of this.seconds.keys()) if (second < before) this.seconds.delete(second);
  }
}
