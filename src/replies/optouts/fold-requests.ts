import type { AccountId } from '../../domain/ids.ts';
import type { OptoutRequest } from '../../domain/reply/reply.ts';
import type { OptoutScope, StandingOptout } from '../../store/suppressions.ts';

/** What one phone asks of one account. */
export type HeardOptout = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly wish: OptoutRequest;
};

/** What is to be done; `scope` undefined: the opt-out is lifted. */
export type OptoutChange = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly scope: OptoutScope | undefined;
};

/**
 * What wishes change, taken in the order in which they came: the last one counts, and a STOP never
 * narrows one that stands. Nothing for what is as wished already.
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
 * STOP ends advertising: nobody should lock himself out of his bank by it. STOP ALL is the way out
 * of everything else (decision 14).
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
