import { mkdtempSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../compile.ts';
import { usedCpuMs } from '../cpu.ts';
import { startKannel } from '../kannel/kannel.ts';
import { startOperator, untilBound, PROMPT } from '../operator.ts';
import { furnish } from '../paigham/furnish.ts';
import { startPaigham } from '../paigham/paigham.ts';
import { endAll } from '../programs.ts';
import { freePort, pause } from '../waiting.ts';
import { makeTemporaryDir } from '../../src/kit/data-dir.ts';
import { startLoad } from './wrk.ts';

const which = process.argv[2] ?? 'paigham';
const seconds = Number(process.argv[3] ?? 4);
const ports = { smpp: await freePort(), management: await freePort() };
const folder = makeTemporaryDir();
try {
  const operator = await startOperator(ports, PROMPT);
  let running;
  if (which === 'paigham') {
    const origin = join(folder, 'origin'); mkdirSync(origin, {mode: 0o711});
    const furnished = await furnish(origin, ports.smpp);
    running = await startPaigham({ origin, furnished, nodeOptions: process.argv.slice(4) });
  } else running = await startKannel({ operatorPort: ports.smpp, store: which === 'spool' ? 'spool' : 'none', parts: compile(folder) });
  await untilBound(operator);
  for (const s of [2, seconds]) {
    const before = await running.finished(), cpu = usedCpuMs(running.roots), t0 = Date.now();
    const result = await startLoad(running.request, s).done;
    console.log(result, 'waiting', await running.waiting(), 'finished', await running.finished() - before);
    let n = -1; for (let m; (m = await running.finished()) !== n; n = m) await pause(1000);
    const audit = await running.audit();
    const done = audit.messages - 0;
    console.log({ done: n - before, audit, operator: (await operator.counts()).taken, perSecond: (n - before) * 1000 / (audit.lastAtMs - t0), cpuUs: (usedCpuMs(running.roots) - cpu) * 1000 / (n - before) });
  }
  await running.stop();
  await operator.stop();
} finally { await endAll(); }
