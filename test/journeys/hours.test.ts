/**
 * Promotional hours: what is submitted at night is accepted, charged and waits for the morning.
 * Tested with nodes whose clock is set from evening to morning.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setHours } from '../../src/features/hours/hours.operations.ts';
import { dayAt, momentOf, readHours } from '../../src/domain/policy/hours.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/heard.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

const NINE = 9 * 60;
const NIGHT = 21 * 60;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

let story: Story;
let clock: MovedClock;
/** A Saturday in the near future, so that prices are in force and partitions exist. */
let saturday: number;

beforeAll(async () => {
  const today = dayAt(wallClock.nowMs());
  saturday = today + ((((2 - today) % 7) + 7) % 7) + 7;
  clock = movedClock(momentOf(saturday, NIGHT));
  story = await beginStory({ clock, link: { windowSubmits: 50 } });
  await open('09:00-21:00', EVERY_DAY);
});

async function open(text: string, days: readonly number[]): Promise<void> {
  const hours = readHours(text) ?? 'never';
  must(await setHours(story.paigham.world.admin, { accountId: undefined, hours, days }));
}

const texts = (): readonly string[] =>
  Object.values(story.paigham.operators).flatMap((it) => messagesOf(it).map(({ text }) => text));

const promotional = () => ({ sender: 'InfoSMS', template_id: story.shop.promotional });

type Row = { readonly attempt: number; readonly valid_hours: number };

async function queued(id: number): Promise<Row | undefined> {
  const [row] = await asker(story.paigham.db)<Row>(
    `select q.attempt,
            (extract(epoch from q.expires_at - m.accepted_at) / 3600)::float8 as valid_hours
     from queue q join messages m on m.account_id = q.account_id and m.id = q.message_id
     where q.message_id = $1 or m.batch_id = $1 limit 1`,
    [id],
  );
  return row;
}

async function plainReport(id: number): Promise<string> {
  const query = new URLSearchParams({ api_key: story.shop.apiKey, id: String(id) });
  return (await fetch(`${story.paigham.baseUrl}/api/delivery.php?${query}`)).text();
}

/** A transactional message goes all the way: whatever was due before it has left. */
async function wholeWay(index: number): Promise<void> {
  const id = await story.send(`In between ${index}`, mobileOf(0, 900 + index), {
    sender: 'InfoSMS',
  });
  await story.until(id, 'DELIVERED');
}

describe('a promotional message at nine at night', () => {
  let id = 0;

  it('is accepted and charged, and says why it waits and until when', async () => {
    const before = await story.balance();
    clock.setTo(momentOf(saturday, NIGHT));
    id = await story.send('Half price', mobileOf(0, 1), promotional());
    expect(before - (await story.balance())).toBeCloseTo(1.5, 6);
    const report = await story.report(id);
    expect(report.delivery).toBe('PENDING');
    const morning = new Date(momentOf(saturday + 1, NINE) + 5 * 3_600_000).toISOString();
    expect(report.results[0]?.reason).toBe(
      `waits for promotional hours, until ${morning.slice(0, 10)} 09:00 Asia/Karachi`,
    );
    expect(JSON.stringify(report)).not.toMatch(/error|invalid|fail|denied|insufficient/i);
    expect(await plainReport(id)).toBe('PENDING');
  });

  it('waits while transactional ones and one-time codes go', async () => {
    await wholeWay(1);
    const code = await story.send('Code 4821', mobileOf(0, 2));
    await story.until(code, 'DELIVERED');
    clock.setTo(momentOf(saturday + 1, NINE) - 120_000);
    await wholeWay(2);
    expect(texts()).not.toContain('Half price');
    expect((await story.report(id)).delivery).toBe('PENDING');
    expect(await queued(id)).toMatchObject({ attempt: 0 });
  });

  it('is valid for a day from the next morning', async () => {
    expect((await queued(id))?.valid_hours).toBeCloseTo(36, 2);
  });

  it('leaves at nine in the morning', async () => {
    clock.setTo(momentOf(saturday + 1, NINE));
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.reason).toBeUndefined();
    expect(texts().filter((text) => text === 'Half price')).toHaveLength(1);
  });
});

