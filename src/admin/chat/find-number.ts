import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { listNumbers, type NumberRecord } from '../../store/chat/numbers.ts';

/** A number that somebody names by our id, the platform's, or its digits; enabled ones first. */
export async function findNumber(
  reader: Reader,
  accountId: AccountId,
  named: string,
): Promise<NumberRecord | undefined> {
  const own = await listNumbers(reader, accountId);
  const isNamed = ({ id, config }: NumberRecord): boolean =>
    String(id) === named || config['phoneNumberId'] === named || config['digits'] === named;
  const found = own.filter(isNamed);
  return found.find(({ enabled }) => enabled) ?? found[0];
}
