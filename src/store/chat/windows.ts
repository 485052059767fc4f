/** What is known about users of the chat platform: when they wrote, their opt-outs, their names. */
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import { eachDay } from '../../kit/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Database, Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';
import { lacksConsent } from '../../features/consents/consents.sql.ts';

/** A recipient of an account by one of its numbers, and the message to it where there is one. */
export type ChatQuestion = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Digits; below 0: of a person without a number. */
  readonly recipient: string;
  /** undefined: the platform cannot know it yet. */
  readonly messageId: MessageId | undefined;
  /** Whether to find out if they have consented to marketing. */
  readonly needsConsent?: boolean;
};

/** What is looked up before a chat message is accepted, and again before it is sent. */
export type ChatFacts = {
  /** Which of the account's messages the recipient opted out of; undefined: none. */
  readonly optedOut: 'marketing' | 'all' | undefined;
  /** Found out only where it was asked for. */
  readonly lacksConsent?: boolean;
  /** When the user last wrote to the number, by whatever name; undefined: never, or closed. */
  readonly inboundAtMs: number | undefined;
  /** Until when marketing from the number to the recipient waits; undefined: it does not. */
  readonly marketingRestsUntilMs: number | undefined;
  /** The platform's id of a recipient without a number, now. */
  readonly userId?: string | undefined;
  /** The platform has sent a status: it has the message. Its id there, if known. */
  readonly known: { readonly operatorKey: string | undefined } | undefined;
};

type FactsRow = Omit<ChatFacts, 'known'>;

/**
 * The platform may know a person by names other than the number that we write to: what was written
 * under one of them is compared with what was refused under another.
 */
const FIND_FACTS = statement<FactsRow>(
  'find-chat-facts',
  `select
    (select min(o.category) from (
       select category from chat_optouts
       where account_id = t.account_id and recipient = any (names.keys)
       union all
       select case when scope = 'all' then 'all' else 'marketing' end from optouts
       where account_id = t.account_id and recipient = who.recipient
     ) as o) as opted_out,
    t.needs_consent is true and ${lacksConsent({
      account: 't.account_id',
      people: 'names.keys',
      channel: `'chat'`,
    })} as lacks_consent,
    case when coalesce(seen.closed_at <= seen.inbound_at, true)
      then nullif(seen.inbound_at, '-infinity') end as inbound_at,
    seen.marketing_rests_until, who.user_id
  from ${rowsOf(
    { accountId: 'bigint', linkId: 'int', recipient: 'bigint', needsConsent: 'boolean' },
    'place',
  )}
  cross join lateral (
    select p.user_id,
      coalesce(nullif(t.recipient, p.id), u.recipient, t.recipient) as recipient
    from (select) as it
    left join chat_people p
      on t.recipient < 0 and p.account_id = t.account_id and p.id = t.recipient
    left join chat_users u on u.account_id = p.account_id and u.user_key = p.user_id
  ) as who
  cross join lateral (
    select array_append(array(
      select u.user_key from chat_users u
      where u.account_id = t.account_id and u.recipient = who.recipient
    ), who.recipient::text) as keys
  ) as names
  left join lateral (
    select max(w.inbound_at) as inbound_at, max(w.closed_at) as closed_at,
      max(w.marketing_rests_until) as marketing_rests_until
    from chat_windows w
    where w.account_id = t.account_id and w.link_id = t.link_id
      and w.user_key = any (names.keys)
  ) as seen on true
  order by t.place`,
);

type HeardRow = { readonly messageId: MessageId; readonly operatorKey: string | undefined };

const FIND_HEARD = daily<HeardRow>(
  'find-heard-chats',
  (day) => `select c.id as message_id, (
      select a.operator_key from attempts_${day} a
      where a.account_id = c.account_id and a.message_id = c.id and a.operator_key is not null
      order by a.attempt desc limit 1
    ) as operator_key
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
  join chat_messages_${day} c on c.account_id = t.account_id and c.id = t.message_id
  where c.heard_at is not null`,
);

