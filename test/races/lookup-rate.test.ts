/** Nodes share what a number directory allows. */
import { expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startNumberDirectory } from '../support/number-directory.ts';
import { startPaigham } from '../support/paigham.ts';
import { openShop } from '../support/shop.ts';
import { ownNumber } from './looking-up.ts';

const RATE = 20;
/** Of each node: more than its share of a second, less than the whole rate. */
const NUMBERS = 15;

it('asks a directory about no more numbers in a second than it allows, at two nodes', async () => {
  const directory = await startNumberDirectory();
  const paigham = await startPaigham({ config: { ...directory.config, mnpRate: RATE } });
  const nodes = [paigham, await paigham.startNode()];
  const shop = await openShop(paigham.world, { rupees: '10000', settings: { mnpCoverage: true } });
  let used = 0;
  const sendFrom = ({ baseUrl }: { readonly baseUrl: string }): Promise<number> => {
    const numbers = Array.from({ length: NUMBERS }, () => ownNumber(shop, (used += 1)));
    const change = { ported: '1', sender: shop.senders.shared };
    return sendOk(baseUrl, shop.write('To many', numbers.join(','), change));
  };
  // The first may have to hear of the second yet.
  await eventually('nodes that share the rate', async () => {
    directory.admin.forget();
    await Promise.all(nodes.map(sendFrom));
    expect(directory.admin.asked).toHaveLength(NUMBERS * nodes.length);
    return directory.admin.mostPerSecond <= RATE;
  });
});
