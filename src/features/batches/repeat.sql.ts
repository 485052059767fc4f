/** Batches that are sent again to their recipients, or to those who did not get it. */
import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import type { ContactsOfFile } from '../../domain/message/file-send.ts';
import type { BatchSpan } from '../../domain/message/kept-batch.ts';
import { restoreAddresses } from '../../domain/message/short-links.ts';
import { BATCH_STATES, FORGOTTEN_BELOW, MESSAGE_STATES } from '../../domain/message/message.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

type Named = { accountId: AccountId; id: BatchId };
type InSpan = Named & Pick<BatchSpan, 'firstMessage' | 'lastMessage'>;

export type RepeatFacts = {
  /** Whom its file was made of, with its values as they were given to that file. */
  readonly contacts:
    | (ContactsOfFile & { readonly values: Readonly<Record<string, string>> })
    | undefined;
  readonly failedRepeatedBy: BatchId | undefined;
  readonly shortLinks: boolean;
};

/** What a published batch says of itself. */
export const findRepeatFacts = read.one<Named, RepeatFacts>(
  'find-repeat-facts',
  `select contacts, failed_repeated_by, short_links from batches
  where account_id = :accountId and id = :id and state = ${BATCH_STATES.published}`,
);

const OF_BATCH = `m.account_id = :accountId and m.batch_id = :id
    and m.id between :firstMessage and :lastMessage`;

/** Whether a message of it may still end in another way. */
export const hasOpenMessages = read.any<InSpan>(
  'has-open-messages',
  `select 1 from messages m where ${OF_BATCH} and m.state < ${MESSAGE_STATES.unknown} limit 1`,
);

/** What is said of a number that does not exist. */
const NEVER = `('operator_refused_recipient')`;

const LIST = read.many<
  InSpan & { after: number; most: number; onlyFailed: boolean; shortLinks: boolean },
  {
    position: number;
    recipient: string;
    text: string;
    /** Where its short links lead, by their codes. */
    links: Readonly<Record<string, string>> | undefined;
  }
>(
  'list-repeat-rows',
  `select m.position, m.recipient::text, m.text,
    case when :shortLinks then (
      select jsonb_object_agg(l.code, l.target) from short_links l
      where l.account_id = m.account_id and l.message_id = m.id
    ) end as links
  from messages m
  where ${OF_BATCH} and m.position > :after
    and (m.recipient < 0 or m.recipient >= ${FORGOTTEN_BELOW})
    and (not :onlyFailed or (
      m.state in (${MESSAGE_STATES.failed}, ${MESSAGE_STATES.expired})
      and coalesce(m.reason, '') not in ${NEVER}))
  order by m.position limit :most`,
);

const ROWS_AT_ONCE = 5_000;

/** The number and the text of each message, or of those that failed, in order. */
export async function* readRepeatRows(
  reader: Reader,
  of: InSpan & { onlyFailed: boolean; shortLinks: boolean },
): AsyncGenerator<readonly (readonly string[])[]> {
  let after = 0;
  for (;;) {
    const rows = await LIST(reader, { ...of, after, most: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
    yield rows.map(({ recipient, text, links }) => [recipient, restoreAddresses(text, links)]);
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
