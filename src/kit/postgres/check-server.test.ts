import { describe, expect, it } from 'vitest';
import { checkServer } from './check-server.ts';
import type { Reader } from './transaction.ts';

const good = {
  server_version_num: '180004',
  server_encoding: 'UTF8',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_checksums: 'on',
};

/** A reader of a server whose settings are `settings`. */
function serverWith(settings: Readonly<Record<string, string>>): Reader {
  const rows = Object.entries(settings).map(([name, setting]) => ({ name, setting }));
  return { read: <Row>() => Promise.resolve(rows as unknown as readonly Row[]) };
}

describe('checkServer', () => {
  it.each([{}, { server_version_num: '150000' }, { synchronous_commit: 'remote_apply' }])(
    'finds nothing wrong with %j',
    async (settings) => {
      expect(await checkServer(serverWith({ ...good, ...settings }))).toEqual([]);
    },
  );

  it.each([
    ['refuse', 'fsync', { fsync: 'off' }],
    ['refuse', 'synchronous_commit', { synchronous_commit: 'off' }],
    ['refuse', 'older than 15', { server_version_num: '149999' }],
    ['refuse', 'UTF8', { server_encoding: 'SQL_ASCII' }],
    ['warn', 'full_page_writes', { full_page_writes: 'off' }],
    ['warn', 'checksums', { data_checksums: 'off' }],
  ])('%ss, naming %s: %j', async (weight, words, settings) => {
    const findings = await checkServer(serverWith({ ...good, ...settings }));
    expect(findings).toEqual([{ weight, sentence: expect.stringContaining(words) }]);
  });
});
