/** Who has written to an account by chat, as staff see it: never what. Looking is audited. */
import { DAY_MS } from '../../domain/durations.ts';
import { noteLook } from '../../operations/admin.ts';
import { account, argument, limitOf, option, text } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';
import { listChatPeople, type ChatPerson } from './chat-people.sql.ts';

export const chatPeople = query({
  name: 'chat people',
  about:
    'Lists the people who wrote to the chat numbers of an account, when they wrote last, and ' +
    'until when they can be answered freely. Each look-up is recorded in the audit log.',
  input: {
    accountId: argument('ACCOUNT', account),
    after: option('after', text('USER'), 'start after this person'),
    most: limitOf(50),
  },
  async read({ reader, admin }, { accountId, after = '', most }) {
    const people = await listChatPeople(reader, { accountId, after, most });
    const detail = { after: after || undefined, found: people.length };
    await noteLook(admin, { action: 'chat.people', accountId, detail });
    const nowMs = admin.clock.nowMs();
    const data = people.map((it) => ({
      user: it.user,
      number: it.number,
      chat_number: it.chatNumber,
      wrote: at(it.wroteAtMs),
      open_until: at(openUntil(it, nowMs)),
      marketing_rests_until: at(it.restsUntilMs),
      stopped: it.stopped,
    }));
    const last = people.length === most ? people.at(-1)?.user : undefined;
    const note = last === undefined ? undefined : `More: --after ${last}`;
    return { data, empty: 'Nobody has written to it.', note };
  },
});

/** undefined: not any more. */
function openUntil({ wroteAtMs, closedAtMs = 0 }: ChatPerson, nowMs: number): number | undefined {
  if (wroteAtMs === undefined || closedAtMs > wroteAtMs) return undefined;
  const untilMs = wroteAtMs + DAY_MS;
  return untilMs > nowMs ? untilMs : undefined;
}
