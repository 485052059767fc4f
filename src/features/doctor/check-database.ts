import { readDiskSpace } from '@paigham/base/disk-space.ts';
import { checkServer } from '../../kit/postgres/check-server.ts';
import { listAppliedMigrations, readRole, readServer } from '../../store/nodes/health.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

/** Whether the server is configured to keep what it has acknowledged. */
export async function checkSettings({ reader }: CheckContext): Promise<readonly Finding[]> {
  const { version } = await readServer(reader);
  const findings = (await checkServer(reader)).map(({ weight, sentence }) =>
    weight === 'refuse' ? fault('database', sentence) : warning('database', sentence),
  );
  if (findings.length > 0) return findings;
  const kept = 'fsync, synchronous_commit, full_page_writes and data checksums are on';
  return [fine('database', `PostgreSQL ${version}; ${kept}.`)];
}

/** Whether the database has this program's schema. */
export async function checkMigrations(context: CheckContext): Promise<readonly Finding[]> {
  const subject = 'migrations';
  const known = context.migrations;
  const applied = await listAppliedMigrations(context.reader);
  const foreign = applied.find((name, index) => known[index] !== name);
  if (foreign !== undefined) {
    return [fault(subject, `The database has ${foreign}, which this program lacks: it is newer.`)];
  }
  const missing = known.slice(applied.length);
  if (missing.length === 0) return [fine(subject, `All ${known.length} are applied.`)];
  return [fault(subject, `${missing.join(', ')} missing: start the service, which applies them.`)];
}

/** Whether the service has only the database rights it needs (db/roles.sql). */
export async function checkRoles({ reader, transact }: CheckContext): Promise<readonly Finding[]> {
  const subject = 'database roles';
  const [reads, writes] = [await readRole(reader), await transact(readRole)];
  const findings: Finding[] = [];
  if (writes.mayChangeTables) {
    const grants = 'which can alter tables: see db/roles.sql.';
    findings.push(warning(subject, `DATABASE_URL logs in as ${writes.name}, ${grants}`));
  }
  if (reads.mayWrite) {
    const sentence = `Readers log in as ${reads.name}, which can write: set DATABASE_READ_URL.`;
    findings.push(warning(subject, sentence));
  }
  if (findings.length > 0) return findings;
  return [fine(subject, `${writes.name} cannot alter tables, ${reads.name} cannot write.`)];
}

const SKEW_WARNING_MS = 1_000;
const SKEW_FAULT_MS = 30_000;

/** Leases are judged by the database's clock, tariffs and validity by ours: they must agree. */
export async function checkClock({ reader, clock }: CheckContext): Promise<readonly Finding[]> {
  const askedMs = clock.nowMs();
  const { nowMs } = await readServer(reader);
  // The answer was given at some point between query and now.
  const skewMs = Math.abs(nowMs - (askedMs + clock.nowMs()) / 2);
  const seconds = (skewMs / 1000).toFixed(3);
  const sentence = `This machine's clock and the database's differ by ${seconds} s`;
  if (skewMs < SKEW_WARNING_MS) return [fine('clock', `${sentence}.`)];
  const advice = `${sentence}: synchronise both with a time server.`;
  return [skewMs < SKEW_FAULT_MS ? warning('clock', advice) : fault('clock', advice)];
}

const GIB = 1024 ** 3;
/** The write-ahead log alone may reach 4 GB before it is truncated. */
const DISK_WARNING_BYTES = 5 * GIB;
const DISK_FAULT_BYTES = 0.5 * GIB;

/** Whether the disk of the embedded database has room. */
export async function checkDisk({ dataDir }: CheckContext): Promise<readonly Finding[]> {
  if (dataDir === undefined) {
    return [fine('disk', 'The database is on another server: check its disk there.')];
  }
  const { freeBytes, totalBytes } = await readDiskSpace(dataDir);
  const gib = (bytes: number): string => (bytes / GIB).toFixed(1);
  const sentence = `${gib(freeBytes)} of ${gib(totalBytes)} GiB are free for ${dataDir}.`;
  if (freeBytes < DISK_FAULT_BYTES) return [fault('disk', `${sentence} Sends will be refused.`)];
  return [freeBytes < DISK_WARNING_BYTES ? warning('disk', sentence) : fine('disk', sentence)];
}
