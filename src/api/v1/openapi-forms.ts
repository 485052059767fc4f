/**
 * What programs that generate code from `/openapi.json` understand best: maps as
 * `additionalProperties`, defaults in words (they make fields of a request required), unions that
 * are told apart by one field, and an example of each body.
 */
import type { EventType } from '../../domain/event/event.ts';

type Json = Readonly<Record<string, unknown>>;
export type NamedSchemas = Record<string, object>;

/** The same schema, with its maps written so. */
export function withMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMaps);
  if (typeof value !== 'object' || value === null) return value;
  const { patternProperties: patterns, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withMaps(inner)]),
  );
  const [any, ...others] = Object.values((patterns ?? {}) as Json);
  if (any !== undefined && others.length === 0) return { ...rest, additionalProperties: any };
  return patterns === undefined ? rest : { ...rest, patternProperties: patterns };
}

/** The schema of what a caller gives, with its defaults in words. */
export function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== 'object' || value === null) return value;
  const { default: fallback, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutDefaults(inner)]),
  );
  if (fallback === undefined) return rest;
  if (typeof fallback === 'object' && fallback !== null) {
    // A property may be called so.
    return 'type' in fallback ? { ...rest, default: fallback } : rest;
  }
  const said = typeof rest['description'] === 'string' ? `${rest['description']} ` : '';
  return { ...rest, description: `${said}If left out: ${JSON.stringify(fallback)}.` };
}

/** Events as a union that is told apart by `type`; `of`: the schema of the data of each type. */
export function tellEventsApart(
  schemas: NamedSchemas,
  of: Readonly<Record<EventType, string | null>>,
): void {
  const event = schemas['Event'] as { readonly properties: Json } | undefined;
  if (event === undefined) return;
  const groups = Map.groupBy(Object.entries(of), ([, data]) => data ?? '');
  const mapping: Record<string, string> = {};
  for (const [data, entries] of groups) {
    const types = entries.map(([type]) => type);
    const name = data === '' ? 'TestEvent' : `${data}Event`;
    const held = data === '' ? [] : [{ $ref: `#/components/schemas/${data}` }];
    schemas[name] = {
      ...event,
      properties: {
        ...event.properties,
        type: { type: 'string', enum: types },
        data:
          data === ''
            ? { type: 'null' }
            : { anyOf: [...held, { type: 'null' }], description: 'null: it is no longer kept.' },
      },
    };
    for (const type of types) mapping[type] = `#/components/schemas/${name}`;
  }
  const forms = [...new Set(Object.values(mapping))].map(($ref) => ({ $ref }));
  schemas['Event'] = {
    description: 'Something that happened to what you have.',
    oneOf: forms,
    discriminator: { propertyName: 'type', mapping },
  };
}

/** Values as they look, by the names of fields. */
const EXAMPLES: Json = {
  id: '117378331489242',
  batch_id: '117378331472308',
  message_id: '117378331478069',
  recipient: '923001234567',
  number: '923001234567',
  phone: '03001234567',
  recipients: ['923001234567'],
  from: '923001234567',
  to: '8584',
  sender: '8584',
  template_id: '501',
  account: '1001',
  currency: 'PKR',
  reason: null,
  detail: null,
  name: 'Order ready',
  company: 'Zara Traders',
  email: 'zara@shop.example',
  language: 'en',
  text: 'Your code is 4821.',
  body: 'Your code is #code#.',
  values: { code: '4821' },
  url: 'https://shop.example/hook',
  host: 'messages.shop.example',
  next_cursor: null,
  price: '4.80',
  balance: '9995.20',
  spent: '4.80',
  counted: '4.80',
  remaining: '9995.20',
  password: 'twelve characters or more',
  month: '2026-11',
  key: 'PK-…',
  secret: 'whsec_…',
  code: '482193',
  email_code: '482193',
  phone_code: '730552',
  date: '2026-11-22',
  terms_version: '2026-11-22',
  address: '203.0.113.7',
};

type Around = {
  readonly schemas: NamedSchemas;
  /** Of a request: with the fields that it needs, and optional ones that are known here. */
  readonly isAsked?: boolean;
};

const DEEPEST = 6;

/**
 * An example of a value; the one of a field that has none of its own is made from its schema.
 * undefined: it may be anything.
 */
export function exampleOf(given: unknown, around: Around, name = '', depth = 0): unknown {
  const schema = given as Json;
  const { $ref: reference, required = [] } = schema;
  if (typeof reference === 'string') {
    const known = around.schemas[reference.split('/').at(-1) ?? ''];
    return depth > DEEPEST ? undefined : exampleOf(known ?? {}, around, name, depth + 1);
  }
  const isShown = (key: string): boolean =>
    around.isAsked !== true || key in EXAMPLES || (required as readonly string[]).includes(key);
  const { type, const: only, enum: words, format, items, properties, minimum = 0 } = schema;
  const forms = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(forms)) return exampleOf(forms[0], around, name, depth);
  if (only !== undefined) return only;
  if (Array.isArray(words)) return words[0];
  const [written] = (schema['examples'] ?? []) as readonly unknown[];
  if (written !== undefined) return written;
  switch (type) {
    case 'object': {
      const shown = Object.entries((properties ?? {}) as Json).filter(([key]) => isShown(key));
      const entries = shown.flatMap(([key, inner]) => {
        const needed = (required as readonly string[]).includes(key) ? {} : undefined;
        const value = exampleOf(inner, around, key, depth) ?? (isNull(inner) ? null : needed);
        return value === undefined ? [] : [[key, value] as const];
      });
      const known = EXAMPLES[name];
      return entries.length === 0 && typeof known === 'object' && known !== null
        ? known
        : Object.fromEntries(entries);
    }
    case 'array': {
      if (Array.isArray(EXAMPLES[name])) return EXAMPLES[name];
      const item = exampleOf(items ?? {}, around, name.replace(/s$/, ''), depth);
      return item === undefined ? [] : [item];
    }
    case 'integer':
    case 'number':
      return Math.max(1, Number(minimum));
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'string':
      if (format === 'date-time') return '2026-11-22T09:00:00.000Z';
      if (format === 'uuid') return '0198c2b5-5c00-7a10-8000-5f4dcc3b5aa7';
      return typeof EXAMPLES[name] === 'string' ? EXAMPLES[name] : textFor(name, schema);
    default:
      return undefined;
  }
}

/** Whether an example of null is meant, and not that there is none. */
function isNull(given: unknown): boolean {
  const { type, anyOf, const: only } = given as Json;
  const [first] = (anyOf ?? []) as readonly unknown[];
  return type === 'null' || only === null || (first !== undefined && isNull(first));
}

function textFor(name: string, { pattern }: Json): string {
  if (typeof pattern === 'string' && /0-9/.test(pattern)) {
    return /[.]/.test(pattern) ? '4.80' : '1';
  }
  if (/(?:^|_)ids?$/.test(name)) return '7';
  return /(?:_at|until|since)$/.test(name) ? '2026-11-22T09:00:00.000Z' : name.replaceAll('_', ' ');
}
