import type { AccountId, ChatBusinessId } from '../domain/ids.ts';
import type { Log } from '../kit/log.ts';
import type { KnownRouting } from '../store/settings/known-routing.ts';

/** Compares the templates of a business account with the platform's. */
export type SyncTemplates = (ask: {
  readonly accountId: AccountId;
  readonly business: string;
}) => Promise<
  { readonly ok: true } | { readonly ok: false; readonly field: string; readonly rule: string }
>;

/**
 * Reads the templates of a business account anew, as the platform says that one has another
 * wording, or tells of one that is not known here, or because it is time to. One reading at a time
 * for each; asked for again meanwhile, once more. What fails is made good by the regular reading.
 */
export function createResync(
  sync: SyncTemplates,
  routing: Pick<KnownRouting, 'current'>,
  log: Log,
): (businessId: ChatBusinessId) => void {
  const underWay = new Map<ChatBusinessId, { again: boolean }>();
  const read = async (businessId: ChatBusinessId): Promise<void> => {
    const business = routing.current().chat.businesses.get(businessId);
    if (business === undefined) return;
    const { accountId, platformId } = business;
    const synced = await sync({ accountId, business: platformId });
    if (synced.ok) return;
    const why = `${synced.field} ${synced.rule}`;
    log.warn({ business: platformId, why }, 'templates could not be read anew');
  };
  const resync = (businessId: ChatBusinessId): void => {
    const known = underWay.get(businessId);
    if (known !== undefined) {
      known.again = true;
      return;
    }
    const state = { again: false };
    underWay.set(businessId, state);
    void read(businessId)
      .catch((error: unknown) => log.warn({ error }, 'templates could not be read anew'))
      .finally(() => {
        underWay.delete(businessId);
        if (state.again) resync(businessId);
      });
  };
  return resync;
}
