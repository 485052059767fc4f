/** The shapes of `/v1/webhooks`, and how stored rows are turned into them. */
import { EVENT_TYPE_NAMES, eventId } from '../../domain/event/event.ts';
import { WEBHOOK_STATES, type Webhook, type WebhookAttempt } from '../../domain/event/webhook.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { showActor } from '../audit/actor.ts';
import {
  closed,
  nullable,
  nullableCount,
  nullableTime,
  showTime,
  showTimeOrNull,
} from '../../api/v1/shapes.ts';

export const EVENT_TYPE = Type.Enum([...EVENT_TYPE_NAMES]);

const FIELDS = {
  id: Type.String({ description: 'Decimal digits.' }),
  url: Type.String(),
  description: Type.String({ description: 'Yours.' }),
  types: Type.Array(EVENT_TYPE, { description: 'Types of events that it gets; none: all.' }),
  state: Type.Enum([...WEBHOOK_STATES], {
    description: 'paused: events wait; disabled: it has answered 410.',
  }),
  state_reason: nullable('Why it is not active.'),
  failures: Type.Integer({ minimum: 0, description: 'Since the last success.' }),
  failing_since: nullableTime('The first failure since the last success.'),
  old_secret_until: nullableTime('Until then posts are signed with the secret before, too.'),
  created_by: nullable('As for keys; null: that was not kept yet.'),
  created_at: Type.String({ format: 'date-time' }),
};

export const WEBHOOK = closed(FIELDS, { title: 'Webhook', description: 'Where events go.' });

export const WEBHOOK_WITH_SECRET = closed(
  { ...FIELDS, secret: Type.String({ description: 'whsec_… It is not shown again.' }) },
  { title: 'WebhookWithSecret' },
);

export function showWebhook(webhook: Webhook): Static<typeof WEBHOOK> {
  const { id, url, description, types, state, stateReason, failures } = webhook;
  return {
    id: String(id),
    url,
    description,
    types: [...types],
    state,
    state_reason: stateReason ?? null,
    failures,
    failing_since: showTimeOrNull(webhook.failingSinceMs),
    old_secret_until: showTimeOrNull(webhook.oldSecretUntilMs),
    created_by: webhook.createdBy === undefined ? null : showActor(webhook.createdBy),
    created_at: showTime(webhook.createdAtMs),
  };
}

export const DELIVERY = closed(
  {
    event_id: Type.String(),
    type: EVENT_TYPE,
    attempt: Type.Integer({ minimum: 1 }),
    at: Type.String({ format: 'date-time' }),
    duration_ms: Type.Integer({ minimum: 0 }),
    status: nullableCount('The HTTP status; null: nothing was answered.'),
    answer: nullable('The first octets of the answer.'),
    error: nullable('What went wrong; null: nothing.'),
    next_at: nullableTime('When it is tried again; null: never.'),
  },
  { title: 'Delivery', description: 'One attempt at a webhook.' },
);

export function showDelivery(it: WebhookAttempt): Static<typeof DELIVERY> {
  const { accountId, number, type, attempt, status, answer, error } = it;
  return {
    event_id: eventId({ accountId, number }),
    type,
    attempt,
    at: showTime(it.atMs),
    duration_ms: it.durationMs,
    status: status ?? null,
    answer: answer ?? null,
    error: error ?? null,
    next_at: showTimeOrNull(it.nextAtMs),
  };
}
