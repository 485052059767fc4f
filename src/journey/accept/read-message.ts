import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import { decodeAgain } from '../../kit/http/decode-again.ts';
import { JsonNumber, readJson, type JsonFault, type JsonRead } from '../../kit/json.ts';

export type ReadMessage<Request> =
  | { readonly ok: true; readonly request: Request; readonly values: Values }
  | { readonly ok: false; readonly request: Request; readonly refusal: Refusal };

type Values = ReadonlyMap<string, unknown>;

/**
 * Reads the JSON object in `message`. When it is none, but is one after another form-decoding, the
 * caller encoded twice, and every value of the request is decoded once more (contract section 5).
 */
export function readMessage<Request extends Pick<SendRequest, 'message'>>(
  request: Request,
): ReadMessage<Request> {
  const read = readJson(request.message, limit('jsonDepth'));
  if (!read.ok && /%7b/i.test(request.message)) {
    const decoded = decodeAgain(request);
    const again = decoded && readJson(decoded.message, limit('jsonDepth'));
    if (decoded !== undefined && again?.ok === true) return valuesOf(decoded, again);
  }
  return valuesOf(request, read);
}

function valuesOf<Request>(request: Request, read: JsonRead): ReadMessage<Request> {
  const no = (refusal: Refusal): ReadMessage<Request> => ({ ok: false, request, refusal });
  if (!read.ok) return no(refusalOf(read.fault));
  if (!(read.value instanceof Map)) {
    return no(
      refuse('message_not_object', { why: 'a JSON object is needed, free text is not carried' }),
    );
  }
  if (read.value.size > limit('messageKeys')) {
    return no(refuse('message_too_many_keys', { keys: String(limit('messageKeys')) }));
  }
  const values = new Map<string, unknown>();
  for (const [name, value] of read.value) {
    values.set(name, value instanceof JsonNumber ? value.text : value);
  }
  return { ok: true, request, values };
}

function refusalOf(fault: JsonFault): Refusal {
  switch (fault.fault) {
    case 'syntax':
      return refuse('message_not_object', {
        why: 'it is not JSON; it holds the values of the template as a JSON object',
      });
    case 'too_deep':
      return refuse('message_too_deep', { depth: String(limit('jsonDepth')) });
    case 'lone_surrogate':
      return refuse('message_not_object', { why: 'it holds half a character' });
    case 'repeated_key':
      return refuse('variable_repeated', {
        variable: { quote: fault.key, instead: 'a variable' },
      });
  }
}
