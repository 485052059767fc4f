import type { AccountId, LinkId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** The platform said of a chat number that it must not send. */
export type NumberStop = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Why, for people. */
  readonly words: string;
  /** When the platform said so. */
  readonly saidAtMs: number;
};

/**
 * `running`: it is to be stopped. `stopped`: it is already. `over`: it was said before staff last
 * started the number, or the number is disabled or gone.
 */
export type StopStanding = 'running' | 'stopped' | 'over';

const FIND_STANDING = `
  select case
    when not enabled or started_at > to_timestamp($3::float8 / 1000) then 'over'
    when stopped_at is not null then 'stopped'
    else 'running' end as standing
  from links where account_id = $1 and id = $2`;

/** How a number stands to such a word. */
export async function findStopStanding(
  reader: Reader,
  { accountId, linkId, saidAtMs }: NumberStop,
): Promise<StopStanding> {
  const [row] = await reader.read<{ readonly standing: StopStanding }>(
    'find-stop-standing',
    FIND_STANDING,
    [accountId, linkId, saidAtMs],
  );
  return row?.standing ?? 'over';
}

const STOP_NUMBER = `
  update links set stopped_at = to_timestamp($5::float8 / 1000), stop_words = $3
  where account_id = $1 and id = $2 and enabled and stopped_at is null
    and started_at <= to_timestamp($4::float8 / 1000)
  returning id`;

/**
 * Stops a number until staff start it; false when somebody has stopped or started it meanwhile. The
 * caller has raised the version of the settings before: two never lock them the other way round.
 */
export async function stopNumber(
  transaction: Transaction,
  { accountId, linkId, words, saidAtMs }: NumberStop,
  atMs: number,
): Promise<boolean> {
  const values = [accountId, linkId, words, saidAtMs, atMs];
  return (await transaction.run('stop-chat-number', STOP_NUMBER, values)).length === 1;
}
