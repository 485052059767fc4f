/** Who did what: the audit. */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

/** Who did what. `detail` is plain JSON without secrets. */
export type AuditLine = {
  readonly actor: string;
  /** A noun and a verb: `account.disable`. */
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

const INSERT = statement(
  'insert-audit',
  `insert into audit (account_id, actor, action, detail, at)
  values (:accountId, :actor, :action, :detail::jsonb, @atMs)`,
);

/** Writes an audit entry; `accountId` is undefined for what belongs to no account. */
export async function insertAudit(
  transaction: Transaction,
  accountId: AccountId | undefined,
  line: AuditLine,
  atMs: number,
): Promise<void> {
  await transaction.run(INSERT, { ...line, accountId, atMs });
}

export type AuditRecord = AuditLine & {
  readonly id: number;
  readonly atMs: number;
  readonly accountId: AccountId | undefined;
};

/** Which lines are asked for; undefined: all. */
type AuditSearch = {
  readonly accountId?: AccountId | undefined;
  /** In full, or only the noun: `link` finds `link.set`. */
  readonly actions?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Older than this line. */
  readonly beforeId?: number | undefined;
  readonly most: number;
};

type FoundAudit = {
  /** The newest first. */
  readonly lines: readonly AuditRecord[];
  /** Entries before this one were not searched; undefined: all were. */
  readonly stoppedAt: number | undefined;
};

const NEWEST = statement<{ readonly newest: number }>(
  'newest-audit',
  'select coalesce(max(id), 0) as newest from audit',
);

const LIST = statement<AuditRecord>(
  'list-audit',
  `select id, at, actor, account_id, action, detail from audit
  where id >= :from and id < :below and (:accountId::bigint is null or account_id = :accountId)
    and (:actions::text[] is null or action = any (:actions)
         or split_part(action, '.', 1) = any (:actions))
    and (:actor::text is null or actor = :actor)
    and (:sinceMs::float8 is null or at >= @sinceMs)
    and (:untilMs::float8 is null or at < @untilMs)
  order by id desc
  limit :most`,
);

/**
 * Audit entries, newest first. For an account all entries are searched, by index;
 * for all accounts a bounded range.
 */
export async function listAudit(reader: Reader, ask: AuditSearch): Promise<FoundAudit> {
  const { newest } = only(await reader.read(NEWEST));
  const below = Math.min(ask.beforeId ?? Number.MAX_SAFE_INTEGER, newest + 1);
  const from = ask.accountId === undefined ? Math.max(1, below - limit('rowsSearched')) : 1;
  const lines = await reader.read(LIST, { ...ask, from, below });
  const isCut = from > 1 && lines.length < ask.most;
  return { lines, stoppedAt: isCut ? from : undefined };
}

const AFTER_ALL = '9223372036854775807';

/** Lines are numbered when they are written: earlier than others whose time is this much later. */
const SLACK = `interval '1 hour'`;

/** The lines of one account, the newest first. */
export const listAccountAudit = read.many<
  Omit<AuditSearch, 'actor'> & { readonly accountId: AccountId },
  Omit<AuditRecord, 'accountId'>
>(
  'list-account-audit',
  `select id, at, actor, action, detail from audit
  where account_id = :accountId and id < coalesce(:beforeId::bigint, ${AFTER_ALL})
    and id >= case when @sinceMs is null then 0 else coalesce((
      select id from audit where account_id = :accountId and at >= @sinceMs - ${SLACK}
      order by at limit 1), ${AFTER_ALL}) end
    and id <= case when @untilMs is null then ${AFTER_ALL} else coalesce((
      select id from audit where account_id = :accountId and at < @untilMs + ${SLACK}
      order by at desc limit 1), 0) end
    and (:actions::text[] is null or action = any (:actions)
         or split_part(action, '.', 1) = any (:actions))
    and (@sinceMs is null or at >= @sinceMs)
    and (@untilMs is null or at < @untilMs)
  order by id desc
  limit :most`,
);

/** What to look for: entries of an account about an action, whose detail has these fields. */
type AuditAsk = Omit<AuditLine, 'actor'> & {
  readonly accountId: AccountId;
  /** undefined: whoever it was. */
  readonly actor?: string | undefined;
};

/** The newest such entry; undefined: there is none. */
export const findLastAudit = read.one<AuditAsk, Pick<AuditRecord, 'atMs' | 'detail'>>(
  'find-last-audit',
  `select at, detail from audit
  where account_id = :accountId and action = :action and detail @> :detail::jsonb
    and (:actor::text is null or actor = :actor)
  order by id desc limit 1`,
);

/** What the demo setup put into a database, according to its audit entries. */
type DemoContents = {
  readonly accounts: readonly AccountId[];
  readonly userIds: readonly number[];
  /** Names of links to operators. */
  readonly links: readonly string[];
};

const READ_DEMO = statement<DemoContents>(
  'read-demo',
  `select
    coalesce(array_agg(account_id order by id) filter (where action = 'account.create'), '{}')
      as accounts,
    coalesce(array_agg((detail ->> 'userId')::bigint order by id)
      filter (where action = 'user.create'), '{}') as user_ids,
    coalesce(array_agg(detail ->> 'name' order by id) filter (where action = 'link.add'), '{}')
      as links
  from audit
  where actor = 'seed' and not exists (select from audit where action = 'demo.adopt')`,
);

/** undefined: it contains no demo data, or it was adopted. */
export async function readDemo(reader: Reader): Promise<DemoContents | undefined> {
  const demo = only(await reader.read(READ_DEMO));
  return demo.accounts.length === 0 ? undefined : demo;
}
