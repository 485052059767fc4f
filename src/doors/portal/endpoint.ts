/** What an endpoint of `/v1` is: a file gives its path, its shapes and what it does. */
import type { Account } from '../../domain/account/account.ts';
import { refuse, type FailureReason, type Refusal } from '../../domain/failure/failure.ts';
import {
  faultsOf,
  type ShapeFault,
  type Static,
  type TObject,
  type TSchema,
} from '../../kit/shape.ts';
import { readQuery } from './read-query.ts';

/** What it came to. `faults` are the fields that are wrong. */
export type Outcome<Body = unknown> =
  | { readonly kind: 'done'; readonly body: Body }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly faults?: readonly ShapeFault[];
    };

export type EndpointOf<Query extends TObject, Body extends TSchema> = {
  readonly method: 'GET';
  /** `/v1/replies/{id}`: each `{name}` stands for one piece of the path. */
  readonly path: string;
  /** Unique, a verb and a noun: `listReplies`. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** What the pieces of the path are. */
  readonly places: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** What it refuses besides what every endpoint does. */
  readonly failures: readonly FailureReason[];
  readonly handle: (asked: {
    readonly account: Account;
    readonly places: Readonly<Record<string, string>>;
    readonly query: Static<Query>;
  }) => Promise<Outcome<Static<Body>>>;
};

/** An endpoint as the door calls it: the query is read by its shape first. */
export type Endpoint = Omit<EndpointOf<TObject, TSchema>, 'handle'> & {
  readonly answer: (asked: {
    readonly account: Account;
    readonly places: Readonly<Record<string, string>>;
    /** As it came, without the `?`. */
    readonly query: string;
  }) => Promise<Outcome>;
};

/** Makes an endpoint whose query is checked by its shape. */
export function defineEndpoint<Query extends TObject, Body extends TSchema>(
  endpoint: EndpointOf<Query, Body>,
): Endpoint {
  const { handle, ...described } = endpoint;
  return {
    ...described,
    async answer({ account, places, query }) {
      const read = readQuery(query, endpoint.query);
      if (read.kind === 'refused') return read;
      const faults = faultsOf(endpoint.query, read.values);
      if (faults.length > 0) return refuseFields(faults);
      return handle({ account, places, query: read.values as Static<Query> });
    },
  };
}

export function done<Body>(body: Body): Outcome<Body> {
  return { kind: 'done', body };
}

export function refused(reason: FailureReason): Outcome<never> {
  return { kind: 'refused', refusal: refuse(reason) };
}

/** Refuses fields of the query, each with what it must be; pointers as `faultsOf` gives them. */
export function refuseFields(faults: readonly ShapeFault[]): Outcome<never> {
  const [first] = faults;
  const name = first?.pointer.slice(1) ?? '';
  const why = { quote: `${name} ${first?.rule ?? ''}`, instead: 'see errors' };
  return {
    kind: 'refused',
    refusal: refuse('parameters_invalid', { why }),
    faults: faults.map(({ pointer, rule }) => ({ pointer: `/query${pointer}`, rule })),
  };
}
