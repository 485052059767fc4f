/** The shapes of `/v1/webhooks`, and how stored rows are turned into them. */
import { EVENT_TYPE_NAMES, eventId } from '../../domain/event/event.ts';
import { WEBHOOK_STATES, type WebhookAttempt } from '../../domain/event/webhook.ts';
import { Type } from '../../kit/shape.ts';
import { actor } from '../audit/actor.ts';
import {
  closed,
  derived,
  id,
  nullable,
  nullableCount,
  nullableTime,
  resource,
  time,
  count,
} from '../../operations/resource.ts';

export const EVENT_TYPE = Type.Enum([...EVENT_TYPE_NAMES]);

export const WEBHOOK = resource(
  'Webhook',
  {
    id: id('Decimal digits.'),
    url: Type.String(),
    description: Type.String({ description: 'Yours.' }),
    types: Type.Array(EVENT_TYPE, { description: 'Types of events that it gets; none: all.' }),
    state: Type.Enum([...WEBHOOK_STATES], {
      description: 'paused: events wait; disabled: it has answered 410.',
    }),
    state_reason: nullable('Why it is not active.'),
    failures: count('Since the last success.'),
    failing_since: nullableTime('The first failure since the last success.'),
    old_secret_until: nullableTime('Until then posts are signed with the secret before, too.'),
    created_by: actor('As for keys; null: that was not kept yet.'),
    created_at: time(),
  },
  'Where events go.',
);

export const WEBHOOK_WITH_SECRET = closed(
  { ...WEBHOOK.properties, secret: Type.String({ description: 'whsec_… It is not shown again.' }) },
  { title: 'WebhookWithSecret' },
);

export const DELIVERY = resource(
  'Delivery',
  {
    event_id: derived(Type.String(), (it: WebhookAttempt) => eventId(it)),
    type: EVENT_TYPE,
    attempt: Type.Integer({ minimum: 1 }),
    at: time(),
    duration_ms: count(),
    status: nullableCount('The HTTP status; null: nothing was answered.'),
    answer: nullable('The first octets of the answer.'),
    error: nullable('What went wrong; null: nothing.'),
    next_at: nullableTime('When it is tried again; null: never.'),
  },
  'One attempt at a webhook.',
);
