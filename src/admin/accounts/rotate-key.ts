import type { AccountId } from '../../domain/ids.ts';
import { expireKeys } from '../../store/accounts/write-keys.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';
import { issueKey } from './issue-key.ts';

export type RotateKey = {
  readonly accountId: AccountId;
  /** How long the keys there are stay valid, so that callers can change over; 0: not at all. */
  readonly graceMs: number;
};

export type RotatedKey = {
  readonly apiKey: string;
  readonly oldKeys: number;
  readonly oldKeysExpireAtMs: number;
};

export const DEFAULT_GRACE_MS = 24 * 3_600_000;
const LONGEST_GRACE_DAYS = 90;

/** Gives an account a new API key and ends the others, now or after a while. */
export async function rotateKey(admin: Admin, input: RotateKey): Promise<Outcome<RotatedKey>> {
  const { accountId, graceMs } = input;
  if (!(graceMs >= 0 && graceMs <= LONGEST_GRACE_DAYS * 86_400_000)) {
    return refuse('graceMs', `must be from 0 to ${LONGEST_GRACE_DAYS} days`);
  }
  return changeAccount(admin, { action: 'key.rotate', accountId }, async (transaction) => {
    const nowMs = admin.clock.nowMs();
    const oldKeysExpireAtMs = nowMs + graceMs;
    const end = { expiresAtMs: oldKeysExpireAtMs, nowMs };
    const oldKeys = await expireKeys(transaction, accountId, end);
    const apiKey = await issueKey(admin, transaction, accountId);
    return changed({ apiKey, oldKeys, oldKeysExpireAtMs }, { oldKeys, graceMs });
  });
}
