import { listNumbers } from '../../store/chat/numbers.ts';
import { findConversation, noteHeld } from './conversations.sql.ts';
import { change, changed, refuse } from '../../operations/admin.ts';
import { account, argument, id } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import { refuseBy, type ChatAdmin } from '../chat-numbers/chat-admin.ts';
import { findAccess } from '../chat-numbers/find-access.ts';

const INPUT = {
  accountId: argument('ACCOUNT', account),
  conversationId: argument('CONVERSATION', id),
};

const UNKNOWN = refuse('conversationId', 'is not a chat conversation of this account');

const NOT_CHAT = {
  ...refuse('conversationId', 'is a conversation of texts, which nobody else answers'),
  failure: 'conversation_not_chat' as const,
};

/** From then on the platform brings what they write to us, and the other agent is silent. */
export const takeConversation = operation({
  name: 'conversation take',
  about: 'Takes over a chat conversation that another agent of the platform answers.',
  who: 'account',
  audit: 'conversation.take',
  input: INPUT,
  async run(admin: ChatAdmin, { accountId, conversationId }) {
    const { found, number } = await admin.transact(async (transaction) => {
      const it = await findConversation(transaction, { accountId, id: conversationId });
      const numbers = await listNumbers(transaction, { accountId });
      return { found: it, number: numbers.find((one) => String(one.id) === it?.own) };
    });
    if (found?.kind === 'sms') return NOT_CHAT;
    if (found === undefined || number === undefined) return UNKNOWN;
    // Ours already: there is nothing to ask the platform for.
    if (found.heldBy === undefined) return { ok: true, value: undefined };
    const opened = await findAccess(admin, accountId, number.businessPlatformId);
    if (!opened.ok) return opened;
    const { own, other } = found;
    const outcome = await admin.platform.takeThread(opened.value.access, {
      phoneNumberId: String(number.config['phoneNumberId']),
      user: other,
    });
    if (outcome.kind !== 'done') return refuseBy(outcome, 'conversationId');
    return change(admin, { action: 'conversation.take', accountId }, async (transaction) => {
      // The platform's times are whole seconds: what comes in this one is later.
      const atMs = Math.floor(admin.clock.nowMs() / 1_000) * 1_000;
      const held = { heldBy: undefined, note: undefined, atMs };
      await noteHeld(transaction, [{ accountId, own, other, ...held }]);
      return changed(undefined, { conversationId });
    });
  },
  show: (_, { conversationId }) => ({ data: { id: conversationId, held_by: null } }),
});
