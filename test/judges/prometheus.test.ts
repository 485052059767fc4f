/** Debian's Prometheus with the files of deploy/: its promtool fires every alert once. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { freePort } from '@paigham/base/ports.ts';
import { goAway } from '../support/health.ts';
import { startPaigham } from '../support/paigham.ts';
import { end } from '../support/smsc-program.ts';
import { temporaryDir } from '../support/temporary.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const folder = temporaryDir();

const isThere = spawnSync('promtool', ['--version']).error === undefined;
if (!isThere) console.warn('judge skipped: promtool (package prometheus) is not installed');

function promtool(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

type Dashboard = {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
};

describe.skipIf(!isThere)('promtool', () => {
  it('fires every alert once, and none in the calm', () => {
    const tested = promtool('test', 'rules', join(DEPLOY, 'prometheus/rules.test.yaml'));
    expect(tested).toMatchObject({ status: 0, said: expect.stringContaining('SUCCESS') as string });
  });

  it('reads every expression of the dashboard', () => {
    const text = readFileSync(join(DEPLOY, 'grafana/paigham.json'), 'utf8');
    const { panels } = JSON.parse(text) as Dashboard;
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const rules = asked.map((expr, index) => ({
      record: `asked:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(folder, 'asked.yaml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'asked', rules }] }));
    const checked = promtool('check', 'rules', file);
    expect(checked).toMatchObject({ status: 0 });
    expect(checked.said).toContain(`SUCCESS: ${asked.length} rules found`);
  });
});

type Loaded = { readonly name: string; readonly health: string; readonly state?: string };

/** Prometheus with our rules on a node, each second, and without waiting whether it lasts. */
async function startPrometheus(target: string) {
  const rules = readFileSync(join(DEPLOY, 'prometheus/rules.yaml'), 'utf8');
  writeFileSync(join(folder, 'rules.yaml'), rules.replaceAll(/for: \d+m/g, 'for: 0s'));
  const jobs = [{ job_name: 'paigham', static_configs: [{ targets: [target] }] }];
  const global = { scrape_interval: '1s', evaluation_interval: '1s' };
  const config = { global, rule_files: ['rules.yaml'], scrape_configs: jobs };
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn('prometheus', [
    ...[`--config.file=${join(folder, 'prometheus.yaml')}`, `--web.listen-address=${address}`],
    ...[`--storage.tsdb.path=${join(folder, 'tsdb')}`, '--log.level=error'],
  ]);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => void (said += piece));
  const ask = async (): Promise<readonly Loaded[]> => {
    if (child.exitCode !== null) throw new Error(`prometheus ended: ${said}`);
    const answer = await fetch(`http://${address}/api/v1/rules`).catch(() => undefined);
    if (answer?.status !== 200) return [];
    type Groups = { readonly data: { readonly groups: readonly { readonly rules: Loaded[] }[] } };
    return ((await answer.json()) as Groups).data.groups.flatMap((group) => group.rules);
  };
  return { ask, stop: () => end(child) };
}

describe.skipIf(!isThere)('Prometheus', () => {
  it('reads a node by every rule, and tells when an operator is gone', async () => {
    const paigham = await startPaigham();
    const prometheus = await startPrometheus(new URL(paigham.baseUrl).host);
    try {
      const firing = async (): Promise<readonly string[]> =>
        (await prometheus.ask()).filter((it) => it.state === 'firing').map(({ name }) => name);
      const rules = await eventually('every rule has been tried', async () => {
        const loaded = await prometheus.ask();
        return loaded.length > 0 && loaded.every(({ health }) => health !== 'unknown') && loaded;
      });
      expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
      await eventually('the links are up', async () => {
        const told = await firing();
        return !told.some((name) => /NodeDown|LinkDown|CutOff/.test(name));
      });
      await goAway(paigham.operators.jazz);
      const missed = ['PaighamLinkDown', 'PaighamOperatorCutOff'];
      await eventually('it tells', async () => {
        const told = await firing();
        return missed.every((name) => told.includes(name));
      });
    } finally {
      await prometheus.stop();
    }
  });
});
