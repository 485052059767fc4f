import type { AccountId } from '../../domain/ids.ts';
import type { Wish } from '../../domain/reply/reply.ts';
import type { StandingOptout } from '../../store/optouts/read-optouts.ts';
import type { OptoutScope } from '../../store/optouts/write-optouts.ts';

/** What one phone asks of one account. */
export type HeardWish = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly wish: Wish;
  /** What a STOP to this sender covers. */
  readonly scope: OptoutScope;
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
export function foldWishes(
  wishes: readonly HeardWish[],
  standing: readonly StandingOptout[],
): readonly OptoutChange[] {
  const before = new Map(standing.map((it) => [nameOf(it), it.scope]));
  const after = new Map<string, OptoutChange>();
  for (const { accountId, recipient, wish, scope } of wishes) {
    const name = nameOf({ accountId, recipient });
    const now = after.has(name) ? after.get(name)?.scope : before.get(name);
    const wished = wish === 'start' ? undefined : now === 'all' ? now : scope;
    after.set(name, { accountId, recipient, scope: wished });
  }
  return [...after].filter(([name, { scope }]) => scope !== before.get(name)).map(([, it]) => it);
}

function nameOf(of: { readonly accountId: AccountId; readonly recipient: string }): string {
  return `${of.accountId} ${of.recipient}`;
}
