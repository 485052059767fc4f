/** Each thing that an account keeps of a person, as a row: what it is, when, and what it says. */
import { read } from '../../kit/postgres/callable.ts';
import type { OfPerson } from './names.sql.ts';

/** What kinds of rows there are, besides messages. */
export const RECORD_KINDS = [
  'contact',
  'name',
  'opt_out',
  'look_up',
  'conversation',
  'note',
  'consent',
  'reply',
  'left_out',
  'message',
] as const;

export type PersonRecord = {
  readonly kind: (typeof RECORD_KINDS)[number];
  readonly atMs: number | undefined;
  readonly channel: 'sms' | 'chat' | undefined;
  readonly direction: 'in' | 'out' | undefined;
  /** The account's sender, or the digits of its chat number. */
  readonly sender: string | undefined;
  readonly state: string | undefined;
  readonly text: string | undefined;
  readonly detail: Readonly<Record<string, string>>;
};

export type PlacedRecord = PersonRecord & { readonly place: number };

export type AskRecords = OfPerson & {
  /** Before this place, from the highest down. */
  readonly before: number;
  readonly most: number;
  /** The end of each number, as far as all write it. */
  readonly ends: readonly string[];
};

const NONE = 'null::text';

const utc = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `place` is counted from 9007199254740991 down, in this order. */
const FEW = `
  select 1 as rank, c.id, 'contact' as kind, c.updated_at as at, ${NONE} as channel,
    ${NONE} as direction, ${NONE} as sender, ${NONE} as state, nullif(c.name, '') as text,
    c.fields || jsonb_strip_nulls(jsonb_build_object('mobile', c.mobile::text,
      'user_id', c.user_id, 'language', c.language, 'created_at', ${utc('c.created_at')},
      'tags', nullif(array_to_string(c.tags, ', '), ''))) as detail
  from contacts c where c.account_id = :accountId
    and (c.mobile = any (:numbers::bigint[]) or c.user_id = any (:userIds::text[]))
  union all
  select 2, 0, 'name', u.seen_at, 'chat', null, null, null, u.user_key, '{}'
  from chat_users u where u.account_id = :accountId and u.user_key = any (:names::text[])
  union all
  select 2, 1, 'name', null, 'chat', null, l.config ->> 'digits', null, k.name, '{}'
  from chat_contacts k join links l on l.id = k.link_id
  where k.account_id = :accountId and k.user_key = any (:names::text[])
  union all
  select 3, 0, 'opt_out', o.created_at, null, null, null, o.scope, o.recipient::text,
    jsonb_build_object('source', o.source)
  from optouts o where o.account_id = :accountId and o.recipient = any (:numbers::bigint[])
  union all
  select 3, 1, 'opt_out', o.created_at, 'chat', null, null,
    case when o.category = 'all' then 'all' else 'promotional' end, o.recipient,
    jsonb_build_object('source', o.source)
  from chat_optouts o where o.account_id = :accountId and o.recipient = any (:names::text[])
  union all
  select 4, 0, 'look_up', l.looked_up_at, null, null, null, null, o.name, '{}'
  from lookups l left join operators o on o.id = l.operator_id
  where l.account_id = :accountId and l.recipient = any (:numbers::bigint[])
  union all
  select 5, c.id, 'conversation', c.last_at, c.kind, null, case when c.kind = 'sms' then c.own
      else (select l.config ->> 'digits' from links l where l.id::text = c.own) end, c.state,
    c.name, jsonb_strip_nulls(jsonb_build_object('user_name', c.user_name,
      'held_by', c.held_by, 'held_note', c.held_note, 'labels', (
        select string_agg(l.name, ', ' order by lower(l.name)) from conversation_labels x
        join labels l on l.account_id = x.account_id and l.id = x.label_id
        where x.account_id = c.account_id and x.conversation_id = c.id)))
  from conversations c where c.account_id = :accountId and c.other = any (:names::text[])
  union all
  select 6, n.id, 'note', n.created_at, c.kind, null, null, null, n.text,
    jsonb_build_object('by', n.actor)
  from conversations c
  join conversation_notes n on n.account_id = :accountId and n.conversation_id = c.id
  where c.account_id = :accountId and c.other = any (:names::text[])`;

