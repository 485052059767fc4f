/**
 * Words of the chat platform, each with the account, number or business account that it is about. A
 * post tells of nothing but what belongs to the account by whose path it came, whatever ids stand
 * in it; what is not known there is passed over and counted.
 */
import type {
  ChatAccountWord,
  ChatNumberWord,
  ChatPreferenceWord,
  ChatStatusWord,
  ChatTemplateWord,
  ChatUserChangeWord,
  ChatWord,
} from '../domain/chat/word.ts';
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { wishIn, type PlacedInbound } from './keep-replies.ts';
import type { DueEvent } from '../store/chat-events/write-events.ts';
import type { RoutingSnapshot } from '../store/settings/read-routing.ts';

/** What a post says, by kinds; `event` is its place in the group. */
export type PlacedWords = {
  readonly statuses: readonly (Placed & AtNumber & { readonly word: ChatStatusWord })[];
  readonly inbound: readonly (Placed & PlacedInbound)[];
  readonly preferences: readonly (Placed & AtNumber & { readonly word: ChatPreferenceWord })[];
  readonly userChanges: readonly (Placed & { readonly word: ChatUserChangeWord })[];
  readonly templates: readonly (Placed & AtBusiness & { readonly word: ChatTemplateWord })[];
  readonly alarms: readonly (Placed &
    AtBusiness & {
      readonly word: ChatNumberWord | ChatAccountWord;
    })[];
  /** Passed over, and why. */
  readonly passedOver: readonly string[];
};

type Placed = { readonly event: number; readonly accountId: AccountId };
type AtNumber = { readonly linkId: LinkId };
/** When the platform wrote it, else when we heard it. */
type AtBusiness = { readonly businessId: ChatBusinessId; readonly atMs: number };

export type ReadEvent = { readonly event: DueEvent; readonly words: readonly ChatWord[] };

/** Sorts what posts say, in their order. */
export function placeWords(
  events: readonly ReadEvent[],
  { links, chat }: Pick<RoutingSnapshot, 'links' | 'chat'>,
): PlacedWords {
  const numbers = new Map<string, LinkId>();
  for (const link of links.values()) {
    if (link.carrier !== 'whatsapp') continue;
    numbers.set(`${link.accountId} ${link.config.phoneNumberId}`, link.id);
  }
  const businesses = new Map<string, ChatBusinessId>();
  for (const { accountId, platformId, id } of chat.businesses.values()) {
    businesses.set(`${accountId} ${platformId}`, id);
  }
  const sorted = nothing();
  events.forEach(({ event, words }, place) => {
    for (const word of words) {
      const { accountId } = event;
      const linkId = 'phoneNumberId' in word && numbers.get(`${accountId} ${word.phoneNumberId}`);
      const businessId = businesses.get(`${accountId} ${word.platformBusinessId}`);
      // A clock that runs ahead makes nothing stand against what is told later.
      const atMs = Math.min(word.writtenAtMs ?? event.receivedAtMs, event.receivedAtMs);
      sortOne(sorted, word, {
        event: place,
        accountId,
        linkId: linkId || undefined,
        businessId,
        atMs,
      });
    }
  });
  return sorted;
}

type Sorted = { -readonly [Kind in keyof PlacedWords]: PlacedWords[Kind][number][] };

function nothing(): Sorted {
  return {
    statuses: [],
    inbound: [],
    preferences: [],
    userChanges: [],
    templates: [],
    alarms: [],
    passedOver: [],
  };
}

type Place = {
  readonly event: number;
  readonly accountId: AccountId;
  readonly linkId: LinkId | undefined;
  readonly businessId: ChatBusinessId | undefined;
  readonly atMs: number;
};

function sortOne(sorted: Sorted, word: ChatWord, place: Place): void {
  const { event, accountId, linkId, businessId, atMs } = place;
  switch (word.kind) {
    case 'status':
    case 'inbound':
    case 'preference':
      if (linkId === undefined) sorted.passedOver.push('unknown_number');
      else if (word.kind === 'status') sorted.statuses.push({ event, accountId, linkId, word });
      else if (word.kind === 'inbound') sorted.inbound.push({ event, accountId, linkId, word });
      else sorted.preferences.push({ event, accountId, linkId, word });
      return;
    case 'user_change':
      sorted.userChanges.push({ event, accountId, word });
      return;
    case 'template':
    case 'number':
    case 'account':
      if (businessId === undefined) sorted.passedOver.push('unknown_business');
      else if (word.kind === 'template') {
        sorted.templates.push({ event, accountId, businessId, atMs, word });
      } else sorted.alarms.push({ event, accountId, businessId, atMs, word });
      return;
    case 'passed_over':
      sorted.passedOver.push(word.why);
  }
}

/** The same without wishes and events that are so old that only a replay can bring them. */
export function withoutStale(words: PlacedWords, nowMs: number): PlacedWords {
  const sinceMs = nowMs - limit('chatWordDays') * DAY_MS;
  const preferences = words.preferences.filter(({ word }) => word.atMs >= sinceMs);
  const userChanges = words.userChanges.filter(({ word }) => word.atMs >= sinceMs);
  const templates = words.templates.filter(({ atMs }) => atMs >= sinceMs);
  const count = (some: PlacedWords): number =>
    some.preferences.length + some.userChanges.length + some.templates.length;
  const fresh = { ...words, preferences, userChanges, templates };
  const stale = Array.from({ length: count(words) - count(fresh) }, () => 'stale');
  return { ...fresh, passedOver: [...words.passedOver, ...stale] };
}

/** The accounts whose balance or version words may touch: locked before anything else. */
export function accountsTouched(words: PlacedWords): readonly AccountId[] {
  const { statuses, inbound, preferences, templates } = words;
  const touching = [
    ...statuses.filter(({ word }) => word.status === 'failed' || word.pricing?.billable === false),
    ...inbound.filter(({ word }) => wishIn(word) !== undefined),
    ...preferences,
    ...templates,
  ];
  const ids = new Set(touching.map(({ accountId }) => accountId));
  return [...ids].toSorted((a, b) => a - b);
}
