/** Reads the parameters of a send into what accept takes (contract sections 3 and 5). */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Field, SendRequest } from '../../domain/message/draft.ts';
import { NETWORKS } from '../../domain/routing/routing.ts';
import { readTemplateId } from '../../domain/template/template.ts';
import { decodeAgain } from '@paigham/http/decode-again.ts';
import { JsonNumber, readJson, type JsonFault, type JsonRead } from '@paigham/base/json.ts';
import type { Parameters } from '../read-parameters.ts';

type Name = 'message' | 'network' | 'ported' | 'sender' | 'template_id' | 'type';

/** Parameter values as they came, '' when absent. */
export type SendTexts = Readonly<Record<Name, string>>;

/** The parameters that all sends have. */
export function textsOf(parameters: Parameters<Name>): SendTexts {
  return {
    message: parameters.get('message'),
    network: parameters.get('network'),
    ported: parameters.get('ported'),
    sender: parameters.get('sender'),
    template_id: parameters.get('template_id'),
    type: parameters.get('type'),
  };
}

type ReadSend<Texts> = {
  readonly send: Pick<
    SendRequest,
    'sender' | 'templateId' | 'values' | 'network' | 'ported' | 'unicode'
  >;
  /** The values to use: decoded once more if the caller encoded twice. */
  readonly texts: Texts;
};

/**
 * Reads what all sends have. If `message` is not JSON, but is after another form-decoding, the
 * caller encoded twice, and every value of the request is decoded once more.
 */
export function readSend<Texts extends SendTexts>(given: Texts): ReadSend<Texts> {
  const { texts, values } = readMessage(given);
  const { sender, template_id: templateId, network, ported, type } = texts;
  return {
    texts,
    send: {
      sender: isGiven(sender) ? sender.trim() : undefined,
      templateId: readTemplateId(templateId),
      values,
      network: readNetwork(network.trim()),
      ported: readSwitch(ported, 'ported_unknown'),
      unicode: readType(type.trim().toLowerCase()),
    },
  };
}

/** Whether a parameter has a value. */
export function isGiven(text: string): boolean {
  return text.trim() !== '';
}

/** `1` or `0`. */
export function readSwitch(
  text: string,
  unknown: 'ported_unknown' | 'duplicate_unknown' | 'hidden_unknown',
): Field<boolean> {
  const given = text.trim();
  if (given === '') return undefined;
  return given === '0' || given === '1' ? given === '1' : refuse(unknown);
}

function readNetwork(given: string): SendRequest['network'] {
  if (given === '') return undefined;
  return NETWORKS.find((network) => network === given) ?? refuse('network_unknown');
}

function readType(given: string): Field<boolean> {
  if (given === '') return undefined;
  return given === 'unicode' ? true : refuse('type_unknown');
}

function readMessage<Texts extends SendTexts>(given: Texts) {
  const { message } = given;
  if (!isGiven(message)) return { texts: given, values: undefined };
  const read = readJson(message, limit('jsonDepth'));
  if (!read.ok && /%7b/i.test(message)) {
    const decoded = decodeAgain(given);
    const again = decoded && readJson(decoded.message, limit('jsonDepth'));
    if (decoded !== undefined && again?.ok === true) {
      return { texts: decoded, values: valuesOf(again) };
    }
  }
  return { texts: given, values: valuesOf(read, message) };
}

function valuesOf(read: JsonRead, message = ''): ReadonlyMap<string, unknown> | Refusal {
  if (!read.ok) return refusalOf(read.fault, message);
  if (!(read.value instanceof Map)) {
    const why = 'it must be a JSON object, free text is not carried';
    return refuse('message_not_object', { why });
  }
  const values = new Map<string, unknown>();
  for (const [name, value] of read.value) {
    values.set(name, value instanceof JsonNumber ? value.text : value);
  }
  return values;
}

/** The likely cause of a message that is not JSON, and where it stops being it. */
function causeOf(message: string, at: number): string {
  const text = message.trim();
  const place = `from character ${at + 1} on`;
  if (!text.startsWith('{')) return 'it holds the values of the template as a JSON object';
  if (/^\{\s*\\+["']/.test(text)) {
    return `it has a backslash before its quotation marks, ${place}: write it without addslashes`;
  }
  if (/^\{\s*'/.test(text)) return `its quotation marks must be double ones, ${place}`;
  if (!text.endsWith('}')) {
    const end = `it ends after ${message.length} characters, before its closing bracket`;
    return `${end}: write an & in it as %26`;
  }
  return `${place}; it holds the values of the template as a JSON object`;
}

function refusalOf(fault: JsonFault, message: string): Refusal {
  switch (fault.fault) {
    case 'syntax':
      return refuse('message_not_object', {
        why: `it is not JSON: ${causeOf(message, fault.at ?? 0)}`,
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
