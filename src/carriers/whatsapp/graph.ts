/**
 * Calls to the platform's Graph interface: addresses, the credential, JSON both ways. It repeats
 * nothing and keeps nothing; who calls decides what an outcome means.
 */
import type { PlatformOutcome } from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import type { HttpBody, HttpConnections } from '../../kit/http/connections.ts';
import type { Fields } from './json-fields.ts';
import { readAnswer } from './read-answer.ts';

export type GraphSettings = {
  /** To the platform's host. */
  readonly connections: HttpConnections;
  /** Of the interface: `v25.0`. */
  readonly version: string;
  readonly timeoutMs: number;
};

export type GraphCall = {
  readonly credential: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the version, without a slash before it; its parts are safe in an address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Goes as JSON. */
  readonly json?: unknown;
  readonly octets?: { readonly type: string; readonly body: HttpBody };
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of that of the settings. */
  readonly timeoutMs?: number;
  /** Called when the call leaves. */
  readonly onLeave?: () => void;
};

export type Graph = { call(call: GraphCall): Promise<PlatformOutcome<Fields>> };

export function createGraph({ connections, version, timeoutMs }: GraphSettings): Graph {
  return {
    async call({ credential, method, path, query, json, octets, headers, ...call }) {
      const written = json === undefined ? octets : { type: JSON_TYPE, body: JSON.stringify(json) };
      const reply = await connections.call({
        method,
        path: `/${version}/${path}${query === undefined ? '' : `?${writeQuery(query)}`}`,
        headers: {
          accept: JSON_TYPE,
          authorization: `Bearer ${credential}`,
          ...(written === undefined ? {} : { 'content-type': written.type }),
          ...headers,
        },
        ...(written === undefined ? {} : { body: written.body }),
        ...(call.onLeave === undefined ? {} : { onLeave: call.onLeave }),
        timeoutMs: call.timeoutMs ?? timeoutMs,
        mostBytes: limit('chatAnswerBytes'),
      });
      return readAnswer(reply);
    },
  };
}

const JSON_TYPE = 'application/json';

function writeQuery(query: Readonly<Record<string, string>>): string {
  return new URLSearchParams(query).toString();
}

/** An outcome with something made of its value; `undefined` from `read`: it cannot be read. */
export function mapDone<From, To>(
  outcome: PlatformOutcome<From>,
  read: (value: From) => To | undefined,
): PlatformOutcome<To> {
  if (outcome.kind !== 'done') return outcome;
  const value = read(outcome.value);
  if (value === undefined) return { kind: 'lost', why: 'an answer without what was asked for' };
  return { kind: 'done', value };
}
