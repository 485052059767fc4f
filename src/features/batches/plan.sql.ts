import type { AccountId } from '../../domain/ids.ts';
import type { ChatOfFile, ContactsOfFile } from '../../domain/message/file-send.ts';
import type { UploadRequest } from '../../domain/message/kept-batch.ts';
import { ALPHABETS, BATCH_STATES } from '../../domain/message/message.ts';
import { read } from '../../kit/postgres/callable.ts';

/** What was asked for by a batch that is still to be read; undefined: there is none. */
export const findUnread = read.maybeValue<
  { accountId: AccountId; id: number },
  { request: UploadRequest }
>(
  'find-unread-request',
  `select request from uploads
  where account_id = :accountId and batch_id = :id and state in ('waiting', 'scheduled')`,
);

/** One that was read, and has not left. */
export const findUnsent = read.one<
  { accountId: AccountId; id: number; atMs: number },
  {
    readonly recipients: number;
    readonly contacts: (ContactsOfFile & { readonly chat?: ChatOfFile }) | undefined;
    readonly templateId: string;
    readonly isChat: boolean;
  }
>(
  'find-unsent-batch',
  `select b.recipients, b.contacts, m.template_id::text, m.alphabet = ${ALPHABETS.chat} as is_chat
  from batches b
  join lateral (
    select m.template_id, m.alphabet from messages m
    where m.account_id = b.account_id and m.batch_id = b.id
      and m.id between b.first_message and b.last_message
    order by m.position limit 1) m on true
  where b.account_id = :accountId and b.id = :id and b.state = ${BATCH_STATES.published}
    and b.send_at > @atMs`,
);
