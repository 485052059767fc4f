import type { AccountId } from '../../domain/ids.ts';
import type { UploadRequest } from '../../domain/message/kept-batch.ts';
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
