import { CHAT_MONEY } from '../../domain/chat/progress.ts';
import { ALPHABETS } from '../../domain/message/message.ts';

/**
 * Whether a message `m` has its price: of a chat message it comes back when the platform bills
 * nothing. `within`: ids that it is one of, so that other days are left out.
 */
export const isCharged = (within: string): string => `m.alphabet <> ${ALPHABETS.chat}
    or coalesce((
      select c.money in (${CHAT_MONEY.reserved}, ${CHAT_MONEY.posted}) from chat_messages c
      where c.account_id = m.account_id and c.id = m.id and ${within}), true)`;
