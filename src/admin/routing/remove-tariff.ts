import type { TariffId } from '../../domain/ids.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import { deleteTariff, listTariffs } from '../../store/settings/tariffs.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/**
 * Removes a price that is not in force yet. One that is, or was, stays for good: messages were
 * priced by it.
 */
export async function removeTariff(admin: Admin, id: TariffId): Promise<Outcome<Tariff>> {
  return changeSettings(admin, { action: 'tariff.remove' }, async (transaction) => {
    const tariff = (await listTariffs(transaction)).find((it) => it.id === id);
    if (tariff === undefined)
      return refuse('id', 'There is no such price: see "paigham tariff list"');
    if (tariff.validFromMs <= admin.clock.nowMs()) {
      return refuse('id', 'This price is in force, or was: set a new one, which takes its place');
    }
    await deleteTariff(transaction, id);
    const { partPriceMicros } = tariff;
    return changed(tariff, { ...tariff, partPriceMicros: String(partPriceMicros) });
  });
}