/**
 * The facts of each question, in their order. A connection that writes asks for them: it plans a
 * statement once, which takes longer than finding what a few messages need.
 */
export async function findChatFacts(
  { transact }: Pick<Database, 'transact'>,
  questions: readonly ChatQuestion[],
): Promise<readonly ChatFacts[]> {
  if (questions.length === 0) return [];
  const named = questions.flatMap(({ accountId, messageId }) =>
    messageId === undefined ? [] : [{ accountId, messageId }],
  );
  const [rows, heard] = await transact((transaction) =>
    Promise.all([
      transaction.run(FIND_FACTS, { rows: questions }),
      eachDay(named, (day, some) => transaction.run(FIND_HEARD(day), { rows: some })),
      transaction.commit(),
    ]),
  );
  const known = new Map(heard.map((it) => [it.messageId, { operatorKey: it.operatorKey }]));
  return questions.flatMap(({ messageId }, place) => {
    const facts = rows[place];
    return facts === undefined ? [] : [{ ...facts, known: messageId && known.get(messageId) }];
  });
}

/** An opt-out or opt-in of a user; `stop`: no more marketing. */
export type ChatOptout = {
  readonly accountId: AccountId;
  readonly userKey: string;
  readonly wish: 'stop' | 'start';
  /** When the user said so. */
  readonly atMs: number;
};

const WISHES = rowsOf({ accountId: 'bigint', userKey: 'text', atMs: 'timestamptz' });

type Change = Pick<ChatOptout, 'accountId' | 'userKey'> & { readonly isNew: boolean };

// A stop that arrives after a newer message no longer applies.
const STOP = statement<Change>(
  'stop-chat-marketing',
  `insert into chat_optouts as o (account_id, recipient, category, source, created_at)
  select t.account_id, t.user_key, 'marketing', :source, t.at
  from ${WISHES}
  where not exists (
    select from chat_replies r
    where r.account_id = t.account_id and r.user_key = t.user_key and r.wish = 'start'
      and r.written_at > t.at)
  order by 1, 2
  on conflict (account_id, recipient) do update set created_at = excluded.created_at
    where o.category = 'marketing' and o.created_at < excluded.created_at
  returning account_id, recipient as user_key, xmax = 0 as is_new`,
);

// A full opt-out was given to staff: an opt-in to marketing does not change that. A stop may
// be stored under a different name of the same person than the one that revokes it.
const START = statement<Change>(
  'start-chat-marketing',
  `with said as (
    select t.account_id, t.user_key, t.at, coalesce((
        select k.recipient from chat_users k
        where k.account_id = t.account_id and k.user_key = t.user_key
      ), case when t.user_key ~ '^[0-9]{1,15}$' then t.user_key::bigint end) as recipient
    from ${WISHES}
  ), named as (
    select account_id, user_key, at, user_key as name from said
    union
    select account_id, user_key, at, recipient::text from said
    union
    select t.account_id, t.user_key, t.at, u.user_key
    from said t join chat_users u on u.account_id = t.account_id and u.recipient = t.recipient
  )
  delete from chat_optouts o
  using named n
  where o.account_id = n.account_id and o.recipient = n.name and o.category = 'marketing'
    and o.created_at <= n.at
  returning n.account_id, n.user_key, true as is_new`,
);

/**
 * Applies the last opt-out or opt-in of each user; returns those that changed anything. They may
 * come in any order: a stop holds until the user revokes it later, under any name.
 */
export async function applyOptoutRequests(
  transaction: Transaction,
  wishes: readonly ChatOptout[],
  { source }: { readonly source: string },
): Promise<readonly ChatOptout[]> {
  const inOrder = wishes.toSorted((a, b) => a.atMs - b.atMs);
  const last = new Map(inOrder.map((it) => [nameOf(it), it]));
  const { stop = [], start = [] } = Object.groupBy(last.values(), ({ wish }) => wish);
  const changes = await Promise.all([
    stop.length === 0 ? [] : transaction.run(STOP, { rows: stop, source }),
    start.length === 0 ? [] : transaction.run(START, { rows: start }),
  ]);
  const names = new Set(changes.flat().flatMap((it) => (it.isNew ? [nameOf(it)] : [])));
  return [...names].flatMap((name) => last.get(name) ?? []);
}

