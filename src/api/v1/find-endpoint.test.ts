import { describe, expect, it } from 'vitest';
import { defineEndpoint, doneSilently, type EndpointMethod } from './endpoint.ts';
import { createFindEndpoint } from './find-endpoint.ts';

const at = (method: EndpointMethod, path: string) =>
  defineEndpoint({
    ...{ method, path, name: `${method} ${path}`, scope: 'send', about: '' },
    handle: async () => doneSilently(),
  });

const find = createFindEndpoint([
  at('GET', '/v1/notes'),
  at('POST', '/v1/notes'),
  at('GET', '/v1/notes/{id}'),
  at('POST', '/v1/notes/preview'),
  at('GET', '/v1/notes/{note}/lines/{line}'),
  at('DELETE', '/v1/notes/{id}/lines/last'),
]);

/** The name of what is found and its places, or the methods there are, or nothing. */
function ask(method: string, path: string): unknown {
  const found = find({ method, path });
  switch (found.kind) {
    case 'found':
      return [found.endpoint.name, found.places];
    case 'other_method':
      return [found.path, found.methods];
    case 'unknown':
      return undefined;
  }
}

describe('the endpoint of a request', () => {
  it.each([
    ['is found by path and method', 'POST', '/v1/notes', ['POST /v1/notes', {}]],
    [
      'is found with its places as they came',
      'GET',
      '/v1/notes/%41',
      ['GET /v1/notes/{id}', { id: '%41' }],
    ],
    ['takes HEAD as GET', 'HEAD', '/v1/notes', ['GET /v1/notes', {}]],
    [
      'may be a word where others have a place',
      'POST',
      '/v1/notes/preview',
      ['POST /v1/notes/preview', {}],
    ],
    [
      'may be a place where others have a word',
      'GET',
      '/v1/notes/preview',
      ['GET /v1/notes/{id}', { id: 'preview' }],
    ],
    [
      'has names of its own for the same places',
      ...(['GET', '/v1/notes/7/lines/last'] as const),
      ['GET /v1/notes/{note}/lines/{line}', { note: '7', line: 'last' }],
    ],
    [
      'has other methods, in the order of the list',
      'PUT',
      '/v1/notes/preview',
      ['/v1/notes/{id}', ['GET', 'POST']],
    ],
    ['has no empty place', 'GET', '/v1/notes/', undefined],
    ['is not a part of a path', 'GET', '/v1', undefined],
    ['is not longer than its path', 'GET', '/v1/notes/7/lines/8/9', undefined],
    ['is not found by the name of a place', 'PUT', '/v1/notes/__proto__/lines', undefined],
  ])('%s', (_, method, path, expected) => {
    expect(ask(method, path)).toEqual(expected);
  });
});
