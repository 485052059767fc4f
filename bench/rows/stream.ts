/**
 * A stream: requests as fast as the answers come, but never further ahead of what the system has
 * processed than a limit; counted over a period in which receipts come as fast as messages go. For
 * receipts that come late, or not at all.
 */
import type { ReceiptTimes, RunningOperator } from '../operator.ts';
import { startLoad, type Load } from '../load/wrk.ts';
import type { Running } from '../system.ts';
import { pause } from '../waiting.ts';

export type Stream = {
  /**
   * Messages that reach their end in the period; those whose receipt will never come count, too.
   */
  readonly finishedPerSecond: number;
  readonly [name: string]: number;
};

/** The limit on messages accepted but not handed over, plus receipts taken but not processed. */
const MOST_BEHIND = 5_000;
const LOOK_MS = 100;

/** Measures a stream on an idle system; `times` says when the operator sends its receipts. */
export async function measureStream(
  running: Running,
  operator: RunningOperator,
  { times, seconds }: { readonly times: ReceiptTimes; readonly seconds: number },
): Promise<Stream> {
  // After the longest delay receipts come as fast as messages.
  const fillSeconds = Math.ceil((LONGEST_DELAY_MS + 1_000) / 1_000);
  const load = startLoad(running.request, fillSeconds + seconds + 1);
  const held = holdBack(load, running, operator);
  await pause(fillSeconds * 1_000);
  const [fromMs, from] = [performance.now(), await running.finished()];
  await pause(seconds * 1_000);
  const [untilMs, until] = [performance.now(), await running.finished()];
  await load.done;
  await held;
  const comes = 1 - times.neverPercent / 100;
  return { finishedPerSecond: ((until - from) * 1_000) / (untilMs - fromMs) / comes };
}

/** The same for all, so that all work with equally full stores. */
const LONGEST_DELAY_MS = 10_000;

/** Pauses the load generator while the system is too far behind; resolves when it has ended. */
async function holdBack(load: Load, running: Running, operator: RunningOperator): Promise<void> {
  const { child } = load.program;
  const receiptsOpen = async (): Promise<number> =>
    (await operator.counts()).acknowledged - (await running.finished());
  const openBefore = await receiptsOpen();
  for (;;) {
    const behind = (await running.waiting()) + (await receiptsOpen()) - openBefore;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(behind > MOST_BEHIND ? 'SIGSTOP' : 'SIGCONT');
    await pause(LOOK_MS);
  }
}
