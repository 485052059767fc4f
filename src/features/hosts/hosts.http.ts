/** `/v1/hosts`: an account's domains, and its claims to domains. */
import { hostNameGiven, publishingOf } from '../../domain/host.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { type HostRecord, listHosts } from './hosts.sql.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { type ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { allOf, getOne } from '../../api/v1/list.ts';
import { closed, derived, from, orNull, resource, time } from '../../operations/resource.ts';

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

export const HOST = resource(
  'Host',
  {
    host: Type.String({ description: 'Without a port: messages.example.com.' }),
    state: derived(
      Type.Enum(['pending', 'proven'], {
        description: 'pending: claimed, with no effect until it is proven.',
      }),
      ({ token }: HostRecord) => (token === undefined ? 'proven' : 'pending'),
    ),
    enforced: derived(
      Type.Boolean({
        description:
          'Whether other accounts’ keys are refused there: it is proven, you are verified.',
      }),
      ({ token }: HostRecord, { account }: { readonly account: { readonly verified: boolean } }) =>
        token === undefined && account.verified,
    ),
    proven_by: from('proof', orNull(Type.Enum(['dns', 'file', 'staff']), 'staff: their word.')),
    since: time('In this state.'),
    proof: derived(Type.Union([PROOF, Type.Null()]), ({ host, token }: HostRecord) =>
      token === undefined ? null : showPublishing(host, token),
    ),
  },
  'A domain of your own.',
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
    show: HOST.show,
  });
}

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
      const host = hostNameGiven(places.host);
      const hosts = await listHosts(reader, { accountId: account.id });
      const found = hosts.find((it) => it.host === host);
      return found && HOST.show(found, { account });
    },
  });
}

function showPublishing(host: string, token: string): Static<typeof PROOF> {
  const { dns, file } = publishingOf(host, token);
  const urls = ['https', 'http'].map((scheme) => `${scheme}://${host}${file.path}`);
  return { dns: { type: 'TXT', ...dns }, file: { urls, content: file.content } };
}
