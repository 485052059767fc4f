/**
 * Endpoints of `/v1` made from operations (decision 45). An operation says what is done, who may do
 * it, what its input may be and what the audit keeps; the endpoint only says where it is called and
 * how its result looks. The account comes from the key, never from the request.
 */
import type { ChatAdmin } from '../../features/chat-numbers/chat-admin.ts';
import type { Admin, Refused } from '../../operations/admin.ts';
import { once, onceAfter, type KeyRefused } from '../../operations/once.ts';
import type { Input, Operation, Shape } from '../../operations/operation.ts';
import { inputSchema, propertyOf, readBody, withoutCommands } from '../../operations/body.ts';
import type { Account, Principal } from '../../domain/account/account.ts';
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { Static, TObject, TSchema } from '../../kit/shape.ts';
import {
  defineEndpoint,
  refused,
  refuseField,
  type Asked,
  type DoneStatus,
  type Endpoint,
  type EndpointOf,
  type Outcome,
} from './endpoint.ts';
import { closed } from '../../operations/resource.ts';

export type OperateDeps<Context extends ChatAdmin = ChatAdmin> = {
  readonly reader: Reader;
  /** For what is made of many rows; may be a replica, and lag. */
  readonly reports: Reader;
  /** Does what callers ask for; the actor is replaced by the key. */
  readonly chat: Context;
};

/** What showing a result may use. */
export type Shown<S extends Shape> = {
  readonly account: Account;
  readonly reader: Reader;
  readonly admin: ChatAdmin;
  readonly input: Input<S>;
};

type Operated<S extends Shape, Value, Gives extends TSchema, Query extends TObject> = Pick<
  EndpointOf<Query, Gives>,
  | ('method' | 'path' | 'name' | 'scope' | 'places' | 'query' | 'gives' | 'failures')
  | ('guards' | 'needsBody' | 'showsSecret' | 'forAgents' | 'inTest')
> & {
  /** Absent: as the operation says. */
  readonly about?: string;
  /** The status on success, and what it means; 204 if that is all. */
  readonly done?: readonly [DoneStatus, string] | string;
  /** Input fields given by the path, by the names of its segments. */
  readonly fromPath?: { readonly [Name in keyof S & string]?: string };
  /** The answer when what the path names does not exist, or is another account's. */
  readonly unknown?: FailureReason;
  /** A body with more structure than fields have: its shape, and the input made from it. */
  readonly takes?: TSchema;
  readonly inputOf?: (
    asked: Asked<Query>,
  ) => Partial<Input<S>> | (Outcome<never> & { readonly kind: 'refused' });
  /**
   * Replays the answer for the same idempotency key; `itself`: the operation does that; `after`: it
   * waits for others, and its result is kept afterwards.
   */
  readonly repeatable?: true | 'itself' | 'after';
  /** undefined: the field is reported as invalid. */
  readonly refuse?: (why: Refused) => Outcome<never> | undefined;
  /** undefined: what was made is gone since, so that it is `unknown`. Absent: there is no body. */
  readonly show?: (value: Value, shown: Shown<S>) => Shows<Gives> | Promise<Shows<Gives>>;
  readonly location?: (body: Static<Gives>) => string;
};

type Shows<Gives extends TSchema> = Static<Gives> | undefined;

/** The context in which a key's holder acts. */
export function actingAs<Context extends Admin>(chat: Context, principal: Principal): Context {
  return { ...chat, actor: principal.actor, grants: principal };
}

/** Makes the endpoint of an operation. @throws if accounts may not do it: a bug. */
export function operate<
  S extends Shape,
  Value,
  Context extends ChatAdmin,
  Gives extends TSchema,
  Query extends TObject = TObject,
>(
  deps: OperateDeps<Context>,
  operation: Operation<S, Value, Context, 'account'>,
  spec: Operated<S, Value, Gives, Query>,
): Endpoint {
  const { definition } = operation;
  if (definition.who !== 'account') throw new Error(`${definition.name} is not for accounts`);
  const { done: meant = [200, 'Done.'], inputOf, repeatable, show, ...rest } = spec;
  const [status, meaning] = typeof meant === 'string' ? ([204, meant] as const) : meant;
  const fields = Object.entries(definition.input);
  const own = fields.filter(([key]) => key !== 'accountId' && spec.fromPath?.[key] === undefined);
  const body = inputSchema({ input: Object.fromEntries(own) }, 'null');
  const hasBody = inputOf === undefined && Object.keys(body.properties).length > 0;
  const read = createRead(deps, definition, spec);
  return defineEndpoint<Query, Gives>({
    about: definition.about,
    ...rest,
    ...(hasBody ? { takes: closed(body.properties) } : {}),
    statuses: { [status]: meaning },
    repeatable: repeatable !== undefined,
    failures: [...(spec.unknown === undefined ? [] : [spec.unknown]), ...(spec.failures ?? [])],
    async handle(asked) {
      const { account, principal, idempotency } = asked;
      const given = await read(asked);
      if ('kind' in given) return given;
      const keyed = repeatable === 'itself' ? { idempotency } : {};
      const input = { ...given.input, ...keyed, accountId: account.id } as unknown as Input<S>;
      const admin = actingAs(deps.chat, principal);
      const outcome =
        repeatable === true || repeatable === 'after'
          ? await doOnce(repeatable === true ? once : onceAfter, admin, {
              account,
              idempotency,
              work: (it) => operation(it as Context, input),
            })
          : await operation(admin, input);
      if (!outcome.ok) return sayWhoLacks(refuseBy(spec, definition.input, outcome), principal);
      const { value, replayed = false } = outcome;
      if (show === undefined) return { kind: 'done', status, body: undefined, replayed };
      const shown = await show(value, { account, reader: deps.reader, admin, input });
      if (shown === undefined) return refused(spec.unknown ?? 'path_unknown');
      const location = spec.location?.(shown);
      return {
        kind: 'done',
        status,
        body: shown,
        replayed,
        ...(location === undefined ? {} : { location }),
      };
    },
  });
}

