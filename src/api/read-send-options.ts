/**
 * What all sends read besides the content: a dry run, and the idempotency key (contract section 1),
 * which `/v1` takes from a header.
 */
import { type Refusal, refuse } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { fingerprintOf } from '../kit/digest.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Parameters } from './read-parameters.ts';

type Shared = 'dry_run' | 'idempotency_key';

export type SendOptions = {
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

/** What identifies a send, for its idempotency key. */
type Sent = {
  readonly by: Interface;
  /** The texts that say what to send, in a fixed order: the fingerprint covers them. */
  readonly content: readonly string[];
};

/** The headers of a replayed answer. */
export const REPLAYED = { 'Idempotent-Replayed': 'true' };

/**
 * Reads `dry_run` and the idempotency key. The API key, the idempotency key, the form of the answer
 * and unknown parameters are not part of the content (contract section 1).
 */
export function readSendOptions<Name extends string>(
  parameters: Parameters<Name | Shared>,
  request: HttpRequest,
  { by, content }: Sent,
): SendOptions | Refusal {
  const dryRun = parameters.get('dry_run').trim();
  if (!['', '0', '1'].includes(dryRun)) return refuse('dry_run_unknown');
  const key = readKey(parameters, request);
  if (typeof key === 'object') return key;
  // A dry run leaves nothing behind that a repeat could double.
  if (key === '' || dryRun === '1') return { dryRun: dryRun === '1', idempotency: undefined };
  return {
    dryRun: false,
    idempotency: { key: keyOf(by, key), requestHash: fingerprintOf(content) },
  };
}

function readKey<Name extends string>(
  parameters: Parameters<Name | Shared>,
  request: HttpRequest,
): string | Refusal {
  // Whoever sends an empty one believes that a retry is safe.
  const isInHeader = request.hasHeader('idempotency-key');
  const inForm = parameters.get('idempotency_key').trim();
  const key = isInHeader ? request.header('idempotency-key').trim() : inForm;
  if (key === '' && !isInHeader) return '';
  if (inForm !== '' && inForm !== key) {
    return refuse('parameter_contradicting', { parameter: 'the idempotency key' });
  }
  const refusal = refuseIdempotencyKey(key);
  if (refusal !== undefined) return refusal;
  return key;
}

/**
 * Each interface has its own keys: shops use one order number for a text and a chat message
 * (contract section 1). No caller's key contains a tab. Those of the SMS interface have no prefix.
 */
const BEFORE_KEY = { sms: '', chat: 'chat\t', v1: 'v1\t' } as const;

type Interface = keyof typeof BEFORE_KEY;

/** A caller's key as it is kept. */
function keyOf(its: Interface, key: string): string {
  return BEFORE_KEY[its] + key;
}

type Keyed = { readonly idempotency?: Idempotency; readonly refusal?: Refusal };

/**
 * A request's key and what it stands for: its method, its address and `content`, in any order of
 * names. Nothing if the caller gives no key.
 */
export function readIdempotencyKey(request: HttpRequest, content: unknown): Keyed {
  const key = request.header('idempotency-key').trim();
  if (!request.hasHeader('idempotency-key')) return {};
  const refusal = refuseIdempotencyKey(key);
  if (refusal !== undefined) return { refusal };
  const { method, path, query } = request;
  const written = JSON.stringify(content, asMeant) ?? '';
  const requestHash = fingerprintOf([method, path, query, written]);
  return { idempotency: { key: keyOf('v1', key), requestHash } };
}

const SHORT = (_: string, digits?: string): string => (digits === undefined ? '' : `.${digits}`);

/** Why a key is invalid; undefined if it is valid. */
function refuseIdempotencyKey(key: string): Refusal | undefined {
  const most = limit('idempotencyKeyCharacters');
  if (key.length <= most && /^[\x20-\x7e]+$/.test(key)) return undefined;
  return refuse('idempotency_key_unusable', { characters: String(most) });
}

/** Names in one order, and an amount in one form: `1500`, `1500.0` and `1500.00` are the same. */
function asMeant(name: string, value: unknown): unknown {
  if (name === 'amount' && typeof value === 'string')
    return value.replace(/\.(\d*[1-9])?0*$/, SHORT);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
