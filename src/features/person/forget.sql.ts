/** What an account keeps of a person, deleted or emptied. What stays is said in decision 120. */
import type { AccountId, MessageId } from '../../domain/ids.ts';
import { ALPHABETS, FORGOTTEN, MESSAGE_STATES } from '../../domain/message/message.ts';
import { CHAT_MONEY } from '../../domain/chat/progress.ts';
import { eachDay } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf } from '../../kit/postgres/statement.ts';
import type { OfPerson } from './names.sql.ts';

/** What stands for the names where they were. */
export type Digested = {
  /** Of each name, in their order. */
  readonly digests: readonly string[];
  /** A regular expression of PostgreSQL for what the names look like where people write them. */
  readonly pattern: string;
};

const IN_NUMBERS = 'account_id = :accountId and recipient = any (:numbers::bigint[])';
const IN_NAMES = 'account_id = :accountId and user_key = any (:names::text[])';

/** Before names lead nowhere: what was said by one of them holds for each. */
const KEEP_OPTOUTS = write.run<OfPerson>(
  'keep-optouts-of-person',
  `with said as (
    select case when scope = 'all' then 'all' else 'marketing' end as category, source, created_at
    from optouts where ${IN_NUMBERS}
    union all
    select category, source, created_at from chat_optouts
    where account_id = :accountId and recipient = any (:names::text[])
  )
  insert into chat_optouts as o (account_id, recipient, category, source, created_at)
  select :accountId, n.name, s.category, s.source, s.created_at
  from (select * from said order by category, created_at limit 1) s,
    unnest(:names::text[]) as n (name)
  where cardinality(:userIds::text[]) > 0
  on conflict (account_id, recipient) do update set category = excluded.category
    where o.category <> 'all' and excluded.category = 'all'`,
);

/** What shows that somebody agreed stays, under a digest by which whoever has the name finds it. */
const KEEP_CONSENTS = write.run<OfPerson & Digested>(
  'keep-consents-of-person',
  `update consents c set person = t.digest,
    wording = regexp_replace(c.wording, :pattern, '…', 'g'),
    proof = regexp_replace(c.proof, :pattern, '…', 'g')
  from unnest(:names::text[], :digests::text[]) as t (name, digest)
  where c.account_id = :accountId and c.person = t.name`,
);

const DELETE_CONTACTS = write.run<OfPerson>(
  'delete-contacts-of-person',
  `delete from contacts where account_id = :accountId
    and (mobile = any (:numbers::bigint[]) or user_id = any (:userIds::text[]))`,
);

const DELETE_LOOKUPS = write.run<OfPerson>(
  'delete-lookups-of-person',
  `delete from lookups where ${IN_NUMBERS}`,
);

/** Their notes go with them. */
const DELETE_CONVERSATIONS = write.run<OfPerson>(
  'delete-conversations-of-person',
  `delete from conversations where account_id = :accountId and other = any (:names::text[])`,
);

/** What the phone that shares a chat number calls the person, and when the person last wrote. */
const DELETE_CHATS = write.run<OfPerson>(
  'delete-chats-of-person',
  `with gone as (delete from chat_contacts where ${IN_NAMES})
  delete from chat_windows where ${IN_NAMES}`,
);

/** What is little, at once. */
export async function forgetAtOnce(
  transaction: Transaction,
  person: OfPerson & Digested,
): Promise<void> {
  await KEEP_OPTOUTS(transaction, person);
  await KEEP_CONSENTS(transaction, person);
  await DELETE_CONTACTS(transaction, person);
  await DELETE_LOOKUPS(transaction, person);
  await DELETE_CONVERSATIONS(transaction, person);
  await DELETE_CHATS(transaction, person);
}

/** Some of what there may be much of. */
type Piece = OfPerson & { readonly belowId: number; readonly most: number };

const some = (table: string, key: string): string => `
  with gone as (
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where account_id = :accountId and ${key} and id < :belowId limit :most for update))
    returning 1
  )
  select count(*) as deleted from gone`;

type Deleted = { readonly deleted: number };

