/** What an endpoint of `/v1` is: each file gives its path, its shapes and its handler. */
import type { Account, Principal, Scope } from '../../domain/account/account.ts';
import { refuse, type FailureReason, type Refusal } from '../../domain/failure/failure.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import { fingerprintOf } from '../../kit/digest.ts';
import type { ReceivedFile } from '../../kit/http/receive-form.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import {
  faultsOf,
  type ShapeFault,
  type Static,
  type TObject,
  type TSchema,
} from '../../kit/shape.ts';
import { readIdempotencyKey } from '../read-send-options.ts';
import { isForm, readForm } from './read-form.ts';
import { readPayload } from './read-payload.ts';
import { readQuery } from './read-query.ts';
import type { ReceiveUpload } from './receive-upload.ts';
import { refuseFields } from './refuse-fields.ts';
import { closed } from './shapes.ts';

export { faultsOfSend, refuseFields } from './refuse-fields.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How a request was carried out: 201 created something, 202 has started to, 204 has nothing to say.
 */
export type DoneStatus = 200 | 201 | 202 | 204;

export type Done<Body = unknown> = {
  readonly kind: 'done';
  readonly status: DoneStatus;
  /** undefined only with 204. */
  readonly body: Body | undefined;
  /** Where it can be seen: `/v1/batches/1`. */
  readonly location?: string;
  /** It was done before, with the same idempotency key. */
  readonly replayed?: boolean;
};

/** An answer that is not JSON, written piece by piece. */
export type DoneInPieces = {
  readonly kind: 'pieces';
  /** With its charset. */
  readonly contentType: string;
  /** The name a browser saves it under. */
  readonly fileName?: string;
  /** With whom it shares its places. */
  readonly kept: LastingKind;
  /** Begins it; `ended` is aborted when it ends early. */
  readonly pieces: (ended: AbortSignal) => AsyncIterable<string>;
};

/** Streams of an account's events, of the staff's overview; whole lists as files. */
export type LastingKind = 'events' | 'overview' | 'result';

/** A file, in place of JSON. */
export type GivenFile = {
  readonly kind: 'file';
  readonly mime: string;
  readonly content: Uint8Array;
  readonly fileName: string;
};

/** A page, to print. */
export type GivenPage = {
  readonly kind: 'page';
  readonly html: string;
  /** The content of its only `style` element. */
  readonly style: string;
};

/** The outcome of a call. `faults` are the invalid fields. */
export type Outcome<Body = unknown> =
  | Done<Body>
  | DoneInPieces
  | GivenFile
  | GivenPage
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly faults?: readonly ShapeFault[];
      /** What the change would do, for its caller to agree to. */
      readonly consequences?: readonly string[];
      /** When to try again, where that is known better than from the failure. */
      readonly retryAfterSeconds?: number;
    }
  /** The account has changed since its snapshot was taken: the call is repeated with a new one. */
  | { readonly kind: 'stale' };

export type Asked<Query extends TObject, Takes extends TSchema> = {
  readonly account: Account;
  /** Who is calling: for the audit log, and for what they may delegate. */
  readonly principal: Principal;
  readonly places: Readonly<Record<string, string>>;
  readonly query: Static<Query>;
  /** In the shape `takes`, with its defaults. */
  readonly body: Static<Takes>;
  /** The file that came with the body, if the endpoint takes one. */
  readonly file: ReceivedFile | undefined;
  /** The header `Accept`, '' when absent. */
  readonly accept: string;
  /** The header `Last-Event-ID`, '' when absent. */
  readonly lastEventId: string;
  /** If the endpoint takes one and the caller gives one. */
  readonly idempotency: Idempotency | undefined;
};

/** What endpoints for accounts and for people have in common. */
export type EndpointShape<
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
> = {
  readonly method: EndpointMethod;
  /** `/v1/replies/{id}`: each `{name}` stands for one segment of the path. */
  readonly path: string;
  /** Unique, a verb and a noun: `listReplies`. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** What the path's `{name}` segments are, if it has any. */
  readonly places?: Readonly<Record<string, string>>;
  /** Absent when there is none. */
  readonly query?: Query;
  /** The JSON body of a request; absent: it takes none, or an empty one. */
  readonly takes?: Takes;
  /** The body of an answer. */
  readonly gives: Gives;
  /** Its forms when none is JSON; `gives` is ignored then. */
  readonly onlyGives?: Readonly<Record<string, TSchema>>;
  /** It returns a file, not JSON; `gives` is ignored. */
  readonly givesFile?: boolean;
  /** What each status of a successful answer means; only 200 unless given. */
  readonly statuses?: Readonly<Partial<Record<DoneStatus, string>>>;
  /** What it refuses besides the refusals every endpoint has. */
  readonly failures?: readonly FailureReason[];
};

