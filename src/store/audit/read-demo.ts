import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** What the demo world has put into a database, by the audit lines of its making. */
export type DemoContents = {
  readonly accounts: readonly AccountId[];
  readonly userIds: readonly number[];
  /** Names of links to operators. */
  readonly links: readonly string[];
};

const READ_DEMO = `
  select
    coalesce(array_agg(account_id order by id) filter (where action = 'account.create'), '{}')
      as accounts,
    coalesce(array_agg((detail ->> 'userId')::bigint order by id)
      filter (where action = 'user.create'), '{}') as "userIds",
    coalesce(array_agg(detail ->> 'name' order by id) filter (where action = 'link.add'), '{}')
      as links
  from audit
  where actor = 'seed' and not exists (select from audit where action = 'demo.adopt')`;

/** undefined: it holds no demo world, or one that was adopted. */
export async function readDemo(reader: Reader): Promise<DemoContents | undefined> {
  const [demo] = await reader.read<DemoContents>('read-demo', READ_DEMO, []);
  return demo === undefined || demo.accounts.length === 0 ? undefined : demo;
}
