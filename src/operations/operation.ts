/**
 * What staff and accounts can do. Each operation is defined once: its name, its input, who may do
 * it, its audit line, what it does, and how its result is shown. The command line, its help and its
 * sentences about wrong input are made from the definition, and so is the rest:
 *
 * - An endpoint of `/v1` (src/api/v1/operate.ts) takes the schema of its input as the schema of its
 *   body (body.ts). Only operations open to accounts can become endpoints.
 * - Staff call each of them at `/v1/staff/operations` (src/operations/operations.http.ts), as their
 *   role allows (staff-rights.ts). A form in the console has a control for each property of the
 *   schema. `perform` passes what the change would do to its last argument, which asks the person
 *   before anything is changed.
 *
 * An operation is also a function, `setRoute(admin, input)`, for code that uses it without a
 * person: the demo world, tests, other operations.
 */
import type { AccountId } from '../domain/ids.ts';
import type { Directory } from '../domain/portability/directory.ts';
import type { OptionShape } from '../kit/arguments.ts';
import type { Micros } from '../domain/pricing/money.ts';
import { type Reader, type Transaction, transactOrRollBack } from '../kit/postgres/pool.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import type { TSchema } from '../kit/shape.ts';
import { raiseSettingsVersion } from '../store/nodes/versions.ts';
import { findAccount } from '../features/accounts/accounts.sql.ts';
import {
  change,
  changeAccount,
  refuse,
  rehearse,
  within,
  type Admin,
  type Changed,
  type Outcome,
  type Refused,
} from './admin.ts';
import type { ChatAdmin } from '../features/chat-numbers/chat-admin.ts';
import type { CheckContext } from '../features/doctor/finding.ts';
import { refuseOwn, waitOf } from '../features/second-person/second-person.ts';
import { presentOf, type Present, type PresentOf } from './present.ts';
import { plain, type Answer, type RawAnswer } from './show.ts';

/** `staff`: the service's own. `account`: also the holder of an account's key, for that account. */
export type Who = 'staff' | 'account';

export type OperationContext = {
  readonly admin: ChatAdmin;
  readonly reader: Reader;
  readonly check: CheckContext;
  /** Queried without charging anybody. */
  readonly directory: Directory;
};

/** What reading a value may ask. */
export type Lookup = { readonly reader: Reader; readonly nowMs: () => number };

/** Where field values come from at a terminal, besides the words themselves. */
export type InputSource = Lookup & {
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** An environment variable; undefined if it is not set, or empty. */
  readonly variable: (name: string) => string | undefined;
  /** Asks the person at the terminal, without echo; undefined if nobody is there. */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  readonly readLines: (file: string) => AsyncIterable<string>;
};

/** What a caller typed, by the names of arguments and options. */
export type Given = {
  /** '' if it was left out. */
  arg(name: string): string;
  /** Every word from that position on. */
  args(name: string): readonly string[];
  option(name: string): string | undefined;
  has(name: string): boolean;
};

type Need = 'needed' | 'optional' | 'defaulted';

/** One field of an input: the words that give it, and its rule. */
export type Field<Value, How extends Need = Need> = {
  readonly need: How;
  /** Its argument on the command line: `LINK`, or `PREFIX…` for all that follow. */
  readonly argument?: string;
  /** Or its options. */
  readonly options: readonly OptionShape[];
  /** What a caller gives, as JSON Schema. */
  readonly schema: TSchema;
  /** What breaks the schema's pattern, in words. */
  readonly must?: string;
  /** What a JSON body has in its place, where words name a file or standard input. */
  readonly inBody?: { readonly name: string; readonly schema: TSchema };
  /** Whether a JSON body has to have it, though a person at the terminal may leave it out. */
  readonly isNeededInBody?: true;
  /** Its value when nothing is given. */
  readonly fallback?: Value;
  /**
   * At a terminal. Throws `UsageError` for what cannot be read, `Refusal` for what does not exist.
   */
  read(given: Given, source: InputSource): Promise<Value | undefined> | Value | undefined;
  /**
   * From its property of a JSON body, or an object with its properties, in the shape of its schema.
   * Throws `Refusal` for what does not exist.
   */
  take(value: unknown, source: Lookup): Promise<Taken<Value>> | Taken<Value>;
  /** The rule that a value breaks, to follow its name: `must be from 1 to 10`. */
  rule?(value: Value): string | undefined;
};

/** A refusal of '' is of the field itself, others of one of its properties. */
type Taken<Value> = { readonly value: Value | undefined } | Refused;

export type Shape = Readonly<Record<string, Field<unknown>>>;

