/**
 * What staff and accounts can do. Each operation is defined once: its name, its input, who may do
 * it, the line it leaves in the audit, what it does, and how its result is shown. The command line,
 * its help and its sentences about wrong input are made from the definition, and so is whatever
 * comes next:
 *
 * - An endpoint takes `inputSchema` as the schema of its body. It gives `perform` the input that
 *   `readInput` makes of the body's properties, each as text (a `Given` over them), and answers
 *   with `full ?? data`. A refusal names the input's field; `nameOf` says what callers call it.
 * - A form of the console has a control for each property of `inputSchema`, labelled by its
 *   description, and posts to that endpoint. `perform` hands what the change would do to its last
 *   argument, which puts the question to the person before anything is changed.
 *
 * An operation is also a function, `setRoute(admin, input)`, for the programs that use it without a
 * person: the demo world, tests, other operations.
 */
import type { AccountId } from '../domain/ids.ts';
import type { Directory } from '../domain/portability/directory.ts';
import type { OptionShape } from '../kit/arguments.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { UsageError } from '../kit/refusal.ts';
import { Type, type TObject, type TSchema } from '../kit/shape.ts';
import { raiseSettingsVersion } from '../store/versions.ts';
import { findAccount } from '../store/accounts.ts';
import {
  change,
  changeAccount,
  refuse,
  rehearse,
  type Admin,
  type Changed,
  type Outcome,
  type Refused,
} from './admin.ts';
import type { ChatAdmin } from './chat/chat-admin.ts';
import type { CheckContext } from './doctor/finding.ts';
import { plain, type Answer, type RawAnswer } from './show.ts';

/** `staff`: of the service. `account`: also the holder of an account's key, for that account. */
export type Who = 'staff' | 'account';

/** What operations work with. */
export type OperationContext = {
  readonly admin: ChatAdmin;
  readonly reader: Reader;
  readonly check: CheckContext;
  /** Asked without charging anybody. */
  readonly directory: Directory;
};

/** Where the values of fields come from, besides the words themselves. */
export type InputSource = {
  readonly reader: Reader;
  readonly nowMs: () => number;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** A variable of the environment; undefined when it is not set, or empty. */
  readonly variable: (name: string) => string | undefined;
  /** Asks whoever sits at the terminal, without echo; undefined when nobody does. */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  /** The lines of a file, one after the other. */
  readonly readLines: (file: string) => AsyncIterable<string>;
};

/** What a caller wrote, by the names of arguments and options. */
export type Given = {
  /** '' when it was left out. */
  arg(name: string): string;
  /** Every word from that place on. */
  args(name: string): readonly string[];
  option(name: string): string | undefined;
  has(name: string): boolean;
};

export type Need = 'needed' | 'optional' | 'defaulted';

/** One field of an input: the words it is given by, and what it may be. */
export type Field<Value, How extends Need = Need> = {
  readonly need: How;
  /** The argument that it is on the command line: `LINK`, or `PREFIX…` for all that follow. */
  readonly argument?: string;
  /** Or the options. */
  readonly options: readonly OptionShape[];
  /** What a caller gives, as JSON Schema. */
  readonly schema: TSchema;
  /** What stands for it when nothing is given. */
  readonly fallback?: Value;
  /** Throws `UsageError` for what cannot be read, `Refusal` for what does not exist. */
  read(given: Given, source: InputSource): Promise<Value | undefined> | Value | undefined;
  /** The rule that a value breaks, to go on behind its name: `must be from 1 to 10`. */
  rule?(value: Value): string | undefined;
};

export type Shape = Readonly<Record<string, Field<unknown>>>;

type KeyOf<S extends Shape, How extends Need> = {
  [K in keyof S]: S[K] extends Field<infer _, How> ? K : never;
}[keyof S];
type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** The input as a program gives it. */
export type Input<S extends Shape> = {
  readonly [K in KeyOf<S, 'needed'>]: ValueOf<S[K]>;
} & { readonly [K in KeyOf<S, 'optional' | 'defaulted'>]?: ValueOf<S[K]> | undefined };

