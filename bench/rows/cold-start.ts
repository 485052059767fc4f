/** From the command to the first message that is taken, on a data folder used before. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { endDatabase } from '../paigham/postmaster.ts';
import { requestTo } from '../paigham/paigham.ts';
import { cleanUpLater, start } from '../programs.ts';
import { figure, spread, type Line } from '../table.ts';
import { freePort, readPage, until } from '../waiting.ts';
import type { Contest } from './rows.ts';

const START = join(import.meta.dirname, '../../bin/start');

/** Starts `bin/start` as often as there are runs, and asks until a request is answered with OK. */
export async function measureColdStart({ runs, ours }: Contest): Promise<Line> {
  console.error('bin/start until the first OK');
  const seconds: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const folder = makeTemporaryDir();
    const dataDir = join(folder, 'data');
    const remove = cleanUpLater(() => {
      endDatabase(dataDir);
      rmSync(folder, { recursive: true, force: true });
    });
    const copied = spawnSync('cp', ['-a', ours.origin, dataDir], { encoding: 'utf8' });
    if (copied.status !== 0) throw new Error(`cp failed: ${copied.stderr}`);
    const port = await freePort();
    const fromMs = performance.now();
    const program = start(START, ['--data-dir', dataDir, '--port', port, '--simulators', 'false']);
    const { before, between, after } = requestTo(port, ours.furnished);
    const url = `http://127.0.0.1:${port}${before}923001234567${between}4821${after}`;
    await until('the first OK', 60_000, () => readPage(url));
    seconds.push((performance.now() - fromMs) / 1_000);
    await program.end(20_000);
    remove();
  }
  console.error(`  ${seconds.map((it) => figure(it, 2)).join('  ')} s`);
  return {
    what: 'bin/start to the first OK, set up before, s',
    cells: { paigham: spread(seconds, 1), 'kannel-spool': '', 'kannel-no-store': '' },
    result: '',
    bar: '≤ 5',
  };
}
