import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { fingerprintOf } from '../kit/fingerprint.ts';
import type { HttpRequest } from '../kit/http/request.ts';
import { refuseIdempotencyKey } from './idempotency-key.ts';
import type { Parameters } from './read-parameters.ts';

/**
 * The idempotency key of a send, from the header or the form (contract section 1); undefined where
 * there is none.
 * @param content what a send is, by name, in the order in which its fingerprint is taken. The key
 * of the account, the idempotency key and the form of the answer are not part of it, nor is what
 * the interface does not know.
 */
export function readIdempotency<Name extends string>(
  parameters: Parameters<Name | 'idempotency_key'>,
  request: HttpRequest,
  content: readonly Name[],
): Idempotency | Refusal | undefined {
  const inHeader = request.header('idempotency-key').trim();
  const inForm = parameters.get('idempotency_key').trim();
  const key = inHeader === '' ? inForm : inHeader;
  if (key === '') return undefined;
  if (inForm !== '' && inForm !== key) {
    return refuse('parameter_contradicting', { parameter: 'the idempotency key' });
  }
  const requestHash = fingerprintOf(content.map((name) => parameters.get(name)));
  return refuseIdempotencyKey(key) ?? { key, requestHash };
}
