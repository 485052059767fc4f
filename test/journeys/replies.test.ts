/** What phones write back: stored, acknowledged, given to the right account, heeded. */
import { beforeAll, describe, expect, it } from 'vitest';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import type { Message } from '@paigham/smpp';
import { eventually } from '../support/eventually.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let asked = 0;

beforeAll(async () => {
  story = await beginStory();
});

/** A phone of Jazz that nobody has used yet. */
function newPhone(): string {
  asked += 1;
  return mobileOf(0, 500_000 + asked);
}

function partsOf(from: string, to: string, text: string): readonly Message[] {
  const inbound = composeInbound({ source: from, destination: to, text });
  if (!inbound.ok) throw new Error(inbound.words);
  return inbound.parts;
}

/** Hands PDUs over at Jazz and waits until all are acknowledged. */
async function deliver(parts: readonly Message[]): Promise<void> {
  const { jazz } = story.paigham.operators;
  const before = jazz.tally.counts.acknowledged;
  for (const part of parts) jazz.deliver('paigham', part);
  await eventually(
    'the acknowledgement',
    () => jazz.tally.counts.acknowledged >= before + parts.length,
  );
}

const write = (from: string, text: string, to = '8584'): Promise<void> =>
  deliver(partsOf(from, to, text));

type Row = {
  readonly account_id: number;
  readonly text: string | null;
  readonly parts: number;
  readonly wish: string | null;
  readonly message_id: number | null;
};

const from = (phone: string): Promise<readonly Row[]> =>
  asker(story.paigham.db)<Row>(
    `select account_id, text, parts, wish, message_id from replies where from_address = $1
     order by received_at, id`,
    [phone],
  );

describe('a reply', () => {
  it('to a shared short code belongs to the account that last wrote to the phone', async () => {
    const phone = newPhone();
    const other: Shop = await openShop(story.paigham.world, { rupees: '100' });
    const id = await story.send('Your order is ready', phone);
    await story.until(id, 'DELIVERED');
    await write(phone, 'Thanks! کل ملیں گے');
    expect(await from(phone)).toEqual([
      {
        account_id: story.shop.accountId,
        text: 'Thanks! کل ملیں گے',
        parts: 1,
        wish: null,
        message_id: id,
      },
    ]);
    expect(other.accountId).not.toBe(story.shop.accountId);
  });
});
