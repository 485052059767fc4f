import { openDirectory } from '../portability/open-directory.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';

/** The number directory, and what is counted of look-ups. */
export function openLookups(
  { config, clock, log }: { readonly config: Config; readonly clock: Clock; readonly log: Log },
  secrets: Secrets,
  metrics: Metrics,
): Pick<JourneyDeps, 'directory' | 'countLookups'> {
  const directory = openDirectory(config, secrets, { clock, log });
  const help = 'The number directory is not asked';
  metrics.gauge({ name: 'paigham_directory_down', help }, () => (directory.isDown() ? 1 : 0));
  const lookedUp = metrics.counter({
    name: 'paigham_lookups_total',
    help: 'Numbers looked up; unknown and failed ones went by prefix or were refused',
    labels: ['fate'],
  });
  return {
    directory,
    countLookups(fate, numbers) {
      if (numbers > 0) lookedUp([fate], numbers);
    },
  };
}