const TOP = '9007199254740991';

export const listFew = read.many<AskRecords, PlacedRecord>(
  'list-few-of-person',
  `select * from (
    select kind, at, channel, direction, sender, state, text, detail,
      ${TOP} - row_number() over (order by rank, at, id, text) as place
    from (${FEW}) as few
  ) as it
  where place < :before order by place desc limit :most`,
);

export const listConsentsOf = read.many<AskRecords, PlacedRecord>(
  'list-consents-of-person',
  `select 'consent' as kind, c.said_at as at, c.channel, ${NONE} as direction, ${NONE} as sender,
    c.state, nullif(c.wording, '') as text, jsonb_build_object('purpose', c.purpose,
      'source', c.source, 'proof', c.proof, 'made_by', c.made_by, 'made_at', ${utc('c.made_at')})
      as detail, c.id as place
  from consents c
  where c.account_id = :accountId and c.person = any (:people::text[]) and c.id < :before
  order by c.id desc limit :most`,
);

export const listRepliesOf = read.many<AskRecords, PlacedRecord>(
  'list-replies-of-person',
  `select 'reply' as kind, r.received_at as at, 'sms' as channel, 'in' as direction,
    r.to_address as sender, ${NONE} as state, r.text,
    jsonb_strip_nulls(jsonb_build_object('wish', r.wish)) as detail, r.id as place
  from replies r
  where r.account_id = :accountId and r.from_address = any (:numbers::text[]) and r.id < :before
  order by r.id desc limit :most`,
);

export const listChatRepliesOf = read.many<AskRecords, PlacedRecord>(
  'list-chat-replies-of-person',
  `select 'reply' as kind, r.written_at as at, 'chat' as channel, 'in' as direction,
    (select l.config ->> 'digits' from links l where l.id = r.link_id) as sender,
    ${NONE} as state, r.text, jsonb_strip_nulls(jsonb_build_object('type', r.kind,
      'name', r.profile_name, 'user_name', r.user_name, 'payload', r.payload,
      'file', coalesce(r.media_name, r.media_mime), 'wish', r.wish,
      'content', case when r.kind <> 'text' and r.revoked_at is null then r.content::text end))
      as detail, r.id as place
  from chat_replies r
  where r.account_id = :accountId and r.user_key = any (:names::text[]) and r.id < :before
  order by r.id desc limit :most`,
);

export const listAppMessagesOf = read.many<AskRecords, PlacedRecord>(
  'list-app-messages-of-person',
  `select 'reply' as kind, r.written_at as at, 'chat' as channel,
    case when r.is_ours then 'out' else 'in' end as direction,
    (select l.config ->> 'digits' from links l where l.id = r.link_id) as sender,
    ${NONE} as state, r.text, jsonb_build_object('type', r.kind, 'in_app', 'true') as detail,
    r.id as place
  from chat_app_messages r
  where r.account_id = :accountId and r.user_key = any (:names::text[]) and r.id < :before
  order by r.id desc limit :most`,
);

/** Rows of files that nothing was sent to: found by looking through those of the account. */
export const listLeftOutOf = read.many<AskRecords, PlacedRecord>(
  'list-left-out-of-person',
  `select 'left_out' as kind, b.created_at as at, ${NONE} as channel, ${NONE} as direction,
    ${NONE} as sender, ${NONE} as state, it.shown as text, jsonb_build_object(
      'batch_id', it.batch_id::text, 'row', it.row_number::text, 'reason', it.rule) as detail,
    it.place
  from (
    select r.*, ${TOP} - row_number() over (order by r.batch_id desc, r.row_number) as place
    from batch_rows r
    where r.account_id = :accountId and (r.shown = any (:userIds::text[])
      or right(regexp_replace(r.shown, '[^0-9]', '', 'g'), 10) = any (:ends::text[]))
  ) as it
  left join batches b on b.account_id = :accountId and b.id = it.batch_id
  where it.place < :before order by it.place desc limit :most`,
);
