import { readOpaqueId } from '../../domain/chat/opaque-id.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { idOfUuid } from '../../kit/uuid-ids.ts';
import { findAttempts } from '../../store/attempts/find-attempts.ts';
import { findChats } from '../../store/chat-messages/find-chats.ts';
import type { PlacedStatus } from '../../store/chat-messages/keep-statuses.ts';

/** The attempt that a status is about. */
export type NamedAttempt = MessageKey & { readonly attempt: number };

/**
 * Which attempt each status is about: by the name that we gave it, else by the platform's id of it.
 * undefined for one of which neither is known in its account and by its number; a name of another
 * account's message is not known there.
 */
export async function resolveStatuses(
  transaction: Transaction,
  statuses: readonly PlacedStatus[],
  nowMs: number,
): Promise<readonly (NamedAttempt | undefined)[]> {
  const named = statuses.map(byName);
  const exist = await findChats(transaction, [
    ...new Map(named.flatMap((it) => (it === undefined ? [] : [[it.messageId, it]]))).values(),
  ]);
  const resolved = named.map((it, index) =>
    it !== undefined && exist.get(it.messageId) === statuses[index]?.linkId ? it : undefined,
  );
  const rest = statuses.filter((_, index) => resolved[index] === undefined);
  if (rest.length === 0) return resolved;
  const found = await findAttempts(
    transaction,
    rest.map(({ linkId, event }) => ({ linkId, operatorKey: event.operatorKey })),
    nowMs - (limit('chatSilentDays') + limit('receiptMatchDays')) * DAY_MS,
  );
  const byKey = new Map(found.map((it) => [`${it.linkId} ${it.operatorKey}`, it]));
  return resolved.map((it, index) => it ?? byKeyOf(statuses[index], byKey));
}

function byName({ accountId, event }: PlacedStatus): NamedAttempt | undefined {
  const opaque = event.opaqueId === undefined ? undefined : readOpaqueId(event.opaqueId);
  const id = opaque && idOfUuid(opaque.uuid);
  if (opaque === undefined || id === undefined) return undefined;
  return { accountId, messageId: id as MessageId, attempt: opaque.attempt };
}

function byKeyOf(
  status: PlacedStatus | undefined,
  byKey: ReadonlyMap<string, NamedAttempt>,
): NamedAttempt | undefined {
  if (status === undefined) return undefined;
  const found = byKey.get(`${status.linkId} ${status.event.operatorKey}`);
  return found?.accountId === status.accountId ? found : undefined;
}
