/** What separates a database that was set up as a demo from production. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { adoptDemo, type AdoptedDemo } from './adopt-demo.ts';
import type { Admin } from '../operations/admin.ts';
import type { Config } from '../kit/config.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { readDemo } from '../features/audit/audit.sql.ts';

const REFUSED =
  'This database was set up as a demo: its keys and passwords have stood on a console and in ' +
  'demo.json. Start production in another folder (--data-dir) or on another database; or start ' +
  'it once with --adopt-demo, which disables the accounts, users and links of the demo.';

/**
 * Returns sentences about what was disabled; none if there is no demo. Throws `Refusal` if there is
 * one and the settings do not adopt it.
 */
export async function leaveDemo(
  admin: Admin,
  reader: Reader,
  { adoptDemo: adopts, dataDir }: Config,
): Promise<string | undefined> {
  if ((await readDemo(reader)) === undefined) return undefined;
  if (!adopts) throw new Refusal(REFUSED);
  const adopted = await adoptDemo(admin);
  rmSync(join(dataDir, 'demo.json'), { force: true });
  return adopted.ok ? describe(adopted.value) : undefined;
}

function describe({ accounts, users, links }: AdoptedDemo): string {
  return (
    `The demo was adopted. Accounts ${accounts.join(', ')} are disabled and their keys ended; ` +
    `users ${users.join(', ')} are removed; links ${links.join(', ')} are disabled. ` +
    'Its prices, shared senders, routes and operators stay: check them.'
  );
}
