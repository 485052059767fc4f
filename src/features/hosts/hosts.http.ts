/** `/v1/hosts`: an account's domains, and its claims to domains. */
import { hostNameOf, publishingOf } from '../../domain/host.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { type HostRecord, listHosts } from './hosts.sql.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { type ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { allOf, getOne } from '../../api/v1/list.ts';
import { closed } from '../../api/v1/shapes.ts';

const PROOF = closed(
  {
    dns: closed(
      { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
      { description: 'A DNS record of the domain.' },
    ),
    file: closed(
      { urls: Type.Array(Type.String()), content: Type.String() },
      { description: 'A file on it, at either address.' },
    ),
  },
  { description: 'What to publish: either one is enough.' },
);

export const HOST = closed(
  {
    host: Type.String({ description: 'Without a port: messages.example.com.' }),
    state: Type.Enum(['pending', 'proven'], {
      description: 'pending: claimed, with no effect until it is proven.',
    }),
    enforced: Type.Boolean({
      description:
        'Whether other accounts’ keys are refused there: it is proven, you are verified.',
    }),
    proven_by: Type.Union([Type.Enum(['dns', 'file', 'staff']), Type.Null()], {
      description: 'staff: their word.',
    }),
    since: Type.String({ format: 'date-time', description: 'In this state.' }),
    proof: Type.Union([PROOF, Type.Null()]),
  },
  { title: 'Host', description: 'A domain of your own.' },
);

/** `GET /v1/hosts` */
export function createListHosts({ reader }: ChatEndpointDeps): Endpoint {
  return allOf({
    path: '/v1/hosts',
    name: 'listHosts',
    scope: 'account',
    about: 'Your domains, with what to publish for those not proven yet.',
    item: HOST,
    find: ({ account }) => listHosts(reader, { accountId: account.id }),
    show: (host, { account }) => showHost(host, account),
  });
}

/** `GET /v1/hosts/{host}` */
export function createShowHost({ reader }: ChatEndpointDeps): Endpoint {
  return getOne({
    path: '/v1/hosts/{host}',
    name: 'showHost',
    scope: 'account',
    about: 'One of your domains.',
    places: { host: 'The domain.' },
    gives: HOST,
    unknown: 'host_unknown',
    async find({ account, places }) {
      const host = hostNameOf(places.host);
      const hosts = await listHosts(reader, { accountId: account.id });
      const found = hosts.find((it) => it.host === host);
      return found && showHost(found, account);
    },
  });
}

/** A domain as its owner sees it. */
export function showHost(
  { host, token, proof, sinceMs }: HostRecord,
  { verified }: { readonly verified: boolean },
): Static<typeof HOST> {
  return {
    host,
    state: token === undefined ? 'proven' : 'pending',
    enforced: token === undefined && verified,
    proven_by: proof ?? null,
    since: new Date(sinceMs).toISOString(),
    proof: token === undefined ? null : showPublishing(host, token),
  };
}

function showPublishing(host: string, token: string): Static<typeof PROOF> {
  const { dns, file } = publishingOf(host, token);
  const urls = ['https', 'http'].map((scheme) => `${scheme}://${host}${file.path}`);
  return { dns: { type: 'TXT', ...dns }, file: { urls, content: file.content } };
}
