/** `/v1/link-domain`: where an account's short links are. */
import { refuse } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { defineEndpoint, done, type Endpoint } from '../../api/v1/endpoint.ts';
import { limitPerHour } from '../../api/v1/guards.ts';
import { operate } from '../../api/v1/operate.ts';
import {
  derived,
  from,
  nullable,
  nullableTime,
  orNull,
  resource,
} from '../../operations/resource.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import {
  PROBLEMS,
  checkLinkDomain,
  removeLinkDomain,
  setLinkDomain,
} from './link-domains.operations.ts';
import { findLinkDomain, readLinkBase, type LinkDomain } from './link-domains.sql.ts';

type Shown = Pick<LinkDomain, 'problem' | 'verifiedAtMs' | 'checkedAtMs'> & {
  readonly domain: string | undefined;
  readonly state: LinkDomain['state'] | 'none';
  readonly base: string | undefined;
};

const NONE = {
  domain: undefined,
  state: 'none',
  problem: undefined,
  verifiedAtMs: undefined,
  checkedAtMs: undefined,
} as const;

const LINK_DOMAIN = resource(
  'LinkDomain',
  {
    domain: nullable('Your own: `go.shop.pk`; null: you have named none.'),
    state: Type.Enum(['none', 'pending', 'verified'], {
      description: 'verified: it leads here, and links begin with it.',
    }),
    reason: from(
      'problem',
      orNull(Type.Enum(['unreachable', 'elsewhere']), 'Why it does not lead here.'),
    ),
    problem: derived(nullable('The same in words.'), ({ problem, domain = '' }: Shown) =>
      problem === undefined ? undefined : PROBLEMS[problem].replace('<domain>', domain),
    ),
    address: from(
      'base',
      nullable('What links begin with now; null: the service has no address, and there are none.'),
    ),
    checked_at: nullableTime('When it was last looked at.'),
    verified_at: nullableTime('When it was last seen to lead here.'),
  },
  'Where the short links in your texts are.',
);

const PATH = '/v1/link-domain';

export function createLinkDomainEndpoints(deps: ChatEndpointDeps): readonly Endpoint[] {
  const { reader, chat, look } = deps;
  const refusal = refuse('host_changes_exceeded', { changes: String(limit('hostChangesPerHour')) });
  const guards = [limitPerHour(chat.clock, limit('hostChangesPerHour'), refusal)];
  const find = async ({ account }: { readonly account: { readonly id: AccountId } }) => {
    const named = { accountId: account.id };
    const [own, base] = await Promise.all([
      findLinkDomain(reader, named),
      readLinkBase(reader, { ...named, publicAddress: chat.publicAddress }),
    ]);
    return LINK_DOMAIN.show({ ...(own ?? NONE), base });
  };
  const one = { path: PATH, scope: 'account', guards, gives: LINK_DOMAIN } as const;
  return [
    defineEndpoint({
      method: 'GET',
      path: PATH,
      name: 'showLinkDomain',
      scope: 'read',
      about: 'Where your short links are.',
      gives: LINK_DOMAIN,
      handle: async (asked) => done(await find(asked)),
    }),
    operate(deps, setLinkDomain, {
      ...one,
      method: 'PUT',
      name: 'setLinkDomain',
      about: 'Names your domain for short links, instead of the one you had.',
      failures: ['link_domain_taken'],
      show: (_, shown) => find(shown),
    }),
    operate({ ...deps, chat: { ...chat, look } }, checkLinkDomain, {
      ...one,
      method: 'POST',
      path: `${PATH}/check`,
      name: 'checkLinkDomain',
      done: [200, 'What was found.'],
      repeatable: 'after',
      unknown: 'link_domain_unknown',
      show: (_, shown) => find(shown),
    }),
    operate(deps, removeLinkDomain, {
      ...one,
      method: 'DELETE',
      name: 'removeLinkDomain',
      about: 'Removes your domain for short links: those sent with it lead nowhere.',
      unknown: 'link_domain_unknown',
      show: (_, shown) => find(shown),
    }),
  ];
}
