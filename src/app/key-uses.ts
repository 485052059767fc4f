/** Records when API keys were last used: once a minute, for all keys together. */
import type { Account, AccountKey } from '../domain/account/account.ts';
import type { KeyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { writeEveryMinute, type MinuteDeps } from './every-minute.ts';
import { noteKeyUses, type KeyUse } from '../features/keys/keys.sql.ts';

type KeyUses = {
  /** Called for every request, so it only remembers. */
  note(account: Pick<Account, 'id'>, key: Pick<AccountKey, 'id'>): void;
  /** Writes the last ones. */
  stop(): Promise<void>;
};

/** Keys beyond a limit per minute are not remembered. */
export function createKeyUses({ db, clock, log }: MinuteDeps): KeyUses {
  let uses = new Map<KeyId, KeyUse>();
  const flush = async (): Promise<void> => {
    const written = [...uses.values()];
    uses = new Map();
    if (written.length > 0)
      await db.transact((transaction) => noteKeyUses(transaction, { rows: written }));
  };
  return {
    note({ id: accountId }, { id }) {
      if (uses.has(id) || uses.size >= limit('keyUsesNoted')) return;
      uses.set(id, { accountId, id, atMs: clock.nowMs() });
    },
    stop: writeEveryMinute(
      { clock, log },
      flush,
      'the last uses of API keys were not written down',
    ),
  };
}
