/**
 * Measures systems in turn: each run starts the operator and the system afresh, warms it up,
 * measures, and ends both.
 */
import { startOperator, untilBound } from './operator.ts';
import type { OperatorPorts, ReceiptTimes, RunningOperator } from './operator.ts';
import { sendToAll } from './load/wrk.ts';
import type { Running, System } from './system.ts';
import { pause } from './waiting.ts';

/** A participant, with a label of its own: a system may take part twice. */
export type Entrant<Label extends string> = {
  readonly label: Label;
  readonly system: System;
  readonly times: ReceiptTimes;
};

/** A measurement of a system that is warm and idle; figures are printed as they come. */
export type Measure<Figures> = (
  running: Running,
  operator: RunningOperator,
  label: string,
) => Promise<Figures>;

export type ContestSettings = { readonly runs: number; readonly ports: OperatorPorts };

/** Long enough to warm compilers, caches and pools. */
const WARM_UP_SECONDS = 3;

/** The figures of every run of every entrant. */
export async function compete<Label extends string, Figures extends Record<string, number>>(
  entrants: readonly Entrant<Label>[],
  measure: Measure<Figures>,
  { runs, ports }: ContestSettings,
): Promise<ReadonlyMap<Label, readonly Figures[]>> {
  const figures = new Map<Label, Figures[]>(entrants.map(({ label }) => [label, []]));
  for (let run = 1; run <= runs; run += 1) {
    for (const { label, system, times } of entrants) {
      const operator = await startOperator(ports);
      const running = await system.start();
      await untilBound(operator);
      await sendToAll(running, WARM_UP_SECONDS);
      await untilAtRest(running);
      await operator.change(times);
      const measured = await measure(running, operator, label);
      figures.get(label)?.push(measured);
      console.error(`  run ${run}  ${label.padEnd(26)}${show(measured)}`);
      await running.stop();
      await operator.stop();
    }
  }
  return figures;
}

/** A participant of a duel, with an operator of its own. */
export type Rival = {
  readonly label: 'before' | 'now';
  readonly system: System;
  readonly ports: OperatorPorts;
};

/**
 * The figures of every round of two systems that are both up: they are measured in turn, each first
 * in every other round. A machine that is quicker now than a minute later is so for both.
 */
export async function duel<Figures extends Record<string, number>>(
  rivals: readonly Rival[],
  measure: (running: Running) => Promise<Figures>,
  rounds: number,
): Promise<ReadonlyMap<Rival['label'], readonly Figures[]>> {
  const up = await Promise.all(
    rivals.map(async ({ label, system, ports }) => {
      const operator = await startOperator(ports);
      const running = await system.start();
      await untilBound(operator);
      return { label, running, figures: [] as Figures[] };
    }),
  );
  for (const { running } of up) {
    await sendToAll(running, WARM_UP_SECONDS);
    await untilAtRest(running);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const { label, running, figures } of round % 2 === 1 ? up : up.toReversed()) {
      const measured = await measure(running);
      figures.push(measured);
      console.error(`  round ${round}  ${label.padEnd(8)}${show(measured)}`);
    }
  }
  for (const { running } of up) await running.stop();
  return new Map(up.map(({ label, figures }) => [label, figures]));
}

/** What a system has finished when it becomes idle, and the last result of `look`. */
export async function untilAtRest<T>(
  running: Running,
  look?: () => T,
): Promise<{ readonly finished: number; readonly looked: T | undefined }> {
  let [finished, looked] = [-1, look?.()];
  let stillLooks = 0;
  while (stillLooks < LOOKS_AT_REST) {
    await pause(LOOK_MS);
    const now = await running.finished();
    if (now === finished) stillLooks += 1;
    else [finished, looked, stillLooks] = [now, look?.(), 0];
  }
  return { finished, looked };
}

/** Receipts come after 100 ms; a system that finishes nothing for a second is done. */
const LOOK_MS = 100;
const LOOKS_AT_REST = 10;

function show(figures: Readonly<Record<string, number>>): string {
  const round = (value: number): string => value.toFixed(value < 100 ? 2 : 0);
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${round(value)}`)
    .join('  ');
}
