/** Answers that are ready. */
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

type Words = { readonly name: string; readonly text: string };
type Key = { readonly accountId: AccountId; readonly id: number };
type CannedAnswer = Words & { readonly id: number; readonly createdAtMs: number };

const SHOWN = 'id, name, text, created_at';

/** The newest first. */
export const listCannedAnswers = read.many<
  { accountId: AccountId; beforeId: number | undefined; most: number },
  CannedAnswer
>(
  'list-canned-answers',
  `select ${SHOWN} from canned_answers
  where account_id = :accountId and (:beforeId::bigint is null or id < :beforeId)
  order by id desc limit :most`,
);

export const findCannedAnswer = read.one<Key, CannedAnswer>(
  'find-canned-answer',
  `select ${SHOWN} from canned_answers where account_id = :accountId and id = :id`,
);

/** Whether another one has the name, however its letters are written. */
export const isCannedNameTaken = read.any<{
  accountId: AccountId;
  name: string;
  own: number | undefined;
}>(
  'find-canned-answer-named',
  `select id from canned_answers
  where account_id = :accountId and lower(name) = lower(:name)
    and id is distinct from :own::bigint`,
);

export const insertCannedAnswer = write.single<
  Words & { accountId: AccountId; atMs: number },
  CannedAnswer
>(
  'insert-canned-answer',
  `insert into canned_answers (account_id, name, text, created_at)
  values (:accountId, :name, :text, @atMs) returning ${SHOWN}`,
);

export const updateCannedAnswer = write.one<
  Key & { name: string | undefined; text: string | undefined },
  CannedAnswer
>(
  'update-canned-answer',
  `update canned_answers
  set name = coalesce(:name::text, name), text = coalesce(:text::text, text)
  where account_id = :accountId and id = :id returning ${SHOWN}`,
);

export const deleteCannedAnswer = write.any<Key>(
  'delete-canned-answer',
  `delete from canned_answers where account_id = :accountId and id = :id returning id`,
);
