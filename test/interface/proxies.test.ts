/** How the service handles a proxy that TRUSTED_PROXIES does not name. */
import { expect, it } from 'vitest';
import { examine } from '../../src/features/doctor/doctor.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { MIGRATION_NAMES } from '../admin/terminal.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';

const paigham = await startPaigham({ withoutNode: true });

const FROM = { headers: { 'X-Forwarded-For': '203.0.113.9' } };

async function whatTheDoctorSays(): Promise<readonly string[]> {
  const { db, world } = paigham;
  const { seal } = world;
  const patient = {
    ...{ reader: db, transact: db.transact },
    ...{ clock: wallClock, seal, dataDir: undefined },
  };
  const findings = await examine({ ...patient, migrations: MIGRATION_NAMES });
  return findings
    .filter(({ subject }) => subject === 'proxies')
    .map(({ verdict, sentence }) => `${verdict} ${sentence}`);
}

const complaints = () => paigham.logged.filter((line) => line.includes('TRUSTED_PROXIES'));

it('a trusted proxy is not reported', async () => {
  const node = await paigham.startNode({ config: { trustedProxies: ['127.0.0.0/8'] } });
  await fetch(`${node.baseUrl}/healthz`, FROM);
  await node.stop();
  expect(complaints()).toEqual([]);
  expect(await whatTheDoctorSays()).toEqual([expect.stringMatching(/^fine /)]);
});

it('an untrusted one is reported once, in the log and by the doctor', async () => {
  const node = await paigham.startNode({ config: { production: true } });
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await fetch(`${node.baseUrl}/healthz`, FROM)).status).toBe(200);
  }
  expect((await fetch(`${node.baseUrl}/metrics`, FROM)).status).toBe(403);
  const said = await eventually('the doctor to know', async () => {
    const [sentence = ''] = await whatTheDoctorSays();
    return sentence.startsWith('warning') ? sentence : undefined;
  });
  expect(said).toMatch(/127\.0\.0\.1 .*TRUSTED_PROXIES/);
  expect(complaints()).toHaveLength(1);
  expect(complaints()[0]).not.toContain('203.0.113.9');
});
