/**
 * Whether a server keeps what it has acknowledged. The promise "after OK the message is on disk"
 * rests on these settings, so they are checked before anything is promised.
 */
import type { Reader } from './transaction.ts';
import { statement } from './statement.ts';
import { oldestVersion } from '@paigham/embedded-postgres/binaries.ts';

type Finding = {
  /** `refuse`: the service must not start. `warn`: an operator should know. */
  readonly weight: 'refuse' | 'warn';
  readonly sentence: string;
};

const watched = [
  'server_version_num',
  'server_encoding',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'data_checksums',
];

const refuse = (sentence: string): Finding => ({ weight: 'refuse', sentence });
const warn = (sentence: string): Finding => ({ weight: 'warn', sentence });

function judge(name: string, value: string | undefined): Finding | undefined {
  switch (name) {
    case 'server_version_num':
      if (Number(value) >= oldestVersion * 10_000) return undefined;
      return refuse(`DATABASE_URL names a PostgreSQL older than ${oldestVersion}.`);
    case 'server_encoding':
      if (value === 'UTF8') return undefined;
      return refuse(`The database's encoding is ${value}: it must be UTF8.`);
    case 'fsync':
      if (value === 'on') return undefined;
      return refuse('The database runs with fsync off: a power cut would lose accepted messages.');
    case 'synchronous_commit':
      if (value !== 'off') return undefined;
      return refuse('The database runs with synchronous_commit off: a crash would lose messages.');
    case 'full_page_writes':
      if (value === 'on') return undefined;
      return warn('full_page_writes is off: safe only where the file system never tears a page.');
    case 'data_checksums':
      if (value === 'on') return undefined;
      return warn('Data checksums are off: a disk that returns wrong bytes would go unnoticed.');
    default:
      return undefined;
  }
}

const READ_SETTINGS = statement<{ readonly name: string; readonly setting: string }>(
  'check-server',
  'select name, setting from pg_settings where name = any (:watched::text[])',
);

/** Checks the server's settings. No problems: an empty list. */
export async function checkServer(reader: Reader): Promise<readonly Finding[]> {
  const rows = await reader.read(READ_SETTINGS, { watched });
  const values = new Map(rows.map(({ name, setting }) => [name, setting]));
  return watched
    .map((name) => judge(name, values.get(name)))
    .filter((finding) => finding !== undefined);
}
