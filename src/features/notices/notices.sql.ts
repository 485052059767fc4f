/** What happened to an account that its people did not do themselves: decisions, and credit. */
import type { AccountId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read } from '../../kit/postgres/callable.ts';

export const NOTICE_KINDS = [
  ...(['sender', 'template', 'chat_template', 'document', 'credit', 'webhook'] as const),
  ...(['campaign', 'verification', 'bank_transfer', 'refund', 'top_up'] as const),
];

type Notice = {
  readonly kind: (typeof NOTICE_KINDS)[number];
  readonly id: number;
  /** Of the sender or template; the kind of the document; a webhook's address, a batch's id. */
  readonly name: string;
  /** `approved`, `rejected`, `refused`, `paused`, `disabled`, `added`, `stopped`, `withdrawn`,
   * `texts_given_up`, `refunded`,
   * `declined`, `most`. */
  readonly state: string;
  readonly reason: string | undefined;
  readonly amountMicros: Micros | undefined;
  readonly atMs: number;
};

/**
 * The newest first.
 * Documents have an English sentence of their reason where they are shown: here only its word.
 */
export const listNotices = read.many<
  { sinceMs: number; most: number; accountId: AccountId },
  Notice
>(
  'list-notices',
  `select * from (
    select 'sender' as kind, id::bigint, name, state, reason, null::bigint as amount_micros,
      decided_at as at
    from senders s where account_id = :accountId and decided_at >= @sinceMs
      and not exists (select from shared_senders x where x.name = s.name)
    union all
    select 'template', id, name, state, reason, null, decided_at
    from templates where account_id = :accountId and decided_at >= @sinceMs
    union all
    select 'chat_template', t.id, t.name, c.to_value, c.reason, null, c.at
    from chat_template_changes c
    join chat_templates t on t.account_id = c.account_id and t.id = c.template_id
    where c.account_id = :accountId and c.at >= @sinceMs and c.what in ('created', 'state')
      and c.to_value in ('approved', 'rejected', 'paused', 'disabled')
    union all
    select 'document', id, kind, state, reason, null, decided_at
    from documents where account_id = :accountId and decided_at >= @sinceMs
    union all
    (select 'credit', id, '', 'added', null, amount_micros, created_at
    from transfers where account_id = :accountId and kind = 'credit' and created_at >= @sinceMs
    order by id desc limit :most)
    union all
    select 'credit', transfer_id, '', 'added', null, amount_micros, ended_at
    from payments where account_id = :accountId and state = 'paid' and ended_at >= @sinceMs
    union all
    select 'top_up', id, '', state, null, amount_micros, ended_at
    from payments where account_id = :accountId and automatic and state = 'declined'
      and ended_at >= @sinceMs
    union all
    select 'top_up', id, '', 'most', null, (detail ->> 'mostMicros')::bigint, at
    from audit where account_id = :accountId and at >= @sinceMs and action = 'top_up.most'
    union all
    select 'refund', payment_id, '', state, words, amount_micros, ended_at
    from refunds where account_id = :accountId and ended_at >= @sinceMs
    union all
    select 'bank_transfer', id, reference, state, words, null, ended_at
    from bank_transfers where account_id = :accountId and state = 'refused' and ended_at >= @sinceMs
    union all
    select 'webhook', id, url, state, state_reason, null, failing_since
    from webhooks where account_id = :accountId and state = 'disabled' and failing_since >= @sinceMs
    union all
    select 'verification', id, '', 'withdrawn', null, null, at
    from audit where account_id = :accountId and at >= @sinceMs and action = 'account.set'
      and detail ->> 'verified' = 'false'
    union all
    select 'campaign', id, id::text, 'stopped', stop_reason, null, held_at
    from batches where account_id = :accountId and stop_reason is not null and held_at >= @sinceMs
    union all
    select 'campaign', batch_id, batch_id::text, 'texts_given_up', null, null, ended_at
    from fallbacks where account_id = :accountId and given_up > 0 and ended_at >= @sinceMs
    union all
    select 'campaign', batch_id, batch_id::text, 'refused', null, null, ended_at
    from uploads where account_id = :accountId and state = 'refused' and read_at is not null
      and hold is distinct from 'cancelled' and ended_at >= @sinceMs
  ) n
  where state <> 'waiting'
  order by at desc, id desc limit :most`,
);
