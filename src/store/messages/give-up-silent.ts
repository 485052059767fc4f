import { ALPHABETS, MESSAGE_STATES } from '../../domain/message/message.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const GIVE_UP_SILENT = `
  update messages m
  set state = ${MESSAGE_STATES.unknown}, done_at = to_timestamp($1::float8 / 1000),
      reason = 'receipt_never_came'
  from (
    select account_id, id from messages
    where state = ${MESSAGE_STATES.sent} and sent_at < to_timestamp($2::float8 / 1000)
      and id between $3 and $4 and alphabet <> ${ALPHABETS.chat}
    limit $5
    for update skip locked
  ) as s
  where m.account_id = s.account_id and m.id = s.id
  returning m.id`;

/**
 * Puts texts into `unknown` that were sent before `silentSinceMs` and of which no operator has
 * reported. Looks at messages that were accepted between `acceptedSinceMs` and then. Tells how many
 * it moved, at most `most`.
 */
export async function giveUpSilent(
  transaction: Transaction,
  ask: {
    readonly nowMs: number;
    readonly silentSinceMs: number;
    readonly acceptedSinceMs: number;
    readonly most: number;
  },
): Promise<number> {
  const { nowMs, silentSinceMs, acceptedSinceMs, most } = ask;
  const range = [firstIdAt(acceptedSinceMs), firstIdAt(silentSinceMs)];
  const values = [nowMs, silentSinceMs, ...range, most];
  return (await transaction.last(plain('give-up-silent', GIVE_UP_SILENT), values)).length;
}
