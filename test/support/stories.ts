/**
 * What the stories of test/journeys share: a service, a shop in it, and following a send to its
 * end.
 */
import { fetchReport, sendOk, type SendParameters, type ShownReport } from './caller.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from './eventually.ts';
import { startPaigham, type Paigham, type PaighamSettings } from './paigham.ts';
import { openShop, type Shop } from './shop.ts';
import { asker, breachesOf, untilOver, watch } from './verify.ts';

export type Story = {
  readonly paigham: Paigham;
  readonly shop: Shop;
  /** Ids of everything accepted so far. */
  readonly okIds: number[];
  /** Sends a text as the shop, with a short code unless changed; returns the id. */
  send(text: string, mobile: string, change?: Partial<SendParameters>): Promise<number>;
  report(id: number): Promise<ShownReport>;
  /** Waits until a send's report has this state, and returns the report. */
  until(id: number, word: string): Promise<ShownReport>;
  /** What became of each part of each attempt: `1.1 refused`, `2.1 taken, was lost`. */
  attempts(id: number): Promise<readonly string[]>;
  /** What the shop can spend, in rupees. */
  balance(): Promise<number>;
  /** Waits for the end of every message and returns every violated invariant. */
  breaches(how?: { readonly silent?: boolean }): Promise<readonly string[]>;
};

/** Starts a story: a service with these settings, and a shop with Rs. 100,000. */
export async function beginStory(settings: PaighamSettings = {}): Promise<Story> {
  const paigham = await startPaigham(settings);
  await watch(paigham);
  const shop = await openShop(paigham.world, { rupees: '100000' });
  const okIds: number[] = [];
  const report = (id: number): Promise<ShownReport> =>
    fetchReport(paigham.baseUrl, shop.apiKey, { id });
  return {
    paigham,
    shop,
    okIds,
    report,
    async send(text, mobile, change) {
      const id = await sendOk(paigham.baseUrl, shop.write(text, mobile, change));
      okIds.push(id);
      return id;
    },
    until(id, word) {
      return eventually(`${word} of ${id}`, async () => {
        const now = await report(id);
        return now.delivery === word && now;
      });
    },
    async attempts(id) {
      type Row = { readonly attempt: number; readonly part: number; readonly said: string };
      const rows = await asker(paigham.db)<Row>(
        `select attempt, part, (array['taken', 'refused', 'ambiguous'])[outcome]
                || case when ambiguous then ', was lost' else '' end as said
         from attempts where message_id = $1 order by attempt, part`,
        [id],
      );
      return rows.map(({ attempt, part, said }) => `${attempt}.${part} ${said}`);
    },
    async balance() {
      const [row] = await paigham.db.read(
        plain<{ readonly available: number }>(
          'test-available',
          'select available_micros as available from balances where account_id = $1',
        ),
        [shop.accountId],
      );
      return (row?.available ?? 0) / 1e6;
    },
    async breaches({ silent = false } = {}) {
      await untilOver(paigham, { silent });
      return breachesOf(paigham, okIds, !silent);
    },
  };
}
