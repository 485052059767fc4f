/** Links in texts of campaigns: where they lead, and who has opened them. */
import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { rowsOf } from '../../kit/postgres/statement.ts';

/** Of an account that is enabled; undefined: there is none, or no more. */
export const findShortLink = read.one<
  { code: string },
  { readonly accountId: AccountId; readonly target: string }
>(
  'find-short-link',
  `select l.account_id, l.target from short_links l join accounts a on a.id = l.account_id
  where l.code = :code and l.target <> '' and a.state = 'active'`,
);

/** Clicks on one link. */
export type Clicked = {
  readonly code: string;
  readonly clicks: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Adds clicks, up to `most` of a link; locked in one order, as other nodes add theirs. */
export const addClicks = write.run<{ rows: readonly Clicked[]; most: number }>(
  'add-clicks',
  `with held as (
    select l.code, t.clicks, t.first, t.last
    from ${rowsOf({ code: 'text', clicks: 'int', firstMs: 'timestamptz', lastMs: 'timestamptz' })}
    join short_links l on l.code = t.code
    where l.clicks < :most order by l.code for update of l
  )
  update short_links l set clicks = least(l.clicks + h.clicks, :most::int),
    first_click_at = least(l.first_click_at, h.first),
    last_click_at = greatest(l.last_click_at, h.last)
  from held h where l.code = h.code`,
);

type InBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly firstMessage: number;
  readonly lastMessage: number;
};

const OF_BATCH = `l.account_id = :accountId and l.batch_id = :id
    and l.message_id between :firstMessage and :lastMessage and l.clicks > 0`;

/** People who opened one, by message, and how often all were opened. */
export const countClicks = read.single<
  InBatch,
  { readonly people: number; readonly clicks: number }
>(
  'count-batch-clicks',
  `select count(distinct l.message_id) as people, coalesce(sum(l.clicks), 0) as clicks
  from short_links l where ${OF_BATCH}`,
);

export type MessageClicks = {
  readonly messageId: MessageId;
  readonly clicks: number;
  readonly firstClickAtMs: number;
  readonly lastClickAtMs: number;
};

/** Of some messages, those whose links were opened. */
export const listClicks = read.many<
  { accountId: AccountId; messageIds: readonly number[] },
  MessageClicks
>(
  'list-clicks-of-messages',
  `select l.message_id, sum(l.clicks) as clicks, min(l.first_click_at) as first_click_at,
    max(l.last_click_at) as last_click_at
  from short_links l
  where l.account_id = :accountId and l.message_id = any (:messageIds::bigint[]) and l.clicks > 0
  group by 1`,
);
