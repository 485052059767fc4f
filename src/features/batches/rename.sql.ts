/** What accounts call their batches. */
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { BATCH_STATES } from '../../domain/message/message.ts';
import { write } from '../../kit/postgres/callable.ts';

type Named = { accountId: AccountId; id: BatchId; name: string | null };

/** Names the upload that a batch is made of, which is locked first, as when it is published. */
export const renameUpload = write.any<Named>(
  'rename-upload',
  `update uploads set name = :name where account_id = :accountId and batch_id = :id returning 1`,
);

export const renamePublished = write.any<Named>(
  'rename-batch',
  `update batches set name = :name
  where account_id = :accountId and id = :id and state = ${BATCH_STATES.published} returning 1`,
);