export type EndpointOf<
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
> = EndpointShape<Query, Gives, Takes> & {
  /** The scope a key needs to call it. */
  readonly scope: Scope;
  /** With what it is counted; unless said, GET with the reads and all else with the changes. */
  readonly bucket?: 'sends' | 'reads';
  /** Whether test keys may call it: those that only read, unless said. */
  readonly inTest?: boolean;
  /**
   * Whether its own commit compares the account's version, so that nothing has to be asked before:
   * what it refuses is checked afterwards, as reads are.
   */
  readonly comparesVersion?: boolean;
  /** The same fields as a form with a file, which are read like the body; `file`: what it is. */
  readonly form?: {
    readonly receive: ReceiveUpload;
    readonly shape: TObject;
    readonly file: string;
  };
  /** Other forms of an answer: media types and their descriptions. */
  readonly alsoGives?: Readonly<Record<string, TSchema>>;
  /** Whether it takes an `Idempotency-Key`, and answers a repeat as it did the first time. */
  readonly repeatable?: boolean;
  /** Whether its answer contains a secret, which only the caller who got it first may get again. */
  readonly showsSecret?: boolean;
  readonly handle: (asked: Asked<Query, Takes>) => Promise<Outcome<Static<Gives>>>;
};

/** What a request says, read by its endpoint's shapes. */
export type ReadRequest = {
  readonly kind: 'read';
  readonly query: unknown;
  readonly body: unknown;
  readonly file: ReceivedFile | undefined;
  readonly accept: string;
  readonly lastEventId: string;
  readonly idempotency: Idempotency | undefined;
  /** Releases what came with it. */
  release(): Promise<void>;
};

/** An endpoint as v1.ts calls it. */
export type Endpoint = Omit<EndpointOf<TObject, TSchema>, 'handle'> & {
  readonly places: Readonly<Record<string, string>>;
  readonly query: TObject;
  readonly failures: readonly FailureReason[];
  /** Whether this request's body is read as a stream. */
  readonly takesStream: (request: HttpRequest) => boolean;
  /** Reads a request once, however often it is then answered. */
  readonly read: (
    request: HttpRequest,
    account: Account,
  ) => Promise<ReadRequest | (Outcome & { readonly kind: 'refused' })>;
  readonly answer: (asked: {
    readonly account: Account;
    readonly principal: Principal;
    readonly places: Readonly<Record<string, string>>;
    readonly read: ReadRequest;
  }) => Promise<Outcome>;
};

/** Makes an endpoint whose query and body are checked against their shapes. */
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
    places: named,
    query: shape,
    failures,
    takesStream,
    async read(request, account) {
      const query = readQuery(request.query, shape);
      if (query.kind === 'refused') return query;
      const faults = faultsOf(shape, query.values);
      if (faults.length > 0) return refuseFields(faults);
      const payload =
        endpoint.form !== undefined && takesStream(request)
          ? await readForm(request, account.id, endpoint.form)
          : await readPayload(request, endpoint.takes);
      if (payload.kind === 'refused') return payload;
      const { value: body, file, release = nothing } = payload;
      const content = file === undefined ? body : { body, file: file.hash };
      const keyed = endpoint.repeatable === true ? readIdempotencyKey(request, content) : {};
      if (keyed.refusal !== undefined) {
        await release();
        return { kind: 'refused', refusal: keyed.refusal };
      }
      const { idempotency } = keyed;
      const headers = {
        accept: request.header('accept'),
        lastEventId: request.header('last-event-id'),
      };
      return { kind: 'read', query: query.values, body, file, ...headers, idempotency, release };
    },
    answer({ account, principal, places, read }) {
      const query = read.query as Static<Query>;
      const body = read.body as Static<Takes>;
      const { file, accept, lastEventId } = read;
      const idempotency =
        endpoint.showsSecret === true ? ofCaller(principal, read.idempotency) : read.idempotency;
      const asked = { account, principal, places, query, body };
      return handle({ ...asked, file, accept, lastEventId, idempotency });
    },
  };
}

/** The idempotency key of a request that covers the caller, too. */
function ofCaller({ actor }: Principal, given: Idempotency | undefined): Idempotency | undefined {
  return given && { ...given, requestHash: fingerprintOf([given.requestHash, actor]) };
}

async function nothing(): Promise<void> {}

const NO_QUERY: TObject = closed({});

/** Whether test keys may call it. */
export function isForTests({ method, inTest }: Pick<Endpoint, 'method' | 'inTest'>): boolean {
  return inTest ?? method === 'GET';
}

/** Done, with 200. */
export function done<Body>(body: Body): Done<Body> {
  return { kind: 'done', status: 200, body };
}

/** Something was created, and can be seen at `location`. */
export function created<Body>(body: Body, location: string): Done<Body> {
  return { kind: 'done', status: 201, body, location };
}

/** Done, with nothing to say. */
export function doneSilently(): Done<never> {
  return { kind: 'done', status: 204, body: undefined };
}

export function refused(reason: FailureReason): Outcome<never> {
  return { kind: 'refused', refusal: refuse(reason) };
}
