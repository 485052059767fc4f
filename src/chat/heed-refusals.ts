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
import { heedStops } from './chat-reactions.ts';
import { restNumbers, type Complaint } from './rest-numbers.ts';
import type { ChatRefusal } from '../journey/journey.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { KnownRouting } from '../store/settings/known-routing.ts';

export type ReactionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly routing: Pick<KnownRouting, 'current'>;
};

/**
 * Notes who wants no marketing and whose window is closed, by refusals. Never
 * rejects.
 */
export async function heedRefusals(
  deps: ReactionDeps,
  group: readonly ChatRefusal[],
): Promise<void> {
  const stops = group.flatMap(stopIn);
  const closed = group.flatMap(closedIn);
  const complaints = group.flatMap(complaintIn);
  const accounts = new Set([...stops, ...closed, ...complaints].map(({ accountId }) => accountId));
  if (accounts.size === 0) return;
  const atMs = deps.clock.nowMs();
  try {
    await deps.db.transact(async (transaction) => {
      await lockFunds(
        transaction,
        [...accounts].toSorted((a, b) => a - b),
        atMs,
      );
      await closeWindows(transaction, closed);
      await heedStops(transaction, stops, atMs);
      await restNumbers(deps, transaction, complaints, atMs);
    });
  } catch (error) {
    deps.log.warn({ error }, 'what the platform says of recipients could not be stored');
  }
}

function stopIn(refusal: ChatRefusal): readonly ChatWish[] {
  if (!asksFor(refusal, 'opt_out')) return [];
  const { accountId, recipient: userKey, atMs } = refusal;
  return [{ accountId, userKey, wish: 'stop', atMs }];
}

function closedIn(refusal: ChatRefusal): readonly SeenUser[] {
  if (!asksFor(refusal, 'close_window')) return [];
  const { accountId, linkId, recipient: userKey, atMs } = refusal;
  return [{ accountId, linkId, userKey, atMs: closedSince(atMs, atMs) }];
}

function complaintIn(refusal: ChatRefusal): readonly Complaint[] {
  if (!asksFor(refusal, 'rest_marketing')) return [];
  const { accountId, linkId, atMs: saidAtMs } = refusal;
  return [{ accountId, linkId, saidAtMs }];
}

function asksFor({ code }: ChatRefusal, kind: PlatformReaction['kind']): boolean {
  return meaningOfPlatformError(code).reaction.kind === kind;
}
