import { join } from 'node:path';
import type { JourneyDeps } from '../journey/deps.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config } from '../kit/config.ts';
import { createResolve, publicAddresses } from '@paigham/http/fetch/address-policy.ts';
import type { Metrics } from '../kit/metrics.ts';
import { openPassingFiles } from '../kit/passing-files.ts';
import { machineRandom } from '@paigham/base/random.ts';

type Settings = {
  readonly config: Config;
  readonly clock: Clock;
  /** No other program works on this installation: files found there were left behind. */
  readonly alone: boolean;
};

/** Where files are fetched to and from which addresses, and how links are counted. */
export async function openFiles(
  { config, clock, alone }: Settings,
  metrics: Metrics,
): Promise<Pick<JourneyDeps, 'files' | 'countLinks'>> {
  const files = await openPassingFiles(join(config.dataDir, 'files'), clock);
  await files.sweep(alone ? 0 : limit('strayFileMs'));
  const links = metrics.counter({
    name: 'paigham_links_refused_total',
    help: 'Links to files that were not fetched, by the reason that nobody else is told',
    labels: ['reason'],
  });
  return {
    countLinks: (reason) => links([reason]),
    files: {
      remove: files.remove,
      sweep: () => files.sweep(limit('strayFileMs')),
      fetching: {
        folder: files.folder,
        policy: publicAddresses({
          own: config.ownAddresses,
          loopback: config.fetchLoopback === true,
        }),
        resolve: createResolve(),
        clock,
        random: machineRandom,
      },
    },
  };
}
