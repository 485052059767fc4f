/**
 * Third stage: a person who writes STOP gets nothing more, from this very commit on. The change is
 * made as staff would make it: it raises the account's version, so that it also applies to what is
 * already waiting, and writes an audit line.
 */
import type { AccountId } from '../../domain/ids.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { limit } from '../../domain/limits.ts';
import type { KeptReply, OptoutRequest } from '../../domain/reply/reply.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { giveHeard, withdrawHeard } from '../../features/consents/consents.sql.ts';
import { insertAudit } from '../../features/audit/audit.sql.ts';
import {
  deleteOptout,
  insertOptout,
  type OptoutScope,
  readOptouts,
  type StandingOptout,
} from '../../features/suppressions/suppressions.sql.ts';
import { raiseAccountVersion } from '../../store/nodes/versions.ts';

/** The source of the opt-out, and its actor. */
const SOURCE = 'reply';

/** Applies the opt-out requests among replies, in order; returns how many numbers changed. */
export async function applyOptouts(
  transaction: Transaction,
  replies: readonly KeptReply[],
  nowMs: number,
): Promise<number> {
  const wishes = replies.flatMap(wishOf);
  if (wishes.length === 0) return 0;
  await recordConsents(transaction, replies, nowMs);
  const changes = foldRequests(wishes, await readOptouts(transaction, wishes));
  const accounts = [...new Set(changes.map(({ accountId }) => accountId))];
  // Balances first and in id order, as every group does.
  for (const accountId of accounts.toSorted((a, b) => a - b)) {
    await raiseAccountVersion(transaction, { accountId });
  }
  await Promise.all(changes.map((change) => write(transaction, change, nowMs)));
  return changes.length;
}

/** The last of each person: who opts out agrees no more, who asks for everything again agrees. */
async function recordConsents(
  transaction: Transaction,
  replies: readonly KeptReply[],
  atMs: number,
): Promise<void> {
  const heard = replies.flatMap((reply) =>
    wishOf(reply).map(({ accountId, recipient: person, wish }) => ({
      accountId,
      person,
      channel: wish === 'start' ? ('sms' as const) : undefined,
      saidAtMs: atMs,
      wording: (reply.text ?? '').slice(0, limit('consentWordingCharacters')),
      proof: `reply ${reply.id}`,
    })),
  );
  const last = [...new Map(heard.map((it) => [`${it.accountId} ${it.person}`, it])).values()];
  const by = { source: 'keyword', madeBy: SOURCE, atMs } as const;
  const { given = [], withdrawn = [] } = Object.groupBy(last, ({ channel }) =>
    channel === undefined ? 'withdrawn' : 'given',
  );
  await withdrawHeard(transaction, withdrawn, by);
  await giveHeard(
    transaction,
    given.map((it) => ({ ...it, channel: 'sms' })),
    by,
  );
}

/** Replies that belong to no account, and senders that are not phones, ask for nothing. */
function wishOf({ accountId, wish, from }: KeptReply): readonly HeardOptout[] {
  const phone = readRecipient(from);
  if (accountId === undefined || wish === undefined || !phone.ok) return [];
  return [{ accountId, recipient: phone.number, wish }];
}

async function write(
  transaction: Transaction,
  { accountId, recipient, scope }: OptoutChange,
  nowMs: number,
): Promise<void> {
  // START and then STOP leave less than there was.
  const removed = deleteOptout(transaction, { accountId, recipient });
  if (scope === undefined) {
    const line = { actor: SOURCE, action: 'optout.remove', detail: { recipient } };
    await Promise.all([removed, insertAudit(transaction, accountId, line, nowMs)]);
    return;
  }
  const optout = { recipient, scope, source: SOURCE };
  const line = { actor: SOURCE, action: 'optout.add', detail: optout };
  const added = insertOptout(transaction, { ...optout, accountId, atMs: nowMs });
  await Promise.all([removed, added, insertAudit(transaction, accountId, line, nowMs)]);
}

/** What a phone asks of an account. */
type HeardOptout = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly wish: OptoutRequest;
};

/** What must change; `scope` undefined: the opt-out is lifted. */
type OptoutChange = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly scope: OptoutScope | undefined;
};

/**
 * What opt-out requests change, taken in order of arrival: the last one counts, and a STOP never
 * narrows an existing opt-out. Leaves out what needs no change.
 */
export function foldRequests(
  wishes: readonly HeardOptout[],
  standing: readonly StandingOptout[],
): readonly OptoutChange[] {
  const before = new Map(standing.map((it) => [nameOf(it), it.scope]));
  const after = new Map<string, OptoutChange>();
  for (const { accountId, recipient, wish } of wishes) {
    const name = nameOf({ accountId, recipient });
    const now = after.has(name) ? after.get(name)?.scope : before.get(name);
    after.set(name, { accountId, recipient, scope: scopeAfter(wish, now) });
  }
  return [...after].filter(([name, { scope }]) => scope !== before.get(name)).map(([, it]) => it);
}

/**
 * STOP ends advertising: nobody should lock himself out of his bank by it. STOP ALL opts out of
 * everything else as well (decision 14).
 */
function scopeAfter(wish: OptoutRequest, now: OptoutScope | undefined): OptoutScope | undefined {
  switch (wish) {
    case 'stop':
      return now ?? 'promotional';
    case 'stop_all':
      return 'all';
    case 'start':
      return undefined;
  }
}

function nameOf(of: { readonly accountId: AccountId; readonly recipient: string }): string {
  return `${of.accountId} ${of.recipient}`;
}
