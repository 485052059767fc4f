/**
 * How often people have guessed, for all nodes, and across restarts. Times are those of the
 * database.
 */
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** The tries of one key in the window that is under way. */
export type TryCount = {
  /** Hex of the keyed hash of what is counted. */
  readonly key: string;
  readonly tries: number;
  readonly endsInMs: number;
};

const SHOWN = `encode(key_hash, 'hex') as key, tries,
    (extract(epoch from ends_at - statement_timestamp()) * 1000)::float8 as ends_in_ms`;

/** Reads the counts of some keys, in a transaction: a replica may be late. */
export const readTryCounts = write.many<{ keys: readonly string[] }, TryCount>(
  'read-try-counts',
  `select ${SHOWN} from try_counts
  where key_hash in (select decode(it, 'hex') from unnest(:keys::text[]) it)
    and ends_at > statement_timestamp()`,
);

type TryWindow = Pick<TryCount, 'key'> & { readonly windowMs: number };

const WINDOWS = rowsOf({ key: 'text', windowMs: 'float8' });

/** In the order of their keys, so that nodes do not wait for each other. */
const NEW_WINDOWS = `insert into try_counts as known (key_hash, tries, ends_at)
  select decode(t.key, 'hex'), 1, statement_timestamp() + make_interval(secs => t.window_ms / 1000)
  from ${WINDOWS}
  order by t.key`;

/** Counts a try of each key, whose window begins with it unless one is under way. */
export const countTries = write.many<{ rows: readonly TryWindow[] }, TryCount>(
  'count-tries',
  `${NEW_WINDOWS}
  on conflict (key_hash) do update set
    tries = case when known.ends_at > statement_timestamp() then known.tries + 1 else 1 end,
    ends_at = case when known.ends_at > statement_timestamp() then known.ends_at
                   else excluded.ends_at end
  returning ${SHOWN}`,
);

const RENEW = statement(
  'renew-tries',
  `${NEW_WINDOWS}
  on conflict (key_hash) do update set tries = 1, ends_at = excluded.ends_at`,
);

/** Begins the window of a key anew, with one try. */
export async function renewTries(transaction: Transaction, window: TryWindow): Promise<void> {
  await transaction.run(RENEW, { rows: [window] });
}

/** Removes counts whose window has ended, `most` at a time. Returns how many. */
export const forgetTries = write.count<{ most: number }>(
  'forget-tries',
  `delete from try_counts where key_hash in (
    select key_hash from try_counts where ends_at < statement_timestamp()
    order by ends_at limit :most for update skip locked)
  returning key_hash`,
);
