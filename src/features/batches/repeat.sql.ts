/** Batches that are sent again to their recipients, or to those who did not get it. */
import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import type { ChatOfFile, ContactsOfFile } from '../../domain/message/file-send.ts';
import type { BatchSpan } from '../../domain/message/kept-batch.ts';
import { restoreAddresses } from '../../domain/message/short-links.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  FORGOTTEN_BELOW,
  MESSAGE_STATES,
  SHOWN_RECIPIENT_SQL,
  TOLD_STATE_SQL,
} from '../../domain/message/message.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

type Named = { accountId: AccountId; id: BatchId };
type InBatch = { id: BatchId } & Pick<BatchSpan, 'firstMessage' | 'lastMessage'>;
type InSpan = Named & InBatch;

export type RepeatFacts = {
  /** Whom its file was made of, with its values as they were given to that file. */
  readonly contacts:
    | (ContactsOfFile & {
        readonly values: Readonly<Record<string, string>>;
        /** Of chat messages what they say; undefined: of texts, or of the version before. */
        readonly chat?: ChatOfFile;
      })
    | undefined;
  readonly failedRepeatedBy: BatchId | undefined;
  readonly shortLinks: boolean;
  /** The texts that follow its chat messages: their batch, once there is one with texts. */
  readonly texts: InBatch | undefined;
  /** Such a text may still follow. */
  readonly isFollowed: boolean;
};

/** What a published batch says of itself. */
export const findRepeatFacts = read.one<Named, RepeatFacts>(
  'find-repeat-facts',
  `select b.contacts, b.failed_repeated_by, b.short_links,
    case when s.first_message is not null then jsonb_build_object('id', s.id,
      'firstMessage', s.first_message, 'lastMessage', s.last_message) end as texts,
    f.batch_id is not null and f.ended_at is null as is_followed
  from batches b
  left join fallbacks f on f.account_id = b.account_id and f.batch_id = b.id
  left join batches s on s.account_id = b.account_id and s.id = f.text_batch_id
  where b.account_id = :accountId and b.id = :id and b.state = ${BATCH_STATES.published}`,
);

const OF_BATCH = `m.account_id = :accountId and m.batch_id = :id
    and m.id between :firstMessage and :lastMessage`;

/** Whether a message of it may still end in another way. */
export const hasOpenMessages = read.any<InSpan>(
  'has-open-messages',
  `select 1 from messages m where ${OF_BATCH} and m.state < ${MESSAGE_STATES.unknown} limit 1`,
);

/** What is said of a number that does not exist. */
const NEVER = `('operator_refused_recipient', 'platform_refused_recipient')`;

const { failed, rejected, expired } = MESSAGE_STATES;

/** What did not arrive and was not cancelled: the platform rejects what it does not deliver. */
const DID_NOT_ARRIVE = `(m.state in (${failed}, ${expired})
    or m.alphabet = ${ALPHABETS.chat} and ${TOLD_STATE_SQL} = ${rejected})`;

/** Whether the text in place of a chat message has arrived, or may have. */
const IS_TEXTED = `exists (
    select from messages t
    where t.account_id = :accountId and t.batch_id = :textId and t.position = m.position
      and t.id between :textFirst and :textLast
      and t.state not in (${failed}, ${rejected}, ${expired}))`;

type Asked = InSpan & {
  onlyFailed: boolean;
  shortLinks: boolean;
  /** The texts in place of chat messages, which count as arrived; undefined: none do. */
  texts: InBatch | undefined;
};

const LIST = read.many<
  Omit<Asked, 'texts'> & {
    after: number;
    most: number;
    textId: BatchId | undefined;
    textFirst: number | undefined;
    textLast: number | undefined;
  },
  {
    position: number;
    /** undefined: forgotten. */
    recipient: string | undefined;
    text: string;
    /** Where its short links lead, by their codes. */
    links: Readonly<Record<string, string>> | undefined;
  }
>(
  'list-repeat-rows',
  `select m.position, ${SHOWN_RECIPIENT_SQL} as recipient, m.text,
    case when :shortLinks then (
      select jsonb_object_agg(l.code, l.target) from short_links l
      where l.account_id = m.account_id and l.message_id = m.id
    ) end as links
  from messages m
  where ${OF_BATCH} and m.position > :after
    and (m.recipient < 0 or m.recipient >= ${FORGOTTEN_BELOW})
    and (not :onlyFailed or (
      ${DID_NOT_ARRIVE} and coalesce(m.reason, '') not in ${NEVER} and not ${IS_TEXTED}))
  order by m.position limit :most`,
);

const ROWS_AT_ONCE = 5_000;

/** Whom each message, or each that failed, was for, and what it said, as stored; in order. */
export async function* readRepeatRows(
  reader: Reader,
  { texts, ...asked }: Asked,
): AsyncGenerator<readonly (readonly string[])[]> {
  const { id: textId, firstMessage: textFirst, lastMessage: textLast } = texts ?? {};
  const of = { ...asked, textId, textFirst, textLast };
  let after = 0;
  for (;;) {
    const rows = await LIST(reader, { ...of, after, most: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
    yield rows.flatMap(({ recipient, text, links }) =>
      recipient === undefined ? [] : [[recipient, restoreAddresses(text, links)]],
    );
  }
}

/** Notes by which batch those who did not get it got it again; false: another one did that. */
export const claimFailedRepeat = write.any<Named & { by: BatchId | MessageId }>(
  'claim-failed-repeat',
  `update batches set failed_repeated_by = :by
  where account_id = :accountId and id = :id and failed_repeated_by is null
    and state = ${BATCH_STATES.published}
  returning 1`,
);
