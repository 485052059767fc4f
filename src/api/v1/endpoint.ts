/**
 * What an endpoint of `/v1` is: each file gives its path, who may call it, its shapes, what is
 * refused beforehand, and its handler.
 *
 * Most endpoints are of an account: programs call them by its key, people by their session, with
 * the rights of their role. The others act for a person, not for an account.
 */
import type { Account, Principal, Scope } from '../../domain/account/account.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import { fingerprintOf } from '../../kit/digest.ts';
import type { ReceivedFile } from '@paigham/http/receive-form.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { faultsOf, Type, type Static, type TObject, type TSchema } from '../../kit/shape.ts';
import { readIdempotencyKey } from '../read-send-options.ts';
import type { DoneStatus, Outcome, Refused } from './outcome.ts';
import { isForm, readForm } from './read-form.ts';
import { readPayload, type Lacks } from './read-payload.ts';
import { readQuery } from './read-query.ts';
import type { ReceiveUpload } from './receive-upload.ts';
import { refuseFields } from './refuse-fields.ts';
import type { SignedIn } from './sessions.ts';
import { closed } from '../../operations/resource.ts';

export { faultsOfSend, refuseField, refuseFields } from './refuse-fields.ts';
export { created, done, doneSilently, refused } from './outcome.ts';
export type { Done, DoneInPieces, DoneStatus, GivenPage, Outcome, Refused } from './outcome.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `person`: signed in; `staff`: and on the service's staff. */
export type PersonKind = 'anyone' | 'person' | 'staff';

/** `account`: who acts for one. */
export type WhoMay = 'account' | PersonKind;

/** A `{name}` of a path: what it is, and how its value is read. */
export type Place<Value = unknown> = {
  readonly about: string;
  readonly read: (text: string) => Value;
};

/** The `{name}`s of a path; those that are only described are texts. */
export type Places = Readonly<Record<string, string | Place>>;

