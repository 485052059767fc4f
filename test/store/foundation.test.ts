import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { layFoundation } from '../../src/app.ts';
import { isRoot, makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';
import { freshDatabase } from '../support/database.ts';
import { TEST_SECRETS, testConfig } from '../support/paigham.ts';

it('the data folder and the log in it are closed to others from the first line on', async () => {
  const folder = makeTemporaryDir();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const logFile = join(dataDir, 'paigham.log');
  const { address } = await freshDatabase();
  const config = testConfig({ dataDir, logFile });
  const foundation = await layFoundation(config, TEST_SECRETS, { logins: loginsOf(address) });
  foundation.log.info({}, 'a line');
  await foundation.close();
  expect(statSync(dataDir).mode & 0o777).toBe(isRoot() ? 0o711 : 0o700);
  expect(statSync(logFile).mode & 0o777).toBe(0o600);
});
