/** `GET /v1/events`: what happened, newest first. */
import {
  EVENT_TYPE_NAMES,
  eventsOf,
  numberOfEventId,
  type EventType,
  type StoredEvent,
} from '../../domain/event/event.ts';
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import type { WebhookAttempt } from '../../domain/event/webhook.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { timeOfId } from '../../kit/ids.ts';
import type { AddressPolicy } from '@paigham/http/fetch/address-policy.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { idOfUuid } from '../../kit/uuid-ids.ts';
import { readEventsBefore, readHeads } from './events.sql.ts';
import {
  defineEndpoint,
  done,
  refuseField,
  type Endpoint,
  type Outcome,
} from '../../api/v1/endpoint.ts';
import { refuseAgent } from '../../api/v1/guards.ts';
import { cutAt, SPAN_FIELDS, spanOf, type Span } from '../../api/v1/list.ts';
import { BAD_CURSOR, NUMBERS, PAGE_FIELDS, pageOf } from '../../api/v1/pages.ts';
import { readId } from '../../api/v1/shapes.ts';
import { closed } from '../../operations/resource.ts';
import { EVENT, type ShowEvents } from './show-events.http.ts';
import { EVENT_STREAM, type OnlyTypes, type Streams } from './stream.http.ts';

export type EventEndpointDeps = {
  readonly reader: Reader;
  readonly show: ShowEvents;
  readonly streams: Streams;
  readonly nowMs: () => number;
  /** Starts recording the account's events. */
  readonly listen: (accountId: AccountId) => Promise<void>;
  /** Whether webhooks may be on this machine, without TLS. */
  readonly loopback: boolean;
  /** Which addresses webhooks may have. */
  readonly policy: AddressPolicy;
  /** Posts a test event; undefined: the account has no such webhook. */
  readonly test: (webhook: {
    readonly accountId: AccountId;
    readonly id: number;
  }) => Promise<WebhookAttempt | undefined>;
};

const QUERY = closed({
  ...PAGE_FIELDS,
  type: Type.Optional(Type.Enum([...EVENT_TYPE_NAMES], { description: 'Of this type only.' })),
  message_id: Type.Optional(Type.String({ description: 'About this message only.' })),
  ...SPAN_FIELDS,
});

/** `GET /v1/events` */
export function createListEvents(deps: EventEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/events',
    name: 'listEvents',
    forAgents: true,
    scope: 'read',
    about:
      'What happened, the newest first. Recorded while you have a webhook, and for ' +
      `${limit('eventListenDays')} days after you last asked here.`,
    query: QUERY,
    gives: pageOf(EVENT, { title: 'EventList' }),
    alsoGives: {
      [EVENT_STREAM]: Type.String({ description: 'Events as they happen, after Last-Event-ID.' }),
    },
    failures: ['streams_exceeded'],
    async handle({ account, principal, query, accept, lastEventId }) {
      const types = principal.isAgent === true ? OF_INBOX : undefined;
      if (accept.includes(EVENT_STREAM)) return stream(deps, account, { lastEventId, types });
      if (types !== undefined) return AS_STREAM;
      const below =
        query.cursor === undefined ? undefined : NUMBERS.read(query.cursor, 'listEvents');
      if (below === 'unreadable') return BAD_CURSOR;
      const span = spanOf(query);
      if ('kind' in span) return span;
      const messageId = query.message_id === undefined ? undefined : readMessageId(query);
      if (query.message_id !== undefined && messageId === undefined) {
        return refuseField('/message_id', 'must be the id of a message');
      }
      await keepRecorded(deps, account.id);
      const found = await find(deps.reader, {
        ...query,
        ...span,
        accountId: account.id,
        below,
        messageId,
      });
      const { rows, next } = cutAt(found, query.limit, ({ number }) => number);
      return done({
        data: [...(await deps.show(rows))],
        next_cursor: next === undefined ? null : NUMBERS.write(next, 'listEvents'),
      });
    },
  });
}

/** What an agent hears of. */
const OF_INBOX: readonly EventType[] = [
  'reply.received',
  'chat.reply.received',
  'chat.app_message.sent',
];

const AS_STREAM = refuseAgent('/header/Accept', `must be ${EVENT_STREAM}: an agent only follows`);

/** From the caller's last event, or from now on. */
async function stream(
  deps: EventEndpointDeps,
  account: Account,
  { lastEventId, types }: { readonly lastEventId: string; readonly types: OnlyTypes },
): Promise<Outcome<never>> {
  const last = lastEventId === '' ? undefined : numberOfEventId(account.id, lastEventId);
  if (lastEventId !== '' && last === undefined) {
    return refuseHeader('must be the id of an event of this account');
  }
  await keepRecorded(deps, account.id);
  const [head] = await readHeads(deps.reader, { accountIds: [account.id] });
  const newest = (head?.nextNumber ?? 1) - 1;
  if (last !== undefined && last > newest && !isTestEvent(last, deps.nowMs())) {
    return refuseHeader('must not be ahead of the newest event: read GET /v1/events from there');
  }
  const after = Math.min(last ?? newest, newest);
  return {
    kind: 'pieces',
    contentType: `${EVENT_STREAM}; charset=utf-8`,
    kept: 'events',
    pieces: (ended) => deps.streams.open(account.id, after, { ended, types }),
  };
}

/** A test event's id is far ahead of the others, and says when it was made. */
function isTestEvent(number: number, nowMs: number): boolean {
  const atMs = timeOfId(number);
  return atMs >= timeOfId(0) + DAY_MS && atMs <= nowMs + HOUR_MS;
}

const refuseHeader = (rule: string) => refuseField('/Last-Event-ID', rule, 'header');

function readMessageId({ message_id: given = '' }: Static<typeof QUERY>): number | undefined {
  return readId(given) ?? idOfUuid(given);
}

/** Called every day or every second, it writes only once a day. */
export async function keepRecorded(
  { reader, nowMs, listen }: Pick<EventEndpointDeps, 'reader' | 'nowMs' | 'listen'>,
  accountId: AccountId,
): Promise<void> {
  const [head] = await readHeads(reader, { accountIds: [accountId] });
  const enoughMs = nowMs() + (limit('eventListenDays') - 1) * DAY_MS;
  if (head === undefined || head.recordedUntilMs < enoughMs) await listen(accountId);
}

type Search = Pick<Static<typeof QUERY>, 'limit' | 'type'> &
  Span & {
    readonly accountId: AccountId;
    readonly below: number | undefined;
    readonly messageId: number | undefined;
  };

/** One more than a page holds, if there are that many. */
async function find(reader: Reader, search: Search): Promise<readonly StoredEvent[]> {
  const { accountId, below = Number.MAX_SAFE_INTEGER, messageId, limit: most } = search;
  const { type } = search;
  // Nothing happens to a message before it exists.
  const madeAtMs = messageId === undefined ? undefined : timeOfId(messageId);
  const groups = await readEventsBefore(reader, {
    accountId,
    below,
    type,
    subjectId: messageId,
    sinceMs: search.sinceMs ?? madeAtMs,
    untilMs: search.untilMs,
    // Each has at least one, except the one in which the previous page ended.
    most: most + 2,
  });
  const isMeant = (event: StoredEvent): boolean =>
    event.number < below &&
    (type === undefined || event.type === type) &&
    (messageId === undefined || event.subjectId === messageId);
  return groups
    .flatMap((group) => eventsOf(group).toReversed())
    .filter(isMeant)
    .slice(0, most + 1);
}
