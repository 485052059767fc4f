/** What phones write back: stored, acknowledged, given to the right account, heeded. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '@paigham/smpp';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { handOver, newPhone, octetsBy, storedFrom, writtenBy } from '../support/phones.ts';
import type { StoredReply } from '../support/phones.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
/** Has the short code 8584 too. */
let rival: Shop;

/** Numbers that belong to the shop alone. */
const OWN_CODE = '7711';
const OWN_NUMBER = '923009998877';

beforeAll(async () => {
  story = await beginStory({ behaviour: { receiptNeverPercent: 100 } });
  rival = await openShop(story.paigham.world, { rupees: '1000' });
  await addNumber(OWN_CODE);
  await addNumber(OWN_NUMBER);
});

async function addNumber(name: string): Promise<void> {
  const { admin } = story.paigham.world;
  const { accountId } = story.shop;
  must(await addSender(admin, { accountId, name, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name, state: 'approved' }));
}

const deliver = (parts: readonly Message[]): Promise<void> =>
  handOver(story.paigham.operators.jazz, parts);
const write = (phone: string, text: string, to?: string): Promise<void> =>
  deliver(writtenBy(phone, text, to));
const from = (phone: string): Promise<readonly StoredReply[]> =>
  storedFrom(story.paigham.db, phone);
const texts = async (phone: string) => (await from(phone)).map(({ text }) => text);

async function sentBy(shop: Shop, phone: string): Promise<number> {
  const { id } = await send(story.paigham.baseUrl, shop.write('Your order is ready', phone));
  if (id === undefined) throw new Error('refused');
  story.okIds.push(id);
  await eventually('the operator has it', async () => {
    const [row] = await asker(story.paigham.db)(
      'select 1 from messages where id = $1 and state > 1',
      [id],
    );
    return row !== undefined;
  });
  return id;
}

describe('a reply to a short code that several accounts share', () => {
  it('belongs to the one that wrote to the phone last', async () => {
    const phone = newPhone();
    await sentBy(rival, phone);
    const id = await sentBy(story.shop, phone);
    await write(phone, 'Thanks! کل ملیں گے');
    await sentBy(rival, phone);
    await write(phone, 'And you?');
    expect(await from(phone)).toMatchObject([
      {
        account_id: story.shop.accountId,
        text: 'Thanks! کل ملیں گے',
        parts: 1,
        wish: null,
        message_id: id,
      },
      { account_id: rival.accountId, text: 'And you?' },
    ]);
  });

  it('is nobody’s when none wrote to the phone, and asks nothing of anybody', async () => {
    const phone = newPhone();
    await write(phone, 'STOP');
    expect(await from(phone)).toMatchObject([{ account_id: 0, wish: 'stop', message_id: null }]);
    expect(await optoutsOf(phone)).toEqual([]);
  });
});

