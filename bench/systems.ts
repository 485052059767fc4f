import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { startKannel } from './kannel/kannel.ts';
import { furnish } from './paigham/furnish.ts';
import { startPaigham, type PaighamSettings } from './paigham/paigham.ts';
import type { System, SystemName } from './system.ts';

export type Systems = Readonly<Record<SystemName, System>>;

/** All systems, and ours again for the rows that are only about ours. */
export type Prepared = { readonly systems: Systems; readonly ours: PaighamSettings };

export type SystemSettings = {
  /** The folder that all runs share; the caller removes it. */
  readonly folder: string;
  readonly operatorPort: number;
  readonly nodeOptions: readonly string[];
};

/**
 * All systems to compare, ready to be started any number of times with the operator on one port.
 */
export async function prepareSystems(settings: SystemSettings): Promise<Prepared> {
  const { folder, operatorPort, nodeOptions } = settings;
  const parts = compile(folder);
  const origin = join(folder, 'origin');
  mkdirSync(origin, { mode: 0o711 });
  const furnished = await furnish(origin, operatorPort);
  const kannel = (name: SystemName, store: 'spool' | 'none'): System => ({
    name,
    start: () => startKannel({ operatorPort, store, parts }),
  });
  const ours = { origin, furnished, nodeOptions };
  const systems: Systems = {
    paigham: { name: 'paigham', start: () => startPaigham(ours) },
    'kannel-spool': kannel('kannel-spool', 'spool'),
    'kannel-no-store': kannel('kannel-no-store', 'none'),
  };
  return { systems, ours };
}
