/** `/v1/top-up`: credit that is added by itself, from a card that the gateway keeps. */
import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import { refused, type Endpoint, type Guard } from '../../api/v1/endpoint.ts';
import { getOne } from '../../api/v1/list.ts';
import { SCOPES, type Principal } from '../../domain/account/account.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { closed, derived, from, money, orNull, resource } from '../../operations/resource.ts';
import { monthSince } from './charge-top-ups.ts';
import { endAutomaticTopUp, forgetKeptCard, setAutomaticTopUp } from './top-ups.operations.ts';
import { findTopUp, type TopUp } from './top-ups.sql.ts';

const CARD = closed({
  last4: Type.String({ description: 'The last four digits; the number was never here.' }),
  expires: Type.String({ description: 'The month: 2028-04.' }),
  kept_at: Type.String({ format: 'date-time' }),
});

type Shown = Partial<TopUp> & { readonly isOffered: boolean };

const TOP_UP = resource(
  'TopUp',
  {
    offered: from('isOffered', Type.Boolean({ description: 'Whether the gateway keeps cards.' })),
    card: derived(
      Type.Union([CARD, Type.Null()], { description: 'null: none is kept.' }),
      ({ last4, expires, keptAtMs }: Shown) =>
        last4 === undefined || expires === undefined || keptAtMs === undefined
          ? null
          : { last4, expires, kept_at: new Date(keptAtMs).toISOString() },
    ),
    below: orNull(money(), 'Credit is added when it is below this; null: never.'),
    add: orNull(money(), 'What is added at once.'),
    most_a_month: from('mostMicros', orNull(money(), 'At most, in a month of Pakistan.')),
    charged_this_month: from('chargedMicros', orNull(money(), 'Of that, or being charged.')),
    off_because: orNull(Type.Enum(['declined']), 'declined: three times, a day apart.'),
  },
  'When credit is added by itself.',
);

/** It spends an owner's money while nobody looks: for whoever may do everything. */
const MAY_CHARGE: Guard<{ readonly principal: Principal }> = {
  refuses: ['role_too_low', 'scope_missing'],
  check({ principal: { actor, scopes } }) {
    if (SCOPES.every((it) => scopes.includes(it))) return undefined;
    return refused(actor.startsWith('user:') ? 'role_too_low' : 'scope_missing');
  },
};

const AT = '/v1/top-up';

export function createTopUpEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  const show = (_: unknown, { account }: { readonly account: { readonly id: AccountId } }) =>
    showTopUp(reader, account.id, chat);
  return [
    getOne({
      path: AT,
      name: 'showTopUp',
      scope: 'read',
      about: 'When credit is added by itself, and from what card.',
      gives: TOP_UP,
      find: ({ account }) => showTopUp(reader, account.id, chat),
    }),
    operate(deps, setAutomaticTopUp, {
      method: 'PUT',
      path: AT,
      name: 'setTopUp',
      scope: 'account',
      guards: [MAY_CHARGE],
      about: 'Adds credit from the kept card whenever it falls below an amount.',
      gives: TOP_UP,
      show,
    }),
    operate(deps, endAutomaticTopUp, {
      method: 'DELETE',
      path: AT,
      name: 'endTopUp',
      scope: 'account',
      about: 'Adds no more credit by itself; the card is kept.',
      done: 'It is off.',
    }),
    operate(deps, forgetKeptCard, {
      method: 'DELETE',
      path: `${AT}/card`,
      name: 'forgetCard',
      scope: 'account',
      about: 'Forgets the kept card, and adds no more credit by itself.',
      done: 'It is forgotten.',
    }),
  ];
}

async function showTopUp(
  reader: Reader,
  accountId: AccountId,
  { clock, payments }: OperateDeps['chat'],
) {
  const isOffered = payments?.gateway.cards !== undefined;
  const found = await findTopUp(reader, { accountId, sinceMs: monthSince(clock.nowMs()) });
  return TOP_UP.show({ ...found, isOffered } as Parameters<typeof TOP_UP.show>[0]);
}
