/** Cards that gateways keep for accounts, and when they are charged. */
import type { AccountId, PaymentId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type TopUp = {
  readonly accountId: AccountId;
  readonly gateway: string;
  /** Sealed. */
  readonly card: Buffer;
  readonly last4: string;
  /** The month: 2028-04. */
  readonly expires: string;
  readonly keptAtMs: number;
  /** Undefined: it is off. */
  readonly belowMicros: Micros | undefined;
  readonly addMicros: Micros | undefined;
  /** In a month of Pakistan. */
  readonly mostMicros: Micros | undefined;
  readonly offBecause: 'declined' | undefined;
  /** What was charged since then, or is being charged. */
  readonly chargedMicros: Micros;
};

/** What counts towards the month: also what may yet have been paid. */
const CHARGED = `(
    select coalesce(sum(p.amount_micros), 0)::bigint from payments p
    where p.account_id = t.account_id and p.automatic and p.created_at >= @sinceMs
      and p.state in ('opening', 'open', 'paid', 'differs'))`;

export const findTopUp = read.one<{ accountId: AccountId; sinceMs: number }, TopUp>(
  'find-top-up',
  `select t.account_id, t.gateway, t.card, t.last4, t.expires, t.kept_at, t.below_micros,
    t.add_micros, t.most_micros, t.off_because, ${CHARGED} as charged_micros
  from top_ups t where t.account_id = :accountId`,
);

/** In place of the one before, unless that is being charged. Returns whether. */
export const keepCard = write.any<
  Pick<TopUp, 'accountId' | 'gateway' | 'card' | 'last4' | 'expires'> & { atMs: number }
>(
  'keep-card',
  `insert into top_ups as t (account_id, gateway, card, last4, expires, kept_at)
  select :accountId, :gateway, :card, :last4, :expires, @atMs
  where not exists (select from payments p
    where p.account_id = :accountId and p.automatic and p.state in ('opening', 'open'))
  on conflict (account_id) do update set gateway = excluded.gateway, card = excluded.card,
    last4 = excluded.last4, expires = excluded.expires, kept_at = excluded.kept_at,
    failures = 0, try_at = null, off_because = null
  returning account_id`,
);

/** Payments whose card is to be kept, now that they are paid. */
export const listToKeep = read.many<
  { gateway: string; most: number },
  { readonly id: PaymentId; readonly accountId: AccountId; readonly theirId: string }
>(
  'list-cards-to-keep',
  `select id, account_id, coalesce(their_id, '') as their_id from payments
  where keeps = 'wanted' and state = 'paid' and gateway = :gateway and their_id is not null
  order by id limit :most`,
);

export const setKept = write.run<{ id: PaymentId; keeps: 'kept' | 'none' }>(
  'set-card-kept',
  `update payments set keeps = :keeps where id = :id`,
);

/** When it is charged; undefined: never. Returns whether there is a card. */
export const setTopUp = write.any<
  { accountId: AccountId } & Pick<TopUp, 'belowMicros' | 'addMicros' | 'mostMicros'>
>(
  'set-top-up',
  `update top_ups set below_micros = :belowMicros, add_micros = :addMicros,
    most_micros = :mostMicros, failures = 0, try_at = null, off_because = null
  where account_id = :accountId
  returning account_id`,
);

/** Unless it is being charged. Returns whether there was one that is not. */
export const forgetCard = write.any<{ accountId: AccountId }>(
  'forget-card',
  `delete from top_ups t where account_id = :accountId
    and not exists (select from payments p
      where p.account_id = t.account_id and p.automatic and p.state in ('opening', 'open'))
  returning account_id`,
);

/** Whoever changes a card, or begins to charge it, does so one after the other. */
export const lockTopUp = write.any<{ accountId: AccountId }>(
  'lock-top-up',
  `select from top_ups where account_id = :accountId for update`,
);

/** Accounts whose credit is below what they have set, and whose card may be charged now. */
export const listDueTopUps = read.many<
  { gateway: string; sinceMs: number; atMs: number; most: number },
  { readonly accountId: AccountId }
>(
  'list-top-ups-due',
  `select t.account_id from top_ups t
  join balances b on b.account_id = t.account_id
  join accounts a on a.id = t.account_id
  where b.available_micros < t.below_micros and a.state = 'active' and t.gateway = :gateway
    and (t.try_at is null or t.try_at <= @atMs)
    and t.add_micros + ${CHARGED} <= t.most_micros
    and not exists (select from payments p
      where p.account_id = t.account_id and p.automatic and p.state in ('opening', 'open'))
  order by t.account_id limit :most`,
);

/** Who would be due, but for the month's most, and was not told this month. */
const SPENT = `from top_ups t
  join balances b on b.account_id = t.account_id
  join accounts a on a.id = t.account_id
  where b.available_micros < t.below_micros and a.state = 'active' and t.gateway = :gateway
    and t.add_micros + ${CHARGED} > t.most_micros
    and not exists (select from payments p
      where p.account_id = t.account_id and p.automatic and p.state in ('opening', 'open'))
    and not exists (select from audit l
      where l.account_id = t.account_id and l.at >= @sinceMs and l.action = 'top_up.most')`;

export const listTopUpsSpent = read.many<
  { gateway: string; sinceMs: number; most: number },
  { readonly accountId: AccountId }
>('list-top-ups-spent', `select t.account_id ${SPENT} order by t.account_id limit :most`);

/** The card is locked. Its audit has it from then on; undefined: it was told meanwhile. */
export const noteTopUpSpent = write.one<
  { accountId: AccountId; gateway: string; sinceMs: number; atMs: number },
  { readonly mostMicros: Micros }
>(
  'note-top-up-spent',
  `insert into audit (account_id, actor, action, detail, at)
  select t.account_id, 'service', 'top_up.most',
    jsonb_build_object('mostMicros', t.most_micros::text), @atMs
  ${SPENT} and t.account_id = :accountId
  returning (detail ->> 'mostMicros')::bigint as most_micros`,
);

/** Begins to charge the card of an account that is still due: it is locked. */
export const beginTopUp = write.one<
  { accountId: AccountId; reference: string; sinceMs: number; atMs: number },
  { readonly id: PaymentId; readonly amountMicros: Micros }
>(
  'begin-top-up',
  `insert into payments (account_id, gateway, reference, amount_micros, state, created_at,
    created_by, ask_at, automatic)
  select t.account_id, t.gateway, :reference, t.add_micros, 'opening', @atMs, 'service', @atMs, true
  from top_ups t join balances b on b.account_id = t.account_id
  where t.account_id = :accountId and b.available_micros < t.below_micros
    and (t.try_at is null or t.try_at <= @atMs)
    and t.add_micros + ${CHARGED} <= t.most_micros
  on conflict (account_id) where automatic and state in ('opening', 'open') do nothing
  returning id, amount_micros`,
);

/** It was charged: what was declined before counts no more. */
export const succeedTopUp = write.run<{ accountId: AccountId }>(
  'succeed-top-up',
  `update top_ups set failures = 0, try_at = null where account_id = :accountId`,
);

/** It was declined: tried again later, or off. Returns which. */
export const failTopUp = write.one<
  { accountId: AccountId; againMs: number; most: number },
  { readonly isOff: boolean }
>(
  'fail-top-up',
  `update top_ups set failures = failures + 1, try_at = @againMs,
    below_micros = case when failures + 1 < :most then below_micros end,
    add_micros = case when failures + 1 < :most then add_micros end,
    most_micros = case when failures + 1 < :most then most_micros end,
    off_because = case when failures + 1 < :most then off_because else 'declined' end
  where account_id = :accountId and below_micros is not null
  returning below_micros is null as is_off`,
);
