/** What operators sent with a fault, counted by link and kind. */
import type { LinkOddity } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { rowsOf } from '../../kit/postgres/statement.ts';

export type OddityCount = LinkOddity & { readonly linkId: LinkId; readonly times: number };

/** Adds counts; links that were removed meanwhile are left out. */
export const addOddities = write.run<{ rows: readonly OddityCount[]; atMs: number }>(
  'add-link-oddities',
  `insert into link_oddities as o (link_id, kind, what, times, since, last_at)
  select t.link_id, t.kind, t.what, t.times, @atMs, @atMs
  from ${rowsOf({ linkId: 'int', kind: 'text', what: 'text', times: 'bigint' })}
  where exists (select from links l where l.id = t.link_id)
  on conflict (link_id, kind, what) do update set
    times = excluded.times + case when o.last_at > @atMs - interval '1 day' then o.times else 0 end,
    since = case when o.last_at > @atMs - interval '1 day' then o.since else excluded.since end,
    last_at = greatest(o.last_at, excluded.last_at)`,
);

export type KnownOddity = {
  readonly link: string;
  readonly kind: LinkOddity['kind'];
  readonly what: string;
  readonly times: number;
  readonly sinceMs: number;
  /** What the link says about words of receipts. */
  readonly receiptWords: string | undefined;
};

/** Of the last day, the most frequent first. */
export const readOddities = read.many<void, KnownOddity>(
  'read-link-oddities',
  `select l.name as link, o.kind, o.what, o.times, o.since,
    l.config->>'receiptWords' as receipt_words
  from link_oddities o join links l on l.id = o.link_id
  where o.last_at > now() - interval '1 day'
  order by l.id, o.kind, o.times desc, o.what`,
);
