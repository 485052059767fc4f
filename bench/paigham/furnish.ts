/**
 * The installation that all our runs start from: the demo world, with one route out and credit for
 * all runs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WINDOW_SUBMITS } from '../kannel/configure.ts';
import { startNode } from './node.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What a request needs to know about the installation. */
export type Furnished = {
  readonly apiKey: string;
  readonly sender: string;
  /** For campaigns. */
  readonly sharedSender: string;
  readonly templateId: string;
};

const OPERATORS = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;

/** Builds it in the empty folder `dataDir`; the operator listens on `operatorPort`. */
export async function furnish(dataDir: string, operatorPort: number): Promise<Furnished> {
  const operator = { port: operatorPort, managementPort: 1, systemId: 'bench', password: 'bench' };
  const simulators = OPERATORS.map((name) => ({ ...operator, name }));
  writeFileSync(join(dataDir, 'simulators.json'), JSON.stringify(simulators));
  // Its operator is not running yet, which it would log again and again.
  const node = await startNode(dataDir, { logLevel: 'error' });
  const paigham = (...words: readonly string[]): string => runPaigham(dataDir, words);
  paigham('link', 'set', 'jazz', '--window-submits', String(WINDOW_SUBMITS));
  for (const name of OPERATORS.slice(1)) {
    paigham('route', 'set', name, 'jazz', '--priority', '1');
    paigham('link', 'disable', name.toLowerCase(), '--yes');
  }
  paigham('credit', 'add', 'Roshan Store', '100000000', '--reference', 'bench');
  await node.program.end();
  return readDemo(dataDir);
}

type Demo = {
  readonly apiKey: string;
  readonly senders: { readonly shortCode: string; readonly shared: string };
  readonly templates: readonly { readonly id: string; readonly name: string }[];
};

/** What the node has written about the demo world. */
export function readDemo(dataDir: string): Furnished {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const template = demo.templates.find(({ name }) => name === 'One-time code');
  if (template === undefined) throw new Error('the demo world has no template for codes');
  const { shortCode: sender, shared: sharedSender } = demo.senders;
  return { apiKey: demo.apiKey, sender, sharedSender, templateId: template.id };
}

/**
 * Runs `bin/paigham` on the installation, with extra environment variables. Returns its output.
 * Throws if it fails.
 */
export function runPaigham(
  dataDir: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const args = [...words, '--data-dir', dataDir];
  const env = { ...process.env, ...environment };
  const ran = spawnSync(join(ROOT, 'bin/paigham'), args, { encoding: 'utf8', env });
  if (ran.status !== 0) throw new Error(`paigham ${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}
