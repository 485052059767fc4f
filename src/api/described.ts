/** How endpoints describe themselves, in OpenAPI 3.1; `/openapi.json` gathers it. */
import type { Scope } from '../domain/account/account.ts';
import type { TSchema } from '../kit/shape.ts';

export type DescribedParameter = {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: TSchema;
};

type DescribedContent = Readonly<Record<string, { readonly schema: TSchema | object }>>;

export type DescribedAnswer = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: DescribedContent;
};

export type DescribedOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: DescribedContent };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
};

export type DescribedMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** How an operation states the scope it needs for people; `security` states it for programs. */
export function needing(scope: Scope, forAgents = false): string {
  const needs = `Needs a key with the scope \`${scope}\`.`;
  return forAgents ? `${needs} Open to people with the role \`agent\`.` : needs;
}

/** Operations by path and lower-case method. */
export type DescribedPaths = Readonly<
  Record<string, Readonly<Partial<Record<DescribedMethod, DescribedOperation>>>>
>;
