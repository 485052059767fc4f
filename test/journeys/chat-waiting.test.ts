import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { giveConsent } from '../../src/features/consents/consents.operations.ts';
import { setAccount, setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

const HOUR_MS = 3_600_000;
let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ config: { roles: ['api', 'worker'] }, rupees: '10000' });
});

/** Lets waiting messages leave, through a node that holds the number until that is done. */
async function leave(act: () => Promise<unknown>): Promise<void> {
  const node = await story.paigham.startNode({
    config: { roles: ['carriers'], graphAddress: story.platform.url },
  });
  try {
    await act();
  } finally {
    await node.stop();
  }
}

/** No two posts are identical, because those would count as one. */
let decided = 0;
const decide = (name: string, event: string) => {
  decided += 1;
  return story.tell('/templates/decide', { name, event, reason: `REASON_${decided}` });
};

async function untilState(name: string, state: string): Promise<void> {
  await eventually(`${name} is ${state}`, async () => {
    const rows = await story.ask('select 1 from chat_templates where name = $1 and state = $2', [
      name,
      state,
    ]);
    return rows.length > 0;
  });
}

describe('what waits for the number of an account', () => {
  it('is withdrawn where the account needs a consent that is gone, and the rest goes', async () => {
    const [agreed, silent] = ['923001234814', '923001234815'];
    const { admin } = story.paigham.world;
    const { accountId } = story.shop;
    const needs = (needsConsent: boolean) =>
      setAccount(admin, { accountId, needsConsent }).then(must);
    const consent = { accountId, person: agreed, channel: 'chat' } as const;
    const waits = await story.sendOne('plain_news', silent);
    must(await giveConsent(admin, consent));
    await needs(true);
    try {
      const answer = await story.send('plain_news', [{ mobile: silent }, { mobile: agreed }]);
      expect(answer.results.map(({ status }) => status)).toEqual(['24', 'OK']);
      expect(JSON.stringify(answer)).toContain('not opted in to marketing');
      const free = await story.sendOne('order_ready', silent, ['Ali', '991']);
      await leave(async () => {
        await story.until(waits, 'REJECTED');
        await story.until(free, 'DELIVERED');
      });
      expect(story.copies(agreed)).toBe(1);
      for (const [value, state] of [
        ['stop', 'withdrawn'],
        ['resume', 'given'],
      ] as const) {
        await story.tell('/preferences', { person: agreed, value });
        await eventually(`a consent that is ${state}`, async () => {
          const [newest] = await story.ask(
            'select state, source from consents where person = $1 order by id desc limit 1',
            [agreed],
          );
          return isDeepStrictEqual(newest, { state, source: 'platform' });
        });
      }
    } finally {
      await needs(false);
    }
  });

  it.each([
    ['PAUSED', 'paused'],
    ['DISABLED', 'disabled'],
    ['REJECTED', 'rejected'],
  ])(
    'with a template that becomes %s is withdrawn, released, and never leaves',
    async (event, state) => {
      const before = await story.moved();
      const id = await story.sendOne('plain_news', '923001234801');
      expect((await story.report(id)).delivery).toBe('PENDING');
      await decide('plain_news', event);
      await untilState('plain_news', state);
      await leave(async () => {
        const report = await story.until(id, 'REJECTED');
        expect(report.results[0]?.['reason']).toMatch(/template was withdrawn/);
      });
      const after = await story.moved();
      expect([after.post - before.post, after.release - before.release]).toEqual([0, 7]);
      expect(story.copies('923001234801')).toBe(0);
      await decide('plain_news', 'APPROVED');
      await untilState('plain_news', 'approved');
    },
  );

  it('with a template that has other variables meanwhile is withdrawn', async () => {
    const id = await story.sendOne('order_ready', '923001234802', ['Ali', '991']);
    await story.paigham.db.transact(async (transaction) => {
      await transaction.run(
        plain(
          'test-edit',
          `update chat_templates set components =
           '[{"type":"BODY","text":"Order {{1}} is ready now."}]' where name = 'order_ready'`,
        ),
        [],
      );
      await transaction.run(plain('test-raise', `update balances set version = version + 1`), []);
    });
    await leave(() => story.until(id, 'REJECTED'));
    expect(story.copies('923001234802')).toBe(0);
  });

  it('is withdrawn when the account is disabled', async () => {
    const { accountId } = story.shop;
    const id = await story.sendOne('plain_news', '923001234803');
    must(await setAccountState(story.paigham.world.admin, { accountId, state: 'disabled' }));
    await leave(async () => {
      await eventually('withdrawn', async () => {
        const [row] = await story.ask<{ readonly reason: string | null }>(
          'select reason from messages where recipient = 923001234803',
        );
        return row?.reason === 'account_disabled';
      });
    });
    must(await setAccountState(story.paigham.world.admin, { accountId, state: 'active' }));
    expect((await story.report(id)).delivery).toBe('REJECTED');
  });

  it('is withdrawn when the user has stopped marketing, and the rest goes', async () => {
    const mobile = '923001234804';
    const news = await story.sendOne('plain_news', mobile);
    await story.tell('/preferences', { person: mobile, value: 'stop' });
    await eventually('the wish', async () => {
      const rows = await story.ask('select 1 from chat_optouts where recipient = $1', [mobile]);
      return rows.length > 0;
    });
    const answer = await story.send('plain_news', [{ mobile }]);
    expect(answer.results[0]?.status).toBe('24');
    await story.write(mobile, 'Where is my order?');
    await eventually('an open window', async () => {
      const rows = await story.ask('select 1 from chat_windows where user_key = $1', [mobile]);
      return rows.length > 0;
    });
    const free = onlyId(await story.sendFree(mobile, 'On its way.'));
    await leave(async () => {
      await story.until(news, 'REJECTED');
      await story.until(free, 'DELIVERED');
    });
  });

  it('goes when the user writes before the window closes', async () => {
    const mobile = '923001234805';
    const nowMs = wallClock.nowMs();
    await story.write(mobile, 'Salaam', { atMs: nowMs - 24 * HOUR_MS + 30_000 });
    const isStored = (count: number) => async () =>
      (await story.ask('select 1 from chat_replies where user_key = $1', [mobile])).length ===
      count;
    await eventually('the first reply', isStored(1));
    const id = onlyId(await story.sendFree(mobile, 'Still there?'));
    await story.write(mobile, 'Yes');
    await eventually('the second reply', isStored(2));
    await leave(() => story.until(id, 'DELIVERED'));
  });

  it('lets one-time codes go first, whatever was there before them', async () => {
    const texts = [{ type: 'text', text: '4711' }];
    for (let news = 0; news < 5; news += 1) await story.sendOne('plain_news', `92300123482${news}`);
    const [code] = await story.ask<{ readonly id: number }>(
      `select id from chat_templates where name = 'login_code'`,
    );
    expect(code?.id).toBeGreaterThan(0);
    const answer = await story.send('login_code', [{ mobile: '923001234830', body: texts }]);
    const id = onlyId(answer);
    const rows = await story.ask<{ readonly priority: number; readonly count: number }>(
      'select priority, count(*)::int from queue group by priority order by priority',
    );
    expect(rows).toEqual([
      { priority: 0, count: 5 },
      { priority: 1, count: 1 },
    ]);
    await leave(() => story.until(id, 'DELIVERED'));
  });

  it('stays there while its number is disabled, and goes when it is enabled again', async () => {
    const { accountId } = story.shop;
    const number = String(story.linkId);
    const id = await story.sendOne('plain_news', '923001234806');
    must(await setNumber(story.admin, { accountId, number, enabled: false }));
    const later = await story.send('plain_news', [{ mobile: '923001234807' }]);
    expect(later.results[0]?.status).toBe('26');
    await leave(async () => {
      expect((await story.report(id)).delivery).toBe('PENDING');
      must(await setNumber(story.admin, { accountId, number, enabled: true }));
      await story.until(id, 'DELIVERED');
    });
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