type KeyOf<S extends Shape, How extends Need> = {
  [K in keyof S]: S[K] extends Field<infer _, How> ? K : never;
}[keyof S];
type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** The input as a program gives it. */
export type Input<S extends Shape> = {
  readonly [K in KeyOf<S, 'needed'>]: ValueOf<S[K]>;
} & { readonly [K in KeyOf<S, 'optional' | 'defaulted'>]?: ValueOf<S[K]> | undefined };

/** The input as a handler gets it: with defaults. */
export type Filled<S extends Shape> = {
  readonly [K in KeyOf<S, 'needed' | 'defaulted'>]: ValueOf<S[K]>;
} & { readonly [K in KeyOf<S, 'optional'>]: ValueOf<S[K]> | undefined };

/** The result of a change, for whoever wants to see it. */
export type Shown = (context: OperationContext) => Promise<Answer>;
type CarryOut = (admin: Admin, input: Readonly<Record<string, unknown>>) => Promise<Outcome<Shown>>;

/** Shows the person what a change would do, and throws if the answer is no. */
export type Agree = (consequences: readonly string[]) => Promise<void>;

export type Definition = {
  /** A noun and a verb: `route set`. */
  readonly name: string;
  /** A sentence or two, for help and descriptions. */
  readonly about: string;
  readonly who: Who;
  /** The actions that it writes to the audit log; undefined if it only reads. */
  readonly audit: string | readonly string[] | undefined;
  readonly input: Shape;
  /** Whether it can do harm, and therefore asks first. */
  readonly asksFirst: boolean;
  /** Whether it moves money: a second person may have to confirm it. */
  readonly movesMoney: boolean;
  /** Whether it refuses to be called without any of its optional fields. */
  readonly needsOne: boolean;
  /** How it shows what it would change; undefined: it makes something new. */
  readonly present: Present | undefined;
  /** Does it without asking. The result is shown when the change is committed. */
  readonly carryOut: CarryOut;
  /** Does it, and shows the result. `input` comes from `readInput`. */
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
  /** The account of the row that the input names; absent: that of `accountId`, if there is one. */
  readonly concerns?: (reader: Reader, input: Filled<S>) => Promise<AccountId | undefined>;
};

type Spec<S extends Shape, Value, Context extends Admin, W extends Who> = Named<S> & {
  readonly who?: W;
  /** Sentences about what it would do; none if there is nothing to ask about. */
  readonly warn?: (
    context: OperationContext,
    input: Filled<S>,
    /** Returns what the operation would return, after rolling it back. */
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
        /** Whose version is raised, so that no node keeps using what it has in memory. */
        readonly raises: 'account' | 'settings' | 'both' | 'nothing';
        /**
         * What it would do, in a sentence, if a second person has to confirm it; undefined: it
         * needs none; refused: nobody may be asked. Whoever asks is in `admin`, with a limit.
         */
        readonly second?: (
          transaction: Transaction,
          input: Filled<S>,
          admin: Admin & { readonly creditAloneMicros: Micros },
        ) => Promise<string | Refused | undefined>;
        /** The change, in a transaction that includes its audit line. */
        readonly work: (
          transaction: Transaction,
          input: Filled<S>,
          admin: Admin,
        ) => Promise<Changed<Value> | Refused>;
      }
    | {
        /** What it writes there itself. */
        readonly audit: string | readonly string[];
        readonly run: (admin: Context, input: Filled<S>) => Promise<Outcome<Value>>;
      }
  );

export type Operation<
  S extends Shape,
  Value,
  Context extends Admin = Admin,
  W extends Who = 'staff',
> = {
  (admin: Context, input: Input<S>): Promise<Outcome<Value>>;
  readonly definition: Definition & { readonly who: W; readonly input: S };
};

/** Defines an operation that changes something. */
export function operation<
  S extends Shape,
  Value,
  Context extends Admin = Admin,
  W extends Who = 'staff',
  By extends keyof S & string = never,
