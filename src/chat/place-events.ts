/**
 * Assigns webhook events to the account, number or business account they are about. A post can only
 * speak about the business account whose secret has signed it, and about those of the same account
 * and app, which sign with the same one; anything else there is skipped and counted.
 */
import type { ChatAppEvent } from '../domain/chat/app-message.ts';
import type {
  ChatAccountEvent,
  ChatEvent,
  ChatHandoverEvent,
  ChatInboundEvent,
  ChatNumberEvent,
  ChatPreferenceEvent,
  ChatStatusEvent,
  ChatTemplateEvent,
  ChatUserChangeEvent,
  ChatWaacEvent,
} from '../domain/chat/webhook-event.ts';
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { DueEvent, UnreadField } from '../store/chat/events.ts';
import type { KnownBusiness, RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import { wishIn } from './keep-replies.ts';

/** What a post says, by kind. */
export type PlacedEvents = {
  readonly statuses: readonly AtNumber<ChatStatusEvent>[];
  readonly inbound: readonly AtNumber<ChatInboundEvent>[];
  readonly preferences: readonly AtNumber<ChatPreferenceEvent>[];
  readonly handovers: readonly AtNumber<ChatHandoverEvent>[];
  readonly inApp: readonly AtNumber<ChatAppEvent>[];
  readonly waacs: readonly AtNumber<ChatWaacEvent>[];
  readonly userChanges: readonly Placed<ChatUserChangeEvent>[];
  readonly templates: readonly AtBusiness<ChatTemplateEvent>[];
  readonly alarms: readonly AtBusiness<ChatNumberEvent | ChatAccountEvent>[];
  /** Why events were skipped. */
  readonly skipped: readonly string[];
  /** What fields said that we do not follow. */
  readonly unread: readonly UnreadField[];
};

type Placed<Event> = {
  /** The index of its post in the group. */
  readonly post: number;
  readonly accountId: AccountId;
  readonly event: Event;
};
type AtNumber<Event> = Placed<Event> & { readonly linkId: LinkId };
type AtBusiness<Event> = Placed<Event> & {
  readonly businessId: ChatBusinessId;
  /** When the platform wrote it, else when we received it. */
  readonly atMs: number;
};

export type ReadPost = { readonly post: DueEvent; readonly events: readonly ChatEvent[] };

/** Whether posts that one business account's secret signs may speak about another account's. */
export type MayVouch = (signer: ChatBusinessId, about: ChatBusinessId) => boolean;

/** Sorts what posts say, in order. */
export function placeEvents(
  posts: readonly ReadPost[],
  { links, chat }: Pick<RoutingSnapshot, 'links' | 'chat'>,
  mayVouch: MayVouch,
): PlacedEvents {
  const numbers = new Map<string, { readonly id: LinkId; readonly businessId: ChatBusinessId }>();
  for (const link of links.values()) {
    if (link.carrier !== 'whatsapp') continue;
    const { id } = link.business;
    numbers.set(`${link.accountId} ${link.config.phoneNumberId}`, { id: link.id, businessId: id });
  }
  const businesses = new Map<string, KnownBusiness>();
  for (const business of chat.businesses.values()) {
    businesses.set(`${business.accountId} ${business.platformId}`, business);
  }
  /** The business account that an entry names, if the post may speak about it. */
  const speaksOf = ({ accountId, businessId }: DueEvent, named: string) => {
    const own = chat.businesses.get(businessId);
    const business = businesses.get(`${accountId} ${named}`);
    if (business === undefined || business.id === businessId) return business?.id;
    return business.appId !== undefined && business.appId === own?.appId ? business.id : undefined;
  };
  /** A partner's app hears of every shop that leaves it, by whichever path it has. */
  const vouchedFor = ({ businessId }: DueEvent, { kind, platformBusinessId }: ChatEvent) =>
    kind !== 'account'
      ? undefined
      : [...chat.businesses.values()].find(
          (it) => it.platformId === platformBusinessId && mayVouch(businessId, it.id),
        );
  const sorted: Sorted = {
    statuses: [],
    inbound: [],
    preferences: [],
    handovers: [],
    inApp: [],
    waacs: [],
    userChanges: [],
    templates: [],
    alarms: [],
    skipped: [],
    unread: [],
  };
  posts.forEach(({ post: kept, events }, post) => {
    const { accountId, receivedAtMs } = kept;
    for (const event of events) {
      const phoneNumberId = 'phoneNumberId' in event ? event.phoneNumberId : '';
      // A WhatsApp account is named there: the number must be of the path's business account.
      const own =
        event.kind === 'waac' ? kept.businessId : speaksOf(kept, event.platformBusinessId);
      const other = own === undefined ? vouchedFor(kept, event) : undefined;
      const businessId = own ?? other?.id;
      const number = numbers.get(`${accountId} ${phoneNumberId}`);
      place(sorted, event, {
        post,
        accountId: other?.accountId ?? accountId,
        linkId: number?.businessId === businessId ? number?.id : undefined,
        businessId,
        // A clock that runs ahead must not override what comes later.
        atMs: Math.min(event.writtenAtMs ?? receivedAtMs, receivedAtMs),
      });
    }
  });
  return sorted;
}

type Sorted = { -readonly [Kind in keyof PlacedEvents]: PlacedEvents[Kind][number][] };

type Place = {
  readonly post: number;
  readonly accountId: AccountId;
  readonly linkId: LinkId | undefined;
  readonly businessId: ChatBusinessId | undefined;
  readonly atMs: number;
};

function place(sorted: Sorted, event: ChatEvent, place: Place): void {
  const { post, accountId, linkId, businessId, atMs } = place;
  switch (event.kind) {
    case 'status':
    case 'inbound':
    case 'handover':
    case 'app_message':
    case 'app_change':
    case 'contact':
    case 'preference':
    case 'waac':
      if (linkId === undefined) sorted.skipped.push('unknown_number');
      else if (event.kind === 'status') sorted.statuses.push({ post, accountId, linkId, event });
      else if (event.kind === 'inbound') sorted.inbound.push({ post, accountId, linkId, event });
      else if (event.kind === 'handover') sorted.handovers.push({ post, accountId, linkId, event });
      else if (event.kind === 'waac') sorted.waacs.push({ post, accountId, linkId, event });
      else if (event.kind !== 'preference') sorted.inApp.push({ post, accountId, linkId, event });
      else sorted.preferences.push({ post, accountId, linkId, event });
      return;
    case 'user_change':
      if (businessId === undefined) sorted.skipped.push('unknown_business');
      else sorted.userChanges.push({ post, accountId, event });
      return;
    case 'template':
    case 'number':
    case 'account':
      if (businessId === undefined) sorted.skipped.push('unknown_business');
      else if (event.kind === 'template') {
        sorted.templates.push({ post, accountId, businessId, atMs, event });
      } else sorted.alarms.push({ post, accountId, businessId, atMs, event });
      return;
    case 'passed_over':
      sorted.skipped.push(event.why);
      if (event.why === 'unknown_field') {
        sorted.unread.push({ field: event.field, payload: event.payload ?? '', atMs });
      }
  }
}

/** The same without preferences and changes so old that only a replay could bring them. */
export function withoutStale(placed: PlacedEvents, nowMs: number): PlacedEvents {
  const sinceMs = nowMs - limit('chatWordDays') * DAY_MS;
  const preferences = placed.preferences.filter(({ event }) => event.atMs >= sinceMs);
  const userChanges = placed.userChanges.filter(({ event }) => event.atMs >= sinceMs);
  const templates = placed.templates.filter(({ atMs }) => atMs >= sinceMs);
  const count = (some: PlacedEvents): number =>
    some.preferences.length + some.userChanges.length + some.templates.length;
  const fresh = { ...placed, preferences, userChanges, templates };
  const stale = Array.from({ length: count(placed) - count(fresh) }, () => 'stale');
  return { ...fresh, skipped: [...placed.skipped, ...stale] };
}

/** The accounts whose balance or version the events may touch: they are locked first. */
export function accountsTouched(placed: PlacedEvents): readonly AccountId[] {
  const { statuses, inbound, preferences, templates, alarms } = placed;
  const touching = [
    ...statuses.filter(({ event }) => event.status === 'failed' || !mayCharge(event)),
    ...inbound.filter(({ event }) => wishIn(event) !== undefined),
    ...preferences,
    ...templates,
    ...alarms,
  ];
  const ids = new Set(touching.map(({ accountId }) => accountId));
  return [...ids].toSorted((a, b) => a - b);
}

function mayCharge({ pricing }: ChatStatusEvent): boolean {
  return pricing?.billable !== false;
}
