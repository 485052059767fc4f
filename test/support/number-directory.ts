/** The simulated number directory in this process, and the settings with which a node uses it. */
import { plainBehaviour, type Behaviour } from '../../fakes/portability/behaviour.ts';
import { startDirectory, type RunningDirectory } from '../../fakes/portability/directory.ts';
import type { Config } from '../../src/kit/config.ts';
import { afterFile } from './after-file.ts';

export type NumberDirectory = RunningDirectory & {
  /** Settings of a node that asks about many numbers at once. */
  readonly config: Partial<Config>;
  /** Settings of a node that asks about one at a time. */
  readonly singly: Partial<Config>;
  /** Settings of a node that asks by DNS. */
  readonly byDns: Partial<Config>;
  /** Changes its behaviour from now on; whatever is not named goes back to its default. */
  behave(change: Partial<Behaviour>): void;
};

/** For a node that is to hear nothing from it in time. */
export const IMPATIENT: Partial<Config> = { mnpTimeoutMs: 300 };

/** Starts one on free ports. */
export async function startNumberDirectory(): Promise<NumberDirectory> {
  const running = await startDirectory({ httpPort: 0, dnsPort: 0, managementPort: 0 });
  afterFile(() => running.close());
  const base = `http://127.0.0.1:${running.httpPort}/numbers`;
  const common = {
    mnpOperators: ['MOBILINK=Jazz', 'CMPAK=Zong', 'PTML=Ufone', 'TP=Telenor', 'SCO=SCO'],
    mnpOperatorPath: 'operator',
    // A machine that is busy is no directory that is slow.
    mnpTimeoutMs: 20_000,
    mnpRate: 5_000,
  };
  const http = { ...common, mnpDirectory: 'http', mnpNumberPath: 'number' } as const;
  return {
    ...running,
    config: {
      ...http,
      mnpAddress: base,
      mnpBody: '{"numbers":"{numbers}"}',
      mnpListPath: 'numbers',
    },
    singly: { ...http, mnpAddress: `${base}/{number}` },
    byDns: {
      ...common,
      mnpDirectory: 'enum',
      mnpAddress: `127.0.0.1:${running.dnsPort}`,
      mnpOperators: ['9201=Jazz', '9202=Zong', '9203=Ufone', '+92-04=Telenor', '9205=SCO'],
    },
    behave(change) {
      Object.assign(running.admin.behaviour, plainBehaviour(), change);
    },
  };
}
