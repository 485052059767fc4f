/** `/v1/hosts`: domains at which only this account's keys are taken. */
import { claimHost, removeHost } from '../../../desk/accounts/set-hosts.ts';
import { once } from '../../../desk/once.ts';
import { hostNameOf } from '../../../domain/host-name.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import { Type } from '../../../kit/shape.ts';
import { listHosts, type HostRecord } from '../../../store/chat/hosts.ts';
import {
  created,
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseFields,
  type Endpoint,
} from '../endpoint.ts';
import { deskOf, NO_QUERY, type ChatEndpointDeps } from './parts.ts';

const HOST = Type.Object(
  {
    host: Type.String({ description: 'Without a port: messages.example.com.' }),
    since: Type.String({ format: 'date-time' }),
  },
  { title: 'Host', additionalProperties: false, description: 'A domain of your own.' },
);

/** `GET /v1/hosts` */
export function createListHosts({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/hosts',
    name: 'listHosts',
    about: 'Domains at which only your keys are taken.',
    places: {},
    query: NO_QUERY,
    gives: Type.Object({ data: Type.Array(HOST) }, { additionalProperties: false }),
    failures: [],
    async handle({ account }) {
      return done({ data: (await listHosts(reader, account.id)).map(show) });
    },
  });
}

/** `GET /v1/hosts/{host}` */
export function createShowHost({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/hosts/{host}',
    name: 'showHost',
    about: 'One of your domains.',
    places: { host: 'The domain.' },
    query: NO_QUERY,
    gives: HOST,
    failures: ['host_unknown'],
    async handle({ account, places }) {
      const found = await findHost(reader, account.id, hostNameOf(places['host'] ?? ''));
      return found === undefined ? refused('host_unknown') : done(show(found));
    },
  });
}

/** `POST /v1/hosts` */
export function createAddHost(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/hosts',
    name: 'addHost',
    about: `Gives you a domain of your own, ${limit('accountHosts')} at most. Point it at us next.`,
    places: {},
    query: NO_QUERY,
    takes: Type.Object(
      { host: Type.String({ maxLength: 260, description: 'messages.example.com' }) },
      { additionalProperties: false },
    ),
    gives: HOST,
    statuses: { 201: 'It is yours.' },
    repeatable: true,
    failures: ['host_taken'],
    async handle({ account, body, idempotency }) {
      const { publicHost } = deps;
      const accountId = account.id;
      const outcome = await once(deskOf(deps, account), { accountId, idempotency }, (desk) =>
        claimHost(desk, { accountId, host: body.host, publicHost }),
      );
      if (!outcome.ok) {
        if (outcome.key !== undefined) return refused(outcome.key);
        if (outcome.rule === 'is taken') return refused('host_taken');
        return refuseFields([{ pointer: '/host', rule: outcome.rule }], 'body');
      }
      const { value: added, replayed } = outcome;
      return { ...created(show(added), `/v1/hosts/${added.host}`), replayed };
    },
  });
}

/** `DELETE /v1/hosts/{host}` */
export function createRemoveHost(deps: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'DELETE',
    path: '/v1/hosts/{host}',
    name: 'removeHost',
    about: 'Takes a domain from you: every account is served there again.',
    places: { host: 'The domain.' },
    query: NO_QUERY,
    gives: Type.Null(),
    statuses: { 204: 'Done.' },
    failures: ['host_unknown'],
    async handle({ account, places }) {
      const named = { accountId: account.id, host: places['host'] ?? '' };
      const outcome = await removeHost(deskOf(deps, account), named);
      return outcome.ok ? doneSilently() : refused('host_unknown');
    },
  });
}

async function findHost(
  reader: ChatEndpointDeps['reader'],
  accountId: AccountId,
  host: string,
): Promise<HostRecord | undefined> {
  return (await listHosts(reader, accountId)).find((it) => it.host === host);
}

function show({ host, createdAtMs }: HostRecord) {
  return { host, since: new Date(createdAtMs).toISOString() };
}
