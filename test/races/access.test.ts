/** What staff revoke is gone at once, on every node, while sends are under way. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount, setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { rotateKey } from '../../src/features/keys/keys.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { decideSender, shareSender } from '../../src/features/senders/senders.operations.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { send, type SmsAnswer } from '../support/caller.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let nodes: readonly Node[];
let sent = 0;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham();
  await watch(paigham);
  nodes = [paigham.node, await paigham.startNode()];
});

async function sendOne(shop: Shop): Promise<SmsAnswer> {
  sent += 1;
  const node = nodes[sent % nodes.length];
  const answer = await send(node?.baseUrl ?? '', shop.write(`No. ${sent}`, mobileOf(0, sent)));
  if (answer.id !== undefined) okIds.push(answer.id);
  return answer;
}

/** Sends from eight callers; revokes in the middle, and returns the answers begun after that. */
async function answersAfter(shop: Shop, away: () => Promise<unknown>) {
  const after: SmsAnswer[] = [];
  const before: SmsAnswer[] = [];
  let isTaken = false;
  const caller = async (): Promise<void> => {
    while (after.length < 40) {
      const list = isTaken ? after : before;
      list.push(await sendOne(shop));
    }
  };
  const take = async (): Promise<void> => {
    while (before.length < 40) await sendOne(shop).then((answer) => before.push(answer));
    await away();
    isTaken = true;
  };
  await Promise.all([take(), ...Array.from({ length: 8 }, caller)]);
  expect(before.slice(0, 20).filter(({ httpStatus }) => httpStatus !== 200)).toEqual([]);
  return [...new Set(after.map(({ httpStatus, code }) => `${httpStatus} ${code}`))];
}

describe('sends that begin after', () => {
  it('a name was shared are taken on every node, of unverified accounts too', async () => {
    const shop = await openShop(paigham.world, { rupees: '1000', settings: { verified: false } });
    const sendBy = (sender: string) =>
      Promise.all(
        nodes.map(({ baseUrl }) => send(baseUrl, shop.write('Hi', mobileOf(0, 9), { sender }))),
      );
    for (const { code } of await sendBy('Fresh News')) expect(code).toBe('12');
    must(await shareSender(paigham.world.admin, { name: 'Fresh News' }));
    for (const sender of ['Fresh News', '8584']) {
      for (const answer of await sendBy(sender)) {
        expect(answer.httpStatus).toBe(200);
        okIds.push(answer.id ?? 0);
      }
    }
    expect((await sendBy('Chaman')).map(({ code }) => code)).toEqual(['12', '12']);
  });

  it('a key was rotated are refused with the old one and taken with the new one', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const { accountId } = shop;
    let newKey = '';
    const refused = await answersAfter(shop, async () => {
      const rotated = must(await rotateKey(paigham.world.admin, { accountId, graceMs: 0 }));
      newKey = rotated.apiKey;
    });
    expect(refused).toEqual(['401 1']);
    for (const { baseUrl } of nodes) {
      const answer = await send(
        baseUrl,
        shop.write('With the new key', mobileOf(1, 1), { api_key: newKey }),
      );
      expect(answer.httpStatus).toBe(200);
      okIds.push(answer.id ?? 0);
    }
  });

  it('the account was disabled are refused like a wrong key', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const { accountId } = shop;
    const answers = await answersAfter(shop, async () => {
      must(await setAccountState(paigham.world.admin, { accountId, state: 'disabled' }));
    });
    expect(answers).toEqual(['401 1']);
  });

  it('the sender was rejected are refused', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const decision = { name: '8584', state: 'rejected', reason: 'Complaints.' } as const;
    const answers = await answersAfter(shop, async () => {
      must(await decideSender(paigham.world.admin, { accountId: shop.accountId, ...decision }));
    });
    expect(answers).toEqual(['403 12']);
  });

  it('the template was rejected are refused', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const { accountId, transactional: templateId } = shop;
    const decision = { state: 'rejected', reason: 'Wrong category.' } as const;
    const answers = await answersAfter(shop, async () => {
      must(await decideTemplate(paigham.world.admin, { accountId, templateId, ...decision }));
    });
    expect(answers).toEqual(['403 12']);
  });

  it('fixed content was switched off are refused', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const { accountId } = shop;
    const answers = await answersAfter(shop, async () => {
      must(await setAccount(paigham.world.admin, { accountId, fixedContent: false }));
    });
    expect(answers).toEqual(['403 12']);
  });

  it('leave the book in order', async () => {
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});
