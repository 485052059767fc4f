/** `/v1/webhooks/{id}/…`: the delivery log, redeliveries, and test events. */
import { refuse } from '../../operations/admin.ts';
import { onceAfter } from '../../operations/once.ts';
import { redeliver, type Again } from './webhooks.operations.ts';
import { numberOfEventId } from '../../domain/event/event.ts';
import type { AccountId } from '../../domain/ids.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { listWebhookAttempts } from './webhook-attempts.sql.ts';
import { listWebhooks } from './webhooks.sql.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type Endpoint,
  type Refused,
} from '../../api/v1/endpoint.ts';
import { listOf, SPAN_FIELDS, spanOf } from '../../api/v1/list.ts';
import { NUMBERS } from '../../api/v1/pages.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { closed, nullable, count } from '../../operations/resource.ts';
import type { EventEndpointDeps } from '../events/events.http.ts';
import { DELIVERY } from './webhook-shape.http.ts';
import { at } from './webhooks.http.ts';

const UNKNOWN = refuse('webhook', 'must be a webhook of the account');

type DeliveryDeps = OperateDeps & Pick<EventEndpointDeps, 'test'>;

export function createDeliveryEndpoints(deps: DeliveryDeps): readonly Endpoint[] {
  return [listDeliveries(deps), test(deps), again(deps)];
}

function listDeliveries({ reader }: DeliveryDeps): Endpoint {
  return listOf({
    path: '/v1/webhooks/{id}/deliveries',
    name: 'listDeliveries',
    scope: 'account',
    about: 'Every attempt at a webhook and what was answered, the newest first.',
    places: at.show.places,
    filters: {
      event_id: Type.Optional(Type.String({ description: 'At this event only.' })),
      failed: Type.Optional(Type.Boolean({ description: 'true: those that failed.' })),
    },
    item: DELIVERY,
    title: 'DeliveryList',
    failures: ['webhook_unknown'],
    async find({ account, places: { id: webhookId }, query, before: below, most }) {
      const accountId = account.id;
      const hooks = await listWebhooks(reader, { accountId });
      if (!hooks.some((it) => it.id === webhookId)) return refused('webhook_unknown');
      const { event_id: eventId, failed = false } = query;
      const number =
        eventId === undefined ? undefined : (numberOfEventId(accountId, eventId) ?? -1);
      return listWebhookAttempts(reader, { accountId, webhookId, below, number, failed, most });
    },
    placeOf: ({ id }) => id,
    show: DELIVERY.show,
  });
}

function test(deps: DeliveryDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    name: 'testWebhook',
    scope: 'account',
    about: 'Posts an event `webhook.test` at once, and tells what was answered.',
    places: at.show.places,
    gives: DELIVERY,
    repeatable: true,
    failures: ['webhook_unknown'],
    async handle({ account, places, idempotency }) {
      const keyed = { accountId: account.id, idempotency };
      const outcome = await onceAfter(deps.chat, keyed, async () => {
        const made = await deps.test({ accountId: account.id, ...places });
        return made === undefined ? UNKNOWN : { ok: true, value: DELIVERY.show(made) };
      });
      if (!outcome.ok) return refused(outcome.key ?? 'webhook_unknown');
      return { ...done(outcome.value), replayed: outcome.replayed };
    },
  });
}

const AGAIN = closed({
  event_id: Type.Optional(
    Type.String({ description: 'This one, also when the webhook does not get its type.' }),
  ),
  ...SPAN_FIELDS,
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the answer before.' })),
});

function again(deps: DeliveryDeps): Endpoint {
  return operate(deps, redeliver, {
    ...at.show,
    method: 'POST',
    path: `${at.show.path}/redeliver`,
    name: 'redeliver',
    scope: 'account',
    takes: AGAIN,
    needsBody: true,
    gives: closed({
      events: count('So many will be delivered.'),
      next_cursor: nullable('There may be more of the time: ask again with it; null: no.'),
    }),
    done: [202, 'They will be delivered.'],
    repeatable: true,
    inputOf({ account, body }) {
      const wanted = wantedOf(body as Static<typeof AGAIN>, account.id, deps.chat.clock.nowMs());
      return 'kind' in wanted ? wanted : { again: wanted };
    },
    show: ({ events, next }) => ({
      events,
      next_cursor: next === undefined ? null : NUMBERS.write(next, 'redeliver'),
    }),
  });
}

/** What a body asks for: one event, or those of a period. */
function wantedOf(
  { event_id: eventId, since, until, cursor }: Static<typeof AGAIN>,
  accountId: AccountId,
  nowMs: number,
): Again | Refused {
  const no = (pointer: string, rule: string) => refuseField(pointer, rule, 'body');
  const others = { since, until, cursor };
  const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (eventId !== undefined) {
    if (other !== undefined) return no(`/${other}`, 'must not be given with event_id');
    const number = numberOfEventId(accountId, eventId);
    return number === undefined ? no('/event_id', 'must be the id of an event') : { number };
  }
  const span = spanOf(others, 'body');
  if ('kind' in span) return span;
  if (span.sinceMs === undefined) return no('/since', 'must be given, or event_id');
  const after = cursor === undefined ? 0 : NUMBERS.read(cursor, 'redeliver');
  if (after === 'unreadable') return no('/cursor', 'must be a next_cursor of this call');
  return { sinceMs: span.sinceMs, untilMs: span.untilMs ?? nowMs, after };
}
