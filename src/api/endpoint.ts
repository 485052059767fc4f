import type { HttpAnswer } from '../kit/http/answer.ts';
import type { HttpRequest } from '../kit/http/request.ts';
import type { Voice } from './answer.ts';
import type { Parameters } from './read-parameters.ts';

/** One path of the interface. */
export type Endpoint<Name extends string> = {
  readonly path: string;
  /** Every parameter it knows; others are passed over. */
  readonly parameters: ReadonlySet<Name>;
  /** How large a body may be; as large as anybody's may unless said. */
  readonly bodyBytes?: number;
  /** For an endpoint whose answers are JSON whatever `format` says: how its refusals look. */
  readonly alwaysJson?: Pick<Voice, 'frame' | 'besides'>;
  readonly answer: (call: Call<Name>) => Promise<HttpAnswer>;
};

/** A request whose shape is right. */
export type Call<Name extends string> = {
  readonly request: HttpRequest;
  readonly parameters: Parameters<Name>;
  readonly voice: Voice;
};

/** The members of a constant set, as a type. */
export type ElementOf<Members> = Members extends ReadonlySet<infer Element> ? Element : never;
