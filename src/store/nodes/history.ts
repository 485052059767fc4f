/**
 * Whether the database is the one that its nodes worked on. A server that recovers to an earlier
 * moment begins a new timeline, and another server has another number: what such a database has
 * waiting may have been sent since (docs/decisions/0067).
 */
import { write } from '../../kit/postgres/callable.ts';

/** The history that the database is in now. */
export const HISTORY_NOW = `(select c.system_identifier from pg_control_system() as c)::text
  || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** What nodes left behind of their last life. */
type LastLife = {
  /** The database has another history by now: it was restored, or moved. */
  readonly isOther: boolean;
  /** A node works on it at this moment. */
  readonly isAlive: boolean;
  /** Up to when the last node held its lease. */
  readonly untilMs: number;
};

/**
 * undefined: no node has worked on this database yet. Rows of older versions tell nothing, and
 * count as the same history.
 */
export const readLastLife = write.one<void, LastLife>(
  'last-life',
  `select coalesce(n.history <> now.history, false) as is_other,
    n.lease_until > now() and coalesce(n.history = now.history, true) as is_alive,
    n.lease_until as until
  from nodes n cross join (select ${HISTORY_NOW} as history) as now
  order by n.lease_until desc limit 1`,
);

/** Nodes may start on it again; those that the backup shows alive are not. */
export const adoptHistory = write.run(
  'adopt-history',
  `update nodes set history = ${HISTORY_NOW}, lease_until = least(lease_until, now())`,
);
