/** Debian's PgBouncer in front of a database, for a node to go through. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';
import { afterFile } from '../support/after-file.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '@paigham/base/ports.ts';
import { openWire } from '../support/wire.ts';

export const PGBOUNCER = '/usr/sbin/pgbouncer';

/** What it does not pass on: the roles have these settings instead. */
const IGNORED = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';
const NOBODY = 65_534;

/** Starts it, not as root, which it refuses to be. It ends with the test file. */
export async function startPgBouncer(
  to: ServerAddress,
  mode: 'session' | 'transaction',
): Promise<ServerAddress> {
  const folder = makeTemporaryDir();
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { address: server } = await openWire(to);
  const users = [to, ...Object.values(loginsOf(to))];
  const passwords = users.map(({ user, password }) => `"${user}" "${password}"\n`);
  writeFileSync(join(folder, 'users'), passwords.join(''));
  const settings = [
    `[databases]\n* = host=${server.host} port=${server.port}`,
    `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = scram-sha-256\nauth_file = ${join(folder, 'users')}`,
    `pool_mode = ${mode}\nignore_startup_parameters = ${IGNORED}\n`,
  ];
  writeFileSync(join(folder, 'ini'), settings.join('\n'));
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const program = spawn(PGBOUNCER, [join(folder, 'ini')], { stdio: 'ignore', ...asNobody });
  const ended = once(program, 'exit');
  afterFile(async () => {
    program.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const address = { ...to, host: '127.0.0.1', port };
  await eventually('PgBouncer', () =>
    withConnection(address, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    ),
  );
  return address;
}
