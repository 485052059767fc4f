import type { HttpRequest } from '@paigham/http/request.ts';
import type { AnyEndpoint } from './endpoint.ts';

type Found =
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

type FindEndpoint = (request: Pick<HttpRequest, 'path' | 'method'>) => Found;

/** What may follow a beginning of paths. */
type Fork = {
  readonly words: Map<string, Fork>;
  /** Any segment but an empty one. */
  place: Fork | undefined;
  /** The endpoints whose paths end here, in the order of the list. */
  readonly ends: Listed[];
};

type Listed = {
  readonly endpoint: AnyEndpoint;
  readonly at: number;
  /** The `{name}`s of its path, by their places in it. */
  readonly names: readonly (readonly [name: string, index: number])[];
};

const newFork = (): Fork => ({ words: new Map(), place: undefined, ends: [] });

/**
 * Finds a request's endpoint by its path, segment by segment, and its method: HEAD counts as GET.
 */
export function createFindEndpoint(endpoints: readonly AnyEndpoint[]): FindEndpoint {
  const root = newFork();
  for (const [at, endpoint] of endpoints.entries()) {
    const names: [string, number][] = [];
    let fork = root;
    for (const [index, piece] of endpoint.path.split('/').entries()) {
      const name = /^\{(\w+)\}$/.exec(piece)?.[1];
      if (name !== undefined) names.push([name, index]);
      const next = (name === undefined ? fork.words.get(piece) : fork.place) ?? newFork();
      if (name === undefined) fork.words.set(piece, next);
      else fork.place = next;
      fork = next;
    }
    fork.ends.push({ endpoint, at, names });
  }
  return ({ path, method }) => {
    const given = path.split('/');
    const fitting = endsOf(root, given, 0);
    const [first] = fitting;
    if (first === undefined) return { kind: 'unknown' };
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = fitting.find(({ endpoint }) => endpoint.method === wanted);
    if (found === undefined) {
      const methods = fitting.map(({ endpoint }) => endpoint.method);
      return { kind: 'other_method', path: first.endpoint.path, methods };
    }
    const { endpoint, names } = found;
    const places = Object.fromEntries(names.map(([name, index]) => [name, given[index] ?? '']));
    return { kind: 'found', path: endpoint.path, endpoint, places };
  };
}

/** The endpoints that fit what is given from `index` on, in the order of the list. */
function endsOf(fork: Fork, given: readonly string[], index: number): readonly Listed[] {
  const piece = given[index];
  if (piece === undefined) return fork.ends;
  const word = fork.words.get(piece);
  const place = piece === '' ? undefined : fork.place;
  const [only, other] = word === undefined ? [place] : [word, place];
  if (only === undefined) return [];
  const ends = endsOf(only, given, index + 1);
  if (other === undefined) return ends;
  const more = endsOf(other, given, index + 1);
  return [...ends, ...more].toSorted((one, another) => one.at - another.at);
}
