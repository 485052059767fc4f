/** A status that is faster than the answer to its send, among very many for unknown messages. */
import { beforeAll, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { limit } from '../../src/domain/limits.ts';
import { envelope, postTo, seconds, sign, value, workedOff } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

const MOBILE = '923001234080';
/** The usual round gets to what lies behind them after longer than anything is waited for. */
const OTHERS = 40 * limit('chatOrphansPiece');

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { answerTimeoutMs: 60_000 } });
});

/** Statuses of messages unknown here, before and after `operatorKey`, newer than it. */
async function keepOthers(operatorKey: string): Promise<void> {
  await story.paigham.db.transact((transaction) =>
    transaction.run(
      plain(
        'test-keep-others',
        `insert into chat_statuses (account_id, link_id, operator_key, status, kind, at, word,
                                received_at)
     select account_id, link_id, case i % 2 when 0 then 'a' else 'z' end || i, status, kind, at,
            word, received_at + interval '1 minute'
     from chat_statuses, generate_series(1, $2::int) as i
     where operator_key = $1`,
      ),
      [operatorKey, 2 * OTHERS],
    ),
  );
}

it('is matched when the answer comes, however many others are waiting', async () => {
  await story.tell('/next', { answer: { kind: 'slow', ms: 20_000 }, fate: { kind: 'silent' } });
  const id = await story.sendOne('plain_news', MOBILE);
  const copy = await eventually('the copy', () =>
    story.platform.platform.messages
      .all()
      .find((it) => it.direction === 'out' && it.person.number === MOBILE),
  );
  // Without our id for it, and before the answer is stored.
  const status = { id: copy.wamid, status: 'delivered', timestamp: seconds() };
  const body = envelope(value({ statuses: [status] }));
  const path = `${story.paigham.baseUrl}/webhooks/chat/${story.businessId}`;
  await postTo(path, body, sign(body));
  await workedOff(story);
  const waiting = () =>
    story.ask('select 1 from chat_statuses where operator_key = $1', [copy.wamid]);
  expect(await waiting()).toHaveLength(1);
  await keepOthers(copy.wamid);
  await eventually('the report', async () => (await story.report(id)).delivery === 'DELIVERED');
  expect(await waiting()).toEqual([]);
});
