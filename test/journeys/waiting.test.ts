/**
 * What is revoked while a message waits: it is not sent, its charge is released, and it says why.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { giveConsent, withdrawConsent } from '../../src/features/consents/consents.operations.ts';
import { setAccount, setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { importDoNotCall } from '../../src/features/do-not-call/do-not-call.operations.ts';
import { decideSender } from '../../src/features/senders/senders.operations.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/heard.ts';
import { holdLink } from '../support/link-held.ts';
import { linesOf } from '../support/lines-of.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;
let told = 0;

beforeAll(async () => {
  story = await beginStory({ link: { windowSubmits: 1 } });
});

type Taken = {
  readonly shop: Shop;
  readonly id: number;
  readonly mobile: string;
};

/** Sends a message that waits, does something meanwhile, and lets it have its turn. */
async function sendMeanwhile(
  doIt: (admin: Admin, taken: Taken) => Promise<void>,
  change: { readonly promotional?: boolean; readonly sender?: string } = {},
): Promise<Taken> {
  const { paigham } = story;
  told += 1;
  const shop = await openShop(paigham.world, { rupees: '10' });
  const held = await holdLink(story, paigham.operators.jazz, mobileOf(0, 5_000 + told));
  const mobile = mobileOf(0, told);
  const template = change.promotional === true ? shop.promotional : shop.transactional;
  const sender = change.sender ?? (change.promotional === true ? 'Chaman' : '8584');
  const parameters = shop.write(`Waiting ${told}`, mobile, { sender, template_id: template });
  const id = await sendOk(paigham.baseUrl, parameters);
  story.okIds.push(id);
  const taken = { shop, id, mobile };
  await doIt(paigham.world.admin, taken);
  await held.release();
  return taken;
}

/** How the message ended, whether it arrived, and what the shop can spend. */
async function endOf({ shop, id, mobile }: Taken) {
  const { paigham } = story;
  await eventually('the end', async () => {
    const [row] = await paigham.db.read(
      plain<{ readonly state: number }>(
        'test-state',
        'select state from messages where account_id = $1 and id = $2',
      ),
      [shop.accountId, id],
    );
    return (row?.state ?? 0) > 2;
  });
  const [balance] = await paigham.db.read(
    plain<{ readonly available: number; readonly reason: string }>(
      'test-end',
      `select b.available_micros as available, m.reason from balances b
     join messages m on m.account_id = b.account_id and m.id = $2 where b.account_id = $1`,
    ),
    [shop.accountId, id],
  );
  const messages = messagesOf(paigham.operators.jazz);
  const heard = messages.some(({ destination }) => destination === mobile);
  return { reason: balance?.reason, rupees: (balance?.available ?? 0) / 1e6, heard };
}

const released = { rupees: 10, heard: false };

describe('a message that waits', () => {
  it('is released when its template is rejected', async () => {
    const taken = await sendMeanwhile(async (admin, { shop }) => {
      const { accountId, transactional: templateId } = shop;
      const decision = { state: 'rejected', reason: 'Not as agreed.' } as const;
      must(await decideTemplate(admin, { accountId, templateId, ...decision }));
    });
    expect(await endOf(taken)).toEqual({ ...released, reason: 'template_revoked' });
    const ask = { id: taken.id };
    const report = await fetchReport(story.paigham.baseUrl, taken.shop.apiKey, ask);
    expect(report.delivery).toBe('REJECTED');
    expect(report.results[0]?.reason).toContain('template');
  });

  it('is released when its sender is rejected', async () => {
    const taken = await sendMeanwhile(
      async (admin, { shop: { accountId } }) => {
        const decision = { name: 'Chaman', state: 'rejected', reason: 'Complaints.' } as const;
        must(await decideSender(admin, { accountId, ...decision }));
      },
      { sender: 'Chaman' },
    );
    expect(await endOf(taken)).toEqual({ ...released, reason: 'sender_revoked' });
  });

  it('is released when its account is disabled', async () => {
    const taken = await sendMeanwhile(async (admin, { shop: { accountId } }) => {
      must(await setAccountState(admin, { accountId, state: 'disabled' }));
    });
    expect(await endOf(taken)).toEqual({ ...released, reason: 'account_disabled' });
  });

  it('is released when its recipient opts out of everything', async () => {
    const taken = await sendMeanwhile(async (admin, { shop: { accountId }, mobile }) => {
      must(await addOptout(admin, { accountId, recipient: mobile, scope: 'all', source: 'call' }));
    });
    expect(await endOf(taken)).toEqual({ ...released, reason: 'opted_out_waiting' });
  });

  it.each([
    [true, { ...released, reason: 'no_consent_waiting' }],
    [false, { rupees: 5.2, heard: true, reason: null }],
  ])(
    'when its recipient agrees no more where that is needed: promotional %s',
    async (promotional, end) => {
      const taken = await sendMeanwhile(
        async (admin, { shop: { accountId }, mobile: person }) => {
          must(await setAccount(admin, { accountId, needsConsent: true }));
          must(await giveConsent(admin, { accountId, person }));
          must(await withdrawConsent(admin, { accountId, person }));
        },
        { promotional },
      );
      expect(await endOf(taken)).toEqual(end);
    },
  );

  it.each([
    [true, { ...released, reason: 'opted_out_waiting' }],
    [false, { rupees: 5.2, heard: true, reason: null }],
  ])('when its recipient opts out of advertising: promotional %s', async (promotional, end) => {
    const taken = await sendMeanwhile(
      async (admin, { shop: { accountId }, mobile }) => {
        const wish = { recipient: mobile, scope: 'promotional', source: 'reply' } as const;
        must(await addOptout(admin, { accountId, ...wish }));
      },
      { promotional },
    );
    expect(await endOf(taken)).toEqual(end);
  });

  it.each([
    [true, { ...released, reason: 'do_not_call_waiting' }],
    [false, { rupees: 5.2, heard: true, reason: null }],
  ])('when the do-not-call register is refreshed: promotional %s', async (promotional, end) => {
    const taken = await sendMeanwhile(
      async (admin, { mobile }) => {
        const list = { source: 'PTA', lines: linesOf([mobile]), replace: false, file: 'test' };
        must(await importDoNotCall(admin, list));
      },
      { promotional },
    );
    expect(await endOf(taken)).toEqual(end);
    const ask = { id: taken.id };
    const report = await fetchReport(story.paigham.baseUrl, taken.shop.apiKey, ask);
    if (promotional) expect(report.results[0]?.reason).toContain('do-not-call register');
  });

  it('leaves the books in order', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
