/**
 * Writes audit lines about rejected callers: one per minute for all that are alike. What they gave
 * as a key or password is not known here.
 */
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { writeEveryMinute, type MinuteDeps } from './every-minute.ts';
import type { OnRefused, RefusedCaller } from '../api/authenticate.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';

type Group = RefusedCaller & { readonly firstAtMs: number; lastAtMs: number; times: number };

type AuditRefusals = {
  readonly note: OnRefused;
  /** Writes the last lines. */
  stop(): Promise<void>;
};

/** Beyond this many groups in a minute, all others are one. */
export function createAuditRefusals({ db, clock, log }: MinuteDeps): AuditRefusals {
  let groups = new Map<string, Group>();
  const flush = async (): Promise<void> => {
    const written = groups;
    groups = new Map();
    if (written.size === 0) return;
    await db.transact(async (transaction) => {
      for (const { what, from, accountId, ...rest } of written.values()) {
        const { firstAtMs, lastAtMs, times } = rest;
        const detail = { from, times, first_at: new Date(firstAtMs).toISOString() };
        const line = { actor: `caller from ${from}`, action: `${what}.refused`, detail };
        await insertAudit(transaction, accountId, line, lastAtMs);
      }
    });
  };
  return {
    note(refused) {
      const atMs = clock.nowMs();
      const isFull = groups.size >= limit('refusedCallerLines');
      const known = groups.get(keyOf(refused));
      const told = known === undefined && isFull ? { ...refused, ...OTHERS } : refused;
      const group = known ?? groups.get(keyOf(told)) ?? { ...told, firstAtMs: atMs, ...NONE };
      groups.set(keyOf(told), group);
      group.times += 1;
      group.lastAtMs = atMs;
    },
    stop: writeEveryMinute({ clock, log }, flush, 'refused callers could not be audited'),
  };
}

const NONE = { times: 0, lastAtMs: 0 };
const OTHERS: { from: string; accountId: AccountId | undefined } = {
  from: 'many addresses',
  accountId: undefined,
};

function keyOf({ what, from, accountId }: RefusedCaller): string {
  return `${what} ${from} ${accountId ?? ''}`;
}