const deleteTexts = write.value<Piece, Deleted>(
  'delete-replies-of-person',
  some('replies', 'from_address = any (:numbers::text[])'),
);
const deleteChats = write.value<Piece, Deleted>(
  'delete-chat-replies-of-person',
  some('chat_replies', 'user_key = any (:names::text[])'),
);
const deleteInApp = write.value<Piece, Deleted>(
  'delete-app-messages-of-person',
  some('chat_app_messages', 'user_key = any (:names::text[])'),
);

/** Deletes `most` replies of each kind at most; how many, and whether there may be more. */
export async function deleteReplies(
  transaction: Transaction,
  piece: Piece,
): Promise<{ readonly deleted: number; readonly isMore: boolean }> {
  let [deleted, isMore] = [0, false];
  for (const deleteSome of [deleteTexts, deleteChats, deleteInApp]) {
    const gone = await deleteSome(transaction, piece);
    deleted += gone;
    isMore ||= gone >= piece.most;
  }
  return { deleted, isMore };
}

type Ended = { readonly accountId: AccountId; readonly messageId: MessageId };

const TO_PERSON = 'm.recipient = r.recipient and m.account_id = :accountId and m.id < :belowId';

/** Nothing of it moves any more: neither its state by a receipt, nor its money by a status. */
const HAS_ENDED = `m.state > ${MESSAGE_STATES.sent} and coalesce((
      select c.money from chat_messages c where c.account_id = m.account_id and c.id = m.id
    ), 0) <> ${CHAT_MONEY.reserved}`;

const findEnded = read.many<Piece, Ended>(
  'find-ended-messages-of-person',
  `select m.account_id, m.id as message_id from unnest(:recipients::bigint[]) as r (recipient)
  cross join lateral (
    select m.account_id, m.id from messages m where ${TO_PERSON} and ${HAS_ENDED}
    order by m.id limit :most
  ) as m
  limit :most`,
);

/** Whether some are still on their way. */
const hasOthers = read.any<Pick<Piece, 'accountId' | 'recipients' | 'belowId'>>(
  'has-messages-of-person',
  `select 1 from unnest(:recipients::bigint[]) as r (recipient)
  cross join lateral (select from messages m where ${TO_PERSON} limit 1) as m limit 1`,
);

/**
 * The platform's id of a message has the number in it, so it goes, too. Whoever moves one of them
 * has it locked: it is left for the next time.
 */
const FORGET = daily<{ readonly forgotten: number }>(
  'forget-messages-of-person',
  (day) => `
  with own as (
    select m.account_id, m.id, m.alphabet = ${ALPHABETS.chat} as is_chat
    from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
    join messages_${day} m on m.account_id = t.account_id and m.id = t.message_id
    for update of m skip locked
  ), gone as (
    update messages_${day} m set text = '',
      recipient = case when m.recipient::text like '92%' then 92 else 0 end
    from own o where m.account_id = o.account_id and m.id = o.id
    returning 1
  ), attempted as (
    update attempts_${day} a set operator_key = null
    from own o where o.is_chat and a.account_id = o.account_id and a.message_id = o.id
  ), heard as (
    update chat_messages_${day} c set heard_key = null
    from own o where o.is_chat and c.account_id = o.account_id and c.id = o.id
  ), received as (
    delete from receipts r using own o
    where r.account_id = o.account_id and r.message_id = o.id
  ), links as (
    delete from short_links s using own o
    where s.account_id = o.account_id and s.message_id = o.id
  ), lost as (
    delete from lost_answers l using own o
    where l.account_id = o.account_id and l.message_id = o.id
  )
  select count(*) as forgotten from gone`,
);

/** No text follows a chat message any more, whatever becomes of that. */
export const stopFallbacks = write.run<Omit<Piece, 'most'>>(
  'stop-fallbacks-of-person',
  `with gone as (
    delete from fallback_rows f using (
      select m.id from unnest(:recipients::bigint[]) as r (recipient)
      join messages m on ${TO_PERSON}
    ) as m
    where f.account_id = :accountId and f.message_id = m.id
    returning f.batch_id
  )
  update fallbacks f set stopped = f.stopped + g.rows
  from (select batch_id, count(*) as rows from gone group by batch_id) as g
  where f.account_id = :accountId and f.batch_id = g.batch_id`,
);

