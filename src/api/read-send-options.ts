/** What all sends of the form interfaces read from their parameters besides what is to be sent. */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { fingerprintOf } from '../kit/digest.ts';
import type { HttpRequest } from '../kit/http/request.ts';
import { keyOf, refuseIdempotencyKey, type Interface } from './idempotency-key.ts';
import type { Parameters } from './read-parameters.ts';

type Shared = 'dry_run' | 'idempotency_key';

export type SendOptions = {
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

/** What a send is, for its idempotency key. */
export type Sent = {
  readonly by: Interface;
  /** Texts that say what is to be sent, in a fixed order: over them the fingerprint is taken. */
  readonly content: readonly string[];
};

/** The headers of an answer that was given before. */
export const REPLAYED = { 'Idempotent-Replayed': 'true' };

/**
 * Reads `dry_run` and the idempotency key. The key, the idempotency key and the form of the answer
 * are not part of the content (contract section 1), nor is what the interface does not know.
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
  // A dry run leaves nothing behind that a repetition could double.
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
  const inHeader = request.header('idempotency-key').trim();
  const inForm = parameters.get('idempotency_key').trim();
  const key = inHeader === '' ? inForm : inHeader;
  if (key === '') return '';
  if (inForm !== '' && inForm !== key) {
    return refuse('parameter_contradicting', { parameter: 'the idempotency key' });
  }
  const refusal = refuseIdempotencyKey(key);
  if (refusal !== undefined) return refusal;
  return key;
}
