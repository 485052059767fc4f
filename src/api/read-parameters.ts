/**
 * The parameters of a request, from query and body alike (contract section 1). Strict where a
 * mistake could change a message (an encoding, a name given twice, two different values), and
 * tolerant of anything unknown.
 */
import { refuse, type Detail, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import { decodeBody, type EncodedBody } from '@paigham/http/decode-body.ts';
import {
  type DecodedForm,
  decodeForm,
  EMPTY_FORM,
  type FormFault,
  type FormField,
} from '@paigham/http/form.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Format } from './answer.ts';

/** The values of the parameters an endpoint knows. */
export class Parameters<Name extends string> {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  /** The value as given; '' if it was not. */
  get(name: Name): string {
    return this.#values.get(name) ?? '';
  }
}

type ReadParameters<Name extends string> = {
  /** The form the answer should have, as far as it could be determined. */
  readonly format: Format;
} & (
  | { readonly ok: true; readonly parameters: Parameters<Name> }
  | { readonly ok: false; readonly refusal: Refusal }
);

/** How much of a request is decoded. */
export const FORM_BOUNDS = { fields: limit('parametersPerRequest'), jsonDepth: limit('jsonDepth') };

/** Parameters whose value may be larger than others: a list of recipients is limited by count. */
const LONG: ReadonlySet<string> = new Set(['mobile', 'template_data', 'free_form']);

/** Parameters whose value is JSON text, so that a JSON body may hold the actual value. */
const JSON_TEXT: ReadonlySet<string> = new Set(['message', 'template_data', 'free_form']);

/**
 * Reads the parameters in `names` from query and body. The first fault is the refusal.
 * @param body what the body holds, if that is already known.
 */
export function readParameters<Name extends string>(
  request: HttpRequest,
  names: ReadonlySet<Name>,
  body: DecodedForm = readBody(request),
): ReadParameters<Name> {
  const query = decodeForm(request.query, FORM_BOUNDS);
  const wanted = findFormat(query.fields) ?? findFormat(body.fields);
  const format = wanted ?? 'plain';
  const refusal =
    (query.fault && refusalOf(query.fault, 'request_unreadable')) ??
    (body.fault && refusalOf(body.fault, 'body_unreadable'));
  if (refusal !== undefined) return { ok: false, refusal, format };
  const values = merge(query, body, names);
  if (!(values instanceof Map)) return { ok: false, refusal: values, format };
  const list = findList([...query.fields, ...body.fields], values, names);
  if (list !== undefined) return { ok: false, refusal: list, format };
  if (wanted === undefined && values.has('format')) {
    return { ok: false, refusal: refuse('format_unknown'), format };
  }
  return { ok: true, parameters: new Parameters(values), format };
}

/** The form an answer should have when all we have is the query, which may be malformed. */
export function formatIn(query: string): Format {
  return findFormat(decodeForm(query, FORM_BOUNDS).fields) ?? 'plain';
}

function readBody(request: HttpRequest): DecodedForm {
  if (request.body.length === 0) return EMPTY_FORM;
  return decodeBody(encodedBodyOf(request), FORM_BOUNDS);
}

/** The body of a request, with what its headers say about it. */
export function encodedBodyOf(request: HttpRequest): EncodedBody {
  return {
    body: request.body,
    contentType: request.header('content-type'),
    contentEncoding: request.header('content-encoding'),
  };
}

function findFormat(fields: readonly FormField[]): Format | undefined {
  for (const { name, value } of fields) {
    if (name !== 'format') continue;
    const wanted = value.trim().toLowerCase();
    if (wanted === '') return 'plain';
    if (wanted === 'plain' || wanted === 'json' || wanted === 'xml') return wanted;
  }
  return undefined;
}

/**
 * The same value in query and body is fine; the same name twice in either is an error, whatever its
 * values.
 */
function merge(
  query: DecodedForm,
  body: DecodedForm,
  names: ReadonlySet<string>,
): Map<string, string> | Refusal {
  const inQuery = collect(query.fields, names);
  if (!(inQuery instanceof Map)) return inQuery;
  if (body.fields.length === 0) return inQuery;
  const inBody = collect(body.fields, names);
  if (!(inBody instanceof Map)) return inBody;
  for (const [name, value] of inQuery) {
    if ((inBody.get(name) ?? value) !== value) {
      return refuse('parameter_contradicting', { parameter: name });
    }
    inBody.set(name, value);
  }
  return inBody;
}

/** `mobile[]=…`, as forms write lists, where `mobile` itself is missing. */
function findList(
  fields: readonly FormField[],
  values: ReadonlyMap<string, string>,
  names: ReadonlySet<string>,
): Refusal | undefined {
  for (const { name } of fields) {
    const [, parameter] = /^(\w+)\[\w*\]$/.exec(name) ?? [];
    if (parameter === undefined || !names.has(parameter) || values.has(parameter)) continue;
    const several = parameter === 'mobile' ? 'numbers, with commas between them' : 'value';
    const wanted = `write one ${parameter} with its ${several}`;
    const why = `it was given as a list, ${parameter}[]: ${wanted}`;
    return refuse('parameter_encoding', { parameter, why });
  }
  return undefined;
}

function collect(
  fields: readonly FormField[],
  names: ReadonlySet<string>,
): Map<string, string> | Refusal {
  const values = new Map<string, string>();
  for (const { name, value, structured } of fields) {
    if (!names.has(name)) continue;
    if (values.has(name)) return refuse('parameter_repeated', { parameter: name });
    if (structured && !JSON_TEXT.has(name)) {
      return refuse('parameter_encoding', {
        parameter: name,
        why: 'it must be one string or number',
      });
    }
    if (!LONG.has(name) && isTooLarge(value)) {
      const bytes = String(limit('parameterValueBytes'));
      return refuse('parameter_too_large', { parameter: name, bytes });
    }
    values.set(name, value);
  }
  return values;
}

const MOST_BYTES = limit('parameterValueBytes');
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const NEVER_TOO_LARGE = Math.floor(MOST_BYTES / 3);

function isTooLarge(value: string): boolean {
  return value.length > NEVER_TOO_LARGE && Buffer.byteLength(value) > MOST_BYTES;
}

function refusalOf(
  fault: FormFault,
  unreadable: 'request_unreadable' | 'body_unreadable',
): Refusal {
  switch (fault.kind) {
    case 'unreadable':
      return refuse(unreadable, { why: fault.why });
    case 'too_many':
      return refuse('too_many_parameters', { parameters: String(FORM_BOUNDS.fields) });
    case 'too_deep':
      return refuse('parameter_too_deep', {
        parameter: quoted(fault.name, 'parameter'),
        depth: String(FORM_BOUNDS.jsonDepth),
      });
    case 'encoding': {
      const instead = `parameter ${fault.position}`;
      const parameter = fault.name === undefined ? instead : quoted(fault.name, instead);
      return refuse('parameter_encoding', { parameter, why: fault.why });
    }
  }
}

function quoted(name: string, instead: string): Detail {
  return { quote: name, instead };
}