describe('a reply', () => {
  it.each([
    ['7711'],
    ['+7711'],
    ['923009998877'],
    ['+923009998877'],
    ['00923009998877'],
    ['03009998877'],
  ])('to %s belongs to the account whose number it is alone', async (to) => {
    const phone = newPhone();
    await write(phone, 'Which size?', to);
    const [reply] = await from(phone);
    expect(reply).toMatchObject({ account_id: story.shop.accountId, message_id: null });
  });

  it('to a number that nobody has is kept for staff', async () => {
    const phone = newPhone();
    await write(phone, 'Hello?', '9999');
    expect(await from(phone)).toMatchObject([{ account_id: 0, text: 'Hello?' }]);
  });

  it.each([
    ['GSM 7 bit', '48656c6c6f20001b65', 0, 'Hello @€'],
    ['Latin-1', '63616681e9', 3, 'caf\u0081é'],
    ['UCS-2', '06280646062f', 8, 'بند'],
    ['a message class', '48690a', 0x10, 'Hi\n'],
    ['an octet beyond seven bits', '48ff', 0, null],
    ['half a character', 'd83d', 8, null],
    ['an octet too few', '062806', 8, null],
    ['a NUL', '004100000042', 8, null],
    ['binary content', '0001fe', 4, null],
  ])('in %s is read, or kept as it is', async (_, hex, dataCoding, text) => {
    const phone = newPhone();
    await deliver(octetsBy(phone, hex, { dataCoding }));
    expect(await texts(phone)).toEqual([text]);
  });

  it('whose header is broken is kept as it came', async () => {
    const phone = newPhone();
    await deliver(octetsBy(phone, 'ff0003', { esmClass: 0x40 }));
    expect(await texts(phone)).toEqual([null]);
  });

  it('that is handed over again is stored once and acknowledged again', async () => {
    const phone = newPhone();
    const parts = writtenBy(phone, 'Only once');
    await deliver([...parts, ...parts]);
    await deliver(parts);
    expect(await texts(phone)).toEqual(['Only once']);
  });

  it('that answers another message with the same word is another reply', async () => {
    const phone = newPhone();
    const first = await sentBy(story.shop, phone);
    await write(phone, 'Yes');
    const second = await sentBy(story.shop, phone);
    await write(phone, 'Yes');
    await write(phone, 'Yes');
    const { accountId: mine } = story.shop;
    await sentBy(rival, phone);
    await write(phone, 'Yes');
    expect(await from(phone)).toMatchObject([
      { account_id: mine, text: 'Yes', message_id: first },
      { account_id: mine, text: 'Yes', message_id: second },
      { account_id: rival.accountId, text: 'Yes' },
    ]);
  });

  it('that says again what was taken back since is another reply', async () => {
    const phone = newPhone();
    await sentBy(story.shop, phone);
    for (const word of ['STOP', 'START', 'STOP']) await write(phone, word);
    expect(await texts(phone)).toEqual(['STOP', 'START', 'STOP']);
    await deliver(['START', 'STOP', 'STOP'].flatMap((word) => writtenBy(phone, word)));
    expect(await texts(phone)).toEqual(['STOP', 'START', 'STOP', 'START', 'STOP']);
    expect(await optoutsOf(phone)).toMatchObject([{ scope: 'promotional' }]);
  });
});

describe('a reply of several parts', () => {
  const long = `${'x'.repeat(200)} اور ${'y'.repeat(40)}`;

  it.each([
    ['in order', [0, 1, 2, 3]],
    ['in reverse', [3, 2, 1, 0]],
    ['in any order, twice', [2, 0, 2, 3, 0, 1, 1]],
  ])('is joined when they come %s', async (_, order) => {
    const phone = newPhone();
    const parts = writtenBy(phone, long);
    await deliver(order.flatMap((index) => parts[index] ?? []));
    expect(await from(phone)).toMatchObject([{ text: long, parts: 4 }]);
    await deliver(parts);
    expect(await texts(phone)).toEqual([long]);
  });

  it('is joined across commits, apart from that of another phone', async () => {
    const [one, other] = [newPhone(), newPhone()];
    const [parts, others] = [writtenBy(one, long), writtenBy(other, long.toUpperCase())];
    for (const index of [1, 0, 3, 2]) {
      await deliver([...parts.slice(index, index + 1), ...others.slice(index, index + 1)]);
    }
    expect(await texts(one)).toEqual([long]);
    expect(await texts(other)).toEqual([long.toUpperCase()]);
  });

  it('shows nothing before the last part is there', async () => {
    const phone = newPhone();
    const parts = writtenBy(phone, long);
    await deliver(parts.slice(1));
    expect(await texts(phone)).toEqual([]);
    await deliver(parts.slice(0, 1));
    expect(await texts(phone)).toEqual([long]);
  });
});

type Optout = { readonly account_id: number; readonly scope: string };

const optoutsOf = (phone: string): Promise<readonly Optout[]> =>
  asker(story.paigham.db)<Optout>(
    'select account_id, scope from optouts where recipient = $1::bigint order by 1',
    [phone],
  );

const auditOf = async (phone: string): Promise<readonly string[]> => {
  type Line = { readonly action: string };
  const lines = await asker(story.paigham.db)<Line>(
    `select action from audit where actor = 'reply' and detail ->> 'recipient' = $1 order by id`,
    [phone],
  );
  return lines.map(({ action }) => action);
};

