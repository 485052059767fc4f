/** A filter of contacts as callers give it: in an address, in a body, and after a command. */
import { readFilter, type ContactFilter, type GivenFilter } from '../../domain/contact/filter.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { Field } from '../../operations/operation.ts';
import { showTimeOrNull } from '../../operations/resource.ts';

const text = (description: string) => Type.Optional(Type.String({ maxLength: 2_000, description }));
const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description }));

export const FILTER_FIELDS = {
  tag: text('With this tag, or all of several, separated by commas.'),
  without_tag: text('With none of these.'),
  language: text('Whose language it is: ur.'),
  search: text('With this in the name, the number or the user_id.'),
  field: text('With this text in a field, in either case: city=Lahore.'),
  opted_out: Type.Optional(
    Type.Boolean({ description: 'true: who wants nothing more, or less; false: all others.' }),
  ),
  consent: text('Who consents to this now: sms:promotional, chat:transactional, …'),
  without_consent: text('Who does not: has never said so, or has withdrawn.'),
  since: time('Added from then on: 2026-11-01T00:00:00+05:00.'),
  until: time('Added before then.'),
};

export const FILTER = Type.Object(FILTER_FIELDS, {
  title: 'ContactFilter',
  description: 'Which contacts are meant: all that is given has to fit; {}: all of them.',
  additionalProperties: false,
});

type Given = Static<typeof FILTER>;

/** The rule that a filter breaks: `tag must be …`. */
export function faultOfFilter(given: GivenFilter): string | undefined {
  const read = readFilter(given);
  return 'rule' in read ? `${read.field} ${read.rule}` : undefined;
}

/** A filter that has been judged before. @throws if it cannot be read: a bug. */
export function filterOf(given: GivenFilter): ContactFilter {
  const read = readFilter(given);
  if ('rule' in read) throw new Error(`a filter that was judged cannot be read: ${read.rule}`);
  return read;
}

/** A filter as it may be given again. */
export function writeFilter(filter: ContactFilter): Given {
  const { fieldName, fieldText, sinceMs, untilMs } = filter;
  const given: GivenFilter = {
    tag: filter.tags?.join(','),
    without_tag: filter.withoutTags?.join(','),
    language: filter.language,
    search: filter.search,
    field: fieldName && `${fieldName}=${fieldText ?? ''}`,
    opted_out: filter.optedOut,
    consent: filter.consent,
    without_consent: filter.withoutConsent,
    since: showTimeOrNull(sinceMs) ?? undefined,
    until: showTimeOrNull(untilMs) ?? undefined,
  };
  const asked = Object.entries(given).filter(([, it]) => it !== undefined);
  return Object.fromEntries(asked) as Given;
}

/** After a command: `tag=vip&language=ur`. */
function readWords(given: string): Given {
  const entries = [...new URLSearchParams(given)].map(([name, value]) => {
    if (!(name in FILTER_FIELDS)) throw new UsageError(`--filter must not have ${name}.`);
    return [name, name === 'opted_out' ? value === 'true' : value] as const;
  });
  return Object.fromEntries(entries) as Given;
}

export const filterField: Field<Given, 'optional'> = {
  need: 'optional',
  options: [{ name: 'filter', value: 'FILTER', about: 'as in an address: tag=vip&language=ur' }],
  schema: FILTER,
  inBody: { name: 'filter', schema: FILTER },
  take: (given) => ({ value: given as Given }),
  read(given) {
    const words = given.option('filter');
    return words === undefined ? undefined : readWords(words);
  },
};

const FIELDS = Type.Record(Type.String(), Type.String(), {
  description: 'What else you want to know of them, as texts: {"city": "Lahore"}.',
});

/** After a command: `city=Lahore&order=17`. */
export const fieldsField: Field<Readonly<Record<string, string>>, 'optional'> = {
  need: 'optional',
  options: [{ name: 'fields', value: 'FIELDS', about: 'what else is known: city=Lahore&order=17' }],
  schema: FIELDS,
  inBody: { name: 'fields', schema: FIELDS },
  take: (given) => ({ value: given as Static<typeof FIELDS> }),
  read(given) {
    const words = given.option('fields');
    return words === undefined ? undefined : Object.fromEntries(new URLSearchParams(words));
  },
};
