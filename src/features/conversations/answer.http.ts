/** What is sent to one person as an answer: it is noted, and it is all that an agent may send. */
import type { Account, Principal } from '../../domain/account/account.ts';
import { chooseNumber } from '../../domain/chat/account-chat.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { Guard } from '../../api/v1/endpoint.ts';
import { refuseAgent } from '../../api/v1/guards.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import type { NewMessages } from '../messages/send-messages.http.ts';
import { noteAnswer } from './conversations.operations.ts';
import { isConversation, type Parties } from './conversations.sql.ts';

type Recipient = NewMessages['recipients'][number];

export const numberOf = (recipient: Recipient): string =>
  typeof recipient === 'string' ? recipient : recipient.recipient;

/** Between whom it goes; undefined: to several. */
function partiesOf(
  account: Account,
  { kind, sender = '', recipients }: NewMessages,
): Parties | undefined {
  const [only] = recipients;
  if (only === undefined || recipients.length > 1) return undefined;
  const read = readRecipient(numberOf(only));
  const other = read.ok ? read.number : numberOf(only);
  const number = chooseNumber(account.chat, sender, undefined);
  const own = kind === 'chat' && 'id' in number ? String(number.id) : sender;
  return { accountId: account.id, kind, own, other };
}

/**
 * What a person writes to one number answers the conversation with it. It is noted after the
 * commit, so that sending does not wait for it: what fails here costs the place in a list.
 */
export async function noteIfAnswer(
  { chat: { chat }, reportError }: NoteDeps,
  { account, principal }: { readonly account: Account; readonly principal: Principal },
  body: NewMessages,
): Promise<void> {
  const parties = partiesOf(account, body);
  const userId = /^user:(\d+)$/.exec(principal.actor)?.[1];
  if (body.dry_run || parties === undefined || userId === undefined) return;
  const { text } = body.content ?? {};
  const said = (text as { readonly body?: unknown } | undefined)?.body;
  const preview = typeof said === 'string' ? said : undefined;
  await noteAnswer(chat, { ...parties, userId: Number(userId), text: preview }).catch(reportError);
}

type NoteDeps = {
  readonly chat: Pick<ChatEndpointDeps, 'chat'>;
  readonly reportError: (error: unknown) => unknown;
};

const NOT_ANSWERED = 'must be one person who has written to the sender: an agent only answers';
const NOT_NOW = 'is not for an agent, whose answers leave at once';

/** An agent answers one person, by the sender that was written to, now, without a look-up. */
export function onlyAnswers(reader: Reader): Guard<{
  readonly account: Account;
  readonly principal: Principal;
  readonly body: NewMessages;
}> {
  return {
    refuses: ['role_too_low'],
    async check({ account, principal, body }) {
      if (principal.isAgent !== true) return undefined;
      if (body.send_at !== undefined) return refuseAgent('/body/send_at', NOT_NOW);
      if (body.send_window !== undefined) return refuseAgent('/body/send_window', NOT_NOW);
      if (body.ported !== undefined) {
        return refuseAgent('/body/ported', 'is not for an agent, who pays for no look-up');
      }
      if (body.sender === undefined) return refuseAgent('/body/sender', 'is missing');
      const parties = partiesOf(account, body);
      const isAnswer = parties !== undefined && (await isConversation(reader, parties));
      return isAnswer ? undefined : refuseAgent('/body/recipients', NOT_ANSWERED);
    },
  };
}
