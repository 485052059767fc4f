/**
 * Applies what posts of the chat platform's webhook say: one transaction for a group of them, in
 * the order in which they came. Balances are locked first, messages last and without waiting; a
 * post that is worked off twice does nothing the second time, and a repeated or replayed one
 * neither.
 */
import type { ChatBusinessId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { keepChatReplies } from './keep-replies.ts';
import { type DueEvent, endEvents, type EventFate, lockDueEvents } from '../store/chat-events.ts';
import { insertAudit } from '../store/audit.ts';
import { lockFunds } from '../store/balances.ts';
import { changeOptouts, renameUsers, wishesOf } from './optouts.ts';
import { applyReactions, askedByStatuses } from './reactions.ts';
import { changeTemplates } from './templates.ts';
import {
  accountsTouched,
  placeEvents,
  withoutStale,
  type PlacedEvents,
  type ReadPost,
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
  const ask = { atMs, ...bounds, ...(id === undefined ? {} : { id }) };
  const due = await lockDueEvents(transaction, ask);
  if (due.length === 0) return { events: 0, deferred: 0, counts: {}, resync: new Set() };
  const { read, unread } = readAsMany(deps, due);
  await learnNumbers(deps, read);
  const placed = withoutStale(placeEvents(read, deps.routing.current()), atMs);
  await lockFunds(transaction, accountsTouched(placed), atMs);
  const context = { nowMs: atMs, newId: () => deps.ids.next() };
  const replies = await keepChatReplies(transaction, placed.inbound, context);
  await renameUsers(transaction, placed.userChanges, atMs);
  const optouts =
    (await changeOptouts(transaction, replies.wishes, { source: 'reply', atMs })) +
    (await changeOptouts(transaction, wishesOf(placed.preferences, atMs), {
      source: 'platform',
      atMs,
    }));
  const templates = await changeTemplates(transaction, placed.templates);
  const settled = await deps.journey.settleStatuses(transaction, placed.statuses, atMs);
  const asked = askedByStatuses(settled.failed, atMs);
  const stopped = await applyReactions(deps, transaction, { asked, atMs });
  await noteAlarms(deps, transaction, placed.alarms);
  const held = new Set([...settled.deferred].map((place) => placed.statuses[place]?.post));
  const fates = read.map(({ post }, place) => fateOf(post, held.has(place), atMs));
  await endEvents(transaction, [...fates, ...unread.map(unreadable)]);
  return {
    events: read.length + unread.length,
    deferred: held.size,
    resync: templates.resync,
    counts: {
      ...settled.counts,
      reply: replies.kept,
      reply_repeated: replies.repeated,
      heeded: optouts,
      template: templates.changed,
      alarm: placed.alarms.length,
      number_stopped: stopped,
      ...tally(placed.passedOver),
    },
  };
}

/** As many posts as have so many events, at least one; the others stay for the next group. */
function readAsMany(
  { readPost }: ChatDeps,
  due: readonly DueEvent[],
): { readonly read: readonly ReadPost[]; readonly unread: readonly DueEvent[] } {
  const read: ReadPost[] = [];
  const unread: DueEvent[] = [];
  let sum = 0;
  for (const post of due) {
    const events = readPost(post.raw);
    if (events === undefined) {
      unread.push(post);
      continue;
    }
    if (read.length > 0 && sum + events.length > limit('chatEventWords')) break;
    sum += events.length;
    read.push({ post, events });
  }
  return { read, unread };
}

/** A number may have been connected a moment ago, at another node. */
async function learnNumbers(deps: ChatDeps, read: readonly ReadPost[]): Promise<void> {
  const { passedOver } = placeEvents(read, deps.routing.current());
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

function tally(reasons: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const why of reasons) counts[why] = (counts[why] ?? 0) + 1;
  return counts;
}

/** Events about numbers and accounts are for people: the audit and the log have them. */
async function noteAlarms(
  { log }: ChatDeps,
  transaction: Transaction,
  alarms: PlacedEvents['alarms'],
): Promise<void> {
  for (const { accountId, businessId, atMs, event } of alarms) {
    const isStopped = event.kind === 'account' && event.isStopped;
    const fields = { account: accountId, business: businessId, words: event.words };
    if (isStopped) log.error(fields, 'the chat platform has stopped a business account');
    else log.warn(fields, 'the chat platform tells of a business account');
    const action = event.kind === 'account' ? 'chat_business.told' : 'chat_number.told';
    const detail = { business: businessId, words: event.words };
    await insertAudit(transaction, accountId, { actor: 'platform', action, detail }, atMs);
  }
}
