/**
 * Fourth stage: judges what was taken from the queue by what is true now. One look at the accounts,
 * and one at the opt-outs of all recipients who may have any.
 */
import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Outgoing, PartResult } from '../../domain/message/outgoing.ts';
import { weekOf } from '../../domain/policy/policy.ts';
import { findChatFacts } from '../../store/chat/windows.ts';
import { findForbiddenAmong, type Forbidden } from '../../features/suppressions/forbidden.sql.ts';
import type { TakenDue } from '../../store/queue/leased.ts';
import type { JourneyDeps } from '../deps.ts';
import { judgeChat, type Judged, judgeHold, judgeText } from './judge.ts';

export type RouteDeps = Pick<JourneyDeps, 'db' | 'clock' | 'log' | 'accounts' | 'routing'>;

/** A message that does not go now, and what that means for its attempt. */
type Withdrawn = {
  readonly message: Outgoing;
  readonly results: readonly PartResult[];
};

/** Which messages go, which do not, and which are held for their hours until when. */
type Routed = {
  readonly going: readonly Outgoing[];
  readonly withdrawn: readonly Withdrawn[];
  readonly closed: ReadonlyMap<AccountId, number>;
};

/** Judges messages in order. A link carries either only texts or only chats. */
export async function route(deps: RouteDeps, due: readonly TakenDue[]): Promise<Routed> {
  const accounts: Snapshotted[] = [];
  for (const message of due) accounts.push(await snapshot(deps, message));
  const isChat = due.some(({ alphabet }) => alphabet === 'chat');
  const judge = isChat ? judgeChats : judgeTexts;
  const judged = await judge(deps, due, accounts);
  const going: Outgoing[] = [];
  const withdrawn: Withdrawn[] = [];
  const closed = new Map<AccountId, number>();
  due.forEach((message, index) => {
    const it = isWaiting(judged[index])
      ? (judgeHold(message.hold, deps.clock.nowMs()) ?? judged[index])
      : judged[index];
    const nobody = { ...message, sender: { name: '', route: 'simple' as const } };
    switch (it?.kind) {
      case 'go':
        going.push(it.message);
        break;
      case 'known': {
        const operatorKey = it.operatorKey ?? '';
        withdrawn.push({ message: nobody, results: [{ part: 1, kind: 'taken', operatorKey }] });
        break;
      }
      case 'held':
        if (it.reason === undefined) closed.set(message.accountId, it.untilMs);
        withdrawn.push({ message: nobody, results: [{ part: 0, ...it }] });
        break;
      case 'withdrawn':
        withdrawn.push({ message: nobody, results: [{ part: 0, ...it }] });
        break;
      case 'unjudged':
      case undefined:
        withdrawn.push({ message: nobody, results: [{ part: 1, kind: 'unsent' }] });
    }
  });
  return { going, withdrawn, closed };
}

/** Whether a message would be sent, now or later. */
function isWaiting(verdict: Verdict | undefined): boolean {
  return verdict?.kind === 'go' || verdict?.kind === 'held';
}

/** What cannot be judged now goes back to the queue. */
type Verdict = Judged | { readonly kind: 'unjudged' };

async function judgeTexts(
  deps: RouteDeps,
  due: readonly TakenDue[],
  accounts: readonly Snapshotted[],
): Promise<readonly Verdict[]> {
  const forbidden = await findWishes(deps, due, accounts);
  const { policy } = deps.routing.current();
  const atMs = deps.clock.nowMs();
  return due.map((message, index): Verdict => {
    const account = accounts[index];
    if (account === 'unknown' || forbidden === undefined) return { kind: 'unjudged' };
    const week = weekOf(policy, message.accountId);
    return judgeText(message, account, { atMs, week, forbidden: forbidden.get(index) });
  });
}

async function judgeChats(
  { db, clock, log, routing }: RouteDeps,
  due: readonly TakenDue[],
  accounts: readonly Snapshotted[],
): Promise<readonly Verdict[]> {
  // At its first attempt nobody can have it.
  const asked = due.map((it, index) => {
    const account = accounts[index];
    return {
      ...it,
      messageId: it.attempt > 1 ? it.messageId : undefined,
      needsConsent: account !== 'unknown' && account?.needsConsent === true,
    };
  });
  const facts = await findChatFacts(db, asked).catch((error: unknown) => {
    log.warn({ error }, 'the data of chat messages could not be read');
    return [];
  });
  const atMs = clock.nowMs();
  let isSwitchedOff = false;
  const verdicts = due.map((message, index): Verdict => {
    const account = accounts[index];
    const known = facts[index];
    if (account === 'unknown' || known === undefined) return { kind: 'unjudged' };
    const judged = judgeChat(message, account, { facts: known, atMs });
    isSwitchedOff ||= judged.kind === 'switched_off';
    return judged.kind === 'switched_off' ? { kind: 'unjudged' } : judged;
  });
  // The account is newer than the routing: take nothing more for its number under this one.
  if (isSwitchedOff) {
    await routing
      .refresh()
      .catch((error: unknown) => log.warn({ error }, 'routing could not be read'));
  }
  return verdicts;
}

/** An account's snapshot; undefined when there is none, 'unknown' when it could not be read. */
type Snapshotted = Account | undefined | 'unknown';

/** The account as it was when the message was taken: anything revoked earlier takes effect. */
async function snapshot(
  { accounts, log }: RouteDeps,
  { accountId, accountVersion }: TakenDue,
): Promise<Snapshotted> {
  try {
    const known = await accounts.byId(accountId);
    if (known === undefined || known.version >= accountVersion) return known;
    accounts.forget(accountId);
    return await accounts.byId(accountId);
  } catch (error) {
    log.warn({ error }, 'a due message could not be checked');
    return 'unknown';
  }
}

/** Opt-outs by message index; undefined when they cannot be read. */
async function findWishes(
  { db, log }: RouteDeps,
  due: readonly TakenDue[],
  accounts: readonly Snapshotted[],
): Promise<ReadonlyMap<number, Forbidden> | undefined> {
  const asked = due.flatMap((message, place) => {
    const account = accounts[place];
    if (account === undefined || account === 'unknown') return [];
    const promotional = account.templates.get(message.templateId)?.category === 'promotional';
    if (!account.hasOptouts && !promotional) return [];
    const { accountId, recipient } = message;
    const { needsConsent } = account;
    return [{ place, accountId, recipient, promotional, needsConsent }];
  });
  try {
    const found = await findForbiddenAmong(db, asked);
    return new Map([...found].map(([index, why]) => [asked[index]?.place ?? -1, why]));
  } catch (error) {
    log.warn({ error }, 'the opt-outs of recipients could not be read');
    return undefined;
  }
}
