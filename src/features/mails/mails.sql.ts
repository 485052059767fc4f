/** Mails of the service on their way to the mail server. */
import { read, write } from '../../kit/postgres/callable.ts';

type NewMail = {
  readonly id: number;
  /** For people who run the service: `registration`. */
  readonly kind: string;
  readonly recipient: string;
  readonly sealed: Buffer;
};

/** It is handed over once the transaction has committed; what is urgent, before anything else. */
export const insertMail = write.run<NewMail & { readonly isUrgent: boolean } & { atMs: number }>(
  'insert-mail',
  `insert into mails (id, kind, recipient, sealed, is_urgent, created_at, due_at)
  values (:id, :kind, :recipient, :sealed, :isUrgent, @atMs, @atMs)`,
);

/** A mail that is tried now. */
export type TakenMail = NewMail & {
  /** This one included. */
  readonly tries: number;
  readonly createdAtMs: number;
};

/**
 * Mails that are due. They are due again at `againAtMs`: if this node dies with them, another one
 * tries them.
 */
export const takeMails = write.many<{ atMs: number; againAtMs: number; most: number }, TakenMail>(
  'take-mails',
  `update mails m set tries = m.tries + 1, due_at = @againAtMs
  from (
    select id from mails where due_at is not null and due_at <= @atMs
    order by is_urgent desc, due_at limit :most
    for update skip locked
  ) d
  where m.id = d.id
  returning m.id, m.kind, m.recipient, m.sealed, m.tries, m.created_at`,
);

/** It is tried again at `dueAtMs`. */
export const delayMail = write.run<{ id: number; error: string; dueAtMs: number }>(
  'delay-mail',
  `update mails set due_at = @dueAtMs, error = :error where id = :id and due_at is not null`,
);

/** The server has it, or it was given up: what it says is forgotten. */
export const endMail = write.run<{
  id: number;
  state: 'taken' | 'given_up';
  error: string | undefined;
  atMs: number;
}>(
  'end-mail',
  `update mails set due_at = null, sealed = '', end_state = :state, ended_at = @atMs,
    error = :error
  where id = :id and due_at is not null`,
);

/** Removes mails that ended before one time, and those that were due before another. */
export const forgetMails = write.run<{ endedMs: number; dueMs: number }>(
  'forget-mails',
  `delete from mails where ended_at < @endedMs or due_at < @dueMs returning id`,
);

type MailHealth = {
  readonly waiting: number;
  /** Of those that wait. */
  readonly oldestAtMs: number | undefined;
  /** Given up since the time that was asked about. */
  readonly givenUp: number;
  /** What the mail server said last about any of them. */
  readonly error: string | undefined;
};

export const readMailHealth = read.single<{ sinceMs: number }, MailHealth>(
  'read-mail-health',
  `select count(*) filter (where due_at is not null)::int as waiting,
    min(created_at) filter (where due_at is not null) as oldest_at,
    count(*) filter (where end_state = 'given_up' and ended_at >= @sinceMs)::int as given_up,
    (array_agg(error order by id desc)
      filter (where error is not null and (due_at is not null or end_state = 'given_up')))[1]
      as error
  from mails where due_at is not null or ended_at >= @sinceMs`,
);

/** A mail as the demo's mailbox shows it. */
type WaitingMail = NewMail & { readonly createdAtMs: number };

/** Mails that no server has taken, the newest first. */
export const listWaitingMails = read.many<{ most: number }, WaitingMail>(
  'list-waiting-mails',
  `select id, kind, recipient, sealed, created_at from mails
  where due_at is not null order by id desc limit :most`,
);
