/**
 * What the platform says of a recipient with a refusal, heeded behind the commit of the attempt: by
 * which path a word comes is not promised, and who has stopped marketing there gets no more of it
 * from here (facts of the platform, section 3). It may be done twice; where it is not done the next
 * refusal says so again.
 */
import { meaningOfPlatformError } from '../domain/chat/platform-errors.ts';
import type { ChatWish } from '../store/chat-windows/write-optouts.ts';
import { lockFunds } from '../store/ledger/lock-funds.ts';
import { heedStops } from './legs/close-out/chat-reactions.ts';
import type { JourneyParts } from './parts.ts';
import type { Heard } from './send/line.ts';

/** Notes who wants no marketing, by the refusals among what was heard. Never rejects. */
export async function heedRefusals(parts: JourneyParts, heard: readonly Heard[]): Promise<void> {
  const atMs = parts.clock.nowMs();
  const stops = heard.flatMap((it) => stopIn(it, atMs));
  if (stops.length === 0) return;
  const accounts = [...new Set(stops.map(({ accountId }) => accountId))];
  try {
    await parts.db.transact(async (transaction) => {
      await lockFunds(transaction, accounts, atMs);
      await heedStops(transaction, stops, atMs);
    });
  } catch (error) {
    parts.log.warn({ error }, 'what recipients do not want could not be stored');
  }
}

function stopIn(heard: Heard, atMs: number): readonly ChatWish[] {
  if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
  const { message, results } = heard.attempt;
  const isStop = results.some(
    (it) => it.kind === 'refused' && meaningOfPlatformError(it.status).reaction.kind === 'opt_out',
  );
  const { accountId, recipient: userKey } = message;
  return isStop ? [{ accountId, userKey, wish: 'stop', atMs }] : [];
}
