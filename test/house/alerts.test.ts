/** Rules for Prometheus, the dashboard and the page for people tell of the same things. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/kit/metrics.ts';
import { root } from './sources.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const rules = read('deploy/prometheus/rules.yaml');
const firing = read('deploy/prometheus/rules.test.yaml');
const alerts = all(rules, /^ {6}- alert: (\w+)$/gm);

/** The page's table is held against a running service in test/journeys/metrics.test.ts. */
async function knownMetrics(): Promise<ReadonlySet<string>> {
  const page = read('docs/operating/doctor-metrics-logs.md');
  const ofNode = all(await createMetrics().print(), /^# TYPE (\w+)/gm);
  return new Set([...all(page, /^\| `(paigham_\w+)`/gm), ...ofNode]);
}

describe('the alerts', () => {
  it('have a section each, and no section is without its alert', () => {
    expect(all(read('docs/operating/alerts.md'), /^## (\w+)$/gm)).toEqual(alerts);
  });

  it.each(rules.split(/^(?= {6}- alert: )/m).slice(1))('say what to do: %s', (rule) => {
    const page = `/docs/operating/alerts#${/\w+$/m.exec(rule)?.[0].toLowerCase()}`;
    expect(rule).toMatch(/^ {8}for: \d+m$/m);
    expect(rule).toMatch(/severity: ('.*\b)?(critical|warning)\b/);
    expect(rule).toMatch(/^ {10}summary: \S+[^]*^ {10}description: \S+/m);
    expect(rule).toMatch(new RegExp(`^ {10}runbook: ${page}$`, 'm'));
  });

  it('fire in the test of the rules', () => {
    expect(all(firing, /\{alertname="(\w+)",severity/g)).toEqual(alerts);
  });
});

it.each([
  'deploy/prometheus/rules.yaml',
  'deploy/prometheus/rules.test.yaml',
  'deploy/grafana/paigham.json',
])('%s names no metric that the service lacks', async (file) => {
  const known = await knownMetrics();
  const named = all(read(file), /\b((?:paigham|nodejs|process)_\w+)/g);
  const plain = named.map((it) => (known.has(it) ? it : it.replace(/_(bucket|sum|count)$/, '')));
  expect(plain.length).toBeGreaterThan(20);
  expect(plain.filter((it) => !known.has(it))).toEqual([]);
});
