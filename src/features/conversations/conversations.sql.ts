/** Conversations: what one person wrote to one sender or number of an account, and who answers. */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { countResponses } from '../responses/count.sql.ts';
import type { LabelColour } from '../labels/labels.sql.ts';

export const CONVERSATION_KINDS = ['sms', 'chat'] as const;
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];
export const CONVERSATION_STATES = ['open', 'closed'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** The two who write to each other. */
export type Parties = {
  readonly accountId: AccountId;
  readonly kind: ConversationKind;
  /** The name of a sender; for chat the link of the number, in digits. */
  readonly own: string;
  /** The phone, or the chat platform's id of a user who hides it. */
  readonly other: string;
};

/** A reply, as its conversation keeps it. */
type HeardIn = Parties & {
  readonly id: number;
  /** As the person calls himself. */
  readonly name?: string | undefined;
  /** On the chat platform, as chosen there. */
  readonly userName?: string | undefined;
  readonly text: string | undefined;
  readonly atMs: number;
};

const HEARD = statement(
  'note-replies-in-conversations',
  `insert into conversations as c (account_id, id, kind, own, other, name, last_at, last_by,
                                  last_text, unread, user_name, waits_since)
  select t.account_id, min(t.id), t.kind, t.own, t.other,
    (array_agg(t.name order by t.at desc, t.id desc) filter (where t.name is not null))[1],
    max(t.at), 'them', (array_agg(t.text order by t.at desc, t.id desc))[1], count(*),
    (array_agg(t.user_name order by t.at desc, t.id desc)
      filter (where t.user_name is not null))[1], min(t.at)
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    kind: 'text',
    own: 'text',
    other: 'text',
    name: 'text',
    userName: 'text',
    text: 'text',
    atMs: 'timestamptz',
  })}
  group by t.account_id, t.kind, t.own, t.other
  order by t.account_id, t.kind, t.own, t.other
  on conflict (account_id, kind, own, other) do update
    set name = coalesce(excluded.name, c.name),
        user_name = coalesce(excluded.user_name, c.user_name), unread = c.unread + excluded.unread,
        waits_since = coalesce(c.waits_since, excluded.waits_since), state = 'open',
        last_at = greatest(c.last_at, excluded.last_at),
        (last_by, last_text) = (
          select case when is_later then excluded.last_by else c.last_by end,
                 case when is_later then excluded.last_text else c.last_text end
          from (select excluded.last_at >= c.last_at) as o (is_later))`,
);

/** Notes new replies of accounts in the transaction that keeps them; a closed one opens again. */
export async function noteHeard(
  transaction: Transaction,
  replies: readonly HeardIn[],
): Promise<void> {
  if (replies.length === 0) return;
  const rows = replies.map((it) => ({ ...it, text: previewOf(it.text) }));
  await transaction.run(HEARD, { rows });
}

/** The beginning of a text, without half a character. */
export function previewOf(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : Array.from(text.slice(0, 2 * PREVIEW))
        .slice(0, PREVIEW)
        .join('');
}

const PREVIEW = limit('conversationPreview');

/** A person is found under each name. */
const BETWEEN = `account_id = :accountId and kind = :kind and own = :own and other in (:other, (
    select u.recipient::text from chat_users u
    where u.account_id = :accountId and u.user_key = :other))`;

/** Whether these two have a conversation: the other one has written. */
export const isConversation = read.any<Parties>(
  'find-conversation-between',
  `select id from conversations where ${BETWEEN}`,
);

/** Whoever waited has waited so long for the one who answers. */
const ANSWERED = statement(
  'note-answer-in-conversation',
  `with asked as (
    select id, waits_since from conversations where ${BETWEEN} for update
  ), answered as (
    update conversations c set last_at = greatest(c.last_at, @atMs), last_by = 'us',
      last_text = :text, unread = 0, held_by = null, waits_since = null
    from asked a where c.account_id = :accountId and c.id = a.id
    returning a.waits_since
  )
  ${countResponses(`select :accountId::bigint as account_id, :kind::text as kind,
    :userId::bigint as user_id, waits_since, @atMs as answered_at from answered`)}`,
);

/** Notes that a person of the account has answered; nothing if there is no such conversation. */
export async function noteAnswered(
  transaction: Transaction,
  answer: Parties & {
    readonly userId: number;
    readonly text: string | undefined;
    readonly atMs: number;
  },
): Promise<void> {
  await transaction.run(ANSWERED, { ...answer, text: previewOf(answer.text) });
}

/** Who answers on the chat platform, as it said at some time. */
export type HeldBy = {
  readonly accountId: AccountId;
  readonly own: string;
  readonly other: string;
  /** `another`: it does not say who; undefined: the account. */
  readonly heldBy: string | undefined;
  readonly note: string | undefined;
  readonly atMs: number;
};

/** Notes who answers chat conversations; the latest word counts, in whatever order they come. */
export const noteHeld = write.rows<HeldBy>(
  'note-holders-of-conversations',
  `update conversations c
  set held_by = case when t.held_by = 'another' then coalesce(c.held_by, t.held_by)
      else t.held_by end,
    held_note = coalesce(t.note, c.held_note), held_at = t.at
  from (
    select distinct on (t.account_id, t.own, t.other) t.*
    from ${rowsOf({
      accountId: 'bigint',
      own: 'text',
      other: 'text',
      heldBy: 'text',
      note: 'text',
      atMs: 'timestamptz',
    })}
    order by t.account_id, t.own, t.other, t.at desc
  ) as t
  where c.account_id = t.account_id and c.kind = 'chat' and c.own = t.own and c.other = t.other
    and coalesce(c.held_at, '-infinity') <= t.at
    and (c.held_by is distinct from t.held_by or t.note is not null)`,
);

/** A conversation as its account sees it. */
export type Conversation = Omit<Parties, 'accountId'> & {
  /** The id of its first reply. */
  readonly id: number;
  readonly name: string | undefined;
  readonly userName: string | undefined;
  readonly lastAtMs: number;
  readonly lastBy: 'them' | 'us';
  readonly lastText: string | undefined;
  /** Replies since somebody read it or answered. */
  readonly unread: number;
  readonly assignedUser: number | undefined;
  /** The name of that person, while they are of the account. */
  readonly assignee: string | undefined;
  readonly state: ConversationState;
  /** Who answers instead of the account: `ai_agent`, `another`; undefined: nobody. */
  readonly heldBy: string | undefined;
  /** What the one who held it before left for the next. */
  readonly heldNote: string | undefined;
  /** Until when chat may be in free form; undefined: an SMS, or the user has never opened it. */
  readonly windowUntilMs: number | undefined;
  /** By their names. */
  readonly labels: readonly {
    readonly id: string;
    readonly name: string;
    readonly colour: LabelColour;
  }[];
};

/** What the account itself calls the person. */
export const CONTACT = `(
    select k.name from contacts k
    where k.account_id = :accountId and k.name <> '' and (k.user_id = c.other
      or k.mobile = case when c.other ~ '^[0-9]{1,15}$' then c.other::bigint end)
    limit 1)`;

export const SHOWN = `
  c.id, c.kind, c.own, c.other, coalesce(${CONTACT}, c.name) as name, c.user_name,
  c.last_at, c.last_by, c.last_text, c.unread, c.assigned_user, u.name as assignee, c.state,
  c.held_by, c.held_note, w.until as window_until, (
    select coalesce(json_agg(
      json_build_object('id', l.id::text, 'name', l.name, 'colour', l.colour)
      order by lower(l.name)), '[]')
    from conversation_labels x
    join labels l on l.account_id = :accountId and l.id = x.label_id
    where x.account_id = :accountId and x.conversation_id = c.id) as labels`;

export const BESIDES = `
  left join account_users a on a.account_id = :accountId and a.user_id = c.assigned_user
  left join users u on u.id = a.user_id
  left join lateral (
    select case when max(w.closed_at) > max(w.inbound_at) then max(w.closed_at)
      else nullif(max(w.inbound_at), '-infinity') + interval '${limit('chatWindowHours')} hours'
      end as until
    from chat_windows w
    where w.account_id = :accountId and w.link_id = case when c.kind = 'chat' then c.own::int end
      and w.user_key = any (array_append(array(
        select u.user_key from chat_users u
        where u.account_id = :accountId and u.recipient = coalesce(
          (select k.recipient from chat_users k
           where k.account_id = :accountId and k.user_key = c.other),
          case when c.other ~ '^[0-9]{1,15}$' then c.other::bigint end)
      ), c.other))
  ) as w on true`;

export const findConversation = read.one<{ accountId: AccountId; id: number }, Conversation>(
  'find-conversation',
  `select ${SHOWN} from conversations c ${BESIDES} where c.account_id = :accountId and c.id = :id`,
);

/** False when the account has none with this id. */
export const changeConversation = write.any<
  ConversationChange & { readonly id: number } & { accountId: AccountId }
>(
  'change-conversation',
  `update conversations set
    assigned_user = case when :assigned::bigint is null then assigned_user
      else nullif(:assigned, 0) end,
    unread = case when :read::boolean is null then unread
      when :read then 0 else greatest(unread, 1) end,
    state = coalesce(:state::text, state),
    waits_since = case when :state = 'closed' then null else waits_since end
  where account_id = :accountId and id = :id
  returning id`,
);

/** What changes about a conversation; undefined: it stays. */
export type ConversationChange = {
  /** A user's id; 0: nobody. */
  readonly assigned: number | undefined;
  readonly read: boolean | undefined;
  readonly state: ConversationState | undefined;
};

/** What a person would answer is nobody's, in the order in which replies hold conversations. */
export const unassignFrom = write.count<{ accountId: AccountId; userId: number }>(
  'unassign-conversations',
  `with theirs as (
    select account_id, id from conversations
    where account_id = :accountId and coalesce(assigned_user, 0) = :userId
    order by account_id, kind, own, other for update
  )
  update conversations c set assigned_user = null
  from theirs t where c.account_id = t.account_id and c.id = t.id`,
);
