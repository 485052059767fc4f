/** The marketing preferences of chat users, and the ids by which they are known. */
import {
  namesOf,
  type ChatPreferenceEvent,
  type ChatUserChangeEvent,
} from '../domain/chat/webhook-event.ts';
import { SECOND_MS } from '../domain/durations.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { giveHeard, withdrawHeard } from '../features/consents/consents.sql.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';
import { raiseAccountVersion } from '../store/nodes/versions.ts';
import { type ChatOptout, followUsers, applyOptoutRequests } from '../store/chat/windows.ts';
import { learnNames, renamePerson } from '../store/chat/people.ts';

const ACTOR = 'platform';

/** Saves users' opt-outs; returns how many changed. Audited like changes by staff. */
export async function changeOptouts(
  transaction: Transaction,
  wishes: readonly ChatOptout[],
  { source, atMs }: { readonly source: 'reply' | 'platform'; readonly atMs: number },
): Promise<number> {
  await recordConsents(transaction, wishes, { source, atMs });
  const changed = await applyOptoutRequests(transaction, wishes, { source });
  const accounts = new Set(changed.map(({ accountId }) => accountId));
  for (const accountId of [...accounts].toSorted((a, b) => a - b)) {
    await raiseAccountVersion(transaction, { accountId });
  }
  for (const { accountId, userKey, wish } of changed) {
    const action = wish === 'stop' ? 'chat_optout.add' : 'chat_optout.remove';
    const detail = { recipient: userKey, category: 'marketing' };
    await insertAudit(transaction, accountId, { actor: ACTOR, action, detail }, atMs);
  }
  return changed.length;
}

/** Who stops marketing agrees to it no more; who starts it agrees. What was said later counts. */
async function recordConsents(
  transaction: Transaction,
  wishes: readonly ChatOptout[],
  { source, atMs }: { readonly source: 'reply' | 'platform'; readonly atMs: number },
): Promise<void> {
  const { stop = [], start = [] } = Object.groupBy(wishes, ({ wish }) => wish);
  const heard = (them: readonly ChatOptout[]) =>
    them.map(({ accountId, userKey: person, atMs: saidAtMs }) => {
      const said = { saidAtMs: Math.min(endOfSecond(saidAtMs), atMs), wording: '', proof: '' };
      return { accountId, person, channel: 'chat', ...said } as const;
    });
  const where = source === 'reply' ? 'keyword' : 'platform';
  const by = { source: where, madeBy: source, atMs } as const;
  await withdrawHeard(transaction, heard(stop), by);
  await giveHeard(transaction, heard(start), by);
}

/**
 * The platform tells whole seconds, and we keep milliseconds: without this, a wish would be older
 * than a consent that was recorded a moment before it.
 */
const endOfSecond = (ms: number): number => ms - (ms % SECOND_MS) + SECOND_MS - 1;

type Preference = { readonly accountId: AccountId; readonly event: ChatPreferenceEvent };

/**
 * What users have set in their app. A clock that runs ahead does not make a setting last longer.
 */
export function wishesOf(preferences: readonly Preference[], atMs: number): readonly ChatOptout[] {
  return preferences.flatMap(({ accountId, event: { user, wish, atMs: saidAtMs } }) =>
    namesOf(user).map((userKey) => {
      return { accountId, userKey, wish, atMs: Math.min(saidAtMs, atMs) };
    }),
  );
}

/** Follows users whose ids change: opt-outs, conversation and what waits go with them. */
export async function renameUsers(
  transaction: Transaction,
  changes: readonly { readonly accountId: AccountId; readonly event: ChatUserChangeEvent }[],
  atMs: number,
): Promise<void> {
  const names = changes.flatMap(({ accountId, event: { user } }) =>
    user.phone === undefined || user.userId === undefined
      ? []
      : [{ accountId, userKey: user.userId, recipient: user.phone }],
  );
  const renamed = changes.flatMap(({ accountId, event: { before, user } }) =>
    namesOf(before).flatMap((from) =>
      namesOf(user).map((to) => ({ accountId, before: from, after: to })),
    ),
  );
  await learnNames(transaction, names, atMs);
  await followUsers(transaction, renamed);
  for (const { accountId, event } of changes) {
    const [before, after] = [event.before.userId, event.user.userId];
    if (before === undefined || after === undefined || before === after) continue;
    await renamePerson(transaction, { accountId, before, after, atMs });
  }
}
