import { limit } from '../../domain/limits.ts';
import { micros, MICROS_PER_RUPEE, type Micros } from '../../domain/pricing/money.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { openConnections } from '@paigham/http/connections.ts';
import { parseJson } from '@paigham/base/json.ts';
import type { GatewayFailed } from './gateway.ts';

const PAISAS = 100n;
const CONNECT_MS = 5_000;
const CALL_MS = 20_000;
const CONNECTIONS = 8;

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a gateway counts: whole paisas. */
export function toPaisas(amount: Micros): bigint {
  return amount / (MICROS_PER_RUPEE / PAISAS);
}

export function fromPaisas(paisas: bigint): Micros {
  return micros(paisas * (MICROS_PER_RUPEE / PAISAS));
}

/** Each of a list; undefined: it is none, or one of them cannot be read. */
export function readAll<Item>(
  list: unknown,
  readOne: (given: Json) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = list.map((it: unknown) => (isRecord(it) ? readOne(it) : undefined));
  return items.every((it) => it !== undefined) ? items : undefined;
}

const SAID = 300;

/** What a gateway says, for people: a line that can be kept; undefined: it is no text. */
export function wordsIn(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  return said
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, SAID);
}

/** That it will not, rather than cannot now: what it says, in its words. */
export function refusalOf({ status, said, why }: GatewayFailed): string | undefined {
  return REFUSALS.has(status ?? 0) ? (said ?? why) : undefined;
}

/** Bad request, card declined, not found; never those of keys, of rates or of conflicts. */
const REFUSALS: ReadonlySet<number> = new Set([400, 402, 404]);

export type CallGateway = {
  call(
    method: 'GET' | 'POST',
    path: string,
    given?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<{ readonly kind: 'answered'; readonly body: Json } | GatewayFailed>;
  close(): Promise<void>;
};

/**
 * Calls of a gateway whose address staff have set; only answers of success count.
 * @param key undefined where each call proves itself by its body
 */
export function openGateway(address: string, key: string | undefined, clock: Clock): CallGateway {
  const { origin } = new URL(address);
  const proof = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const connections = openConnections({ origin, most: CONNECTIONS, connectMs: CONNECT_MS, clock });
  return {
    async call(method, path, { headers = {}, body } = {}) {
      const reply = await connections.call({
        method,
        path,
        headers: { accept: 'application/json', ...proof, ...headers },
        ...(body === undefined ? {} : { body }),
        timeoutMs: CALL_MS,
        mostBytes: limit('paymentBytes'),
      });
      if (reply.kind !== 'answered') return { kind: 'failed', why: reply.why };
      const { status } = reply;
      const isGood = status >= 200 && status < 300;
      const read = parseJson(reply.body.toString('utf8'));
      if (!isGood) {
        const error = isRecord(read) ? read['error'] : undefined;
        const said = wordsIn(isRecord(error) ? error['message'] : error);
        const failed = { kind: 'failed', why: `it answered with HTTP ${status}`, status } as const;
        return said === undefined ? failed : { ...failed, said };
      }
      if (!isRecord(read)) return { kind: 'failed', why: 'its answer is no JSON object' };
      return { kind: 'answered', body: read };
    },
    close: () => connections.close(),
  };
}