describe('STOP', () => {
  it('to a shared short code ends advertising of the account that wrote, at once', async () => {
    const phone = newPhone();
    await sentBy(story.shop, phone);
    await write(phone, 'Stop.');
    expect(await optoutsOf(phone)).toEqual([
      { account_id: story.shop.accountId, scope: 'promotional' },
    ]);
    const { baseUrl } = story.paigham;
    const sale = { template_id: story.shop.promotional, sender: story.shop.senders.brand };
    const refused = await send(baseUrl, story.shop.write('Sale!', phone, sale));
    expect(refused).toMatchObject({ httpStatus: 403, code: '9' });
    await sentBy(story.shop, phone);
    expect(await auditOf(phone)).toEqual(['optout.add']);
  });

  it('with ALL ends everything', async () => {
    const phone = newPhone();
    await write(phone, 'سب بند کریں', OWN_NUMBER);
    expect(await optoutsOf(phone)).toMatchObject([{ scope: 'all' }]);
    const refused = await send(story.paigham.baseUrl, story.shop.write('Code 1', phone));
    expect(refused.code).toBe('9');
  });

  it('holds for a message that waits already', async () => {
    const phone = newPhone();
    await story.paigham.operators.jazz.change({ throttleNext: 4 });
    const sale = { template_id: story.shop.promotional, sender: story.shop.senders.brand };
    const id = await story.send('Sale!', phone, sale);
    await write(phone, 'UNSUBSCRIBE', OWN_CODE);
    const report = await story.until(id, 'REJECTED');
    await story.paigham.operators.jazz.change({ throttleNext: 0 });
    expect(report.results[0]?.reason).toContain('opted out');
  });

  it('and START take turns in the order in which they come', async () => {
    const phone = newPhone();
    const words = ['STOP', 'START', 'STOP'].flatMap((word) => writtenBy(phone, word, OWN_CODE));
    await deliver(words);
    expect(await optoutsOf(phone)).toHaveLength(1);
    await write(phone, 'unstop', OWN_CODE);
    expect(await optoutsOf(phone)).toEqual([]);
    await write(phone, 'STOP', OWN_CODE);
    expect(await optoutsOf(phone)).toHaveLength(1);
    const again = [...writtenBy(phone, 'STOP', OWN_CODE), ...writtenBy(phone, 'Start!', OWN_CODE)];
    await deliver(again);
    expect(await optoutsOf(phone)).toEqual([]);
  });

  it('does not narrow what staff have entered, and START lifts it', async () => {
    const phone = newPhone();
    const { accountId } = story.shop;
    const wish = { accountId, recipient: phone, scope: 'all', source: 'call' } as const;
    must(await addOptout(story.paigham.world.admin, wish));
    await write(phone, 'STOP', OWN_CODE);
    expect(await optoutsOf(phone)).toEqual([{ account_id: accountId, scope: 'all' }]);
    expect(await auditOf(phone)).toEqual([]);
    await write(phone, 'START', OWN_CODE);
    expect(await optoutsOf(phone)).toEqual([]);
  });

  it('withdraws a consent, and START gives it, each with what was written', async () => {
    const phone = newPhone();
    const { accountId } = story.shop;
    await write(phone, 'START', OWN_CODE);
    await write(phone, 'start', OWN_CODE);
    await write(phone, 'STOP', OWN_CODE);
    const rows = await asker(story.paigham.db)(
      `select account_id, channel, purpose, state, source, wording, proof, made_by
       from consents where person = $1 order by id`,
      [phone],
    );
    const same = { account_id: accountId, channel: 'sms', purpose: 'promotional' };
    const by = { source: 'keyword', made_by: 'reply', proof: expect.stringMatching(/^reply \d+$/) };
    expect(rows).toEqual([
      { ...same, ...by, state: 'given', wording: 'START' },
      { ...same, ...by, state: 'withdrawn', wording: 'STOP' },
    ]);
  });

  it('within a sentence is a sentence', async () => {
    const phone = newPhone();
    await write(phone, 'Please do not stop', OWN_CODE);
    expect(await from(phone)).toMatchObject([{ wish: null }]);
    expect(await optoutsOf(phone)).toEqual([]);
  });
});

describe('the book', () => {
  it('is in order after all of it', async () => {
    expect(await story.breaches({ silent: true })).toEqual([]);
  });
});