describe('a campaign of thousands', () => {
  it('sent at night waits as a whole and leaves in the morning', async () => {
    clock.setTo(momentOf(saturday + 1, NIGHT + 60));
    const list = Array.from({ length: 2_100 }, (_, index) => mobileOf((index % 4) as 0, index));
    const id = await story.send('Season sale', list.join(','), promotional());
    await wholeWay(3);
    expect(await story.report(id)).toMatchObject({
      delivery: 'PENDING',
      counts: { PENDING: '2100' },
    });
    expect((await story.report(id)).results[0]?.reason).toContain('09:00');
    expect(await queued(id)).toBeUndefined();
    clock.setTo(momentOf(saturday + 2, NINE));
    await eventually(
      'the end of the campaign',
      async () => (await story.report(id)).delivery === 'DELIVERED',
    );
  });

  it('that is half out at nine in the evening resumes in the morning, valid as long', async () => {
    clock.setTo(momentOf(saturday + 2, NIGHT) - 3_600_000);
    const { jazz } = story.paigham.operators;
    await jazz.change({ frozen: true });
    const list = Array.from({ length: 5_600 }, (_, index) => mobileOf(0, index)).join(',');
    const id = await story.send('Long sale', list, promotional());
    await eventually('a piece in line', async () => (await queued(id)) !== undefined);
    clock.setTo(momentOf(saturday + 2, NIGHT));
    await jazz.change({ frozen: false });
    await wholeWay(4);
    await eventually('the night', async () => {
      const [row] = await asker(story.paigham.db)<{ readonly due: number; readonly held: number }>(
        `select (select count(*) from queue where due_at <= to_timestamp($1 / 1000.0)) as due,
                (select count(*) from feeds where due_at > to_timestamp($1 / 1000.0)) as held`,
        [clock.nowMs()],
      );
      return row?.due === 0 && row.held === 1;
    });
    const heard = texts().filter((text) => text === 'Long sale').length;
    await wholeWay(5);
    expect(texts().filter((text) => text === 'Long sale').length).toBe(heard);
    const row = await queued(id);
    expect(row?.attempt).toBe(0);
    expect(row?.valid_hours).toBeGreaterThan(35.9);
    const held = (await story.report(id)).results.filter((it) => it.reason?.includes('09:00'));
    expect(held.length).toBeGreaterThan(900);
    clock.setTo(momentOf(saturday + 3, NINE));
    await eventually(
      'the end of it',
      async () => (await story.report(id)).delivery === 'DELIVERED',
    );
  });
});

describe('a closed day', () => {
  it('expires nothing: what waits over it is valid for a day from its end', async () => {
    const sunday = saturday + 8;
    await open('never', [6]);
    clock.setTo(momentOf(sunday - 1, NIGHT));
    // A starting node makes the partitions for the coming days.
    const node = await story.paigham.startNode();
    const id = await story.send('After the weekend', mobileOf(1, 1), promotional());
    clock.setTo(momentOf(sunday + 1, NINE) - 120_000);
    await wholeWay(6);
    expect((await story.report(id)).delivery).toBe('PENDING');
    clock.setTo(momentOf(sunday + 1, NINE));
    await story.until(id, 'DELIVERED');
    await node.stop();
  });

  it('is refused as a rule if nothing could leave for longer than three days', async () => {
    const { admin } = story.paigham.world;
    const most = { accountId: undefined, hours: 'never', days: [0, 1, 2, 3, 4, 5] } as const;
    expect(await setHours(admin, most)).toMatchObject({ ok: false, field: 'hours' });
  });
});

describe('hours of an account’s own', () => {
  it('replace the general ones', async () => {
    const { admin } = story.paigham.world;
    clock.setTo(momentOf(saturday + 9, NIGHT + 60));
    const hours = { opens: NIGHT, closes: 24 * 60 };
    must(await setHours(admin, { accountId: story.shop.accountId, hours, days: EVERY_DAY }));
    const id = await story.send('Late show', mobileOf(2, 1), promotional());
    await story.until(id, 'DELIVERED');
    const dry = await send(story.paigham.baseUrl, {
      ...story.shop.write('Try', mobileOf(2, 2), promotional()),
      ...{ dry_run: '1' },
    });
    expect(dry.body).toBe('DRY RUN: 1.50 PKR, 1 part, 1 recipient');
  });

  it('leave the books in order', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