function nameOf({ accountId, userKey }: Pick<ChatOptout, 'accountId' | 'userKey'>): string {
  return `${accountId} ${userKey}`;
}

/** A user has one name instead of another. */
type Renamed = {
  readonly accountId: AccountId;
  readonly before: string;
  readonly after: string;
};

/** Opt-outs follow people to their new names. */
export const followUsers = write.rows<Renamed>(
  'follow-chat-users',
  `insert into chat_optouts (account_id, recipient, category, source, created_at)
  select distinct on (1, 2) o.account_id, t.after, o.category, o.source, o.created_at
  from ${rowsOf({ accountId: 'bigint', before: 'text', after: 'text' })}
  join chat_optouts o on o.account_id = t.account_id and o.recipient = t.before
  order by 1, 2
  on conflict (account_id, recipient) do nothing`,
);

/** What was known about a user at a number at some time, by one of the user's names. */
type SeenUser = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Digits, or the platform's id of the user. */
  readonly userKey: string;
  readonly atMs: number;
};

const SEEN = rowsOf({
  accountId: 'bigint',
  linkId: 'int',
  userKey: 'text',
  atMs: 'timestamptz',
});

/** Records when users wrote: the latest time counts, in whatever order they come. */
export const openWindows = write.rows<SeenUser>(
  'open-chat-windows',
  `insert into chat_windows as w (account_id, link_id, user_key, inbound_at)
  select t.account_id, t.link_id, t.user_key, max(t.at)
  from ${SEEN}
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (account_id, link_id, user_key) do update set inbound_at = excluded.inbound_at
    where w.inbound_at < excluded.inbound_at`,
);

// A user who has not written, as far as we know, may have: in a message that arrives later.
/**
 * Records that the platform called windows closed at these times: only what users write after
 * on opens them. The latest refusal counts beside the latest message, whatever comes first.
 */
export const closeWindows = write.rows<SeenUser>(
  'close-chat-windows',
  `insert into chat_windows as w (account_id, link_id, user_key, inbound_at, closed_at)
  select t.account_id, t.link_id, t.user_key, '-infinity', max(t.at)
  from ${SEEN}
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (account_id, link_id, user_key) do update set closed_at = excluded.closed_at
    where w.closed_at is null or w.closed_at < excluded.closed_at`,
);

/** Has marketing to users wait until these times. */
export const restUsers = write.rows<SeenUser>(
  'rest-chat-users',
  `insert into chat_windows as w (account_id, link_id, user_key, inbound_at, marketing_rests_until)
  select t.account_id, t.link_id, t.user_key, '-infinity', max(t.at)
  from ${SEEN}
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (account_id, link_id, user_key) do update
    set marketing_rests_until = greatest(w.marketing_rests_until, excluded.marketing_rests_until)`,
);

const FIND_PHONES = statement<{ readonly place: number; readonly recipient: string }>(
  'find-chat-phones',
  `select t.place::int, u.recipient::text
  from ${rowsOf({ accountId: 'bigint', userKey: 'text' }, 'place')}
  join chat_users u on u.account_id = t.account_id and u.user_key = t.user_key
  where u.recipient >= 0`,
);

/** The numbers of users by other names of theirs, by their places, from 0. */
export async function findPhones(
  transaction: Transaction,
  users: readonly { readonly accountId: AccountId; readonly userKey: string }[],
): Promise<ReadonlyMap<number, string>> {
  if (users.length === 0) return new Map();
  const found = await transaction.run(FIND_PHONES, { rows: users });
  return new Map(found.map(({ place, recipient }) => [place - 1, recipient]));
}
