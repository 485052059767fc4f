/** A window of hours that a request names: told by a node whose clock is set. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setHours } from '../../src/features/hours/hours.operations.ts';
import { dayAt, momentOf, readHours } from '../../src/domain/policy/hours.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1, type V1Answer } from '../support/v1.ts';

const NINE = 9 * 60;
const SIX = 18 * 60;
const WINDOW = { from: '09:00', to: '18:00' };

let story: Story;
let clock: MovedClock;
let ask: AskV1;
let day: number;
let written = 0;

beforeAll(async () => {
  day = dayAt(wallClock.nowMs()) + 7;
  clock = movedClock(momentOf(day, SIX));
  story = await beginStory({ clock });
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  const hours = readHours('12:00-21:00') ?? 'never';
  const days = [0, 1, 2, 3, 4, 5, 6];
  must(await setHours(story.paigham.world.admin, { accountId: undefined, hours, days }));
});

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, () => mobileOf(((written += 1) % 4) as 0, written));

function send(more: object = {}, count = 1): Promise<V1Answer> {
  const { sender, template_id: template } = story.shop.write('', '');
  return ask('POST /v1/messages', {
    ...{ recipients: numbers(count), sender, template_id: String(template) },
    ...{ values: { text: 'Inside' }, send_window: WINDOW, ...more },
  });
}

const idOf = ({ status, body }: V1Answer): number => {
  expect([status, body['detail']]).toEqual([201, undefined]);
  story.okIds.push(Number(body['id']));
  return Number(body['id']);
};

const show = async (id: number) => (await ask(`GET /v1/messages/${id}`)).body;
const at = (minutes: number, later = 0): string =>
  new Date(momentOf(day + later, minutes)).toISOString();

/** A message without a window goes the whole way: whatever was due before it has gone. */
async function wholeWay(): Promise<void> {
  const id = await story.send('In between', numbers(1)[0] ?? '');
  await story.until(id, 'DELIVERED');
}

describe('a text that comes outside of its window', () => {
  it('waits for the next opening, in sight, and leaves then', async () => {
    clock.setTo(momentOf(day, SIX));
    const id = idOf(await send());
    await wholeWay();
    const shown = { state: 'pending', reason: 'scheduled', send_at: at(NINE, 1) };
    expect(await show(id)).toMatchObject(shown);
    clock.setTo(momentOf(day + 1, NINE) + 1_000);
    await story.until(id, 'DELIVERED');
    day += 1;
  });

  it('goes at once inside', async () => {
    const id = idOf(await send());
    await story.until(id, 'DELIVERED');
  });
});

describe('a text that has not left when its window closes', () => {
  it('is held, and tried again when it opens', async () => {
    clock.setTo(momentOf(day, SIX) - 60_000);
    const refuseNumbers = [{ pattern: '^92', status: 20 }];
    await story.paigham.behave({ ...PLAIN_BEHAVIOUR, refuseNumbers });
    const id = idOf(await send());
    await eventually('a try was refused', async () => (await story.attempts(id)).length > 0);
    clock.setTo(momentOf(day, SIX) + 60_000);
    await story.paigham.behave(PLAIN_BEHAVIOUR);
    await eventually('it is held', async () => (await show(id))['reason'] === 'scheduled');
    expect(await show(id)).toMatchObject({ state: 'pending', send_at: at(NINE, 1) });
    clock.setTo(momentOf(day + 1, NINE) + 1_000);
    await story.until(id, 'DELIVERED');
    day += 1;
  });
});

describe('a window beside promotional hours', () => {
  const promotional = () => ({
    sender: 'InfoSMS',
    template_id: String(story.shop.promotional),
  });

  it('opens with the later of the two', async () => {
    clock.setTo(momentOf(day, SIX));
    const id = idOf(await send(promotional()));
    expect(await show(id)).toMatchObject({ reason: 'scheduled', send_at: at(12 * 60, 1) });
    await ask(`DELETE /v1/messages/${id}`);
  });

  it('that never meets them is refused, and so are hours that are none', async () => {
    const never = await send({ ...promotional(), send_window: { from: '08:00', to: '11:00' } });
    expect([never.status, never.body['code']]).toEqual([400, 'window_closed']);
    for (const window of [
      { from: '18:00', to: '09:00' },
      { from: '9', to: '18' },
      { from: '09:00', to: '24:01' },
    ]) {
      const { status, body } = await send({ send_window: window });
      expect([status, body['errors']]).toEqual([
        400,
        [
          {
            pointer: '/body/send_window',
            detail: 'must be times of one day such as 09:00, from before to',
          },
        ],
      ]);
    }
    const { body } = await send({ kind: 'chat' });
    expect(body['errors']).toEqual([{ pointer: '/body/send_window', detail: 'is for texts' }]);
  });
});

describe('batches', () => {
  it('of many numbers and from files keep to it, piece by piece', async () => {
    clock.setTo(momentOf(day, SIX));
    const batches = callBatches(story.paigham.baseUrl, story.shop);
    const fields = { send_window: JSON.stringify(WINDOW) };
    const uploads = ['', '?async=1'].map((query) =>
      batches.upload({ file: csvOf(numbers(50)), fields, query }),
    );
    const made = (await Promise.all(uploads)).map(({ body }) => body.id ?? '');
    const large = String(idOf(await send({}, 2_500)));
    const ids = [...made, large];
    for (const id of ids) story.okIds.push(Number(id));
    await batches.until(made[1] ?? '', 'sending');
    await wholeWay();
    for (const id of ids) expect((await batches.find(id)).counts?.['sent']).toBe(0);
    clock.setTo(momentOf(day + 1, NINE) + 1_000);
    for (const id of ids) {
      const { counts, recipients } = await batches.untilOver(id);
      expect(counts?.['delivered']).toBe(recipients);
    }
    expect(await story.breaches()).toEqual([]);
  });
});
