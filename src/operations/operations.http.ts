/**
 * `/v1/staff/operations`: what staff do, from the table of operations (decision 45). One path
 * serves all of them: the list has the schema of each input, from which the console makes its
 * forms.
 */
import { inputSchema, propertyOf, readBody, withoutCommands } from './body.ts';
import type { Definition, Lookup, OperationContext, Shape } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { mayDo, needsConfirmation } from './staff-rights.ts';
import type { Refused } from './admin.ts';
import { refuse } from '../domain/failure/failure.ts';
import { micros, showRupees } from '../domain/pricing/money.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import {
  faultsOf,
  Type,
  withDefaults,
  type Static,
  type TObject,
  type TSchema,
} from '../kit/shape.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  refuseFields,
  type Outcome,
  type PersonEndpoint,
  type Refused as EndpointRefused,
} from '../api/v1/endpoint.ts';
import type { SignedIn } from '../api/v1/sessions.ts';
import type { PeopleDeps } from '../features/sign-in/sign-in.http.ts';
import { closed } from './resource.ts';
import { allOf } from '../api/v1/list.ts';

const OPERATION = closed(
  {
    name: Type.String({ description: 'A noun and a verb: route-set.' }),
    about: Type.String(),
    reads: Type.Boolean({ description: 'It changes nothing.' }),
    asks_first: Type.Boolean({
      description: 'It may answer 409 agreement_needed; repeat it with agreed=true.',
    }),
    needs_confirmation: Type.Boolean({
      description: 'POST /v1/session/confirm comes first.',
    }),
    needs_one: Type.Boolean({ description: 'At least one optional field must be given.' }),
    input: Type.Unknown({ description: 'The JSON Schema of its input.' }),
    present_by: Type.Array(Type.String(), {
      description:
        'The properties that say which one it changes: POST …/present with them shows it as it ' +
        'is now.',
    }),
    has_present: Type.Boolean({ description: 'It changes something that may be there already.' }),
  },
  { title: 'StaffOperation', description: 'Something that staff can do.' },
);

const ROWS = Type.Unknown({
  description: 'An object, or a list of them: texts, numbers, booleans, lists of texts, null.',
});

const ANSWER = closed(
  {
    data: ROWS,
    full: Type.Optional(Type.Unknown({ description: 'More structured than data.' })),
    sections: Type.Optional(
      Type.Array(
        Type.Union([Type.String(), closed({ title: Type.Optional(Type.String()), data: ROWS })]),
        {
          description: 'To show instead of data: sentences, and tables under titles.',
        },
      ),
    ),
    note: Type.Optional(Type.String()),
    empty: Type.Optional(Type.String({ description: 'To show instead of an empty list.' })),
    next: Type.Optional(
      Type.Object({}, { description: 'What to add to the input for the next page: before.' }),
    ),
    found_fault: Type.Boolean({ description: 'It was carried out, and something is wrong.' }),
  },
  { title: 'StaffOperationResult', description: 'What an operation returned.' },
);

const PRESENT = closed(
  {
    data: Type.Union([Type.Object({}), Type.Null()], {
      description:
        'By the properties of its input; null: there is none like it, or what says which one is ' +
        'missing.',
    }),
  },
  { title: 'StaffOperationPresent', description: 'What an operation would change, as it is.' },
);

/** What needs a terminal, for files and keys of the machine; and what serves instead. */
export const LEFT_OUT: Readonly<Record<string, string | undefined>> = {
  'bank slip': 'GET /v1/staff/bank-transfers/{account}/{id}/slip',
  'invoice export': 'GET /v1/staff/invoices/export',
  'invoice save': 'GET /v1/staff/invoices/{account}/{id}/pdf',
  'message export': 'GET /v1/staff/messages/export',
  'secrets reseal': undefined,
  'verification save': 'GET /v1/staff/verification/{account}/{kind}/file',
};

const OFFERED = OPERATIONS.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name));

export function pathNameOf({ name }: Pick<Definition, 'name'>): string {
  return name.replaceAll(' ', '-');
}

