/** Price tiers by volume of business accounts, as the chat platform told them. */
import type { ChatTier } from '../../domain/chat/webhook-event.ts';
import type { AccountId, ChatBusinessId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { rowsOf } from '../../kit/postgres/statement.ts';

/** Keeps tiers; the smallest time counts of one that is told several times. */
export const keepTiers = write.rows<
  ChatTier & { readonly accountId: AccountId; readonly businessId: ChatBusinessId }
>(
  'keep-chat-tiers',
  `insert into chat_tiers as k (account_id, business_id, effective_month, category, region, tier,
                                since)
  select t.account_id, t.business_id, t.effective_month, t.category, t.region, t.tier, min(t.since)
  from ${rowsOf({
    accountId: 'bigint',
    businessId: 'int',
    effectiveMonth: 'text',
    category: 'text',
    region: 'text',
    tier: 'text',
    sinceMs: 'timestamptz',
  })}
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, business_id, effective_month, category, region, tier)
    do update set since = excluded.since where excluded.since < k.since`,
);

export type KnownTier = ChatTier & {
  readonly accountId: AccountId;
  /** The platform's id of the business account. */
  readonly business: string;
};

/** The last of each business account, category and region; of an account, or of all. */
export const listTiers = read.many<{ accountId: AccountId | undefined }, KnownTier>(
  'list-chat-tiers',
  `select distinct on (t.account_id, t.business_id, t.category, t.region)
    t.account_id, b.platform_id as business, t.category, t.region, t.tier, t.effective_month,
    t.since
  from chat_tiers t
  join chat_businesses b on b.account_id = t.account_id and b.id = t.business_id
  where :accountId::bigint is null or t.account_id = :accountId
  order by t.account_id, t.business_id, t.category, t.region, t.effective_month desc, t.since desc`,
);
