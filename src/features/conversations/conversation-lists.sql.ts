/** Which conversations an account has: pages of them, narrowed and searched. */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { NumberPart } from '../../domain/recipient/recipient.ts';
import { likePart, spelling, withIn } from '../../kit/postgres/like.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import {
  BESIDES,
  CONTACT,
  CONVERSATION_KINDS,
  CONVERSATION_STATES,
  SHOWN,
  type Conversation,
  type ConversationKind,
  type ConversationState,
} from './conversations.sql.ts';

const AFTER = `c.account_id = :accountId and (c.last_at, c.id) < (@beforeMs, :beforeId::bigint)`;
const NEWEST_FIRST = 'order by c.last_at desc, c.id desc limit :most';

const list = (found: string): string =>
  `select ${SHOWN} from (${found}) c ${BESIDES} order by c.last_at desc, c.id desc`;

const IS_LABELLED = `(:label::bigint is null or exists (
      select from conversation_labels x where x.account_id = :accountId
        and x.conversation_id = c.id and x.label_id = :label))`;

/** One person has few of them: with each sender and number one. */
const LIST_WITH = statement<Conversation>(
  'list-conversations-with',
  list(`select * from conversations c where ${AFTER} and c.other = any (array(
      select :other::text
      union all
      select u.recipient::text from chat_users u
      where u.account_id = :accountId and u.user_key = :other
      union all
      select u.user_key from chat_users u
      where u.account_id = :accountId and u.recipient = (
        select k.recipient from chat_users k
        where k.account_id = :accountId and k.user_key = :other)))
    and c.kind = any (:kinds::text[]) and c.state = any (:states::text[])
    and (not :unread::boolean or c.unread > 0)
    and ${IS_LABELLED}
    and (:assigned::bigint is null or coalesce(c.assigned_user, 0) = :assigned)
  ${NEWEST_FIRST}`),
);

/** The newest of each stretch of the index that fits, and of those the newest. */
const newestBy = (key: string): string => `
    select c.* from unnest(:kinds::text[]) as k (kind)
    cross join unnest(:states::text[]) as s (state)
    cross join unnest((case when :unread::bool then '{t}' else '{t,f}' end)::bool[]) as r (unread)
    cross join lateral (
      select * from conversations c where ${AFTER} ${key}
        and c.kind = k.kind and c.state = s.state and (c.unread > 0) = r.unread
      ${NEWEST_FIRST}
    ) as c ${NEWEST_FIRST}`;

const OF_ANYBODY = newestBy('');
const ASSIGNED = newestBy('and coalesce(c.assigned_user, 0) = :assigned');

/** A label has fewer conversations than an account: they are found by it. */
const LABELLED = `
    select c.* from conversations c
    where ${AFTER} and c.id = any (array(
        select x.conversation_id from conversation_labels x
        where x.account_id = :accountId and x.label_id = :label))
      and c.kind = any (:kinds::text[]) and c.state = any (:states::text[])
      and (not :unread::boolean or c.unread > 0)
      and (:assigned::bigint is null or coalesce(c.assigned_user, 0) = :assigned)
    ${NEWEST_FIRST}`;

const LIST_LABELLED = statement<Conversation>('list-conversations-labelled', list(LABELLED));
const LIST = statement<Conversation>('list-conversations', list(OF_ANYBODY));
const LIST_ASSIGNED = statement<Conversation>('list-conversations-assigned', list(ASSIGNED));

/** With the text in one of the newest replies of the account. */
const WRITTEN = `
  select 'sms' as kind, r.to_address as own, r.from_address as other from (
    select * from replies where account_id = :accountId order by received_at desc limit :looked
  ) r where ${spelling('r.text')} ilike :text
  union
  select 'chat', r.link_id::text, r.user_key from (
    select * from chat_replies where account_id = :accountId order by received_at desc
    limit :looked
  ) r where ${spelling('r.text')} ilike :text`;

/** Among the newest, so many: whom it names, and who wrote it. */
const search = (newest: string): string => `
  with written as materialized (${WRITTEN})
  ${list(`select c.* from (${newest.replaceAll(':most', ':looked')}) c
    where ${spelling('c.name')} ilike :named or ${spelling('c.user_name')} ilike :named
      or c.other ilike :named or ${spelling(CONTACT)} ilike :named
      or c.other like any (:numbers::text[]) or ${spelling('c.last_text')} ilike :text
      or (c.kind, c.own, c.other) in (select kind, own, other from written)
  ${NEWEST_FIRST}`)}`;

