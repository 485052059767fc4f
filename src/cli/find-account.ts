import type { AccountId } from '../domain/ids.ts';
import { Refusal } from '../kit/refusal.ts';
import {
  findAccount as findById,
  findAccountByName,
  type AccountRecord,
} from '../store/accounts/list-accounts.ts';
import type { Line } from './command.ts';

/** The account that somebody names by its id or exactly by its name. */
export async function findAccount({ reader }: Line, named: string): Promise<AccountRecord> {
  const isId = /^\d{1,15}$/.test(named);
  const account = isId
    ? await findById(reader, Number(named) as AccountId)
    : await findAccountByName(reader, named);
  if (account !== undefined) return account;
  throw new Refusal(
    `There is no account ${isId ? named : `named "${named}"`}: see "paigham account list".`,
  );
}
