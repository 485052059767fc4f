/** What a request of `/api/send.php` asks for, held against the account it is for. */
import type { Account } from '../../domain/account/account.ts';
import { chooseNumber, findTemplate } from '../../domain/chat/choose.ts';
import { readEntry } from '../../domain/chat/read-entry.ts';
import type { ChatEntry, ChatRequest, ChatSends } from '../../domain/chat/request.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { readData, type ContentValues, type DataName, type ReadOne } from './read-data.ts';

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
 * the JSON and its entries, the number. Each entry is held against the rules while it is read, and
 * only what is to be sent of it is kept.
 */
export async function readSend(
  account: Account,
  given: ContentValues,
): Promise<ReadSend | Refusal> {
  const name = dataIn(given);
  if (name === undefined) {
    return refuse(given.free_form.trim() === '' ? 'chat_data_empty' : 'chat_data_twice');
  }
  const sendsOf = (values: ContentValues): ChatSends | Refusal => {
    if (name === 'free_form') return { kind: 'free_form' };
    const found = findTemplate(account.chat, values.template_id);
    return found.ok ? { kind: 'template', template: found.template } : found.refusal;
  };
  const read = await readData(given, name, (values) => readerOf(account, sendsOf(values)));
  const sends = sendsOf(read.values);
  if ('reason' in sends) return sends;
  if (!read.ok) return read.refusal;
  const template = sends.kind === 'template' ? sends.template : undefined;
  const number = chooseNumber(account.chat, read.values.chatapp_id, template);
  if ('reason' in number) return number;
  return { number, sends, entries: read.entries };
}

function readerOf({ chat }: Account, sends: ChatSends | Refusal): ReadOne<ChatEntry> {
  // The whole request is refused, once it is known whether it is JSON.
  if ('reason' in sends) return () => ({ ok: false, shown: '', refusal: sends });
  const rules = { sends, collapseBlanks: chat.collapseBlanks };
  return (entry, index) => readEntry(entry, index + 1, rules);
}
