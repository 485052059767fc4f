import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { ReceivedFile } from '@paigham/http/receive-form.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { decodePlainOctets } from '@paigham/http/form.ts';
import { runYielding } from '@paigham/base/yielding.ts';
import type { JsonFault } from '@paigham/base/json.ts';
import { readingPlain, type JsonExcess } from '../../kit/read-plain.ts';
import { checking, fieldsOf, type ShapeFault, type TSchema } from '../../kit/shape.ts';
import { createBounds } from '../../kit/shape-bounds.ts';
import { findingUnstorable } from '../../kit/storable.ts';
import { readingByShape } from './read-by-shape.ts';
import { refuseFields } from './refuse-fields.ts';
import { closed } from '../../operations/resource.ts';

export type Payload =
  | {
      readonly kind: 'read';
      readonly value: unknown;
      /** What came with it, and how to release that: a form may bring a file. */
      readonly file?: ReceivedFile | undefined;
      release?(): Promise<void>;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly faults?: readonly ShapeFault[];
    };

/** The fields that an object lacks beyond those that its shape needs. */
export type Lacks = (given: Readonly<Record<string, unknown>>) => readonly string[];

export const JSON_BODY = 'application/json';

/** What a JSON text of a shape may hold, where the shape does not say. */
export const boundsOf = createBounds({
  items: limit('jsonItems'),
  names: limit('jsonNames'),
  values: limit('jsonValues'),
});

/**
 * Reads a request's JSON body by its shape, with the shape's defaults, in turns. Strict, like
 * everything here, except that null is nothing and digits may be a number: duplicate keys, lone
 * surrogates and unknown fields are refused. Where nothing is needed, a body may be left out.
 */
export async function readPayload(
  request: HttpRequest,
  shape: TSchema | undefined,
  lacks?: Lacks,
): Promise<Payload> {
  if (shape === undefined) {
    return request.body.length === 0 ? NO_BODY : readPayload(request, NOTHING);
  }
  if (request.body.length === 0 && mayBeLeftOut(shape)) return checkBody({}, shape);
  const refusal = refuseForm(request);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const decoded = decodePlainOctets(request.body);
  if (!('text' in decoded)) return unreadable(decoded.why);
  const reading = readingPlain(decoded.text, limit('jsonDepth'), boundsOf(shape), true);
  const read = await runYielding(reading);
  if (read.ok) {
    return checkBody(await runYielding(readingByShape(read.value, shape)), shape, lacks);
  }
  const { fault } = read;
  if (fault.fault !== 'too_many') return unreadable(whyOf(fault));
  return refuseFields([{ pointer: fault.pointer, rule: ruleOf(fault) }], 'body');
}

/** Whether a body of this shape may be left out. */
export function mayBeLeftOut(shape: TSchema): boolean {
  const { required = [] } = shape as { readonly required?: readonly string[] };
  return required.length === 0;
}

const NO_BODY: Payload = { kind: 'read', value: undefined };
const NOTHING = closed({});

/** Checks what was read against the shape, and fills in its defaults. */
export async function checkBody(given: unknown, shape: TSchema, lacks?: Lacks): Promise<Payload> {
  const { value, faults } = await runYielding(checking(shape, given, true));
  if (faults.length > 0) {
    const fields = fieldsOf(given);
    const more = fields === undefined ? [] : (lacks?.(fields) ?? []);
    const missing = more.map((name) => ({ pointer: `/${name}`, rule: 'is missing' }));
    return refuseFields([...faults, ...missing], 'body');
  }
  const unstorable = await runYielding(findingUnstorable(value));
  if (unstorable !== undefined) return refuseFields([unstorable], 'body');
  return { kind: 'read', value };
}

function ruleOf({ what, most }: JsonExcess): string {
  switch (what) {
    case 'items':
      return `must have at most ${most} items`;
    case 'names':
      return `must have at most ${most} properties`;
    case 'values':
      return `must hold at most ${most} values`;
  }
}

/** What can be checked before the body is read. */
function refuseForm(request: HttpRequest): Refusal | undefined {
  const [type = '', charset = ''] = request.header('content-type').toLowerCase().split(';');
  const encoding = request.header('content-encoding').toLowerCase();
  const plain = encoding === '' || encoding === 'identity';
  const utf8 = charset.trim() === '' || /^\s*charset="?utf-8"?\s*$/.test(charset);
  if (type.trim() !== JSON_BODY || !plain || !utf8) {
    return refuse('content_type_not_taken', { types: `${JSON_BODY} in UTF-8, not compressed` });
  }
  return undefined;
}

function whyOf(fault: JsonFault): string {
  switch (fault.fault) {
    case 'syntax':
      return 'it is not JSON';
    case 'too_deep':
      return `it is nested deeper than ${limit('jsonDepth')} levels`;
    case 'lone_surrogate':
      return 'it holds half a character';
    case 'repeated_key':
      return 'a name is given twice';
  }
}

function unreadable(why: string): Payload {
  return { kind: 'refused', refusal: refuse('body_unreadable', { why }) };
}
