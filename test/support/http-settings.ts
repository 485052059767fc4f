/** A server with small limits, for tests of what the server itself decides. */
import { wallClock } from '@paigham/base/clock.ts';
import type { HttpServerSettings } from '@paigham/http/server.ts';

/** What anybody may send to it. */
export const FREE_BYTES = 1_000;

/** Ten connections per address, ten requests ahead, 7,500 bytes of large bodies. */
export function httpSettings(
  answerFault: HttpServerSettings['answerFault'],
  change: Partial<HttpServerSettings> = {},
): HttpServerSettings {
  return {
    clock: wallClock,
    headerBytes: 2_048,
    bodies: { freeBytes: FREE_BYTES, heldBytes: 10_000, heldBytesPerAddress: 10_000 },
    pipelinedRequests: 10,
    answerStallMs: 60_000,
    longestBodyMs: 60_000,
    connections: 20,
    connectionsPerAddress: 10,
    trustedProxies: [],
    answerFault,
    ...change,
  };
}
