/** Records when API keys were last used: once a minute, for all keys together. */
import type { Account, AccountKey } from '../domain/account/account.ts';
import type { KeyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { noteKeyUses, type KeyUse } from '../features/keys/keys.sql.ts';

const EVERY_MS = 60_000;

type KeyUses = {
  /** Called for every request, so it only remembers. */
  note(account: Pick<Account, 'id'>, key: Pick<AccountKey, 'id'>): void;
  /** Writes the last ones. */
  stop(): Promise<void>;
};

type KeyUsesDeps = {
  readonly db: Pick<Database, 'transact'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
};

/** Keys beyond a limit per minute are not remembered. */
export function createKeyUses({ db, clock, log }: KeyUsesDeps): KeyUses {
  let uses = new Map<KeyId, KeyUse>();
  let last = Promise.resolve();
  const flush = async (): Promise<void> => {
    const written = [...uses.values()];
    uses = new Map();
    if (written.length > 0)
      await db.transact((transaction) => noteKeyUses(transaction, { rows: written }));
  };
  const flushNext = (): Promise<void> => {
    last = last.then(flush).catch((error: unknown) => {
      log.warn({ error }, 'the last uses of API keys were not written down');
    });
    return last;
  };
  const timer = clock.every(EVERY_MS, () => void flushNext());
  return {
    note({ id: accountId }, { id }) {
      if (uses.has(id) || uses.size >= limit('keyUsesNoted')) return;
      uses.set(id, { accountId, id, atMs: clock.nowMs() });
    },
    async stop() {
      timer.cancel();
      await flushNext();
    },
  };
}
