/** What staff see of messages on the command line, while they wait and after they have ended. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { openTerminal, type Say } from '../admin/terminal.ts';
import { eventually } from '../support/eventually.ts';
import { holdLink } from '../support/link-held.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

const JAZZ = 0;
const ZONG = 1;

let story: Story;
let say: Say;

beforeAll(async () => {
  story = await beginStory({ link: { windowSubmits: 1 } });
  say = openTerminal(story.paigham.db, story.paigham.world.admin);
});

type Row = Readonly<Record<string, unknown>>;
const json = async <Data = Row>(line: string): Promise<Data> => {
  const { code, out, err } = await say(...line.split(' '), '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Data;
};

describe('a message that was delivered', () => {
  const mobile = mobileOf(JAZZ, 1);
  let id: number;
  beforeAll(async () => {
    id = await story.send('The code is 4711', mobile);
    await story.until(id, 'DELIVERED');
  });

  it('is found by its number across all accounts, and by its account and its id', async () => {
    const [found] = await json<Row[]>(`message list --number 0${mobile.slice(2)}`);
    expect(found).toMatchObject({
      id: String(id),
      account: story.shop.accountId,
      number: mobile,
      sender: '8584',
      network: 'Jazz',
      state: 'delivered',
      accepted: expect.stringMatching(/\+05:00$/),
    });
    const { accountId } = story.shop;
    const { attempts } = await json<{ readonly attempts: readonly Row[] }>(`message show ${id}`);
    for (const how of [
      `--account ${accountId}`,
      '--since 2026-01-01 --operator jazz --sender 8584 --state delivered',
      `--since 2026-01-01 --link ${String(attempts[0]?.['link'])}`,
      `--account ${accountId} --number ${mobile.slice(-5)}`,
      `--since 2026-01-01 --number 0${mobile.slice(2, 8)}`,
      `--operator-id ${String(attempts[0]?.['operator_id'])}`,
      `--id ${id}`,
      `--account ${accountId} --id ${id}`,
    ]) {
      expect(await json<Row[]>(`message list ${how}`)).toContainEqual(found);
    }
    expect(await json<Row[]>(`message list --number ${mobile} --state failed`)).toEqual([]);
    expect(await json<Row[]>(`message list --number ${mobile} --until 2026-01-02`)).toEqual([]);
    expect(await json<Row[]>(`message list --number ${mobile} --before ${id}`)).toEqual([]);
  });

  it('is shown with its attempts, the operator’s id, its receipt and its money', async () => {
    const shown = await json(`message show ${id}`);
    expect(shown).toMatchObject({
      kind: 'sms',
      account: expect.stringMatching(/^\d+ Chaman Traders/),
      template: expect.stringMatching(/Any text, transactional$/),
      sender_type: 'short_code',
      state: 'delivered',
      waits: null,
      price: '4.80',
      reserved: '0.00',
      posted: '4.80',
      released: '0.00',
      refunded: '0.00',
      attempts: [
        {
          attempt: 1,
          part: 1,
          link: 'jazz',
          outcome: 'taken',
          operator_id: expect.stringMatching(/./),
          receipt: 'delivered',
        },
      ],
    });
  });

  it('keeps its text to itself, and the audit log says who looked', async () => {
    const { out } = await say('message', 'show', String(id));
    expect(out).toContain('The text is never shown');
    expect(out + JSON.stringify(await json(`message show ${id}`))).not.toContain('4711');
    const looks = await json<Row[]>(
      `audit list --account ${story.shop.accountId} --action message`,
    );
    expect(looks[0]).toMatchObject({
      actor: 'test',
      action: 'message.show',
      detail: { message: id },
    });
    const [searched] = await json<Row[]>('audit list --action message.list --limit 1');
    expect(searched).toMatchObject({ action: 'message.list', detail: expect.any(Object) });
  });
});

describe('a message that waits', () => {
  it('says that its link is held up, then that it is disabled, then how it ended', async () => {
    const { paigham } = story;
    const held = await holdLink(story, paigham.operators.zong, mobileOf(ZONG, 50));
    const id = await story.send('Waiting', mobileOf(ZONG, 51));
    const waits = async (): Promise<string> => String((await json(`message show ${id}`))['waits']);
    // On a busy machine the held link may have missed its keep-alive.
    expect(await waits()).toMatch(
      /^(it is in the queue of link zong|node \d+ is submitting it|link zong is down since)/,
    );
    expect(await json(`message show ${id}`)).toMatchObject({ reserved: '4.80', attempts: [] });
    must(await setLink(paigham.world.admin, { name: 'zong', enabled: false }));
    await eventually('disabled', async () => (await waits()) === 'link zong is disabled');
    const waiting = await json<Row[]>(
      `message list --account ${story.shop.accountId} --state pending`,
    );
    expect(waiting.map((row) => row['id'])).toContain(String(id));
    must(await setLink(paigham.world.admin, { name: 'zong', enabled: true }));
    await held.release();
    await story.until(id, 'DELIVERED');
    expect(await json(`message show ${id}`)).toMatchObject({ waits: null, posted: '4.80' });
  });

  it('says why an operator refused it, with the operator’s own number', async () => {
    await story.paigham.behave({ refuseNext: 1, refuseStatus: 0x0b });
    const id = await story.send('Refused', mobileOf(JAZZ, 60));
    await story.until(id, 'REJECTED');
    expect(await json(`message show ${id}`)).toMatchObject({
      state: 'rejected',
      released: '4.80',
      posted: '0.00',
      reason_in_words: expect.stringMatching(/./),
      attempts: [{ outcome: 'refused', status: '0xb', operator_id: null }],
    });
  });
});

describe('a batch', () => {
  it('is listed and shown with its counts, and its messages are found by its id', async () => {
    const numbers = [70, 71, 72].map((index) => mobileOf(JAZZ, index));
    const id = await story.send('Several', numbers.join(','));
    await story.until(id, 'DELIVERED');
    const { accountId } = story.shop;
    const [newest] = await json<Row[]>('batch list');
    expect(newest).toMatchObject({
      id: String(id),
      account: accountId,
      messages: 3,
      state: 'sent',
    });
    expect(await json<Row[]>(`batch list --account ${accountId} --state sent`)).toContainEqual(
      newest,
    );
    expect(await json(`batch show ${id}`)).toMatchObject({ delivered: 3, queued: 0, unfed: 0 });
    const messages = await json<Row[]>(`message list --id ${id}`);
    expect(new Set(messages.map((row) => row['number']))).toEqual(new Set(numbers));
    const asMessage = await say('message', 'show', String(id));
    expect(asMessage).toMatchObject({ code: 1, err: expect.stringContaining(`batch show ${id}`) });
    const other = await say('batch', 'show', String(messages[0]?.['id']));
    expect(other.err).toMatch(/is a message: see "paigham message show \d+"/);
  });
});

describe('wrong words', () => {
  it.each([
    ['message list', 2, /Say which messages/],
    ['message list --number shop', 2, /--number must be a phone number/],
    ['message list --number 4567', 2, /--number is a part of a number: name the account, or since/],
    ['message list --id abc', 2, /--id must be an id as a send returns it: digits, or a UUID/],
    ['message list --number 923001234567 --state ok', 2, /--state must be one of pending, sent/],
    ['message list --account 1001 --limit 0', 2, /--limit must be from 1/],
    ['message list --account 1001 --since 2026-02-01 --until 2026-01-01', 2, /later than --since/],
    ['message list --id 5', 1, /no message and no batch 5/],
    ['message show 5', 1, /no message 5: see "paigham message list/],
    ['message show five', 2, /ID must be an id as a send returns it/],
    ['batch show 5', 1, /no batch 5/],
    ['batch list --state sent', 2, /--state needs --account/],
  ])('%s → %i', async (line, code, sentence) => {
    const said = await say(...line.split(' '));
    expect(said).toEqual({ code, out: '', err: expect.stringMatching(sentence) });
  });
});