/** What was read of a request. */
type Given<Query extends TObject, Takes extends TSchema, Named extends Places> = {
  readonly places: {
    readonly [Name in keyof Named]: Named[Name] extends Place<infer Value> ? Value : string;
  };
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

type CallerOf<Who extends WhoMay> = Who extends 'account'
  ? {
      readonly account: Account;
      /** Who is calling: for the audit log, and for what they may delegate. */
      readonly principal: Principal;
    }
  : {
      readonly person: Who extends 'anyone' ? SignedIn | undefined : SignedIn;
      /** The caller's address. */
      readonly from: string;
      readonly userAgent: string;
      readonly request: HttpRequest;
    };

export type Asked<
  Query extends TObject = TObject,
  Takes extends TSchema = TSchema,
  Who extends WhoMay = 'account',
  Named extends Places = Places,
> = CallerOf<Who> & Given<Query, Takes, Named>;

/** What is asked before an endpoint's own work, and the reasons for which it may refuse. */
export type Guard<In> = {
  readonly refuses: readonly FailureReason[];
  readonly check: (asked: In) => Promise<Refused | undefined> | Refused | undefined;
};

type Described = {
  readonly method: EndpointMethod;
  /** `/v1/replies/{id}`: each `{name}` stands for one segment of the path. */
  readonly path: string;
  /** Unique, a verb and a noun: `listReplies`. */
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  /** The JSON body of a request; absent: it takes none, or an empty one. */
  readonly takes?: TSchema;
  /** What a body that lacks something lacks besides: fields that it needs in some forms only. */
  readonly lacks?: Lacks;
  /** None of its fields is needed, but one of them: PATCH always says something. */
  readonly needsBody?: true;
  /** The same fields as a form with a file, which are read like the body; `file`: what it is. */
  readonly form?: {
    readonly receive: ReceiveUpload;
    readonly shape: TObject;
    readonly file: string;
  };
  /** Other forms of an answer: media types and their descriptions. */
  readonly alsoGives?: Readonly<Record<string, TSchema>>;
  /** Its forms when none is JSON. */
  readonly onlyGives?: Readonly<Record<string, TSchema>>;
  /** It returns a file, not JSON. */
  readonly givesFile?: boolean;
  /** What each status of a successful answer means; only 200 unless given. */
  readonly statuses?: Readonly<Partial<Record<DoneStatus, string>>>;
  /** With what it is counted; unless said, GET with the reads and all else with the changes. */
  readonly bucket?: 'sends' | 'reads';
  /** Whether test keys may call it: those that only read, unless said. */
  readonly inTest?: boolean;
  /**
   * Whether its own commit compares the account's version, so that nothing has to be asked before:
   * what it refuses is checked afterwards, as reads are.
   */
  readonly comparesVersion?: boolean;
  /** Whether it takes an `Idempotency-Key`, and answers a repeat as it did the first time. */
  readonly repeatable?: boolean;
  /** Whether its answer contains a secret, which only the caller who got it first may get again. */
  readonly showsSecret?: boolean;
  /** Whether an agent may call it, who has no scope: it serves answering in the inbox. */
  readonly forAgents?: boolean;
  /** Whether a session that still waits for its second factor may call it. */
  readonly beforeSecondFactor?: boolean;
};

/** Who may call an endpoint: a key or a role with this scope, or a person of this kind. */
export type Needs<Who extends WhoMay> = Who extends 'account'
  ? { readonly scope: Scope }
  : { readonly who: Who };

export type EndpointOf<
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
  Who extends WhoMay = 'account',
  Named extends Places = Places,
> = Omit<Described, 'takes'> &
  Needs<Who> & {
    readonly who?: Who;
    /** What the path's `{name}` segments are, if it has any. */
    readonly places?: Named;
    /** Absent when there is none. */
    readonly query?: Query;
    readonly takes?: Takes;
    /** The body of an answer; absent: there is none. */
    readonly gives?: Gives;
    readonly guards?: readonly Guard<Asked<Query, Takes, Who, Named>>[];
    /** What it refuses besides its guards and the refusals every endpoint has. */
    readonly failures?: readonly FailureReason[];
    readonly handle: (asked: Asked<Query, Takes, Who, Named>) => Promise<Outcome<Static<Gives>>>;
  };

/** What a request says, read by its endpoint's shapes. */
export type ReadRequest = Omit<Given<TObject, TSchema, Places>, 'places'> & {
  readonly kind: 'read';
  /** Releases what came with it. */
  release(): Promise<void>;
};

/** An endpoint as it is called and described. */
export type Endpoint<Who extends WhoMay = 'account'> = Described & {
  readonly who: Who;
  readonly scope: Who extends 'account' ? Scope : undefined;
  readonly places: Places;
  readonly query: TObject;
  readonly gives: TSchema;
  readonly failures: readonly FailureReason[];
  /** Whether this request's body is read as a stream. */
  readonly takesStream: (request: HttpRequest) => boolean;
  /** Reads a request once, however often it is then answered. */
  readonly read: (request: HttpRequest, account?: Account) => Promise<ReadRequest | Refused>;
  readonly answer: (
    asked: CallerOf<Who> & {
      readonly places: Readonly<Record<string, string>>;
      readonly read: ReadRequest;
    },
  ) => Promise<Outcome>;
};

export type PersonEndpoint = Endpoint<'anyone'> | Endpoint<'person'> | Endpoint<'staff'>;
export type AnyEndpoint = Endpoint | PersonEndpoint;

/** Whether it acts for a person, not for an account. */
export function isForPeople(endpoint: AnyEndpoint): endpoint is PersonEndpoint {
  return endpoint.who !== 'account';
}

/** Makes an endpoint whose query and body are checked against their shapes. */
export function defineEndpoint<
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
  Who extends WhoMay = 'account',
  const Named extends Places = Places,
>(endpoint: EndpointOf<Query, Gives, Takes, Who, Named>): Endpoint<Who> {
  const { guards = [], failures = [] } = endpoint;
  const { who = 'account', scope }: { who?: WhoMay; scope?: Scope } = endpoint;
  const shape: TObject = endpoint.query ?? NOTHING;
  const named: Places = endpoint.places ?? {};
  const described: Omit<Endpoint, 'who' | 'scope' | 'answer'> = {
    ...(endpoint as Described),
    ...createRead(endpoint, shape),
    gives: endpoint.gives ?? Type.Null(),
    places: named,
    query: shape,
    failures: [...guards.flatMap(({ refuses }) => refuses), ...failures],
  };
  const answer: Endpoint<Who>['answer'] = async ({ places, read, ...caller }) => {
    const { kind: _, release: __, ...given } = read;
    const values = Object.entries(named).map(([name, place]) => {
      const text = places[name] ?? '';
      return [name, typeof place === 'string' ? text : place.read(text)];
    });
    const asked = {
      ...caller,
      ...given,
      places: Object.fromEntries(values),
      idempotency:
        endpoint.showsSecret === true && 'principal' in caller
          ? ofCaller(caller.principal as Principal, given.idempotency)
          : given.idempotency,
    } as unknown as Asked<Query, Takes, Who, Named>;
    for (const { check } of guards) {
      const refusal = await check(asked);
      if (refusal !== undefined) return refusal;
    }
    return endpoint.handle(asked);
  };
  return { ...described, who, scope, answer } as Endpoint<Who>;
}

function createRead(
  { takes, lacks, form, repeatable = false }: Described,
  shape: TObject,
): Pick<Endpoint, 'takesStream' | 'read'> {
  const takesStream = (request: HttpRequest): boolean =>
    form !== undefined && isForm(request.header('content-type'));
  return {
    takesStream,
    async read(request, account) {
      const query = readQuery(request.query, shape);
      if (query.kind === 'refused') return query;
      const faults = faultsOf(shape, query.values);
      if (faults.length > 0) return refuseFields(faults);
      const payload =
        form !== undefined && account !== undefined && takesStream(request)
          ? await readForm(request, account.id, form)
          : await readPayload(request, takes, lacks);
      if (payload.kind === 'refused') return payload;
      const { value: body, file, release = nothing } = payload;
      const content = file === undefined ? body : { body, file: file.hash };
      const keyed = repeatable ? readIdempotencyKey(request, content) : {};
      if (keyed.refusal !== undefined) {
        await release();
        return { kind: 'refused', refusal: keyed.refusal };
      }
      return {
        kind: 'read',
        query: query.values,
        body,
        file,
        accept: request.header('accept'),
        lastEventId: request.header('last-event-id'),
        idempotency: keyed.idempotency,
        release,
      };
    },
  };
}

/** The idempotency key of a request that covers the caller, too. */
function ofCaller({ actor }: Principal, given: Idempotency | undefined): Idempotency | undefined {
  return given && { ...given, requestHash: fingerprintOf([given.requestHash, actor]) };
}

async function nothing(): Promise<void> {}

const NOTHING: TObject = closed({});

/** Whether test keys may call it. */
export function isForTests({ method, inTest }: Pick<Described, 'method' | 'inTest'>): boolean {
  return inTest ?? method === 'GET';
}
