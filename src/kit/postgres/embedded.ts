/** The embedded PostgreSQL: in DATA_DIR, when no DATABASE_URL names another. */
import type { Clock } from '@paigham/base/clock.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import type { Owning, Print } from '@paigham/embedded-postgres/place.ts';
import {
  type Embedded as Started,
  startEmbedded as start,
} from '@paigham/embedded-postgres/start.ts';
import type { Logins } from './address.ts';
import { setUpRoles } from './roles.ts';

type EmbeddedOptions = {
  readonly dataDir: string;
  readonly print?: Print;
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
};

export type Embedded = Omit<Started<never>, 'prepared'> & {
  readonly logins: Logins<ServerAddress>;
};

/** Whose database it is. */
export const PAIGHAM: Owning = { name: 'paigham', otherwise: 'set DATABASE_URL' };

/**
 * Starts the embedded server, or adopts the running one, with the roles by which the service logs
 * in. @throws Refusal if the machine does not allow it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const started = await start({ ...options, program: PAIGHAM, prepare: setUpRoles });
  const { prepared: logins, ...embedded } = started;
  return { ...embedded, logins };
}
