/**
 * What was taken from the queue, judged by what is true now: one look at the accounts, and one at
 * the wishes of all recipients that may have any.
 */
import type { Account } from '../../../domain/account/account.ts';
import { weekOf } from '../../../domain/policy/policy.ts';
import { findChatFacts } from '../../../store/chat-windows.ts';
import { findForbiddenAmong, type Forbidden } from '../../../store/suppressions.ts';
import type { TakenDue } from '../../../store/queue/take-due.ts';
import type { JourneyDeps } from '../../deps.ts';
import { route, type Routed } from '../../route/route.ts';
import { routeChat } from '../../route/route-chat.ts';

/** What cannot be judged now goes back into the queue. */
export type Rechecked = Routed | { readonly kind: 'unjudged' };

/** Judges messages in their order, one verdict each. A link carries all texts or all chats. */
export async function recheck(
  deps: JourneyDeps,
  due: readonly TakenDue[],
): Promise<readonly Rechecked[]> {
  const accounts: Snapshotted[] = [];
  for (const message of due) accounts.push(await snapshot(deps, message));
  const isChat = due.some(({ alphabet }) => alphabet === 'chat');
  return isChat ? recheckChats(deps, due, accounts) : recheckTexts(deps, due, accounts);
}

async function recheckTexts(
  deps: JourneyDeps,
  due: readonly TakenDue[],
  accounts: readonly Snapshotted[],
): Promise<readonly Rechecked[]> {
  const forbidden = await findWishes(deps, due, accounts);
  const { policy } = deps.routing.current();
  const atMs = deps.clock.nowMs();
  return due.map((message, index): Rechecked => {
    const account = accounts[index];
    if (account === 'unknown' || forbidden === undefined) return { kind: 'unjudged' };
    const week = weekOf(policy, message.accountId);
    return route(message, account, { atMs, week, forbidden: forbidden.get(index) });
  });
}

async function recheckChats(
  { db, clock, log, routing }: JourneyDeps,
  due: readonly TakenDue[],
  accounts: readonly Snapshotted[],
): Promise<readonly Rechecked[]> {
  const facts = await findChatFacts(db, due).catch((error: unknown) => {
    log.warn({ error }, 'the facts of chat messages could not be read');
    return [];
  });
  const atMs = clock.nowMs();
  let isSwitchedOff = false;
  const rechecked = due.map((message, index): Rechecked => {
    const account = accounts[index];
    const known = facts[index];
    if (account === 'unknown' || known === undefined) return { kind: 'unjudged' };
    const routed = routeChat(message, account, { facts: known, atMs });
    isSwitchedOff ||= routed.kind === 'switched_off';
    return routed.kind === 'switched_off' ? { kind: 'unjudged' } : routed;
  });
  // The account is newer than the routing: nothing more is taken for its number by this one.
  if (isSwitchedOff) {
    await routing
      .refresh()
      .catch((error: unknown) => log.warn({ error }, 'routing could not be read'));
  }
  return rechecked;
}

/** An account's snapshot, undefined when there is none, or that it could not be read. */
type Snapshotted = Account | undefined | 'unknown';

/** The account as it was when the message was taken: what was revoked before that holds. */
async function snapshot(
  { accounts, log }: JourneyDeps,
  { accountId, accountVersion }: TakenDue,
): Promise<Snapshotted> {
  try {
    const known = await accounts.byId(accountId);
    if (known === undefined || known.version >= accountVersion) return known;
    accounts.forget(accountId);
    return await accounts.byId(accountId);
  } catch (error) {
    log.warn({ error }, 'a due message could not be judged');
    return 'unknown';
  }
}

/** Wishes by the places of messages; undefined when they cannot be read. */
async function findWishes(
  { db, log }: JourneyDeps,
  due: readonly TakenDue[],
  accounts: readonly Snapshotted[],
): Promise<ReadonlyMap<number, Forbidden> | undefined> {
  const asked = due.flatMap((message, place) => {
    const account = accounts[place];
    if (account === undefined || account === 'unknown') return [];
    const promotional = account.templates.get(message.templateId)?.category === 'promotional';
    if (!account.hasOptouts && !promotional) return [];
    const { accountId, recipient } = message;
    return [{ place, accountId, recipient, promotional }];
  });
  try {
    const found = await findForbiddenAmong(db, asked);
    return new Map([...found].map(([index, why]) => [asked[index]?.place ?? -1, why]));
  } catch (error) {
    log.warn({ error }, 'the wishes of recipients could not be read');
    return undefined;
  }
}
