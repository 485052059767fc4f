/** The chat messages of `POST /v1/messages`, as the journey takes them (contract section 10). */
import type { Account } from '../../domain/account/account.ts';
import { chooseNumber, findTemplate } from '../../domain/chat/account-chat.ts';
import { givenOf } from '../../domain/chat/request-value.ts';
import { readEntry } from '../../domain/chat/read-entry.ts';
import { packEntry, type ChatRequest, type ChatSends } from '../../domain/chat/request.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { forEachYielding } from '@paigham/base/yielding.ts';
import { faultsOfSend, refuseField, type RefusedFields } from '../../api/v1/refuse-fields.ts';
import type { NewMessages } from './send-messages.http.ts';

const refusedIn = (refusal: Refusal) => ({
  kind: 'refused' as const,
  refusal,
  faults: faultsOfSend(refusal, 'content'),
});

type Read =
  | { readonly kind: 'read'; readonly send: Pick<ChatRequest, 'number' | 'sends' | 'entries'> }
  | RefusedFields;

/** Only for texts. */
const OF_TEXTS = ['network', 'ported', 'unicode', 'values'] as const;

/** Checks each recipient's content; an invalid one does not stop the others. */
export async function readChat(account: Account, body: NewMessages): Promise<Read> {
  const strange = OF_TEXTS.find((name) => isGiven(body[name]));
  const at = body.recipients.findIndex((it) => typeof it === 'object' && isGiven(it.values));
  if (strange !== undefined || at >= 0) {
    const pointer = strange === undefined ? `/recipients/${at}/values` : `/${strange}`;
    return refuseField(pointer, 'is for texts, chat messages have content', 'body');
  }
  const sends = sendsOf(account, body.template_id);
  if ('reason' in sends) return refusedIn(sends);
  const template = sends.kind === 'template' ? sends.template : undefined;
  const number = chooseNumber(account.chat, body.sender ?? '', template, 'sender');
  if ('reason' in number) return refusedIn(number);
  const rules = { sends, collapseBlanks: account.chat.collapseBlanks };
  const entries = await forEachYielding(
    body.recipients,
    limit('chatEntriesPerTurn'),
    (it, index) => {
      const own = typeof it === 'string' ? undefined : it.content;
      const mobile = typeof it === 'string' ? it : it.recipient;
      return packEntry(readEntry(givenOf({ ...body.content, ...own, mobile }), index + 1, rules));
    },
  );
  return { kind: 'read', send: { number, sends, entries } };
}

function sendsOf({ chat }: Account, templateId: string | undefined): ChatSends | Refusal {
  if (templateId === undefined) return { kind: 'free_form' };
  const found = findTemplate(chat, templateId);
  return found.ok ? { kind: 'template', template: found.template } : found.refusal;
}

/** Defaults from the shape count as not given. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === false) return false;
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
}