/** The input as a handler gets it: with its defaults. */
export type Filled<S extends Shape> = {
  readonly [K in KeyOf<S, 'needed' | 'defaulted'>]: ValueOf<S[K]>;
} & { readonly [K in KeyOf<S, 'optional'>]: ValueOf<S[K]> | undefined };

/** Puts what a change would do to the person, and throws when the answer is no. */
export type Agree = (consequences: readonly string[]) => Promise<void>;

export type Definition = {
  /** A noun and a verb: `route set`. */
  readonly name: string;
  /** A sentence or two, for help and descriptions. */
  readonly about: string;
  readonly who: Who;
  /** The action in the audit; undefined when it only reads, or writes several lines itself. */
  readonly audit: string | undefined;
  readonly input: Shape;
  /** Does it do harm that it asks about first? */
  readonly asksFirst: boolean;
  /** Does it refuse to be called with none of its optional fields? */
  readonly needsOne: boolean;
  /** Does it, and shows what came of it. `input` is what `readInput` gave. */
  perform(
    context: OperationContext,
    input: Readonly<Record<string, unknown>>,
    agree: Agree,
  ): Promise<Outcome<Answer>>;
};

type Named<S extends Shape> = {
  readonly name: string;
  readonly about: string;
  readonly who?: Who;
  readonly input: S;
  readonly needsOne?: boolean;
};

type Spec<S extends Shape, Value, Context extends Admin> = Named<S> & {
  /** The sentences of what it would do; none when there is nothing to ask about. */
  readonly warn?: (
    context: OperationContext,
    input: Filled<S>,
    /** Gives what the operation would give, and takes it back. */
    attempt: () => Promise<Outcome<Value>>,
  ) => Promise<readonly string[] | Refused>;
  readonly show: (
    value: Value,
    input: Filled<S>,
    context: OperationContext,
  ) => RawAnswer | Promise<RawAnswer>;
} & (
    | {
        readonly audit: string;
        /** Whose version is raised, so that no node goes on with what it keeps in memory. */
        readonly raises: 'account' | 'settings' | 'both' | 'nothing';
        /** The change, in a transaction that its audit line belongs to. */
        readonly work: (
          transaction: Transaction,
          input: Filled<S>,
          admin: Admin,
        ) => Promise<Changed<Value> | Refused>;
      }
    | { readonly run: (admin: Context, input: Filled<S>) => Promise<Outcome<Value>> }
  );

export type Operation<S extends Shape, Value, Context extends Admin = Admin> = {
  (admin: Context, input: Input<S>): Promise<Outcome<Value>>;
  readonly definition: Definition;
};

/** Defines something that changes things. */
export function operation<S extends Shape, Value, Context extends Admin = Admin>(
  spec: Spec<S, Value, Context>,
): Operation<S, Value, Context> {
  const { show, warn } = spec;
  const run = async (admin: Context, given: Input<S>): Promise<Outcome<Value>> => {
    const input = fill(spec.input, given) as Filled<S>;
    const refused = firstFault(spec.input, input);
    if (refused !== undefined) return refused;
    if ('run' in spec) return spec.run(admin, input);
    const { audit: action, raises, work } = spec;
    const { accountId } = input as { readonly accountId?: AccountId };
    const deed = { action, ...(accountId === undefined ? {} : { accountId }) };
    const isOfAccount = raises === 'account' || raises === 'both';
    if (isOfAccount && accountId !== undefined) {
      return changeAccount(admin, { action, accountId }, async (transaction) => {
        if (raises === 'both') await raiseSettingsVersion(transaction);
        return work(transaction, input, admin);
      });
    }
    return change(admin, deed, async (transaction) => {
      if (raises === 'settings') await raiseSettingsVersion(transaction);
      if (accountId !== undefined && !(await findAccount(transaction, accountId)))
        return NO_ACCOUNT;
      return work(transaction, input, admin);
    });
  };
  const definition: Definition = {
    ...describe(spec),
    audit: 'audit' in spec ? spec.audit : undefined,
    asksFirst: warn !== undefined,
    async perform(context, given, agree) {
      const admin = context.admin as Admin as Context;
      const input = fill(spec.input, given) as Filled<S>;
      const attempt = () => rehearse(admin, (it) => run(it as Context, given as Input<S>));
      const consequences = (await warn?.(context, input, attempt)) ?? [];
      if ('ok' in consequences) return consequences;
      // Nobody is asked about a change that would be refused.
      if (consequences.length > 0 && 'work' in spec) {
        const attempted = await attempt();
        if (!attempted.ok) return attempted;
      }
      await agree(consequences);
      const outcome = await run(admin, given as Input<S>);
      if (!outcome.ok) return outcome;
      return { ok: true, value: plain(await show(outcome.value, input, context)) };
    },
  };
  return Object.assign(run, { definition });
}