type Done<Value> = Awaited<ReturnType<Operation<Shape, Value>>>;

/** An object, because JSON drops undefined values. */
async function doOnce<Value>(
  way: typeof once | typeof onceAfter,
  admin: ChatAdmin,
  {
    account,
    idempotency,
    work,
  }: Pick<Asked, 'account' | 'idempotency'> & {
    readonly work: (admin: ChatAdmin) => Promise<Done<Value>>;
  },
): Promise<Done<Value> | KeyRefused> {
  const keyed: { accountId: Account['id']; idempotency: Idempotency | undefined } = {
    accountId: account.id,
    idempotency,
  };
  const outcome = await way(admin, keyed, async (own) => {
    const did = await work({ ...admin, ...own });
    return did.ok ? { ok: true, value: { value: did.value } } : did;
  });
  return outcome.ok ? { ...outcome, value: outcome.value.value } : outcome;
}

type Given = Readonly<Record<string, unknown>>;

export const NOTHING_CHANGED = refuseField('', 'must say what to change', 'body');

function createRead<S extends Shape, Value, Gives extends TSchema, Query extends TObject>(
  { reader, chat }: OperateDeps,
  { input, needsOne }: { readonly input: S; readonly needsOne: boolean },
  spec: Operated<S, Value, Gives, Query>,
) {
  const source = { reader, nowMs: () => chat.clock.nowMs() };
  const inPath = Object.entries(spec.fromPath ?? {}) as [string, string][];
  return async (asked: Asked<Query>): Promise<{ readonly input: Given } | Outcome<never>> => {
    // What a path has is text, whatever else reads it as: a field reads it by its own rule.
    const named = inPath.map(([key, place]): [string, unknown] => {
      const field = input[key];
      return [field === undefined ? key : (propertyOf(field) ?? key), String(asked.places[place])];
    });
    const ofPath = pick(input, (key) => inPath.some(([it]) => it === key));
    const path = await readBody({ input: ofPath }, Object.fromEntries(named), source);
    if ('ok' in path) return refused(spec.unknown ?? 'path_unknown');
    if (spec.inputOf !== undefined) {
      const made = spec.inputOf(asked);
      if ('kind' in made) return made;
      return { input: { ...path.input, ...made } };
    }
    const ofBody = pick(input, (key) => key !== 'accountId' && !(key in ofPath));
    const given = (asked.body ?? {}) as Given;
    if (needsOne && Object.keys(given).length === 0) return NOTHING_CHANGED;
    const body = await readBody({ input: ofBody }, given, source);
    if ('ok' in body) return refuseBy(spec, input, body);
    return { input: { ...path.input, ...body.input } };
  };
}

function pick(input: Shape, isMeant: (key: string) => boolean): Shape {
  return Object.fromEntries(Object.entries(input).filter(([key]) => isMeant(key)));
}

/** People have no key: what a key lacks, their role lacks. */
function sayWhoLacks<Refusing extends Outcome<never>>(
  outcome: Refusing,
  { actor }: Principal,
): Refusing {
  if (outcome.kind !== 'refused' || actor.startsWith('key:')) return outcome;
  return outcome.refusal.reason === 'scope_missing'
    ? { ...outcome, refusal: refuse('role_too_low') }
    : outcome;
}

/** An operation's refusal, by the names that the endpoint's callers use for its fields. */
function refuseBy<S extends Shape, Value, Gives extends TSchema, Query extends TObject>(
  spec: Operated<S, Value, Gives, Query>,
  input: Shape,
  why: Refused & KeyRefused,
): Outcome<never> {
  if (why.key !== undefined) return refused(why.key);
  if (why.failure !== undefined) {
    const { failure, retryAfterSeconds } = why;
    const after = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return { kind: 'refused', refusal: refuse(failure), ...after };
  }
  const own = spec.refuse?.(why);
  if (own !== undefined) return own;
  if (spec.unknown !== undefined && spec.fromPath?.[why.field] !== undefined) {
    return refused(spec.unknown);
  }
  // A body with its own shape has its own names.
  const field = spec.inputOf === undefined ? input[why.field] : undefined;
  const name = field === undefined ? why.field : (propertyOf(field) ?? why.field);
  const pointer = name.startsWith('/') ? name : `/${name}`;
  const refusal = refuseField(pointer, withoutCommands(why.rule), 'body');
  if (why.missing === undefined) return refusal;
  // Of a field that callers have not given there is nothing to point at.
  const faults = input[why.field] === undefined ? [] : refusal.faults;
  return { kind: 'refused', refusal: refuse('scope_missing', { scope: why.missing }), faults };
}