const SEARCH = statement<Conversation>('search-conversations', search(OF_ANYBODY));
const SEARCH_LABELLED = statement<Conversation>('search-conversations-labelled', search(LABELLED));
const SEARCH_ASSIGNED = statement<Conversation>('search-conversations-assigned', search(ASSIGNED));

/** The last that was looked at, where there may be more. */
const searchEnd = (newest: string): string => `
  select c.last_at, c.id from (${newest.replaceAll(':most', ':looked')}) c
  order by c.last_at desc, c.id desc offset :looked::bigint - 1 limit 1`;

const SEARCH_END = statement<ConversationPlace>('search-conversations-end', searchEnd(OF_ANYBODY));
const SEARCH_LABELLED_END = statement<ConversationPlace>(
  'search-conversations-labelled-end',
  searchEnd(LABELLED),
);
const SEARCH_ASSIGNED_END = statement<ConversationPlace>(
  'search-conversations-assigned-end',
  searchEnd(ASSIGNED),
);

/** A place in the list: everything after it is older. */
export type ConversationPlace = Pick<Conversation, 'lastAtMs' | 'id'>;

/** Which conversations are asked for; undefined: all. */
export type ConversationFilter = {
  readonly kind: ConversationKind | undefined;
  readonly state: ConversationState | undefined;
  readonly isUnread: boolean;
  /** A user's id; 0: nobody's. */
  readonly assigned: number | undefined;
  readonly other: string | undefined;
  /** A label's id. */
  readonly label?: number | undefined;
};

/** The year 9999: after everything. */
const END_OF_TIME = { lastAtMs: 253_370_764_800_000, id: 0 };

type Page = {
  readonly before: ConversationPlace | undefined;
  readonly most: number;
  readonly filter: ConversationFilter;
};

/** An account's conversations, the last to move first. */
export function listConversations(
  reader: Reader,
  accountId: AccountId,
  page: Page,
): Promise<readonly Conversation[]> {
  const { assigned, other, label } = page.filter;
  const asked = { ...askedOf(accountId, page), other };
  if (other !== undefined) return reader.read(LIST_WITH, asked);
  if (label !== undefined) return reader.read(LIST_LABELLED, asked);
  return reader.read(assigned === undefined ? LIST : LIST_ASSIGNED, asked);
}

/** What people look for among conversations. */
type ConversationSearch = {
  /** In names, and in the ids of chat users. */
  readonly text: string;
  /** In numbers. */
  readonly part: NumberPart | undefined;
  /** Also in what was written. */
  readonly inTexts: boolean;
};

/**
 * The same of those that a search finds among the newest so many: their names, numbers and, where
 * it is asked for, what was written in the newest replies. `end`: the search goes on below it.
 */
export async function searchConversations(
  reader: Reader,
  accountId: AccountId,
  page: Page & { readonly search: ConversationSearch },
): Promise<{
  readonly found: readonly Conversation[];
  readonly end: ConversationPlace | undefined;
}> {
  const { text, part, inTexts } = page.search;
  const isAssigned = page.filter.assigned !== undefined;
  const isLabelled = page.filter.label !== undefined;
  const asked = {
    ...askedOf(accountId, page),
    named: withIn(text),
    numbers: part === undefined ? [] : likePart(part),
    text: inTexts ? withIn(text) : undefined,
    looked: limit('rowsLookedAt'),
  };
  const found = isLabelled
    ? await reader.read(SEARCH_LABELLED, asked)
    : await reader.read(isAssigned ? SEARCH_ASSIGNED : SEARCH, asked);
  if (found.length === page.most) return { found, end: undefined };
  const [end] = isLabelled
    ? await reader.read(SEARCH_LABELLED_END, asked)
    : await reader.read(isAssigned ? SEARCH_ASSIGNED_END : SEARCH_END, asked);
  return { found, end };
}

function askedOf(accountId: AccountId, { before = END_OF_TIME, most, filter }: Page) {
  const { kind, state, isUnread, assigned, label } = filter;
  return {
    accountId,
    most,
    assigned,
    label,
    unread: isUnread,
    beforeMs: before.lastAtMs,
    beforeId: before.id,
    kinds: kind === undefined ? CONVERSATION_KINDS : [kind],
    states: state === undefined ? CONVERSATION_STATES : [state],
  };
}
