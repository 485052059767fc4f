/**
 * Applies what posts of the chat platform's webhook say: a group of them per transaction, in order
 * of arrival. Balances are locked first, messages last and without waiting. Processing a post twice
 * does nothing the second time, and neither does a repeated or replayed one.
 */
import { factOfTrouble } from '../domain/event/chat-facts.ts';
import type { Fact } from '../domain/event/event.ts';
import type { ChatBusinessId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { keepAppMessages } from './keep-app-messages.ts';
import { changeHolders, keepChatReplies } from './keep-replies.ts';
import {
  type DueEvent,
  endEvents,
  type EventFate,
  forgetSpent,
  lockDueEvents,
  noteUnreadFields,
} from '../store/chat/events.ts';
import { readAgain } from '../store/chat/number-facts.ts';
import { keepWaacIds } from '../store/chat/numbers.ts';
import { keepTiers } from '../store/chat/tiers.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';
import { lockFunds } from '../store/ledger/balances.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { changeOptouts, renameUsers, wishesOf } from './optouts.ts';
import { pauseBusinesses } from './pause-businesses.ts';
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

/** How soon a post is tried again when somebody else holds its messages. */
const AGAIN_MS = 50;

/** The outcome of a group of posts. */
export type WorkedOff = {
  readonly events: number;
  /** How many must be tried again. */
  readonly deferred: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Business accounts whose templates changed at the platform: to be read again. */
  readonly resync: ReadonlySet<ChatBusinessId>;
};

/** Processes what is due; with `id` only that post. */
export async function processEvents(
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
  const placed = withoutStale(await placeKnown(deps, read), atMs);
  await lockFunds(transaction, accountsTouched(placed), atMs);
  const context = { nowMs: atMs, newId: () => deps.ids.next() };
  const replies = await keepChatReplies(transaction, placed.inbound, context);
  const inApp = await keepAppMessages(transaction, placed.inApp, context);
  await changeHolders(transaction, placed.handovers, atMs);
  await renameUsers(transaction, placed.userChanges, atMs);
  const optouts =
    (await changeOptouts(transaction, replies.wishes, { source: 'reply', atMs })) +
    (await changeOptouts(transaction, wishesOf(placed.preferences, atMs), {
      source: 'platform',
      atMs,
    }));
  const templates = await changeTemplates(deps.log, transaction, placed.templates, atMs);
  const settled = await deps.journey.settleStatuses(transaction, placed.statuses, atMs);
  const asked = askedByStatuses(settled.failed, atMs);
  const stopped = await applyReactions(deps, transaction, { asked, atMs });
  const paused = await pauseBusinesses(deps, transaction, { alarms: placed.alarms, nowMs: atMs });
  await keepTiers(transaction, placed.alarms.flatMap(tierIn));
  await keepWaacIds(
    transaction,
    placed.waacs.map(({ event, ...it }) => ({ ...it, waacId: event.waacId })),
  );
  await noteAlarms(deps, transaction, { alarms: placed.alarms, nowMs: atMs });
  await readNumbersOf(transaction, placed.alarms);
  await noteUnreadFields(transaction, placed.unread, { most: limit('chatUnreadFields') });
  const held = new Set([...settled.deferred].map((place) => placed.statuses[place]?.post));
  // What statuses say is kept with their messages, and saying it again changes nothing.
  const statuses = Map.groupBy(placed.statuses, ({ post }) => post);
  const isSpent = (place: number): boolean =>
    !held.has(place) && statuses.get(place)?.length === read[place]?.events.length;
  const fates = read.map(({ post }, place) => fateOf(post, held.has(place), atMs));
  await Promise.all([
    forgetSpent(
      transaction,
      fates.filter((_, place) => isSpent(place)),
    ),
    endEvents(transaction, [
      ...fates.filter((_, place) => !isSpent(place)),
      ...unread.map(unreadable),
    ]),
  ]);
  return {
    events: read.length + unread.length,
    deferred: held.size,
    resync: templates.resync,
    counts: {
      ...settled.counts,
      reply: replies.kept,
      reply_repeated: replies.repeated,
      in_app: inApp,
      applied: optouts,
      template: templates.changed,
      alarm: placed.alarms.length,
      number_stopped: stopped + paused,
      ...tally(placed.skipped),
    },
  };
}

/** As many posts as contain this many events, at least one; the others wait for the next group. */
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

/** A number may just have been connected on another node. */
async function placeKnown(deps: ChatDeps, read: readonly ReadPost[]): Promise<PlacedEvents> {
  const { routing, mayVouch } = deps;
  const placed = placeEvents(read, routing.current(), mayVouch);
  if (!placed.skipped.some((why) => why.startsWith('unknown_'))) return placed;
  await routing.refresh();
  return placeEvents(read, routing.current(), mayVouch);
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

/**
 * Events about numbers and accounts are for people: they go to the audit log, the log and the
 * account's events.
 */
async function noteAlarms(
  { log, routing }: ChatDeps,
  transaction: Transaction,
  { alarms, nowMs }: { readonly alarms: PlacedEvents['alarms']; readonly nowMs: number },
): Promise<void> {
  const facts = alarms.map((it) => factOfAlarm(it, routing.current()));
  await noteFacts(transaction, facts, { atMs: nowMs });
  for (const { accountId, businessId, atMs, event } of alarms) {
    const isStopped = event.kind === 'account' && event.isStopped;
    const fields = { account: accountId, business: businessId, words: event.words };
    if (isStopped) log.error(fields, 'the chat platform has stopped a business account');
    else log.warn(fields, 'the chat platform reports on a business account');
    const action = event.kind === 'account' ? 'chat_business.told' : 'chat_number.told';
    const detail = { business: businessId, words: event.words };
    await insertAudit(transaction, accountId, { actor: 'platform', action, detail }, atMs);
  }
}

function tierIn({ accountId, businessId, event }: PlacedEvents['alarms'][number]) {
  const tier = event.kind === 'account' ? event.tier : undefined;
  return tier === undefined ? [] : [{ ...tier, accountId, businessId }];
}

/** Whatever the platform says of numbers or accounts, it may allow them more or less now. */
async function readNumbersOf(
  transaction: Transaction,
  alarms: PlacedEvents['alarms'],
): Promise<void> {
  for (const [accountId, its] of Map.groupBy(alarms, (it) => it.accountId)) {
    const ids = [...new Set(its.map(({ businessId }) => businessId))];
    await readAgain(transaction, { accountId, ids });
  }
}

function factOfAlarm(
  { accountId, businessId, event }: PlacedEvents['alarms'][number],
  { links, chat }: RoutingSnapshot,
): Fact {
  const business = chat.businesses.get(businessId)?.platformId ?? '';
  const about = { accountId, businessId: business, words: event.words };
  if (event.kind === 'account') return factOfTrouble('chat.business.alert', about);
  const { digits } = event;
  const link = [...links.values()].find(
    (it) => it.carrier === 'whatsapp' && it.accountId === accountId && it.config.digits === digits,
  );
  return factOfTrouble('chat.number.alert', { ...about, digits, linkId: link?.id });
}