/** Empties `most` messages at most of those that have ended. */
export async function forgetMessages(
  transaction: Transaction,
  piece: Piece,
): Promise<{ readonly forgotten: number; readonly isMore: boolean; readonly isLeft: boolean }> {
  const ended = await findEnded(transaction, piece);
  const counts = await eachDay(ended, (day, rows) => transaction.run(FORGET(day), { rows }));
  const forgotten = counts.reduce((sum, it) => sum + it.forgotten, 0);
  const isMore = ended.length >= piece.most && forgotten > 0;
  return { forgotten, isMore, isLeft: isMore || (await hasOthers(transaction, piece)) };
}

/** How far rows that nobody finds by a person have been looked through. */
type Looked = {
  readonly afterBatch: number;
  readonly afterRow: number;
  readonly afterAudit: number;
};

type Looking = Looked & {
  readonly accountId: AccountId;
  readonly pattern: string;
  readonly most: number;
};

const WESTERN = `translate(shown, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789')`;

/** Of rows of files that nothing was sent to, what stood in the column of the numbers. */
const LOOK_AT_ROWS = write.one<Looking, { readonly afterBatch: number; readonly afterRow: number }>(
  'forget-batch-rows-of-person',
  `with page as (
    select batch_id, row_number, ${WESTERN} as shown from batch_rows
    where account_id = :accountId and (batch_id, row_number) > (:afterBatch, :afterRow)
    order by batch_id, row_number limit :most
  ), gone as (
    update batch_rows b set shown = '${FORGOTTEN}' from page p
    where b.account_id = :accountId and b.batch_id = p.batch_id and b.row_number = p.row_number
      and p.shown ~ :pattern::text
  )
  select batch_id as after_batch, row_number as after_row from page
  order by batch_id desc, row_number desc limit 1`,
);

/** Who did what when stays; whom it was about is a digest. */
const LOOK_AT_AUDIT = write.maybeValue<
  Looking & { readonly digest: string },
  { readonly afterAudit: number }
>(
  'forget-person-in-audit',
  `with page as (
    select id, detail::text as detail from audit
    where account_id = :accountId and id > :afterAudit order by id limit :most
  ), gone as (
    update audit a set detail = regexp_replace(p.detail, '"' || :pattern::text || '"',
      to_jsonb(:digest::text)::text, 'g')::jsonb
    from page p where a.id = p.id and p.detail ~ ('"' || :pattern::text || '"')
  )
  select max(id) as after_audit from page having count(*) > 0`,
);

/** Looks through the next rows of either kind; `isMore`: there were some. */
export async function forgetInLists(
  transaction: Transaction,
  looking: Looking & { readonly digest: string },
): Promise<Looked & { readonly isMore: boolean }> {
  const row = await LOOK_AT_ROWS(transaction, looking);
  const line = await LOOK_AT_AUDIT(transaction, looking);
  return {
    afterBatch: row?.afterBatch ?? looking.afterBatch,
    afterRow: row?.afterRow ?? looking.afterRow,
    afterAudit: line ?? looking.afterAudit,
    isMore: row !== undefined || line !== undefined,
  };
}

/** At the end the names lead nowhere; unless the account has written to the person since. */
export const forgetNames = write.run<Pick<Piece, 'accountId' | 'names' | 'recipients'>>(
  'forget-names-of-person',
  `with known as (
    select from messages
    where recipient = any (:recipients::bigint[]) and account_id = :accountId limit 1
  ), users as (
    delete from chat_users where account_id = :accountId and not exists (select from known)
      and (user_key = any (:names::text[]) or recipient = any (:recipients::bigint[]))
  )
  delete from chat_people where account_id = :accountId and not exists (select from known)
    and id = any (:recipients::bigint[])`,
);
