/** What an endpoint of `/v1` is: a file gives its path, its shapes and what it does. */
import type { Account } from '../../domain/account/account.ts';
import { refuse, type FailureReason, type Refusal } from '../../domain/failure/failure.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import type { ReceivedFile } from '../../kit/http/receive-form.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import {
  faultsOf,
  type ShapeFault,
  type Static,
  type TObject,
  type TSchema,
} from '../../kit/shape.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { isForm, readForm } from './read-form.ts';
import { readPayload } from './read-payload.ts';
import { readQuery } from './read-query.ts';
import type { ReceiveUpload } from './receive-upload.ts';
import { refuseFields } from './refuse-fields.ts';
import { closed } from './shapes.ts';

export { refuseFields } from './refuse-fields.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How something was done: 201 made something, 202 has begun to, 204 has nothing to tell. */
export type DoneStatus = 200 | 201 | 202 | 204;

export type Done<Body = unknown> = {
  readonly kind: 'done';
  readonly status: DoneStatus;
  /** undefined with 204 alone. */
  readonly body: Body | undefined;
  /** Where it can be seen: `/v1/batches/1`. */
  readonly location?: string;
  /** It was done before, under the same idempotency key. */
  readonly replayed?: boolean;
};

/** An answer that is no JSON, written piece by piece. */
export type DoneInPieces = {
  readonly kind: 'pieces';
  /** With its charset. */
  readonly contentType: string;
  /** What a browser saves it as. */
  readonly fileName: string;
  readonly pieces: AsyncIterable<string>;
};

/** A file, in place of JSON. */
export type GivenFile = {
  readonly kind: 'file';
  readonly mime: string;
  readonly content: Uint8Array;
  readonly fileName: string;
};

/** What it came to. `faults` are the fields that are wrong. */
export type Outcome<Body = unknown> =
  | Done<Body>
  | DoneInPieces
  | GivenFile
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly faults?: readonly ShapeFault[];
      /** When to come again, where it is known better than by the failure. */
      readonly retryAfterSeconds?: number;
    }
  /** The account has changed since its snapshot was taken: it is asked again with a new one. */
  | { readonly kind: 'stale' };

export type Asked<Query extends TObject, Takes extends TSchema> = {
  readonly account: Account;
  readonly places: Readonly<Record<string, string>>;
  readonly query: Static<Query>;
  /** Of the shape `takes`, with its defaults. */
  readonly body: Static<Takes>;
  /** The file that came with the body, where the endpoint takes one. */
  readonly file: ReceivedFile | undefined;
  /** The header `Accept`, '' when absent. */
  readonly accept: string;
  /** Where the endpoint takes one and the caller gives one. */
  readonly idempotency: Idempotency | undefined;
};

export type EndpointOf<
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
> = {
  readonly method: EndpointMethod;
  /** `/v1/replies/{id}`: each `{name}` stands for one piece of the path. */
  readonly path: string;
  /** Unique, a verb and a noun: `listReplies`. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** What the pieces of the path are, where it has any. */
  readonly places?: Readonly<Record<string, string>>;
  /** Absent when it takes none. */
  readonly query?: Query;
  /** The JSON body of a request; absent: it takes none, and passes over what comes. */
  readonly takes?: Takes;
  /** The same fields may come as a form with a file in it, and are read as the body. */
  readonly form?: { readonly receive: ReceiveUpload; readonly shape: TObject };
  /** The body of an answer. */
  readonly gives: Gives;
  /** Other forms of an answer: media types, and what is in them. */
  readonly alsoGives?: Readonly<Record<string, TSchema>>;
  /** It gives a file, not JSON; `gives` is not looked at. */
  readonly givesFile?: boolean;
  /** What each status means with which it answers when all is well; 200 alone unless said. */
  readonly statuses?: Readonly<Partial<Record<DoneStatus, string>>>;
  /** Whether it takes an `Idempotency-Key`, and answers a repetition as it did the first time. */
  readonly repeatable?: boolean;
  /** What it refuses besides what every endpoint does. */
  readonly failures?: readonly FailureReason[];
  readonly handle: (asked: Asked<Query, Takes>) => Promise<Outcome<Static<Gives>>>;
};

/** What a request says, read by the shapes of its endpoint. */
export type ReadRequest = {
  readonly kind: 'read';
  readonly query: unknown;
  readonly body: unknown;
  readonly file: ReceivedFile | undefined;
  readonly accept: string;
  readonly idempotency: Idempotency | undefined;
  /** Lets go of what came with it. */
  release(): Promise<void>;
};

/** An endpoint as the door calls it. */
export type Endpoint = Omit<EndpointOf<TObject, TSchema>, 'handle'> & {
  readonly places: Readonly<Record<string, string>>;
  readonly query: TObject;
  readonly failures: readonly FailureReason[];
  /** Whether the body of this request is taken as it comes. */
  readonly takesStream: (request: HttpRequest) => boolean;
  /** Reads a request once, however often it is answered then. */
  readonly read: (
    request: HttpRequest,
    account: Account,
  ) => Promise<ReadRequest | (Outcome & { readonly kind: 'refused' })>;
  readonly answer: (asked: {
    readonly account: Account;
    readonly places: Readonly<Record<string, string>>;
    readonly read: ReadRequest;
  }) => Promise<Outcome>;
};

/** Makes an endpoint whose query and body are checked by their shapes. */
export function defineEndpoint<
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
>(endpoint: EndpointOf<Query, Gives, Takes>): Endpoint {
  const { handle, places: named = {}, query: shape = NO_QUERY, failures = [], ...rest } = endpoint;
  const takesStream = (request: HttpRequest): boolean =>
    endpoint.form !== undefined && isForm(request.header('content-type'));
  return {
    ...rest,
    ...{ places: named, query: shape, failures },
    takesStream,
    async read(request, account) {
      const query = readQuery(request.query, shape);
      if (query.kind === 'refused') return query;
      const faults = faultsOf(shape, query.values);
      if (faults.length > 0) return refuseFields(faults);
      const payload =
        endpoint.form !== undefined && takesStream(request)
          ? await readForm(request, account.id, endpoint.form)
          : readPayload(request, endpoint.takes);
      if (payload.kind === 'refused') return payload;
      const { value: body, file, release = nothing } = payload;
      const content = file === undefined ? body : { body, file: file.hash };
      const keyed = endpoint.repeatable === true ? readIdempotencyKey(request, content) : {};
      if (keyed.refusal !== undefined) {
        await release();
        return { kind: 'refused', refusal: keyed.refusal };
      }
      const { idempotency } = keyed;
      const accept = request.header('accept');
      return { kind: 'read', query: query.values, body, file, accept, idempotency, release };
    },
    answer({ account, places, read }) {
      const query = read.query as Static<Query>;
      const body = read.body as Static<Takes>;
      const { file, accept, idempotency } = read;
      return handle({ account, places, query, body, file, accept, idempotency });
    },
  };
}

async function nothing(): Promise<void> {}

const NO_QUERY: TObject = closed({});

/** All is well, with 200. */
export function done<Body>(body: Body): Done<Body> {
  return { kind: 'done', status: 200, body };
}

/** Something was made, and can be seen at `location`. */
export function created<Body>(body: Body, location: string): Done<Body> {
  return { kind: 'done', status: 201, body, location };
}

/** All is well, and there is nothing to tell. */
export function doneSilently(): Done<never> {
  return { kind: 'done', status: 204, body: undefined };
}

export function refused(reason: FailureReason): Outcome<never> {
  return { kind: 'refused', refusal: refuse(reason) };
}
