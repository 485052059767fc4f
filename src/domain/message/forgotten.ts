/** What the store forgets of one-time codes, as SQL. */
import { ALPHABETS, MESSAGE_STATES } from './message.ts';

/**
 * The text of a message `m` that moves to the state of `t`: none of a one-time code that nobody
 * will send again (decision 73). Of chat messages their category says so, whatever their priority.
 */
export const textKept = (day: string, isCode = 't.is_code'): string => `
  case when t.state > ${MESSAGE_STATES.waiting} and (${isCode}
    or m.alphabet = ${ALPHABETS.chat} and exists (
      select from chat_messages_${day} c
      where c.account_id = m.account_id and c.id = m.id and c.category = 'authentication'))
  then '' else m.text end`;