export function createStaffOperations(deps: PeopleDeps): readonly PersonEndpoint[] {
  const { reader, admin, checking } = deps;
  const contextOf = ({ actor }: SignedIn) => ({ ...checking, reader, admin: { ...admin, actor } });
  return [
    allOf({
      path: '/v1/staff/operations',
      name: 'listStaffOperations',
      who: 'staff',
      about: 'What you may do in your role.',
      item: OPERATION,
      title: 'StaffOperationList',
      find: ({ person }) => OFFERED.filter((it) => isAllowed(person, it)),
      show: describeOperation,
    }),
    defineEndpoint({
      method: 'POST',
      path: '/v1/staff/operations/{name}',
      name: 'doStaffOperation',
      who: 'staff',
      places: { name: 'The name of an operation.' },
      about: 'Carries out an operation, and writes it to the audit log.',
      query: closed({
        agreed: Type.Boolean({ default: false, description: 'The consequences are accepted.' }),
      }),
      takes: Type.Object(
        {},
        { title: 'StaffOperationInput', description: 'As the operation’s input says.' },
      ),
      gives: ANSWER,
      failures: [
        'operation_unknown',
        'staff_role_too_low',
        'agreement_needed',
        'confirmation_needed',
      ],
      async handle({ person, places, query, body }) {
        const definition = offered(person, places.name);
        if ('kind' in definition) return definition;
        if (needsConfirmation(definition) && !person.isConfirmed) {
          return refused('confirmation_needed');
        }
        return perform(contextOf(person), definition, { body, agreed: query.agreed });
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/v1/staff/operations/{name}/present',
      name: 'showPresent',
      who: 'staff',
      places: { name: 'The name of an operation.' },
      about: 'What an operation would change, as it is now. It changes nothing.',
      takes: Type.Object(
        {},
        { title: 'StaffOperationNamed', description: 'The properties of present_by.' },
      ),
      gives: PRESENT,
      failures: ['operation_unknown', 'staff_role_too_low'],
      async handle({ person, places, body }) {
        const definition = offered(person, places.name);
        if ('kind' in definition) return definition;
        return showPresent(
          contextOf(person),
          definition,
          body as Readonly<Record<string, unknown>>,
        );
      },
    }),
  ];
}

function offered(person: SignedIn, name: string): Definition | EndpointRefused {
  const definition = OFFERED.find((it) => pathNameOf(it) === name);
  if (definition === undefined) return refused('operation_unknown');
  return isAllowed(person, definition) ? definition : refused('staff_role_too_low');
}

function isAllowed({ staffRole }: SignedIn, { name }: Definition): boolean {
  return staffRole !== undefined && mayDo(staffRole, name);
}

/** What a page needs for the form of an operation. */
export function describeOperation(definition: Definition): Static<typeof OPERATION> {
  const { name, about, audit, asksFirst, needsOne, present } = definition;
  return {
    name: pathNameOf({ name }),
    about: `${withoutCommands(about)}.`,
    reads: audit === undefined,
    asks_first: asksFirst,
    needs_confirmation: needsConfirmation(definition),
    needs_one: needsOne,
    input: shapeOf(definition),
    present_by: namesOf(present?.by ?? {}),
    has_present: present !== undefined,
  };
}

const namesOf = (fields: Shape): string[] =>
  Object.values(fields).flatMap((field) => propertyOf(field) ?? []);

/** The schema of its input, with what is meant where a field is left out. */
function shapeOf(definition: Definition): TObject {
  const { properties, ...rest } = inputSchema(definition);
  const defaults = Object.values(definition.input).flatMap((field): [string, TSchema][] => {
    const name = propertyOf(field) ?? '';
    const schema = properties[name];
    if (schema === undefined || field.fallback === undefined) return [];
    const meant =
      typeof field.fallback === 'bigint' ? showRupees(micros(field.fallback)) : field.fallback;
    return faultsOf(schema, meant).length > 0 ? [] : [[name, { ...schema, default: meant }]];
  });
  return { ...rest, properties: { ...properties, ...Object.fromEntries(defaults) } };
}

/** What is there already; nothing until it is said which one. */
async function showPresent(
  context: OperationContext,
  { input, present }: Definition,
  body: Readonly<Record<string, unknown>>,
): Promise<Outcome<Static<typeof PRESENT>>> {
  if (present === undefined) return done({ data: null });
  const names = namesOf(present.by);
  const given = Object.fromEntries(Object.entries(body).filter(([it]) => names.includes(it)));
  const schema = inputSchema({ input: present.by });
  const ids = withIds(schema, given) as typeof given;
  const faults = faultsOf(schema, ids);
  if (faults.length > 0) return refuseFields(faults, 'body');
  const read = await readBody({ input: present.by }, ids, sourceOf(context));
  if ('ok' in read) return refuseInput(input, read);
  return done({ data: (await present.read(context, read.input)) ?? null });
}

/** What the change would do, when nobody has agreed to it. */
class NotAgreed extends Error {
  readonly consequences: readonly string[];
  constructor(consequences: readonly string[]) {
    super('nobody has agreed');
    this.consequences = consequences;
  }
}

async function perform(
  context: OperationContext,
  definition: Definition,
  { body, agreed }: { readonly body: object; readonly agreed: boolean },
): Promise<Outcome<Static<typeof ANSWER>>> {
  const schema = inputSchema(definition);
  const given = withDefaults(schema, withIds(schema, body)) as Readonly<Record<string, unknown>>;
  const faults = faultsOf(schema, given);
  if (faults.length > 0) return refuseFields(faults, 'body');
  if (definition.needsOne && isNothing(definition, body)) {
    const rule = 'Say what to change: at least one more field is needed';
    return refuseField('', rule, 'body');
  }
  const read = await readBody(definition, given, sourceOf(context));
  if ('ok' in read) return refuseInput(definition.input, read);
  try {
    const outcome = await definition.perform(context, read.input, async (consequences) => {
      if (consequences.length > 0 && !agreed) throw new NotAgreed(consequences);
    });
    if (!outcome.ok) return refuseInput(definition.input, outcome);
    const { isBad = false, full, sections, note, next, empty, data } = outcome.value;
    return done({
      data,
      found_fault: isBad,
      ...(full === undefined ? {} : { full }),
      ...(sections === undefined ? {} : { sections: [...sections] }),
      ...(note === undefined ? {} : { note }),
      ...(next === undefined ? {} : { next }),
      ...(empty === undefined ? {} : { empty }),
    });
  } catch (error) {
    if (error instanceof NotAgreed) {
      const { consequences } = error;
      return { kind: 'refused', refusal: refuse('agreement_needed'), consequences };
    }
    if (!(error instanceof Refusal)) throw error;
    return refuseField('', withoutCommands(error.message), 'body');
  }
}

/** `/v1` writes ids as texts of digits: whoever copies one from an answer need not know. */
function withIds({ properties }: TObject, body: object): object {
  const read = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const isId = typeof value === 'string' && /^\d{1,15}$/.test(value);
    const { type }: { readonly type?: unknown } = properties[name] ?? {};
    return [name, isId && type === 'integer' ? Number(value) : value];
  });
  return Object.fromEntries(read) as object;
}

/** Whether none of its optional fields is given. */
function isNothing({ input }: Definition, given: object): boolean {
  const needed = Object.values(input)
    .filter(({ need }) => need === 'needed')
    .map(propertyOf);
  return Object.keys(given).every((name) => needed.includes(name));
}

function sourceOf({ admin, reader }: OperationContext): Lookup {
  return { reader, nowMs: () => admin.clock.nowMs() };
}

/** A refusal by the name that callers use for its field. */
function refuseInput(input: Shape, { field, rule }: Refused): Outcome<never> {
  const shape = input[field];
  const isPlace = field.startsWith('/');
  // An entry of a link's configuration is no field of its own.
  const entry = field.replaceAll(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
  const pointer = isPlace ? field : `/${(shape && propertyOf(shape)) ?? entry}`;
  return refuseField(pointer, withoutCommands(rule), 'body');
}
