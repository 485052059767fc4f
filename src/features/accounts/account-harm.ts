/** What an account loses, or may do, by a change of its switches: whoever makes it is asked. */
import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { AccountRecord } from './accounts.sql.ts';
import { readBalance } from '../../store/ledger/balances.ts';

const LOSSES = {
  verified: 'its own sender IDs are refused, and its texts end with the demo text',
  fixedContent: 'sends by its templates are refused',
  mnpCoverage: 'sends that look up ported numbers are refused',
  always200: 'its programs get refusals with their own HTTP status instead of 200',
  postpaid: 'it may send only what its credit pays for',
} as const;

type Given = { readonly [Name in keyof typeof LOSSES]?: boolean | undefined };

/** A sentence for each right that is there and would be taken away. */
export function harmOf(account: AccountRecord, given: Given): readonly string[] {
  const names = Object.keys(LOSSES) as (keyof typeof LOSSES)[];
  return names
    .filter((it) => account[it] && given[it] === false)
    .map((it) => `For ${account.name} (${account.id}), from now on ${LOSSES[it]}.`);
}

/** Whether what it spends in a day or month is bounded. */
export async function isCapped(
  reader: Reader,
  accountId: AccountId,
  nowMs: number,
): Promise<boolean> {
  const { spending } = (await readBalance(reader, accountId, nowMs)) ?? {};
  return spending?.day.capMicros !== undefined || spending?.month.capMicros !== undefined;
}
