/** Changes of `/v1/hosts`: a domain is claimed, verified and removed. */
import { claimHost, removeHost, verifyHost } from '../../../admin/hosts.ts';
import { once } from '../../../admin/once.ts';
import { HOUR_MS } from '../../../domain/durations.ts';
import { refuse } from '../../../domain/failure/failure.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import { Type } from '../../../kit/shape.ts';
import { createThrottle } from '../../../kit/throttle.ts';
import {
  created,
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseFields,
  type Endpoint,
  type Outcome,
} from '../endpoint.ts';
import { HOST, showHost } from './hosts.ts';
import { adminOf, type ChatEndpointDeps } from './parts.ts';
import { closed } from '../shapes.ts';

/** The refusal of one change too many within an hour, of one account on this node. */
type Exceeded = (accountId: AccountId) => (Outcome & { readonly kind: 'refused' }) | undefined;

export function createChangeHosts(deps: ChatEndpointDeps): readonly Endpoint[] {
  const most = limit('hostChangesPerHour');
  const throttle = createThrottle({
    ...{ clock: deps.chat.clock, most, windowMs: HOUR_MS },
    keys: limit('pacedAccounts'),
  });
  const exceeded: Exceeded = (accountId) => {
    const key = String(accountId);
    throttle.note(key);
    if (!throttle.isOver(key)) return undefined;
    const retryAfterSeconds = Math.ceil(throttle.left(key).windowMs / 1_000);
    const refusal = refuse('host_changes_exceeded', { changes: String(most) });
    return { kind: 'refused', refusal, retryAfterSeconds };
  };
  return [
    createAddHost(deps, exceeded),
    createVerifyHost(deps, exceeded),
    createRemoveHost(deps, exceeded),
  ];
}

/** `POST /v1/hosts` */
function createAddHost(deps: ChatEndpointDeps, exceeded: Exceeded): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/hosts',
    name: 'addHost',
    about: `Claims a domain, ${limit('accountHosts')} at most. It counts once you have proven it.`,
    takes: closed({ host: Type.String({ maxLength: 260, description: 'messages.example.com' }) }),
    gives: HOST,
    statuses: { 201: 'It is claimed: publish what `proof` says, then verify it.' },
    repeatable: true,
    failures: ['host_taken', 'host_changes_exceeded'],
    async handle({ account, body, idempotency }) {
      const { publicHost } = deps;
      const accountId = account.id;
      const tooMany = exceeded(accountId);
      if (tooMany !== undefined) return tooMany;
      const outcome = await once(adminOf(deps, account), { accountId, idempotency }, (admin) =>
        claimHost(admin, { accountId, host: body.host, publicHost }),
      );
      if (!outcome.ok) {
        if (outcome.key !== undefined) return refused(outcome.key);
        if (outcome.rule === 'is taken') return refused('host_taken');
        return refuseFields([{ pointer: '/host', rule: outcome.rule }], 'body');
      }
      const { value: added, replayed } = outcome;
      return { ...created(showHost(added, account), `/v1/hosts/${added.host}`), replayed };
    },
  });
}

/** `POST /v1/hosts/{host}/verify` */
function createVerifyHost(deps: ChatEndpointDeps, exceeded: Exceeded): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/hosts/{host}/verify',
    name: 'verifyHost',
    about: 'Looks for the proof of a domain: from then on only your keys are taken there.',
    places: { host: 'The domain.' },
    gives: HOST,
    statuses: { 200: 'It is proven.' },
    failures: ['host_unknown', 'host_unproven', 'host_changes_exceeded'],
    async handle({ account, places }) {
      const tooMany = exceeded(account.id);
      if (tooMany !== undefined) return tooMany;
      const named = { accountId: account.id, host: places['host'] ?? '' };
      const outcome = await verifyHost(adminOf(deps, account), deps.look, named);
      if (outcome.ok) return done(showHost(outcome.value, account));
      if (!('unproven' in outcome)) return refused('host_unknown');
      const faults = outcome.unproven.map(({ field, rule }) => {
        return { pointer: `/proof/${field}`, rule };
      });
      return { kind: 'refused', refusal: refuse('host_unproven'), faults };
    },
  });
}

/** `DELETE /v1/hosts/{host}` */
function createRemoveHost(deps: ChatEndpointDeps, exceeded: Exceeded): Endpoint {
  return defineEndpoint({
    method: 'DELETE',
    path: '/v1/hosts/{host}',
    name: 'removeHost',
    about: 'Takes a domain from you: every account is served there again.',
    places: { host: 'The domain.' },
    gives: Type.Null(),
    statuses: { 204: 'Done.' },
    failures: ['host_unknown', 'host_changes_exceeded'],
    async handle({ account, places }) {
      const tooMany = exceeded(account.id);
      if (tooMany !== undefined) return tooMany;
      const named = { accountId: account.id, host: places['host'] ?? '' };
      const outcome = await removeHost(adminOf(deps, account), named);
      return outcome.ok ? doneSilently() : refused('host_unknown');
    },
  });
}
