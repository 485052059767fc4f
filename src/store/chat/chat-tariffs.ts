import type { ChatPrice, ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { AccountId, TariffId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

const INSERT_TARIFF = `
  insert into chat_tariffs (account_id, category, price_micros, valid_from)
  values ($1, $2, $3, to_timestamp($4::float8 / 1000))
  returning id`;

/** Writes a dated price. Tariffs are never changed: a later row takes the place of an earlier. */
export async function insertChatTariff(
  transaction: Transaction,
  tariff: Omit<ChatTariff, 'id'>,
): Promise<ChatTariff> {
  const { accountId, category, priceMicros, validFromMs } = tariff;
  const rows = await transaction.run<{ readonly id: TariffId }>(
    'insert-chat-tariff',
    INSERT_TARIFF,
    [accountId ?? null, category, priceMicros, validFromMs],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a new chat tariff has got no id');
  return { ...tariff, id };
}

type Row = {
  readonly id: TariffId;
  readonly account_id: AccountId | null;
  readonly category: ChatPrice;
  readonly price_micros: number;
  readonly valid_from: number;
};

const LIST_TARIFFS = `
  select id, account_id, category, price_micros, valid_from from chat_tariffs
  where $1::bigint is null or account_id is null or account_id = $1
  order by account_id nulls first, category, valid_from, id`;

/** Everybody's and an account's own; undefined: all there are. */
export async function listChatTariffs(
  reader: Reader,
  accountId: AccountId | undefined,
): Promise<readonly ChatTariff[]> {
  const rows = await reader.read<Row>('list-chat-tariffs', LIST_TARIFFS, [accountId ?? null]);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id ?? undefined,
    category: row.category,
    priceMicros: micros(BigInt(row.price_micros)),
    validFromMs: row.valid_from,
  }));
}
