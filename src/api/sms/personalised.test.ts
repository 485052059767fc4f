import { describe, expect, it } from 'vitest';
import { makeAccount, ROSHAN } from '../../../test/support/fixtures.ts';
import { FULL_SEND, openInterface, shown } from '../../../test/support/sms-api.ts';
import { refuse } from '../../domain/failure/failure.ts';
import type { FileTakenIn } from '../../domain/message/file-send.ts';

const SEND = '/api/personalised.php';
const FILE = { ...FULL_SEND, url: 'https://files.example/list.csv', duplicate: '0' };

const refused = (isProven: boolean): FileTakenIn => ({
  kind: 'refused',
  refusal: refuse('file_empty'),
  leftOut: [],
  isProven,
});

describe('/api/personalised.php', () => {
  it('passes on the values and the link as a source', async () => {
    const { ask, takenFiles } = openInterface();
    expect(shown(await ask(SEND, { query: FILE }))).toBe('200 OK ID:7001');
    expect(shown(await ask(SEND, { body: FILE }))).toBe('200 OK ID:7001');
    for (const { request, work } of takenFiles) {
      expect(work).toEqual({ source: { kind: 'link', link: FILE.url } });
      expect(request).toMatchObject({
        sender: '8584',
        templateId: 501,
        values: new Map([['code', '4821']]),
        network: 'Jazz',
        ported: true,
        unicode: true,
        keepsRepeated: false,
        dryRun: false,
        idempotency: undefined,
      });
    }
  });

  it('has a fingerprint that covers all of what is sent, and matches no other send', async () => {
    const hashOf = async (change: object): Promise<string | undefined> => {
      const { ask, takenFiles, taken } = openInterface();
      const query = { ...FILE, idempotency_key: 'k', ...change };
      await ask('path' in change ? '/api/sms.php' : SEND, { query });
      return (takenFiles[0]?.request ?? taken[0])?.idempotency?.requestHash;
    };
    const same = await hashOf({});
    expect(await hashOf({ format: 'json', mobile: 'passed over' })).toBe(same);
    for (const change of [{ url: 'x' }, { duplicate: '1' }, { sender: 'x' }, { path: 'x' }]) {
      expect(await hashOf(change)).not.toBe(same);
    }
  });

  it('starts again when the account has changed in a way that matters', async () => {
    let calls = 0;
    const takeInFile = (): FileTakenIn => ((calls += 1) === 1 ? { kind: 'stale' } : refused(true));
    const { ask, forgotten } = openInterface({ takeInFile });
    expect(shown(await ask(SEND, { query: FILE }))).toContain('400 12 : Invalid file');
    expect([forgotten, calls]).toEqual([[ROSHAN], 2]);
  });

  it('does not read a file again for a confirmed refusal', async () => {
    const proven = openInterface({ takeInFile: () => refused(true), isCurrent: () => false });
    await proven.ask(SEND, { query: FILE });
    expect(proven.takenFiles).toHaveLength(1);
    const doubtful = openInterface({
      takeInFile: () => refused(false),
      isCurrent: () => doubtful.takenFiles.length > 1,
      looks: [makeAccount(), makeAccount({ version: 2 })],
    });
    await doubtful.ask(SEND, { query: FILE });
    expect(doubtful.takenFiles).toHaveLength(2);
  });
});
