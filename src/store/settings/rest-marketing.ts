import type { AccountId, LinkId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Recipients complained of a number, as the platform said at a moment. */
export type MarketingRest = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly saidAtMs: number;
  readonly untilMs: number;
};

/** A rest that grows by less is not worth a new snapshot of the account in every node. */
const LEAST_MS = 300_000;

const REST = `
  update links set marketing_rests_until = to_timestamp($4::float8 / 1000)
  where account_id = $1 and id = $2 and enabled
    and started_at <= to_timestamp($3::float8 / 1000)
    and coalesce(marketing_rests_until, '-infinity') < to_timestamp(($4::float8 - $5) / 1000)
  returning id`;

/**
 * Has the marketing of a number rest; false when it rests as long already, or staff have started it
 * since that was said. The caller raises the version of its account where it is true.
 */
export async function restMarketing(
  transaction: Transaction,
  { accountId, linkId, saidAtMs, untilMs }: MarketingRest,
): Promise<boolean> {
  const values = [accountId, linkId, saidAtMs, untilMs, LEAST_MS];
  return (await transaction.run('rest-chat-marketing', REST, values)).length === 1;
}
