/**
 * Dated prices of texts, of look-ups and of chat messages. One in force never changes: a later row
 * replaces an earlier one.
 */
import type { ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { AccountId, TariffId } from '../../domain/ids.ts';
import type { LookupTariff } from '../../domain/portability/directory.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** With its operator’s name; undefined: for every operator. */
export type NamedTariff = Tariff & { readonly operator: string | undefined };

const TARIFF = `
  id, account_id, sender_route, operator_id, part_price_micros, refund_failed, valid_from,
  (select name from operators o where o.id = operator_id) as operator`;

/** Writes a price of texts. */
export const insertTariff = write.single<Omit<Tariff, 'id'>, NamedTariff>(
  'insert-tariff',
  `insert into tariffs (account_id, sender_route, operator_id, part_price_micros, refund_failed,
                       valid_from)
  values (:accountId, :senderRoute, :operatorId, :partPriceMicros, :refundFailed, @validFromMs)
  returning ${TARIFF}`,
);

export const listTariffs = read.many<void, NamedTariff>(
  'list-tariffs',
  `select ${TARIFF} from tariffs
  order by account_id nulls first, sender_route, operator_id nulls first, valid_from, id`,
);

/** Removes a price that has not been used yet. */
export const deleteTariff = write.run<{ id: TariffId }>(
  'delete-tariff',
  `delete from tariffs where id = :id`,
);

const LOOKUP_TARIFF = 'id, account_id, first_micros, again_micros, valid_from';

/** Writes prices of look-ups. */
export const insertLookupTariff = write.single<Omit<LookupTariff, 'id'>, LookupTariff>(
  'insert-lookup-tariff',
  `insert into lookup_tariffs (account_id, first_micros, again_micros, valid_from)
  values (:accountId, :firstMicros, :againMicros, @validFromMs)
  returning ${LOOKUP_TARIFF}`,
);

export const listLookupTariffs = read.many<void, LookupTariff>(
  'list-lookup-tariffs',
  `select ${LOOKUP_TARIFF} from lookup_tariffs order by account_id nulls first, valid_from, id`,
);

const CHAT_TARIFF = 'id, account_id, category, price_micros, valid_from';

export const insertChatTariff = write.single<Omit<ChatTariff, 'id'>, ChatTariff>(
  'insert-chat-tariff',
  `insert into chat_tariffs (account_id, category, price_micros, valid_from)
  values (:accountId, :category, :priceMicros, @validFromMs)
  returning ${CHAT_TARIFF}`,
);

/** The general ones and an account's own; undefined: all. */
export const listChatTariffs = read.many<{ accountId: AccountId | undefined }, ChatTariff>(
  'list-chat-tariffs',
  `select ${CHAT_TARIFF} from chat_tariffs
  where :accountId::bigint is null or account_id is null or account_id = :accountId
  order by account_id nulls first, category, valid_from, id`,
);
