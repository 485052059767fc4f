/**
 * bin/bench: prepares the systems, measures the rows, prints the table and saves it in
 * docs/performance.md.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { measureAgainst } from './against.ts';
import { HELP, readOptions, type Options } from './options.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { measureRows } from './rows/rows.ts';
import { prepareSystems } from './systems.ts';
import { drawTable, spread, writePage } from './table.ts';
import { freePort } from './waiting.ts';

const PAGE = join(import.meta.dirname, '../docs/performance.md');

async function bench(options: Options): Promise<void> {
  const { runs, seconds, rows, write, profile, against, rate } = options;
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const ports = { smpp: await freePort(), management: await freePort() };
  if (against !== undefined) {
    console.log(await measureAgainst({ ref: against, folder, rounds: runs, seconds, rate }));
    return;
  }
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const prepared = await prepareSystems({ folder, operatorPort: ports.smpp, nodeOptions });
  const { lines, machineMs } = await measureRows(rows, { runs, ports, seconds, ...prepared });
  console.log(drawTable(lines));
  const note =
    `Medians and ranges of ${runs} runs, ${seconds} s of load each. A fixed piece of work took ` +
    `${spread(machineMs)} ms on one core of the machine before each row.`;
  console.log(`\n${note}`);
  if (write) writePage(PAGE, lines, note);
}

async function main(): Promise<number> {
  const read = readOptions(process.argv.slice(2));
  switch (read.kind) {
    case 'help':
      console.log(HELP);
      return 0;
    case 'refused':
      console.error(read.sentence);
      return 2;
    case 'options':
      try {
        await bench(read.options);
      } finally {
        await endAll();
      }
      return 0;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
process.exitCode = await main();
