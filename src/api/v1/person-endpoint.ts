/**
 * Endpoints of `/v1` for people who are signed in, for staff, and for those who are about to sign
 * in. They act for a person, not for an account: the endpoints of accounts take sessions too
 * (sessions.ts), with the rights of the person's role.
 */
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import { faultsOf, type Static, type TObject, type TSchema } from '../../kit/shape.ts';
import type { FoundSession } from '../../features/sign-in/sessions.sql.ts';
import {
  refuseFields,
  type Endpoint,
  type EndpointShape,
  type Outcome,
  type ReadRequest,
} from './endpoint.ts';
import { readPayload } from './read-payload.ts';
import { readQuery } from './read-query.ts';
import { closed } from './shapes.ts';

/** `person`: signed in; `staff`: and on the service's staff. */
export type WhoMay = 'anyone' | 'person' | 'staff';

/** A person who is signed in. */
export type SignedIn = FoundSession & {
  /** As the audit names them: `user:17`, `staff:ayesha@example.com`. */
  readonly actor: string;
  /** For the header `Paigham-CSRF`. */
  readonly csrfToken: string;
  /** Whether they have shown in the last minutes who they are. */
  readonly isConfirmed: boolean;
  /** The same since they signed in: a cookie that was stolen then has not. */
  readonly isConfirmedAgain: boolean;
};

export type AskedByPerson<Who extends WhoMay, Query extends TObject, Takes extends TSchema> = {
  readonly person: Who extends 'anyone' ? SignedIn | undefined : SignedIn;
  readonly places: Readonly<Record<string, string>>;
  readonly query: Static<Query>;
  readonly body: Static<Takes>;
  /** The caller's address. */
  readonly from: string;
  readonly userAgent: string;
  readonly request: HttpRequest;
};

/** `cookie`: for the header `Set-Cookie`. */
export type PersonOutcome<Body = unknown> = Outcome<Body> & { readonly cookie?: string };

export type PersonEndpointOf<
  Who extends WhoMay,
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
> = EndpointShape<Query, Gives, Takes> & {
  readonly who: Who;
  /** Whether a session that still waits for its second factor may call it. */
  readonly beforeSecondFactor?: boolean;
  readonly handle: (
    asked: AskedByPerson<Who, Query, Takes>,
  ) => Promise<PersonOutcome<Static<Gives>>>;
};

/** An endpoint for people as v1.ts calls it. */
export type PersonEndpoint = Omit<
  PersonEndpointOf<WhoMay, TObject, TSchema>,
  'handle' | 'places' | 'query' | 'failures'
> & {
  readonly places: Readonly<Record<string, string>>;
  readonly query: TObject;
  readonly failures: readonly FailureReason[];
  readonly read: (
    request: HttpRequest,
  ) => Promise<ReadRequest | (Outcome & { readonly kind: 'refused' })>;
  readonly answer: (
    asked: Omit<AskedByPerson<'anyone', TObject, TSchema>, 'query' | 'body'> & {
      readonly read: ReadRequest;
    },
  ) => Promise<PersonOutcome>;
};

const NO_QUERY: TObject = closed({});

/** Makes an endpoint for people; its query and body are checked against their shapes. */
export function definePersonEndpoint<
  Who extends WhoMay,
  Query extends TObject,
  Gives extends TSchema,
  Takes extends TSchema = TSchema,
>(endpoint: PersonEndpointOf<Who, Query, Gives, Takes>): PersonEndpoint {
  const { handle, places: named = {}, query: shape = NO_QUERY, failures = [], ...rest } = endpoint;
  return {
    ...rest,
    places: named,
    query: shape,
    failures,
    async read(request) {
      const query = readQuery(request.query, shape);
      if (query.kind === 'refused') return query;
      const faults = faultsOf(shape, query.values);
      if (faults.length > 0) return refuseFields(faults);
      const payload = await readPayload(request, endpoint.takes);
      if (payload.kind === 'refused') return payload;
      return {
        kind: 'read',
        query: query.values,
        body: payload.value,
        file: undefined,
        accept: request.header('accept'),
        lastEventId: '',
        idempotency: undefined,
        release: async () => undefined,
      };
    },
    answer({ read, person, ...asked }) {
      if (endpoint.who !== 'anyone' && person === undefined) {
        throw new Error(`${endpoint.name} is for people who are signed in`);
      }
      return handle({
        ...asked,
        person: person as AskedByPerson<Who, Query, Takes>['person'],
        query: read.query as Static<Query>,
        body: read.body as Static<Takes>,
      });
    },
  };
}

/** What `/v1` serves: most for accounts, some for people. */
export type AnyEndpoint = Endpoint | PersonEndpoint;

export function isForPeople(endpoint: AnyEndpoint): endpoint is PersonEndpoint {
  return 'who' in endpoint;
}
