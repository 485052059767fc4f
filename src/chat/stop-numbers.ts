/**
 * Numbers that the platform has stopped, as it tells later, in statuses: it takes each message and
 * fails it for a reason of the whole number. The number is stopped as by a refusal in an answer,
 * until staff start it again; what waits for it waits (decision 36).
 *
 * Statuses are repeated for days and come late. One that was said before staff last started the
 * number stops nothing: it is an alarm for people, once for a number and a cause within some
 * minutes, however many messages fail and whichever node hears of it.
 */
import { meaningOfPlatformError } from '../domain/chat/platform-errors.ts';
import { limit } from '../domain/limits.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { findLastAudit } from '../store/audit/find-last-audit.ts';
import { insertAudit } from '../store/audit/insert-audit.ts';
import { raiseSettingsVersion } from '../store/changes/raise-versions.ts';
import { findStopStanding, stopNumber, type NumberStop } from '../store/settings/stop-numbers.ts';
import type { FailedChat } from '../journey/journey.ts';
import type { ReactionDeps } from './heed-refusals.ts';

const MINUTE_MS = 60_000;
const FAILING = 'chat_number.failing';
const STOPPED = 'chat_number.stopped';

/** A number of which the platform said in a status that it must not send. */
type Stop = NumberStop & { readonly code: number };

type Parts = Pick<ReactionDeps, 'log' | 'routing'>;

/**
 * Stops the numbers that `failed` tells of, or raises the alarm. The balances of their accounts are
 * locked, so two groups do neither twice. Gives how many were stopped or alarmed of.
 */
export async function stopNumbers(
  parts: Parts,
  transaction: Transaction,
  failed: readonly FailedChat[],
  atMs: number,
): Promise<number> {
  const stops = new Map<string, Stop>();
  for (const stop of failed.flatMap((it) => stopIn(it, atMs))) {
    const key = `${stop.linkId} ${stop.words}`;
    const known = stops.get(key);
    if (known === undefined || known.saidAtMs < stop.saidAtMs) stops.set(key, stop);
  }
  let told = 0;
  for (const stop of stops.values()) if (await heed(parts, transaction, stop, atMs)) told += 1;
  return told;
}

/** Whether people are told of it. */
async function heed(
  parts: Parts,
  transaction: Transaction,
  stop: Stop,
  atMs: number,
): Promise<boolean> {
  switch (await findStopStanding(transaction, stop)) {
    case 'stopped':
      return false;
    case 'over':
      if (await isTold(transaction, stop, atMs)) return false;
      await tell(parts, transaction, { stop, atMs, action: FAILING });
      return true;
    case 'running':
      await raiseSettingsVersion(transaction);
      if (!(await stopNumber(transaction, stop, atMs))) return false;
      await tell(parts, transaction, { stop, atMs, action: STOPPED });
      return true;
  }
}

async function isTold(
  transaction: Transaction,
  { accountId, linkId, words }: Stop,
  atMs: number,
): Promise<boolean> {
  const ask = { accountId, action: FAILING, detail: { link: linkId, words } };
  const last = await findLastAudit(transaction, ask);
  return last !== undefined && atMs - last.atMs < limit('chatStopAlarmMinutes') * MINUTE_MS;
}

type Told = {
  readonly stop: Stop;
  readonly atMs: number;
  readonly action: typeof FAILING | typeof STOPPED;
};

async function tell(
  { log, routing }: Parts,
  transaction: Transaction,
  { stop, atMs, action }: Told,
): Promise<void> {
  const { accountId, linkId, words, code } = stop;
  const saidAt = new Date(stop.saidAtMs).toISOString();
  const detail = { link: linkId, words, code, saidAt };
  await insertAudit(transaction, accountId, { actor: 'platform', action, detail }, atMs);
  const link = routing.current().links.get(linkId)?.name ?? linkId;
  const what = action === STOPPED ? 'has stopped' : 'fails messages of';
  log.error({ account: accountId, ...detail, link }, `the chat platform ${what} a number`);
}

function stopIn({ chat, word }: FailedChat, atMs: number): readonly Stop[] {
  const { accountId, linkId } = chat;
  const code = word.failure?.code ?? 0;
  // 0: the platform failed the message and gave no code.
  if (code === 0) return [];
  const { reaction } = meaningOfPlatformError(code);
  if (reaction.kind !== 'stop_number') return [];
  // A clock that runs ahead stops nothing that is started later.
  const saidAtMs = Math.min(word.atMs, atMs);
  return [{ accountId, linkId, words: reaction.words, code, saidAtMs }];
}
