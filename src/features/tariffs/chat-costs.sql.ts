/** What the chat platform charges for messages, by the day it takes effect, and what is left. */
import type { ChatCost } from '../../domain/chat/chat-tariff.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export const insertChatCost = write.single<Omit<ChatCost, 'id'>, { readonly id: number }>(
  'insert-chat-cost',
  `insert into chat_costs (category, country, cost_micros, valid_from)
  values (:category, :country, :costMicros, @validFromMs) returning id`,
);

export const listChatCosts = read.many<void, ChatCost>(
  'list-chat-costs',
  `select id, category, country, cost_micros, valid_from from chat_costs
  order by category, country nulls first, valid_from, id`,
);

export type ChatMargin = {
  /** The platform's word, also one newer than this program. */
  readonly category: string;
  /** Of the cost in force when it was accepted; undefined: the cost of every other country. */
  readonly country: string | undefined;
  /** undefined: none was in force. */
  readonly costMicros: Micros | undefined;
  readonly messages: number;
  readonly chargedMicros: Micros;
};

/**
 * Messages that the platform has billed, by category and what they cost; each is read. What failed
 * afterwards is on no bill.
 */
export const readChatMargin = read.many<
  { accountId: AccountId | undefined; fromId: number; belowId: number },
  ChatMargin
>(
  'read-chat-margin',
  `select c.pricing ->> 'category' as category, cost.country, cost.cost_micros,
    count(*) as messages,
    sum(m.posted_micros)::bigint as charged_micros
  from chat_messages c
  join messages m on m.account_id = c.account_id and m.id = c.id
    and m.id >= :fromId and m.id < :belowId
  left join lateral (
    select k.country, k.cost_micros from chat_costs k
    where k.category = c.pricing ->> 'category' and k.valid_from <= m.accepted_at
      and (k.country is null or starts_with(m.recipient::text, k.country))
    order by length(k.country) desc nulls last, k.valid_from desc, k.id desc limit 1
  ) as cost on true
  where c.id >= :fromId and c.id < :belowId and c.billable and c.failed_at is null
    and (:accountId::bigint is null or c.account_id = :accountId)
  group by 1, 2, 3
  order by 1, 2 nulls last, 3`,
);