>(
  spec: Spec<S, Value, Context, W> & { readonly present?: PresentOf<S, By> },
): Operation<S, Value, Context, W> {
  const { show, warn, present } = spec;
  const run = runOf<S, Value, Context, W>(spec);
  const carryOut: CarryOut = async (admin, given) => {
    const outcome = await run(admin as Context, given as Input<S>);
    if (!outcome.ok) return outcome;
    const input = fill(spec.input, given) as Filled<S>;
    return {
      ok: true,
      value: async (context) => plain(await show(outcome.value, input, context)),
    };
  };
  const waitForSecond = waitOf<Filled<S>>('work' in spec ? spec : { name: spec.name });
  const definition: Operation<S, Value, Context, W>['definition'] = {
    ...describe(spec),
    who: (spec.who ?? 'staff') as W,
    audit: spec.audit,
    asksFirst: warn !== undefined,
    movesMoney: waitForSecond !== undefined,
    present: present && presentOf(spec.input, present),
    carryOut,
    async perform(context, given, agree) {
      const admin = context.admin as Admin as Context;
      const input = fill(spec.input, given) as Filled<S>;
      const own = await refuseOwn(spec, context, input);
      if (own !== undefined) return own;
      const mayWait = waitForSecond !== undefined && admin.creditAloneMicros !== undefined;
      const attempt = () => rehearse(admin, (it) => run(it as Context, given as Input<S>));
      const consequences = (await warn?.(context, input, attempt)) ?? [];
      if ('ok' in consequences) return consequences;
      // Nobody is asked about a change that would be refused anyway, and it does not wait.
      if ((consequences.length > 0 || mayWait) && 'work' in spec) {
        const attempted = await attempt();
        if (!attempted.ok) return attempted;
      }
      await agree(consequences);
      const outcome = mayWait
        ? await transactOrRollBack<Outcome<Shown>>(admin, async (transaction, rollBack) => {
            const done =
              (await waitForSecond?.(admin, transaction, input)) ??
              (await carryOut(within(admin, transaction), given));
            return done.ok ? done : rollBack(done);
          })
        : await carryOut(admin, given);
      return outcome.ok ? { ok: true, value: await outcome.value(context) } : outcome;
    },
  };
  return Object.assign(run, { definition });
}

/** Does it, whoever asks. */
function runOf<S extends Shape, Value, Context extends Admin, W extends Who>(
  spec: Spec<S, Value, Context, W>,
): (admin: Context, given: Input<S>) => Promise<Outcome<Value>> {
  return async (admin: Context, given: Input<S>): Promise<Outcome<Value>> => {
    const input = fill(spec.input, given) as Filled<S>;
    const refused = firstFault(spec.input, input);
    if (refused !== undefined) return refused;
    if ('run' in spec) return spec.run(admin, input);
    const { audit: action, raises, work } = spec;
    const { accountId } = input as { readonly accountId?: AccountId };
    const isOfAccount = raises === 'account' || raises === 'both';
    if (isOfAccount && accountId !== undefined) {
      return changeAccount(admin, { action, accountId }, async (transaction) => {
        if (raises === 'both') await raiseSettingsVersion(transaction);
        return work(transaction, input, admin);
      });
    }
    return change(admin, { action, accountId }, async (transaction) => {
      if (raises === 'settings') await raiseSettingsVersion(transaction);
      if (accountId !== undefined && !(await findAccount(transaction, { accountId })))
        return NO_ACCOUNT;
      return work(transaction, input, admin);
    });
  };
}

/** Defines an operation that only reads. */
export function query<S extends Shape>(
  spec: Named<S> & {
    /** Whether staff see it of others' accounts alone. */
    readonly isPrivate?: true;
    readonly read: (context: OperationContext, input: Filled<S>) => Promise<RawAnswer | Refused>;
  },
): { readonly definition: Definition } {
  const definition: Definition = {
    ...describe(spec),
    audit: undefined,
    asksFirst: false,
    movesMoney: false,
    present: undefined,
    carryOut: () => Promise.reject(new Error('it only reads')),
    async perform(context, given) {
      const input = fill(spec.input, given) as Filled<S>;
      const own = spec.isPrivate ? await refuseOwn(spec, context, input) : undefined;
      if (own !== undefined) return own;
      const answer = await spec.read(context, input);
      return 'ok' in answer ? answer : { ok: true, value: plain(answer) };
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

/** The input that somebody typed. Throws as `Field.read` does, and for a broken rule. */
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

/** A refusal worded for callers on the command line. */
export function sentenceOf(definition: Definition, refused: Refused, given: Given): string {
  const { rule } = refused;
  // A complete sentence names its field itself.
  return /^[A-Z]/.test(rule) ? `${rule}.` : `${nameOf(definition, refused, given)} ${rule}.`;
}

/** The name that command-line callers use for a refusal's field: `LINK`, `--priority`. */
function nameOf({ input }: Definition, { field }: Refused, given: Given): string {
  const { argument, options = [] } = input[field] ?? {};
  if (argument !== undefined) return argument.replace('…', '');
  const own = field.replaceAll(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();
  const [first] = options;
  if (first !== undefined) return `--${first.name}`;
  return given.has(own) ? `--${own}` : field.toUpperCase();
}
