/** Who opted out of a campaign, as its result says it: after it, of it, by their own word. */
import { beforeAll, expect, it } from 'vitest';
import { BATCH_STATES } from '../../src/domain/message/message.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { callBatches, csvOf, fieldsOf, type Batches } from '../support/batches.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { handOver, newPhone, writtenBy } from '../support/phones.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const CODE = '7712';
let story: ChatStory;
let batches: Batches;
let ask: AskV1;

beforeAll(async () => {
  story = await beginChatStory();
  const { admin } = story.paigham.world;
  const { accountId } = story.shop;
  must(await addSender(admin, { accountId, name: CODE, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: CODE, state: 'approved' }));
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
});

const say = (phone: string, words: string): Promise<void> =>
  handOver(story.paigham.operators.jazz, writtenBy(phone, words, CODE));

/** A campaign that all of them have. */
async function campaign(phones: readonly string[]): Promise<string> {
  const fields = { ...fieldsOf(story.shop), sender: CODE };
  const { body } = await batches.upload({ fields, file: csvOf(phones) });
  const id = String(body.id);
  await batches.untilOver(id);
  return id;
}

const optedOut = async (id: string): Promise<unknown> =>
  (await ask(`GET /v1/batches/${id}`)).body['opted_out'];

const isTold = (id: string, count: number) =>
  eventually(`${count} opted out`, async () => (await optedOut(id)) === count);

it('counts those of its recipients who write STOP after it, and nobody else', async () => {
  const [ali, bilal, sana, zara] = [newPhone(), newPhone(), newPhone(), newPhone()];
  const first = await campaign([ali, bilal, sana]);
  expect(await optedOut(first)).toBe(0);
  await say(ali, 'STOP');
  await isTold(first, 1);
  const second = await campaign([bilal, sana]);
  expect(await optedOut(second)).toBe(0);
  // Of both, and of neither.
  await say(bilal, 'STOP');
  await say(zara, 'STOP');
  await isTold(second, 1);
  await isTold(first, 2);
  const { admin } = story.paigham.world;
  must(await addOptout(admin, { accountId: story.shop.accountId, recipient: sana }));
  await say(ali, 'START');
  await isTold(first, 1);
  expect((await ask('GET /v1/batches')).body.data.map((it) => it['opted_out'])).toEqual([
    null,
    null,
  ]);
});

it('counts those of 72 hours, not those of later', async () => {
  const [early, late] = [newPhone(), newPhone()];
  const id = await campaign([early, late]);
  await say(early, 'STOP');
  await say(late, 'STOP');
  await isTold(id, 2);
  const later = 'update optouts set created_at = created_at + $2::interval where recipient = $1';
  const move = (phone: string, by: string) =>
    story.paigham.db.transact((tx) => tx.run(plain('test-later', later), [phone, by]));
  await move(early, '71 hours 59 minutes');
  await move(late, '72 hours 1 minute');
  await isTold(id, 1);
});

/** Makes a batch of messages, as thousands in one request are. */
const JOIN = `with own as (
    select m.account_id, m.id from messages m
    join links l on l.id = m.sender_id
    where m.account_id = $1 and m.recipient = any ($2::bigint[]) and l.config ? 'digits'
  ), made as (
    insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id, node,
                         epoch, created_at, published_at, first_message, last_message)
    select account_id, min(id), ${BATCH_STATES.published}, count(*), count(*), 0, 0, 1, 1,
      now() - interval '1 hour', now() - interval '1 hour', min(id), max(id)
    from own group by 1
    returning id
  )
  update messages m set batch_id = made.id from own, made
  where m.account_id = own.account_id and m.id = own.id returning m.batch_id`;

it('counts people of a chat campaign who write that they want no more', async () => {
  const people = ['923001234701', '923001234702'];
  for (const person of people) await story.write(person, 'Salaam');
  await eventually('both have written', async () => {
    const { data } = (await ask('GET /v1/conversations?kind=chat')).body;
    return people.every((it) => data.some(({ number }) => number === it));
  });
  const content = { type: 'text', text: { body: 'New lamps' } };
  await ask('POST /v1/messages', { kind: 'chat', recipients: people, content });
  const { accountId } = story.shop;
  // The platform has it a moment before our record says since when.
  await eventually('they have it', async () => {
    const sent = await story.ask(
      'select from messages where account_id = $1 and recipient = any ($2) and sent_at is not null',
      [accountId, people],
    );
    return sent.length === 2;
  });
  const [row] = await story.paigham.db.transact((tx) =>
    tx.run(plain<{ readonly batch_id: number }>('test-join', JOIN), [accountId, people]),
  );
  const id = String(row?.batch_id);
  expect(await optedOut(id)).toBe(0);
  await story.write('923001234702', 'STOP');
  await isTold(id, 1);
});
