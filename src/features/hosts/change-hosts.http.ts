/** Changes at `/v1/hosts`: claiming, verifying and removing a domain. */
import {
  claimAccountHost,
  takeAccountHost,
  verifyAccountHost,
  type HostUnproven,
} from './hosts.operations.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { limitPerHour } from '../../api/v1/guards.ts';
import type { Endpoint, Outcome } from '../../api/v1/endpoint.ts';
import { operate } from '../../api/v1/operate.ts';
import { HOST } from './hosts.http.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';

const MOST = limit('accountHosts');

export function createChangeHosts(deps: ChatEndpointDeps): readonly Endpoint[] {
  const { chat, look } = deps;
  const most = limit('hostChangesPerHour');
  const refusal = refuse('host_changes_exceeded', { changes: String(most) });
  const guards = [limitPerHour(chat.clock, most, refusal)];
  const at = '/v1/hosts/{host}';
  const one = {
    scope: 'account',
    guards,
    places: { host: 'The domain.' },
    fromPath: { host: 'host' },
    unknown: 'host_unknown',
  } as const;
  return [
    operate(deps, claimAccountHost, {
      method: 'POST',
      path: '/v1/hosts',
      name: 'addHost',
      scope: 'account',
      guards,
      about: `Claims a domain, ${MOST} at most. It counts once you have proven it.`,
      gives: HOST,
      done: [201, 'It is claimed: publish what `proof` says, then verify it.'],
      repeatable: true,
      failures: ['host_taken'],
      show: HOST.show,
      location: ({ host }) => `/v1/hosts/${host}`,
    }),
    operate({ ...deps, chat: { ...chat, look } }, verifyAccountHost, {
      ...one,
      method: 'POST',
      path: `${at}/verify`,
      name: 'verifyHost',
      about: 'Looks for the proof of a domain: from then on only your keys are taken there.',
      gives: HOST,
      done: [200, 'It is proven.'],
      repeatable: 'after',
      failures: ['host_unproven'],
      refuse: (why) => ('unproven' in why ? refuseUnproven(why as HostUnproven) : undefined),
      show: HOST.show,
    }),
    operate(deps, takeAccountHost, {
      ...one,
      method: 'DELETE',
      path: at,
      name: 'removeHost',
      about: 'Takes a domain from you: every account is served there again.',
      done: 'Done.',
    }),
  ];
}

function refuseUnproven({ unproven }: HostUnproven): Outcome<never> {
  const faults = unproven.map(({ field, rule }) => ({ pointer: `/proof/${field}`, rule }));
  return { kind: 'refused', refusal: refuse('host_unproven'), faults };
}
