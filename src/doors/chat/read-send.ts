/** What a request of `/api/send.php` asks for, held against the account it is for. */
import type { Account } from '../../domain/account/account.ts';
import { chooseNumber } from '../../domain/chat/choose-number.ts';
import { findTemplate } from '../../domain/chat/find-template.ts';
import { readEntry } from '../../domain/chat/read-entry.ts';
import type { ChatRequest, ChatSends } from '../../domain/chat/request.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { inTurns } from '../../kit/in-turns.ts';
import { readData, type ContentValues, type DataName } from './read-data.ts';

export type ReadSend = Pick<ChatRequest, 'number' | 'sends' | 'entries'>;

/** Which of the two a request brings; undefined: neither, or both. */
export function dataIn(values: ContentValues): DataName | undefined {
  const hasTemplate = values.template_data.trim() !== '';
  const hasFreeForm = values.free_form.trim() !== '';
  if (hasTemplate === hasFreeForm) return undefined;
  return hasTemplate ? 'template_data' : 'free_form';
}

/**
 * The checks of a whole request, in their order: both or neither of the two kinds, the template,
 * the JSON and its entries, the number. Then each entry by itself.
 */
export async function readSend(
  account: Account,
  given: ContentValues,
): Promise<ReadSend | Refusal> {
  const name = dataIn(given);
  if (name === undefined) {
    return refuse(given.free_form.trim() === '' ? 'chat_data_empty' : 'chat_data_twice');
  }
  const read = await readData(given, name);
  const { values } = read;
  const found =
    name === 'template_data' ? findTemplate(account.chat, values.template_id) : undefined;
  if (found?.ok === false) return found.refusal;
  if (!read.ok) return read.refusal;
  const number = chooseNumber(account.chat, values.chatapp_id, found?.template);
  if ('reason' in number) return number;
  const sends: ChatSends =
    found === undefined ? { kind: 'free_form' } : { kind: 'template', template: found.template };
  const rules = { sends, collapseBlanks: account.chat.collapseBlanks };
  const entries = await inTurns(read.entries, limit('chatEntriesPerTurn'), (entry, index) =>
    readEntry(entry, index + 1, rules),
  );
  return { number, sends, entries };
}
