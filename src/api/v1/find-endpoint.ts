import type { HttpRequest } from '../../kit/http/request.ts';
import type { AnyEndpoint } from './person-endpoint.ts';

export type Found =
  | {
      readonly kind: 'found';
      /** As described: `/v1/replies/{id}`. */
      readonly path: string;
      readonly endpoint: AnyEndpoint;
      /** The path segments that `{name}`s stand for, as they came. */
      readonly places: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'other_method'; readonly path: string; readonly methods: readonly string[] }
  | { readonly kind: 'unknown' };

/**
 * Finds a request's endpoint by its path, segment by segment, and its method: HEAD counts as GET.
 */
export function findEndpoint(
  endpoints: readonly AnyEndpoint[],
  { path, method }: Pick<HttpRequest, 'path' | 'method'>,
): Found {
  const fitting = endpoints.flatMap((endpoint) => {
    const places = placesIn(endpoint.path, path);
    return places === undefined ? [] : [{ endpoint, places }];
  });
  const [first] = fitting;
  if (first === undefined) return { kind: 'unknown' };
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ endpoint }) => endpoint.method === wanted);
  if (found !== undefined) return { kind: 'found', path: found.endpoint.path, ...found };
  const methods = fitting.map(({ endpoint }) => endpoint.method);
  return { kind: 'other_method', path: first.endpoint.path, methods };
}

/** What the path has where the pattern has `{name}`; undefined if it does not match. */
function placesIn(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const places: [string, string][] = [];
  for (const [index, piece] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined ? piece !== value : value === '') return undefined;
    if (name !== undefined) places.push([name, value]);
  }
  return Object.fromEntries(places);
}
