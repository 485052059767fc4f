/**
 * What the platform says of a recipient with a refusal, heeded behind the commit of the attempt: by
 * which path a word comes is not promised. Who has stopped marketing there gets no more of it from
 * here, a window that it calls closed is closed here, and where recipients complain marketing rests
 * (facts of the platform, section 3). It may be done twice; where it is not done the next refusal
 * says so again.
 */
import { meaningOfPlatformError, type PlatformReaction } from '../domain/chat/platform-errors.ts';
import { closedSince } from '../domain/chat/window.ts';
import type { ChatWish } from '../store/chat-windows/write-optouts.ts';
import { closeWindows, type SeenUser } from '../store/chat-windows/write-windows.ts';
import { lockFunds } from '../store/ledger/lock-funds.ts';
import { heedStops } from './legs/close-out/chat-reactions.ts';
import { restNumbers, type Complaint } from './legs/close-out/rest-numbers.ts';
import type { JourneyParts } from './parts.ts';
import type { Heard } from './send/line.ts';

/** What was heard, and when: a commit may wait for long, and users write meanwhile. */
export type TimedHeard = { readonly heard: Heard; readonly atMs: number };

/**
 * Notes who wants no marketing and whose window is closed, by the refusals among what was heard.
 * Never rejects.
 */
export async function heedRefusals(
  parts: JourneyParts,
  group: readonly TimedHeard[],
): Promise<void> {
  const stops = group.flatMap(stopIn);
  const closed = group.flatMap(closedIn);
  const complaints = group.flatMap(complaintIn);
  const accounts = new Set([...stops, ...closed, ...complaints].map(({ accountId }) => accountId));
  if (accounts.size === 0) return;
  const atMs = parts.clock.nowMs();
  try {
    await parts.db.transact(async (transaction) => {
      await lockFunds(
        transaction,
        [...accounts].toSorted((a, b) => a - b),
        atMs,
      );
      await closeWindows(transaction, closed);
      await heedStops(transaction, stops, atMs);
      await restNumbers(parts, transaction, complaints, atMs);
    });
  } catch (error) {
    parts.log.warn({ error }, 'what the platform says of recipients could not be stored');
  }
}

function stopIn({ heard, atMs }: TimedHeard): readonly ChatWish[] {
  if (heard.kind !== 'attempt' || !asksFor(heard, 'opt_out')) return [];
  const { accountId, recipient: userKey } = heard.attempt.message;
  return [{ accountId, userKey, wish: 'stop', atMs }];
}

function closedIn({ heard, atMs }: TimedHeard): readonly SeenUser[] {
  if (heard.kind !== 'attempt' || !asksFor(heard, 'close_window')) return [];
  const { linkId, message } = heard.attempt;
  const { accountId, recipient: userKey } = message;
  return [{ accountId, linkId, userKey, atMs: closedSince(atMs, atMs) }];
}

function complaintIn({ heard, atMs: saidAtMs }: TimedHeard): readonly Complaint[] {
  if (heard.kind !== 'attempt' || !asksFor(heard, 'rest_marketing')) return [];
  const { linkId, message } = heard.attempt;
  return [{ accountId: message.accountId, linkId, saidAtMs }];
}

function asksFor(
  { attempt }: Extract<Heard, { readonly kind: 'attempt' }>,
  kind: PlatformReaction['kind'],
): boolean {
  const { message, results } = attempt;
  if (message.alphabet !== 'chat') return false;
  return results.some(
    (it) => it.kind === 'refused' && meaningOfPlatformError(it.status).reaction.kind === kind,
  );
}
