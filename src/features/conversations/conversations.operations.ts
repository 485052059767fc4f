/** Conversations with people who replied: who answers them, what is read, what is closed. */
import { ANSWERING_ROLES } from '../../domain/account/account.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { pattern, Type } from '../../kit/shape.ts';
import { holdAccountUser } from '../users/users.sql.ts';
import {
  changeConversation,
  CONVERSATION_STATES,
  noteAnswered,
  type ConversationChange,
  findConversation,
} from './conversations.sql.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import { account, argument, id, oneOf, onOff, option, orNone } from '../../operations/fields.ts';
import { operation, type Filled } from '../../operations/operation.ts';

/** A person, as `/v1` writes ids. */
const must = 'must be the id of a user';
const person = { ...id, word: 'USER', schema: Type.String(pattern(/^[1-9][0-9]{0,15}$/, must)) };

const CHANGE = {
  accountId: argument('ACCOUNT', account),
  conversationId: argument('CONVERSATION', id),
  assignedTo: option('assigned-to', orNone(person), 'the user who answers it, or nobody'),
  read: option('read', onOff, 'whether everything in it has been read'),
  state: option('state', oneOf('STATE', CONVERSATION_STATES), 'open, or closed until a reply'),
};
type Change = Filled<typeof CHANGE>;

const UNKNOWN = refuse('conversationId', 'is not a conversation of this account');

/** Who answers is audited; what is read or closed is not: it happens all day and harms nobody. */
export const setConversation = operation({
  name: 'conversation set',
  about: 'Assigns a conversation to a person of its account, marks it as read, closes it.',
  who: 'account',
  audit: 'conversation.assign',
  needsOne: true,
  input: CHANGE,
  async run(admin, input) {
    const { accountId, conversationId, assignedTo } = input;
    const auditAction = { action: 'conversation.assign', accountId };
    if (assignedTo === undefined) {
      return admin.transact((transaction) => apply(transaction, input));
    }
    return change(admin, auditAction, async (transaction) => {
      const done = await assign(transaction, input);
      return done.ok ? changed(undefined, { conversationId, userId: assignedTo }) : done;
    });
  },
  show: (_, { conversationId, assignedTo, read, state }) => ({
    data: { id: conversationId, assigned_to: assignedTo, read, state },
  }),
  present: {
    by: ['accountId', 'conversationId'],
    read: async ({ reader }, input) => {
      const found = await findConversation(reader, {
        accountId: input.accountId,
        id: input.conversationId,
      });
      if (found === undefined) return undefined;
      const assigned = found.assignedUser === undefined ? null : String(found.assignedUser);
      return { assigned_to: assigned, read: found.unread === 0, state: found.state };
    },
  },
});

/** Only some roles answer. */
async function assign(transaction: Transaction, input: Change): Promise<Outcome<undefined>> {
  const { accountId, assignedTo } = input;
  if (typeof assignedTo === 'number') {
    const user = await holdAccountUser(transaction, { accountId, userId: assignedTo });
    if (user === undefined || !ANSWERING_ROLES.includes(user.role)) {
      return refuse('assignedTo', 'must be a person of this account who may answer');
    }
  }
  return apply(transaction, input);
}

async function apply(transaction: Transaction, input: Change): Promise<Outcome<undefined>> {
  const { accountId, conversationId, assignedTo, read, state } = input;
  const assigned: ConversationChange['assigned'] = assignedTo === null ? 0 : assignedTo;
  const asked = { id: conversationId, assigned, read, state };
  const exists = await changeConversation(transaction, { ...asked, accountId });
  return exists ? { ok: true, value: undefined } : UNKNOWN;
}

/** Notes a person's message in the conversation that it answers, if there is one. */
export function noteAnswer(
  { transact, clock }: Pick<Admin, 'transact' | 'clock'>,
  answer: Omit<Parameters<typeof noteAnswered>[1], 'atMs'>,
): Promise<void> {
  return transact((transaction) => noteAnswered(transaction, { ...answer, atMs: clock.nowMs() }));
}
