/** Unconfirmed attempts: submits whose answer was lost. */
import { listLost, type LostRecord } from '../../store/messages/lost-answers.ts';
import { showMessageId } from './message-words.ts';
import { limitOf, link, option } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at, showTime } from '../../operations/show.ts';

export const unconfirmedList = query({
  name: 'unconfirmed list',
  about: 'Lists messages whose last attempt has no answer, oldest first, and what happens next.',
  input: { link: option('link', link, 'of this link only'), most: limitOf(50) },
  async read({ reader }, input) {
    const data = (await listLost(reader, input)).map((record) => ({
      account: record.accountId,
      message: showMessageId(record.messageId, record.isChat),
      recipient: record.recipient,
      link: record.link,
      attempt: record.attempt,
      parts: record.parts,
      lost_at: at(record.lostAtMs),
      next: nextOf(record),
    }));
    return { data, empty: 'No unconfirmed attempts found.' };
  },
});

function nextOf({ lostUntilMs, dueAtMs, isAsked, isChat }: LostRecord): string {
  if (isChat) {
    const until = showTime(lostUntilMs ?? dueAtMs);
    return `waits for a status of the chat platform until ${until}, and is not sent again`;
  }
  if (isAsked) return 'the operator is being queried about it';
  if (lostUntilMs === undefined) return `is sent again at ${showTime(dueAtMs)}`;
  return `waits for a receipt until ${showTime(lostUntilMs)}`;
}
