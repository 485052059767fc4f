/** Idempotency keys (contract section 1), and the header of `/v1` that brings them. */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { fingerprintOf } from '../kit/digest.ts';
import type { HttpRequest } from '../kit/http/request.ts';

/**
 * Each interface has keys of its own: shops use one order number for a text and a chat message
 * (contract section 1). A tab is in no caller's key. Those of the SMS interface stand alone.
 */
const BEFORE_KEY = { sms: '', chat: 'chat\t', v1: 'v1\t' } as const;

export type Interface = keyof typeof BEFORE_KEY;

/** A caller's key as it is kept. */
export function keyOf(its: Interface, key: string): string {
  return BEFORE_KEY[its] + key;
}

export type Keyed = { readonly idempotency?: Idempotency; readonly refusal?: Refusal };

/**
 * The key of a request and what it stands for: its method, its address and `content`, in whatever
 * order the names in that came. Nothing when the caller gives no key.
 */
export function readIdempotencyKey(request: HttpRequest, content: unknown): Keyed {
  const key = request.header('idempotency-key').trim();
  if (key === '') return {};
  const refusal = refuseIdempotencyKey(key);
  if (refusal !== undefined) return { refusal };
  const { method, path, query } = request;
  const written = JSON.stringify(content, sortNames) ?? '';
  const requestHash = fingerprintOf([method, path, query, written]);
  return { idempotency: { key: keyOf('v1', key), requestHash } };
}

/** Why a key cannot be one; undefined when it can. */
export function refuseIdempotencyKey(key: string): Refusal | undefined {
  const most = limit('idempotencyKeyCharacters');
  if (key.length <= most && /^[\x20-\x7e]+$/.test(key)) return undefined;
  return refuse('idempotency_key_unusable', { characters: String(most) });
}

function sortNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
