/** Texts of messages, for people whose role sees them: each look is in the audit log. */
import { noteLook } from '../../operations/admin.ts';
import type { Account, Principal } from '../../domain/account/account.ts';
import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readableText } from '../../domain/message/readable-text.ts';
import type { ReportedMessage } from '../../domain/message/report.ts';
import { createHolds } from '../../kit/throttle.ts';
import { Type } from '../../kit/shape.ts';
import { findContactNames } from '../contacts/contact-names.sql.ts';
import { readKeptTexts } from './message-texts.sql.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { actingAs } from '../../api/v1/operate.ts';
import { guard } from '../../api/v1/guards.ts';

export const TEXTS = Type.Optional(
  Type.Boolean({
    description:
      'With what messages say: for people whose role is owner or manager. Each look is audited.',
  }),
);

/** Texts are for those whose role sees them. */
export const SEES_TEXTS = guard<{
  readonly principal: Principal;
  readonly query: { readonly texts?: boolean };
}>('texts_hidden', ({ principal, query }) => query.texts !== true || principal.seesTexts === true);

/** What is shown beside messages: what they say, and whom they went to. */
export type Texts = {
  /** What the account calls these people, by number or user id: those that are its contacts. */
  names(account: Account, people: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * What these messages say, by id; undefined: it is not shown. The look is recorded before
   * anything is returned. Call it for a principal that sees texts.
   */
  read(
    who: { readonly account: Account; readonly principal: Principal },
    messages: readonly ReportedMessage[],
  ): Promise<ReadonlyMap<number, string | undefined>>;
  /** Records that somebody searches what people wrote, not for what: what is typed is one look. */
  noteSearch(who: { readonly account: Account; readonly principal: Principal }): Promise<void>;
};

/** A page that is read again and again is one look. */
const ONE_LOOK_MS = 10 * 60_000;

export function createTexts({ reader, chat }: Pick<ChatEndpointDeps, 'reader' | 'chat'>): Texts {
  const seen = createHolds({ clock: chat.clock, keys: limit('pacedAccounts') });
  const note = async (
    { account, principal }: { readonly account: Account; readonly principal: Principal },
    what: string,
    detail: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const look = `${principal.actor} ${account.id} ${what}`;
    if (seen.has(look)) return;
    const noted = { action: 'message.text', accountId: account.id, detail };
    await noteLook(actingAs(chat, principal), noted);
    seen.keep(look, ONE_LOOK_MS);
  };
  return {
    names: (account, people) => findContactNames(reader, account.id, people),
    noteSearch: (who) => note(who, 'search', { searched: 'replies' }),
    async read({ account, principal }, messages) {
      const keys = messages.map(({ id }) => {
        return { accountId: account.id, messageId: id as MessageId };
      });
      const kept = await readKeptTexts(reader, keys);
      const texts = messages.map((message) => {
        const own = kept.get(message.id as MessageId);
        return [message.id, own && readableText(message, own, account)] as const;
      });
      const shown = texts.flatMap(([id, text]) => (text === undefined ? [] : [id]));
      if (shown.length > 0) {
        const detail =
          shown.length === 1
            ? { message: shown[0] }
            : { messages: shown.length, first: Math.min(...shown), last: Math.max(...shown) };
        await note({ account, principal }, shown.join(), detail);
      }
      return new Map(texts);
    },
  };
}
