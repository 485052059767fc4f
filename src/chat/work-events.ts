/**
 * What the posts of the chat platform's webhook say, made true: one transaction for a group of
 * them, in the order in which they came. Balances are locked first, messages last and without
 * waiting; a post that is worked off twice does nothing the second time, and a repeated or replayed
 * one neither.
 */
import type { ChatBusinessId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { keepChatReplies } from './keep-replies.ts';
import {
  endEvents,
  lockDueEvents,
  type DueEvent,
  type EventFate,
} from '../store/chat-events/write-events.ts';
import { insertAudit } from '../store/audit/insert-audit.ts';
import { lockFunds } from '../store/ledger/lock-funds.ts';
import { changeOptouts, renameUsers, wishesOf } from './optouts.ts';
import { applyReactions, askedByStatuses } from './reactions.ts';
import { hearTemplates } from './templates.ts';
import {
  accountsTouched,
  placeWords,
  withoutStale,
  type PlacedWords,
  type ReadEvent,
} from './place-events.ts';
import type { ChatDeps } from './chat.ts';

/** A post whose messages somebody else holds comes again so soon. */
const AGAIN_MS = 50;

/** What a group of posts came to. */
export type WorkedOff = {
  readonly events: number;
  /** Of those that have to come again. */
  readonly deferred: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Business accounts whose templates were changed at the platform: to be read anew. */
  readonly resync: ReadonlySet<ChatBusinessId>;
};

/** Works off what is due; with `id` that post alone. */
export async function workOff(
  deps: ChatDeps,
  transaction: Transaction,
  { id }: { readonly id?: number } = {},
): Promise<WorkedOff> {
  const atMs = deps.clock.nowMs();
  const bounds = { most: limit('chatEventsAtOnce'), mostBytes: limit('chatEventsBytes') };
  const due = await lockDueEvents(transaction, {
    atMs,
    ...bounds,
    ...(id === undefined ? {} : { id }),
  });
  if (due.length === 0) return { events: 0, deferred: 0, counts: {}, resync: new Set() };
  const { read, unread } = readAsMany(deps, due);
  await learnNumbers(deps, read);
  const words = withoutStale(placeWords(read, deps.routing.current()), atMs);
  await lockFunds(transaction, accountsTouched(words), atMs);
  const context = { nowMs: atMs, newId: () => deps.ids.next() };
  const replies = await keepChatReplies(transaction, words.inbound, context);
  await renameUsers(transaction, words.userChanges, atMs);
  const optouts =
    (await changeOptouts(transaction, replies.wishes, { source: 'reply', atMs })) +
    (await changeOptouts(transaction, wishesOf(words.preferences, atMs), {
      ...{ source: 'platform', atMs },
    }));
  const heard = await hearTemplates(transaction, words.templates);
  const settled = await deps.journey.settleStatuses(transaction, words.statuses, atMs);
  const asked = askedByStatuses(settled.failed, atMs);
  const stopped = await applyReactions(deps, transaction, { asked, atMs });
  await noteAlarms(deps, transaction, words.alarms);
  const held = new Set([...settled.deferred].map((place) => words.statuses[place]?.event));
  const fates = read.map(({ event }, place) => fateOf(event, held.has(place), atMs));
  await endEvents(transaction, [...fates, ...unread.map(unreadable)]);
  return {
    events: read.length + unread.length,
    deferred: held.size,
    resync: heard.resync,
    counts: {
      ...settled.counts,
      reply: replies.kept,
      reply_repeated: replies.repeated,
      heeded: optouts,
      template: heard.changed,
      alarm: words.alarms.length,
      number_stopped: stopped,
      ...tally(words.passedOver),
    },
  };
}

/** As many posts as have so many words, at least one; the others stay for the next group. */
function readAsMany(
  { readPost }: ChatDeps,
  due: readonly DueEvent[],
): { readonly read: readonly ReadEvent[]; readonly unread: readonly DueEvent[] } {
  const read: ReadEvent[] = [];
  const unread: DueEvent[] = [];
  let sum = 0;
  for (const event of due) {
    const words = readPost(event.raw);
    if (words === undefined) {
      unread.push(event);
      continue;
    }
    if (read.length > 0 && sum + words.length > limit('chatEventWords')) break;
    sum += words.length;
    read.push({ event, words });
  }
  return { read, unread };
}

/** A number may have been connected a moment ago, at another node. */
async function learnNumbers(deps: ChatDeps, read: readonly ReadEvent[]): Promise<void> {
  const { passedOver } = placeWords(read, deps.routing.current());
  if (passedOver.some((why) => why.startsWith('unknown_'))) await deps.routing.refresh();
}

function fateOf({ accountId, id, tries }: DueEvent, isHeld: boolean, atMs: number): EventFate {
  const dueAtMs = isHeld ? atMs + AGAIN_MS : undefined;
  return { accountId, id, tries, dueAtMs, error: undefined };
}

function unreadable({ accountId, id, tries }: DueEvent): EventFate {
  const error = 'this is no post of the platform';
  return { accountId, id, tries: tries + 1, dueAtMs: undefined, error };
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Words on numbers and accounts are for people: the audit keeps them, and we are told. */
async function noteAlarms(
  { log }: ChatDeps,
  transaction: Transaction,
  alarms: PlacedWords['alarms'],
): Promise<void> {
  for (const { accountId, businessId, atMs, word } of alarms) {
    const isStopped = word.kind === 'account' && word.isStopped;
    const fields = { account: accountId, business: businessId, words: word.words };
    if (isStopped) log.error(fields, 'the chat platform has stopped a business account');
    else log.warn(fields, 'the chat platform tells of a business account');
    const action = word.kind === 'account' ? 'chat_business.told' : 'chat_number.told';
    const detail = { business: businessId, words: word.words };
    await insertAudit(transaction, accountId, { actor: 'platform', action, detail }, atMs);
  }
}
