/**
 * `/internal/tls-ask?domain=`: a reverse proxy that obtains certificates on demand asks whether a
 * domain is served here before it obtains one. Strangers decide which domains are asked about, so
 * the answer comes from memory, and the rate is limited.
 */
import { hostNameOf } from '../../domain/host.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { isLoopback } from '@paigham/http/address-list.ts';
import { createAddressList } from '@paigham/http/address-list.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import { isForwarded, type HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import { createThrottle } from '../../kit/throttle.ts';

type TlsAskDeps = {
  readonly clock: Clock;
  /** CIDRs that may ask, besides this machine. */
  readonly trustedProxies: readonly string[];
  /** Whether the domain belongs to an account or to the service itself. */
  readonly isServed: (host: string) => boolean;
};

const EVERYBODY = 'everybody';

/**
 * 200 for a domain that is served, 404 for any other, 403 for a caller that is not one of our
 * proxies.
 */
export function createTlsAsk({ clock, trustedProxies, isServed }: TlsAskDeps): Route {
  const trusted = createAddressList(trustedProxies);
  const asks = createThrottle({
    clock,
    most: limit('tlsAsksPerMinute'),
    windowMs: 60_000,
    keys: 1,
  });
  /** A question that a proxy passed on is not the proxy's own. */
  const mayAsk = (request: HttpRequest): boolean => {
    if (isForwarded(request)) return false;
    const from = request.callerAddress();
    return isLoopback(from) || trusted.includes(from);
  };
  return {
    path: '/internal/tls-ask',
    methods: ['GET'],
    handle(request) {
      if (!mayAsk(request)) return say(403, 'denied');
      asks.note(EVERYBODY);
      if (asks.isOver(EVERYBODY)) return { ...say(429, 'later'), headers: { 'Retry-After': '60' } };
      const host = hostNameOf(new URLSearchParams(request.query).get('domain') ?? '');
      return host !== '' && isServed(host) ? say(200, 'served') : say(404, 'not served');
    },
  };
}

function say(status: number, word: string): HttpAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${word}\n` };
}
