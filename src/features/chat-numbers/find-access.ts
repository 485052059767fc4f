import type { PlatformAccess } from '../../domain/chat/platform.ts';
import type { AccountId } from '../../domain/ids.ts';
import { type BusinessRecord, listBusinesses } from '../../store/chat/businesses.ts';
import { refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import { accessOf } from './chat-admin.ts';

export type OpenBusiness = { readonly business: BusinessRecord; readonly access: PlatformAccess };

/** An account's business account with its credentials; undefined: the one connected first. */
export async function findAccess(
  admin: Admin,
  accountId: AccountId,
  platformId: string | undefined,
): Promise<Outcome<OpenBusiness>> {
  const all = await admin.transact((transaction) => listBusinesses(transaction, { accountId }));
  const business =
    platformId === undefined ? all[0] : all.find((it) => it.platformId === platformId);
  if (business === undefined) {
    return refuse('business', 'must be connected first: the account has no chat number');
  }
  const access = accessOf(admin, business);
  if (access === undefined) {
    return refuse('business', 'has a token that this master key does not decrypt: set it again');
  }
  return { ok: true, value: { business, access } };
}