/** Defines something that only reads. */
export function query<S extends Shape>(
  spec: Named<S> & {
    readonly read: (context: OperationContext, input: Filled<S>) => Promise<RawAnswer>;
  },
): { readonly definition: Definition } {
  const definition: Definition = {
    ...describe(spec),
    audit: undefined,
    asksFirst: false,
    async perform(context, given) {
      const answer = await spec.read(context, fill(spec.input, given) as Filled<S>);
      return { ok: true, value: plain(answer) };
    },
  };
  return { definition };
}

const NO_ACCOUNT = refuse('account', 'must be an account that exists');

function describe<S extends Shape>({ name, about, who = 'staff', input, ...rest }: Named<S>) {
  return { name, about, who, input, needsOne: rest.needsOne === true };
}

function fill(shape: Shape, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const defaults = Object.entries(shape).flatMap(([key, { fallback }]) =>
    fallback === undefined || given[key] !== undefined ? [] : [[key, fallback] as const],
  );
  return { ...given, ...Object.fromEntries(defaults) };
}

/** The first field whose value breaks its rule. */
function firstFault(shape: Shape, input: Readonly<Record<string, unknown>>): Refused | undefined {
  for (const [key, field] of Object.entries(shape)) {
    const value = input[key];
    const rule = value === undefined ? undefined : field.rule?.(value);
    if (rule !== undefined) return refuse(key, rule);
  }
  return undefined;
}

/** The input that somebody has written. Throws as `Field.read` does, and for a broken rule. */
export async function readInput(
  definition: Definition,
  given: Given,
  source: InputSource,
): Promise<Readonly<Record<string, unknown>>> {
  const { name, input, needsOne } = definition;
  const read: Record<string, unknown> = {};
  let isChange = false;
  for (const [key, field] of Object.entries(input)) {
    const value = await field.read(given, source);
    if (value === undefined) continue;
    const rule = field.rule?.(value);
    if (rule !== undefined) throw new UsageError(sentenceOf(definition, refuse(key, rule), given));
    read[key] = value;
    if (field.need !== 'needed' && value !== field.fallback) isChange = true;
  }
  if (!needsOne || isChange) return read;
  throw new UsageError(`Say what to change: see "paigham ${name} --help".`);
}

/** The input as JSON Schema, its properties named as callers know them. */
export function inputSchema({ input }: Definition): TObject {
  const properties = Object.values(input).flatMap((field): [string, TSchema][] => {
    const { argument, options, schema, need } = field;
    const about = options.length === 1 ? { description: options[0]?.about } : {};
    const described = { ...schema, ...about } as TSchema;
    const word = argument ?? options[0]?.name;
    if (word === undefined) return [];
    if (options.length > 1 && Type.IsObject(schema)) return Object.entries(schema.properties);
    return [[propertyOf(word), need === 'needed' ? described : Type.Optional(described)]];
  });
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false });
}

/** `SENDER-ROUTE…` and `sender-route` are `sender_route`. */
function propertyOf(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

/** A refusal in words for callers on the command line. */
export function sentenceOf(definition: Definition, refused: Refused, given: Given): string {
  const { rule } = refused;
  // A whole sentence names its field itself.
  return /^[A-Z]/.test(rule) ? `${rule}.` : `${nameOf(definition, refused, given)} ${rule}.`;
}

/** What callers on the command line call the field of a refusal: `LINK`, `--priority`. */
function nameOf({ input }: Definition, { field }: Refused, given: Given): string {
  const { argument, options = [] } = input[field] ?? {};
  if (argument !== undefined) return argument.replace('…', '');
  const own = field.replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();
  const [first] = options;
  if (first !== undefined) return `--${first.name}`;
  return given.has(own) ? `--${own}` : field.toUpperCase();
}
