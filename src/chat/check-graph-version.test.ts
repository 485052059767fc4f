import { describe, expect, it } from 'vitest';
import { quietLog, type Log } from '../kit/log.ts';
import type { KnownLink, RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import { checkGraphVersion } from './check-graph-version.ts';

function check(graphVersion: string, day: string, links: readonly Partial<KnownLink>[]) {
  const warned: string[] = [];
  const log = { ...quietLog, warn: (_: object, sentence: string) => void warned.push(sentence) };
  const routing = { links: new Map(links.map((link, at) => [at, link])) };
  checkGraphVersion({ graphVersion }, routing as unknown as RoutingSnapshot, {
    log: log as unknown as Log,
    nowMs: Date.parse(day),
  });
  return warned;
}

const NUMBER = { carrier: 'whatsapp', enabled: true } as const;

describe('the version of the chat platform’s interface', () => {
  it('is good until 60 days before its end, and then warns', () => {
    expect(check('v25.0', '2028-05-29', [NUMBER])).toEqual([]);
    expect(check('v25.0', '2028-05-30', [NUMBER])).toEqual([
      'GRAPH_VERSION ends within 60 days: set a newer one',
    ]);
    expect(check('v77.0', '2028-05-30', [NUMBER])).toHaveLength(1);
  });

  it('prevents the start when it has ended and numbers are connected', () => {
    expect(() => check('v25.0', '2028-07-29', [NUMBER])).toThrow(/ended on 2028-07-29/);
  });

  it('does not matter where no number is connected', () => {
    const others = [{ ...NUMBER, enabled: false }, { carrier: 'smpp', enabled: true } as const];
    expect(check('v25.0', '2030-01-01', others)).toEqual([]);
  });
});
