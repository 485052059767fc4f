/**
 * What a shop says in the app on a phone, as the platform repeats it to us: shown in conversations,
 * told as an event, and nothing else. It opens no window and costs nothing; whoever was answered
 * there is answered.
 */
import type { ChatAppEvent } from '../domain/chat/app-message.ts';
import type { AccountId, LinkId } from '../domain/ids.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import {
  changeAppMessages,
  insertAppMessages,
  keepContacts,
  noteInConversations,
  type AppMessageName,
} from '../store/chat/app-messages.ts';
import { previewOf } from '../features/conversations/conversations.sql.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { findHidden } from './keep-replies.ts';

const SENT = 'chat.app_message.sent' as const;

/** By what an event finds it: the text stays where it is kept, and can be forgotten. */
const nameOf = ({ linkId, operatorKey }: AppMessageName): AppMessageName => {
  return { linkId, operatorKey };
};

type PlacedInApp = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly event: ChatAppEvent;
};

/** Keeps it once; how many messages are new. */
export async function keepAppMessages(
  transaction: Transaction,
  told: readonly PlacedInApp[],
  { nowMs, newId }: { readonly nowMs: number; readonly newId: () => number },
): Promise<number> {
  if (told.length === 0) return 0;
  const phones = await findHidden(transaction, told);
  const all = told.map(({ accountId, linkId, event }, index) => {
    const { phone, userId } = event.user;
    const userKey = phone ?? phones.get(index) ?? userId ?? '';
    // Like replies it stands where it came; only the past stands where it was written.
    const isNow = event.kind === 'app_message' && !event.isPast;
    const atMs = isNow ? nowMs : Math.min(event.atMs, nowMs);
    return { ...event, accountId, linkId, userKey, atMs };
  });
  const contacts = all.filter((it) => it.kind === 'contact');
  if (contacts.length > 0) await keepContacts(transaction, { rows: contacts });
  const said = all.filter((it) => it.kind === 'app_message');
  const fresh = await insertAppMessages(transaction, said);
  await noteInConversations(
    transaction,
    fresh.map(({ accountId, linkId, userKey: other, isOurs, isPast, text, atMs }) => {
      const by = isOurs ? ('us' as const) : ('them' as const);
      const between = { accountId, own: String(linkId), other };
      return { ...between, id: newId(), by, text: previewOf(text), isPast, atMs };
    }),
  );
  const facts = fresh.flatMap(({ accountId, id: subjectId, isOurs, isPast, ...it }) =>
    isOurs && !isPast ? [{ accountId, type: SENT, subjectId, fact: nameOf(it) }] : [],
  );
  await noteFacts(transaction, facts, { atMs: nowMs });
  const changes = all.filter((it) => it.kind === 'app_change');
  if (changes.length > 0) await changeAppMessages(transaction, { rows: changes });
  return fresh.length;
}
