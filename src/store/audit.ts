/** Who did what: the audit. */
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { only, statement } from '../kit/postgres/statement.ts';

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

/** Writes an audit line; `accountId` is undefined for what belongs to no account. */
export async function insertAudit(
  transaction: Transaction,
  accountId: AccountId | undefined,
  line: AuditLine,
  atMs: number,
): Promise<void> {
  await transaction.run(INSERT, { ...line, accountId, atMs });
}

/** A line of the audit as it was written. */
export type AuditRecord = AuditLine & {
  readonly id: number;
  readonly atMs: number;
  readonly accountId: AccountId | undefined;
};

/** Which lines are asked for; undefined: all. */
export type AuditSearch = {
  readonly accountId?: AccountId | undefined;
  /** Whole, or the noun alone: `link` finds `link.set`. */
  readonly actions?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Older than this line. */
  readonly beforeId?: number | undefined;
  readonly most: number;
};

export type FoundAudit = {
  /** The newest first. */
  readonly lines: readonly AuditRecord[];
  /** Lines before this one were not looked at; undefined: all were. */
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
 * Lines of the audit, the newest first. Of an account all lines are searched, which have an index;
 * of all accounts a bounded stretch.
 */
export async function listAudit(reader: Reader, ask: AuditSearch): Promise<FoundAudit> {
  const { newest } = only(await reader.read(NEWEST));
  const below = Math.min(ask.beforeId ?? Number.MAX_SAFE_INTEGER, newest + 1);
  const from = ask.accountId === undefined ? Math.max(1, below - limit('rowsSearched')) : 1;
  const lines = await reader.read(LIST, { ...ask, from, below });
  const isCut = from > 1 && lines.length < ask.most;
  return { lines, stoppedAt: isCut ? from : undefined };
}

/** What is looked for: lines of an account about an action, whose detail has these fields. */
export type AuditAsk = Omit<AuditLine, 'actor'> & { readonly accountId: AccountId };

const FIND_LAST = statement<Pick<AuditRecord, 'atMs' | 'detail'>>(
  'find-last-audit',
  `select at, detail from audit
  where account_id = :accountId and action = :action and detail @> :detail::jsonb
  order by id desc limit 1`,
);

/** The newest of such lines; undefined: there is none. */
export async function findLastAudit(
  reader: Reader,
  ask: AuditAsk,
): Promise<Pick<AuditRecord, 'atMs' | 'detail'> | undefined> {
  return (await reader.read(FIND_LAST, ask))[0];
}

/** What the demo world has put into a database, by the audit lines of its making. */
export type DemoContents = {
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

/** undefined: it holds no demo world, or one that was adopted. */
export async function readDemo(reader: Reader): Promise<DemoContents | undefined> {
  const demo = only(await reader.read(READ_DEMO));
  return demo.accounts.length === 0 ? undefined : demo;
}
