/** Where reports are read: a replica, if there is one and it answers. */
import type { Log } from '../kit/log.ts';
import { isSchemaBehind, isTimeout, isTransient } from '../kit/postgres/faults.ts';
import { type Database, open, type Reader } from '../kit/postgres/pool.ts';

const CONNECTIONS = 4;
/** One that is away should not cost a report much. */
const CONNECT_MS = 2_000;

/**
 * A read that the replica cannot do, as a connection is lost, its copy moves on or lacks the last
 * migration, `db` does.
 */
export function openReports(
  db: Reader,
  replicaUrl: string | undefined,
  log: Pick<Log, 'warn'>,
): Reader & { close(): Promise<void> } {
  if (replicaUrl === undefined) return { read: db.read.bind(db), close: async () => undefined };
  const replica: Database = open({
    address: { connectionString: replicaUrl },
    connections: CONNECTIONS,
    connectTimeoutMs: CONNECT_MS,
    onLost: (error) => log.warn({ error }, 'a connection to the replica was lost'),
  });
  return {
    read: (statement, values) =>
      replica.read(statement, values).catch((error: unknown) => {
        const isBehind = isSchemaBehind(error);
        if (!isBehind && (!isTransient(error) || isTimeout(error))) throw error;
        log.warn({ error }, 'the replica is not used: a report is read from the primary');
        return db.read(statement, values);
      }),
    close: () => replica.close(),
  };
}
