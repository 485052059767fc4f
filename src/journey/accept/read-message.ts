import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import { JsonNumber, readJson, type JsonFault, type JsonRead } from '../../kit/json.ts';

export type ReadMessage =
  | { readonly ok: true; readonly request: SendRequest; readonly values: Values }
  | { readonly ok: false; readonly request: SendRequest; readonly refusal: Refusal };

type Values = ReadonlyMap<string, unknown>;

/**
 * Reads the JSON object in `message`. When it is none, but is one after another form-decoding, the
 * caller encoded twice, and every value of the request is decoded once more (contract section 5).
 */
export function readMessage(request: SendRequest): ReadMessage {
  const read = readJson(request.message, limit('jsonDepth'));
  if (!read.ok && /%7b/i.test(request.message)) {
    const decoded = decodeAgain(request);
    const again = decoded && readJson(decoded.message, limit('jsonDepth'));
    if (decoded !== undefined && again?.ok === true) return valuesOf(decoded, again);
  }
  return valuesOf(request, read);
}

function valuesOf(request: SendRequest, read: JsonRead): ReadMessage {
  const no = (refusal: Refusal): ReadMessage => ({ ok: false, request, refusal });
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

function decodeAgain(request: SendRequest): SendRequest | undefined {
  const decode = (value: string): string => decodeURIComponent(value.replaceAll('+', ' '));
  try {
    return {
      ...request,
      sender: decode(request.sender),
      mobile: decode(request.mobile),
      templateId: decode(request.templateId),
      message: decode(request.message),
      network: decode(request.network),
      ported: decode(request.ported),
      type: decode(request.type),
    };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
