/** People whom accounts have forgotten, or are about to. */
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type Forgetting = {
  readonly id: number;
  readonly messages: number;
  readonly replies: number;
  readonly askedBy: string;
  readonly askedAtMs: number;
  /** undefined: it goes on. */
  readonly doneAtMs: number | undefined;
};

const COLUMNS = `select id, messages, replies, asked_by, asked_at, done_at from forgettings`;

/** The newest first; `digest`: of this person alone. */
export const listForgettings = read.many<
  {
    accountId: AccountId;
    digest: string | undefined;
    beforeId: number | undefined;
    most: number;
  },
  Forgetting
>(
  'list-forgettings',
  `${COLUMNS} where account_id = :accountId and (:beforeId::bigint is null or id < :beforeId)
    and (:digest::text is null or :digest = any (digests))
  order by id desc limit :most`,
);

export const findForgetting = read.one<{ accountId: AccountId; id: number }, Forgetting>(
  'find-forgetting',
  `${COLUMNS} where account_id = :accountId and id = :id`,
);

/** One that goes on, of a person with one of these names. */
export const findRunning = read.maybeValue<
  { accountId: AccountId; names: readonly string[] },
  { readonly id: number }
>(
  'find-running-forgetting',
  `select id from forgettings
  where account_id = :accountId and done_at is null and names && :names::text[]
  order by id desc limit 1`,
);

export const insertForgetting = write.value<
  {
    accountId: AccountId;
    all: readonly string[];
    digests: readonly string[];
    belowId: number;
    askedBy: string;
    atMs: number;
  },
  { readonly id: number }
>(
  'insert-forgetting',
  `insert into forgettings (account_id, names, digests, below_id, asked_by, asked_at, look_at)
  values (:accountId, :all::text[], :digests::text[], :belowId, :askedBy, @atMs, @atMs)
  returning id`,
);

/** Those whose turn it is, in the order in which they were asked for. */
export const listDue = read.many<{ atMs: number }, { accountId: AccountId; id: number }>(
  'list-due-forgettings',
  `select account_id, id from forgettings
  where done_at is null and look_at <= @atMs order by look_at limit 100`,
);

/** What a job needs of one. */
type Work = {
  readonly all: readonly string[];
  readonly digests: readonly string[];
  readonly belowId: number;
  readonly afterBatch: number;
  readonly afterRow: number;
  readonly afterAudit: number;
};

/** One that goes on, which no other node works on meanwhile. */
export const lockForgetting = write.one<{ accountId: AccountId; id: number }, Work>(
  'lock-forgetting',
  `select names as "all", digests, below_id, after_batch, after_row, after_audit from forgettings
  where account_id = :accountId and id = :id and done_at is null for update skip locked`,
);

/** How far it is; `lookAtMs`: when it goes on, undefined: it is over, and the names are gone. */
export const noteForgetting = write.run<
  Pick<Work, 'afterBatch' | 'afterRow' | 'afterAudit'> & {
    accountId: AccountId;
    id: number;
    messages: number;
    replies: number;
    lookAtMs: number | undefined;
    nowMs: number;
  }
>(
  'note-forgetting',
  `update forgettings set messages = messages + :messages, replies = replies + :replies,
    after_batch = :afterBatch, after_row = :afterRow, after_audit = :afterAudit,
    look_at = @lookAtMs, names = case when @lookAtMs is null then '{}' else names end,
    done_at = case when @lookAtMs is null then @nowMs end
  where account_id = :accountId and id = :id`,
);
