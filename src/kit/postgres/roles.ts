/**
 * The three roles with which the service logs in to a database (db/roles.sql), set up in one whose
 * superuser we have: the embedded one.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerAddress, withConnection } from '@paigham/embedded-postgres/connect.ts';
import type { Logins } from './address.ts';

const SCRIPT = join(import.meta.dirname, '../../../db/roles.sql');

/** The logins that `setUpRoles` creates. No password reveals another, or the superuser's. */
export function loginsOf(superuser: ServerAddress): Logins<ServerAddress> {
  const enter = (user: string): ServerAddress => ({
    ...superuser,
    user,
    password: createHmac('sha256', superuser.password).update(user).digest('base64url'),
  });
  return {
    owner: enter('paigham_owner'),
    writer: enter('paigham_writer'),
    reader: enter('paigham_reader'),
  };
}

/** Creates the roles, or what they lack. Programs that start together must take turns. */
export async function setUpRoles(superuser: ServerAddress): Promise<Logins<ServerAddress>> {
  const logins = loginsOf(superuser);
  await withConnection(superuser, async (client) => {
    for (const statement of readFileSync(SCRIPT, 'utf8').split('\n\n')) {
      await client.query(statement);
    }
    for (const { user, password } of Object.values(logins)) {
      await client.query(
        `alter role ${client.escapeIdentifier(user)} password ${client.escapeLiteral(password)}`,
      );
    }
  });
  return logins;
}
