/**
 * The store goes away while a file or a large request is written, and comes back to a node that
 * survived: nothing was accepted, and the same request is accepted as if it were the first.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchBalance, send, type SmsAnswer } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import {
  csvOf,
  fileParameters,
  sendFile,
  startFileSite,
  type FileSite,
} from '../support/file-site.ts';
import { startMortal, type Mortal } from '../support/mortal.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver } from '../support/verify.ts';

const ROWS = 2_500;

let paigham: Paigham;
let site: FileSite;
let shop: Shop;
let mortal: Mortal;

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true });
  site = await startFileSite();
});

beforeEach(async () => {
  shop = await openShop(paigham.world, { rupees: '5000' });
  mortal = await startMortal(paigham, { fetchLoopback: true });
});

const KEY = { idempotency_key: 'once' };

const sendRows = (): Promise<SmsAnswer> =>
  sendFile(mortal.node.baseUrl, fileParameters(shop, site.put('rows.csv', csvOf(ROWS)), KEY));

function sendNumbers(): Promise<SmsAnswer> {
  const numbers = Array.from({ length: ROWS }, (_, at) => mobileOf((at % 4) as 0, at));
  const { shared: sender } = shop.senders;
  return send(mortal.node.baseUrl, shop.write('A text', numbers.join(','), { ...KEY, sender }));
}

describe.each([
  ['a file', sendRows, 'begin-batch', 'after the commit'],
  ['a file', sendRows, 'insert-piece', 'before the commit'],
  ['a file', sendRows, 'insert-piece', 'after the commit'],
  ['a large request', sendNumbers, 'begin-batch', 'after the commit'],
  ['a large request', sendNumbers, 'insert-piece', 'before the commit'],
] as const)('%s', (_, take, statement, point) => {
  it(`whose ${statement} is cut ${point} was not accepted, and can be sent again`, async () => {
    const cut = mortal.wire.cutAt(statement, point);
    const lost = take();
    await cut;
    const { httpStatus, body } = await lost;
    expect([httpStatus, body]).toEqual([
      503,
      expect.not.stringContaining('may have been accepted'),
    ]);
    mortal.wire.mend();
    const again = await eventually('another try', async () => {
      const answer = await take();
      return answer.httpStatus === 200 && answer;
    });
    expect(again.replayed).toBe(false);
    expect(await fetchBalance(mortal.node.baseUrl, shop.apiKey)).toBe('1250.00');
    await untilOver(paigham);
    expect(await breachesOf(paigham, [again.id ?? 0])).toEqual([]);
    await mortal.node.stop();
  });
});

const sendOne = (): Promise<SmsAnswer> => {
  const { shared: sender } = shop.senders;
  return send(mortal.node.baseUrl, shop.write('A text', mobileOf(0, 1), { ...KEY, sender }));
};

describe.each([
  ['a file', sendRows, 'publish-batch', '1250.00'],
  ['a large request', sendNumbers, 'publish-batch', '1250.00'],
  ['a message', sendOne, 'answer-keys', '4998.50'],
] as const)('%s that is there', (_, take, statement, left) => {
  it('whose answer is lost with the store may have been accepted, and is there once', async () => {
    const cut = mortal.wire.cutAt(statement, 'after the commit');
    const lost = take();
    await cut;
    const { httpStatus, body } = await lost;
    expect([httpStatus, body]).toEqual([503, expect.stringContaining('may have been accepted')]);
    mortal.wire.mend();
    const again = await eventually('another try', async () => {
      const answer = await take();
      return answer.httpStatus === 200 && answer;
    });
    expect(again.replayed).toBe(true);
    expect(await fetchBalance(mortal.node.baseUrl, shop.apiKey)).toBe(left);
    // A message that was handed to a link is eventually found and sent: that is another story.
    await mortal.node.stop();
  });
});
