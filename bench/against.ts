/** Compares this version with an earlier one, alternating under the same load: which costs less? */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { duel, type Rival } from './contest.ts';
import { median } from './median.ts';
import type { furnish } from './paigham/furnish.ts';
import type { startPaigham } from './paigham/paigham.ts';
import { cleanUpLater } from './programs.ts';
import { measureBurst, measureRate } from './rows/burst.ts';
import { figure } from './table.ts';
import { freePort } from './waiting.ts';

type Figures = Readonly<Record<string, number>>;

const ROOT = join(import.meta.dirname, '..');

/** What the bench needs of another version; its files must be where ours are. */
type Furnish = { readonly furnish: typeof furnish };
type Start = { readonly startPaigham: typeof startPaigham };

export type AgainstSettings = {
  /** The earlier version, as a git ref. */
  readonly ref: string;
  /** For both; the caller removes it. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  /** Requests a second; bursts when left out. */
  readonly rate?: number | undefined;
};

/**
 * Measures both in turn and returns a table of medians, with the median and spread of the ratios of
 * neighbouring measurements, which cancels out the machine's own fluctuations.
 */
export async function measureAgainst(settings: AgainstSettings): Promise<string> {
  const { ref, folder, rounds, seconds, rate } = settings;
  const earlier = checkOut(ref, join(folder, 'earlier'));
  const rivalOf = async (tree: string, label: Rival['label']): Promise<Rival> => {
    const preparing = (await import(join(tree, 'bench/paigham/furnish.ts'))) as Furnish;
    const starting = (await import(join(tree, 'bench/paigham/paigham.ts'))) as Start;
    const origin = join(folder, label);
    mkdirSync(origin, { mode: 0o711 });
    const ports = { smpp: await freePort(), management: await freePort() };
    const furnished = await preparing.furnish(origin, ports.smpp);
    const ours = { origin, furnished, nodeOptions: [] };
    return { label, ports, system: { name: 'paigham', start: () => starting.startPaigham(ours) } };
  };
  const figures = await duel<Figures>(
    [await rivalOf(earlier, 'before'), await rivalOf(ROOT, 'now')],
    (running) =>
      rate === undefined
        ? measureBurst(running, seconds)
        : measureRate(running, { perSecond: rate, seconds }),
    rounds,
  );
  return drawRatios(figures.get('before') ?? [], figures.get('now') ?? []);
}

/** A work tree of that version, ready to run; it is removed when the bench ends. */
function checkOut(ref: string, tree: string): string {
  run(ROOT, 'git', 'worktree', 'add', '--detach', tree, ref);
  cleanUpLater(() => run(ROOT, 'git', 'worktree', 'remove', '--force', tree));
  run(tree, join(tree, 'bin/setup'));
  return tree;
}

function run(cwd: string, program: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
}

/** One line per figure: both medians, and the ratio of each run to its neighbour. */
export function drawRatios(before: readonly Figures[], now: readonly Figures[]): string {
  return Object.keys(now[0] ?? {})
    .map((name) => {
      const of = (runs: readonly Figures[]): readonly number[] =>
        runs.map((it) => it[name] ?? Number.NaN);
      const ratios = of(now).map((value, run) => value / (of(before)[run] ?? Number.NaN));
      const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
      const medians = `${figure(median(of(before)))} before, ${figure(median(of(now)))} now`;
      const ratio = `× ${figure(median(ratios), 3)} (${figure(low, 3)} to ${figure(high, 3)})`;
      return `${name.padEnd(20)} ${medians}: ${ratio}`;
    })
    .join('\n');
}
