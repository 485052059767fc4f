/** Endpoints for monitoring: is the process alive, can it take traffic, what does it count. */
import { say } from '@paigham/http/answer.ts';
import { isOfThisMachine } from '../../kit/request-host.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import type { Metrics } from '../../kit/metrics.ts';
import { isSameSecret } from '../../kit/digest.ts';

export type HealthDeps = {
  readonly metrics: Pick<Metrics, 'print' | 'contentType'>;
  /** Lets its bearer read /metrics from anywhere. */
  readonly metricsToken: string | undefined;
  /** In production nobody may read /metrics without a token; elsewhere this machine may. */
  readonly production: boolean;
  /** Whether requests can be served: the database answers and the program is not stopping. */
  readonly isReady: () => Promise<boolean>;
  /** One line per link, shown to those who may read the metrics. */
  readonly describeLinks: () => readonly string[];
};

/** /healthz, /readyz and /metrics. */
export function createHealth(deps: HealthDeps): { readonly routes: readonly Route[] } {
  const { metrics, metricsToken, production, isReady, describeLinks } = deps;
  /** A proxy on this machine asks for others: that does not count as this machine. */
  const mayRead = (request: HttpRequest): boolean => {
    if (metricsToken !== undefined) {
      return isSameSecret(request.header('authorization'), `Bearer ${metricsToken}`);
    }
    return !production && isOfThisMachine(request);
  };
  const denied =
    production && metricsToken === undefined ? 'denied: METRICS_TOKEN is not set\n' : 'denied\n';
  return {
    routes: [
      { path: '/healthz', methods: ['GET'], inTheClear: true, handle: () => say(200, 'alive\n') },
      {
        path: '/readyz',
        methods: ['GET'],
        inTheClear: true,
        async handle(request) {
          if (!(await isReady().catch(() => false))) return say(503, 'not ready\n');
          const links = mayRead(request) ? describeLinks() : [];
          return say(200, ['ready', ...links, ''].join('\n'));
        },
      },
      {
        path: '/metrics',
        methods: ['GET'],
        inTheClear: true,
        async handle(request) {
          if (!mayRead(request)) return say(403, denied);
          return { status: 200, contentType: metrics.contentType, body: await metrics.print() };
        },
      },
    ],
  };
}
