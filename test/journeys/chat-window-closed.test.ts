/**
 * The platform says that a window is closed (131047), in an answer or later in a status: the next
 * free form is refused at the API, until the user writes after that. Times are the platform's.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { writeOpaqueId } from '../../src/domain/chat/progress.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, onlyId, type ChatStory } from '../support/chat-story.ts';
import { envelope, postTo, sign, textFrom, value, workedOff } from '../support/chat-posts.ts';
import { eventually } from '../support/eventually.ts';

/** An hour ago, in whole seconds: everything here is within the 24 hours. */
const BASE_S = Math.floor(wallClock.nowMs() / 1_000) - 3_600;

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

async function post(body: string): Promise<void> {
  const path = `${story.paigham.baseUrl}/webhooks/chat/${story.businessId}`;
  expect((await postTo(path, body, sign(body))).status).toBe(200);
  await workedOff(story);
}

let words = 0;
/** The person's message, written this many seconds after the base, arrives now. */
const wrote = (from: string, atS: number): Promise<void> =>
  post(envelope(textFrom(from, `wamid.w${(words += 1)}`, 'Salaam', String(BASE_S + atS))));

/** The same, from somebody who shows the platform's user id next to the number. */
const wroteByBoth = (from: string, userId: string, atS: number): Promise<void> => {
  const timestamp = String(BASE_S + atS);
  const id = `wamid.w${(words += 1)}`;
  const message = { from, from_user_id: userId, id, timestamp, type: 'text', text: { body: 'Hi' } };
  const contacts = [{ wa_id: from, user_id: userId }];
  return post(envelope(value({ contacts, messages: [message] })));
};

/** The platform fails a message with 131047, as of this many seconds after the base. */
const refused = (id: string, atS: number): Promise<void> => {
  const status = {
    id: `wamid.${id}`,
    status: 'failed',
    timestamp: String(BASE_S + atS),
    biz_opaque_callback_data: writeOpaqueId(id, 1),
    errors: [{ code: 131047, title: 'Re-engagement message' }],
  };
  return post(envelope(value({ statuses: [status] })));
};

/** A message that the platform accepts without reporting anything more. */
async function takenTo(mobile: string, send: () => Promise<string>): Promise<string> {
  await story.tell('/next', { to: mobile, answer: { kind: 'accept' }, fate: { kind: 'silent' } });
  const id = await send();
  await story.until(id, 'SENT');
  return id;
}
const freeTo = (mobile: string): Promise<string> =>
  takenTo(mobile, async () => onlyId(await story.sendFree(mobile, 'Your order is here.')));
const newsTo = (mobile: string): Promise<string> =>
  takenTo(mobile, () => story.sendOne('plain_news', mobile));

/** How the API answers free form now; asking sends nothing. */
async function door(mobile: string): Promise<string | undefined> {
  const answer = await story.sendFree(mobile, 'Still there?', { dry_run: '1' });
  const status = answer.results[0]?.status;
  return status === 'DRY RUN' ? 'OK' : status;
}

describe('a status that says the window is closed', () => {
  it('causes the next free form to be refused, and no older message opens it', async () => {
    const mobile = '923001235001';
    await wrote(mobile, 0);
    const id = await freeTo(mobile);
    await refused(id, 600);
    expect(await door(mobile)).toBe('23');
    await wrote(mobile, 599);
    expect(await door(mobile)).toBe('23');
    await wrote(mobile, 601);
    expect(await door(mobile)).toBe('OK');
  });

  it('closes nothing that the user has opened since, even if it arrives later', async () => {
    const mobile = '923001235002';
    await wrote(mobile, 0);
    const id = await freeTo(mobile);
    await wrote(mobile, 900);
    await refused(id, 600);
    expect(await door(mobile)).toBe('OK');
  });

  it('from the same second as the user’s message leaves it open, in either order', async () => {
    const [one, other] = ['923001235003', '923001235004'];
    for (const mobile of [one, other]) await wrote(mobile, 0);
    const ids = [await freeTo(one), await freeTo(other)];
    await refused(ids[0] ?? '', 600);
    await wrote(one, 600);
    await wrote(other, 600);
    await refused(ids[1] ?? '', 600);
    expect([await door(one), await door(other)]).toEqual(['OK', 'OK']);
  });

  it('counts for users we know nothing about: an older message may still arrive', async () => {
    const mobile = '923001235005';
    const id = await newsTo(mobile);
    await refused(id, 600);
    await wrote(mobile, 300);
    expect(await door(mobile)).toBe('23');
    await wrote(mobile, 700);
    expect(await door(mobile)).toBe('OK');
  });

  it('closes it under every id of the user', async () => {
    const mobile = '923001235006';
    await wroteByBoth(mobile, 'PK.35006', 0);
    const id = await freeTo(mobile);
    await refused(id, 600);
    expect(await door(mobile)).toBe('23');
  });

  it('from a clock that runs ahead closes nothing for longer than until now', async () => {
    const mobile = '923001235007';
    await wrote(mobile, 0);
    const id = await freeTo(mobile);
    await refused(id, 3_600 + 86_400);
    expect(await door(mobile)).toBe('23');
    await wrote(mobile, 3_600 + 86_400);
    expect(await door(mobile)).toBe('OK');
  });

  it('also counts if its message was not known yet when it arrived', async () => {
    const mobile = '923001235008';
    await wrote(mobile, 0);
    await story.tell('/next', {
      to: mobile,
      answer: { kind: 'slow', ms: 800 },
      fate: { kind: 'silent' },
    });
    const id = onlyId(await story.sendFree(mobile, 'Your order is here.'));
    const copy = await eventually('the copy', () =>
      story.platform.platform.messages
        .all()
        .find((it) => it.direction === 'out' && it.person.number === mobile),
    );
    const errors = [{ code: 131047 }];
    const timestamp = String(BASE_S + 600);
    // Without our id for it, and before the answer is stored.
    const status = { id: copy.wamid, status: 'failed', timestamp, errors };
    await post(envelope(value({ statuses: [status] })));
    await story.until(id, 'REJECTED');
    expect(await door(mobile)).toBe('23');
  });
});

describe('an answer that says the window is closed', () => {
  it('causes the next free form to be refused, until the user writes', async () => {
    const mobile = '923001235009';
    await wrote(mobile, 0);
    const before = await story.moved();
    await story.tell('/next', { to: mobile, answer: { kind: 'refuse', code: 131047 } });
    const id = onlyId(await story.sendFree(mobile, 'Your order is here.'));
    await story.until(id, 'REJECTED');
    await eventually('the door closed', async () => (await door(mobile)) === '23');
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([0, 1]);
    await wrote(mobile, 3_590);
    expect(await door(mobile)).toBe('23');
    await story.write(mobile, 'I am here');
    await eventually('the door open', async () => (await door(mobile)) === 'OK');
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
