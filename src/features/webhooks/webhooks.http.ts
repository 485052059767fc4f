/** `/v1/webhooks`: where an account has its events posted. */
import type { Refused } from '../../operations/admin.ts';
import { once } from '../../operations/once.ts';
import {
  addWebhook,
  openSecret,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from './webhooks.operations.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { listWebhooks, readHeldWebhooks } from './webhooks.sql.ts';
import {
  created,
  defineEndpoint,
  done,
  doneSilently,
  refused,
  refuseField,
  type Endpoint,
} from '../../api/v1/endpoint.ts';
import { allOf, getOne, idOf } from '../../api/v1/list.ts';
import { actingAs, NOTHING_CHANGED } from '../../api/v1/operate.ts';
import { closed } from '../../operations/resource.ts';
import type { EventEndpointDeps } from '../events/events.http.ts';
import { EVENT_TYPE, WEBHOOK, WEBHOOK_WITH_SECRET } from './webhook-shape.http.ts';

export const PLACES = { id: idOf('a webhook') };

/** An operation's refusal: no such webhook, one too many, or an invalid field. */
export function refusedBy({ field, rule }: Refused) {
  if (field === 'webhook') return refused('webhook_unknown');
  if (field === 'webhooks') {
    const refusal = refuse('webhooks_exceeded', { most: String(limit('accountWebhooks')) });
    return { kind: 'refused', refusal } as const;
  }
  return refuseField(`/${field}`, rule, 'body');
}

export function createWebhookEndpoints(deps: EventEndpointDeps): readonly Endpoint[] {
  return [list(deps), show(deps), add(deps), change(deps), remove(deps), rotate(deps)];
}

function list({ reader }: EventEndpointDeps): Endpoint {
  return allOf({
    path: '/v1/webhooks',
    name: 'listWebhooks',
    scope: 'account',
    about: 'Your webhooks, the oldest first.',
    item: WEBHOOK,
    find: ({ account }) => listWebhooks(reader, { accountId: account.id }),
    show: WEBHOOK.show,
  });
}

function show({ reader }: EventEndpointDeps): Endpoint {
  return getOne({
    path: '/v1/webhooks/{id}',
    name: 'showWebhook',
    scope: 'account',
    about: 'One of your webhooks.',
    places: PLACES,
    gives: WEBHOOK,
    unknown: 'webhook_unknown',
    async find({ account, places: { id } }) {
      const found = (await listWebhooks(reader, { accountId: account.id })).find(
        (it) => it.id === id,
      );
      return found && WEBHOOK.show(found);
    },
  });
}

const GIVEN = {
  url: Type.String({ maxLength: limit('fetchLinkCharacters'), description: 'https://…' }),
  description: Type.String({ maxLength: 200, description: 'For yourself.' }),
  types: Type.Array(EVENT_TYPE, { description: 'None: all.' }),
};

function add(deps: EventEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks',
    name: 'addWebhook',
    scope: 'account',
    about: `Makes a webhook, ${limit('accountWebhooks')} at most. Its secret is shown this once.`,
    takes: closed({
      url: GIVEN.url,
      description: Type.Optional(GIVEN.description),
      types: Type.Optional(GIVEN.types),
    }),
    gives: WEBHOOK_WITH_SECRET,
    statuses: { 201: 'It gets what happens from now on.' },
    repeatable: true,
    showsSecret: true,
    failures: ['webhook_unknown', 'webhooks_exceeded'],
    async handle({ account, principal, body, idempotency }) {
      const { url, description = '', types = [] } = body;
      const { loopback, policy } = deps;
      const accountId = account.id;
      const input = { accountId, url, description, types, loopback, policy };
      const made = await once(
        actingAs(deps.admin, principal),
        { accountId, idempotency },
        (admin) => addWebhook(admin, input),
      );
      if (!made.ok) return made.key === undefined ? refusedBy(made) : refused(made.key);
      const { id } = made.value;
      const found = (await readHeldWebhooks(deps.reader, [accountId])).find((it) => it.id === id);
      if (found === undefined) return refused('webhook_unknown');
      const secret = openSecret(deps.admin, found);
      const { replayed } = made;
      return { ...created({ ...WEBHOOK.show(found), secret }, `/v1/webhooks/${id}`), replayed };
    },
  });
}

function change(deps: EventEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    name: 'changeWebhook',
    scope: 'account',
    about: 'Changes a webhook. Made active again it goes on where it stopped.',
    places: PLACES,
    takes: closed({
      url: Type.Optional(GIVEN.url),
      description: Type.Optional(GIVEN.description),
      types: Type.Optional(GIVEN.types),
      active: Type.Optional(Type.Boolean({ description: 'false pauses it: its events wait.' })),
    }),
    gives: WEBHOOK,
    failures: ['webhook_unknown'],
    async handle({ account, principal, places, body }) {
      if (Object.keys(body).length === 0) return NOTHING_CHANGED;
      const { loopback, policy } = deps;
      const input = { ...body, accountId: account.id, ...places, loopback, policy };
      const outcome = await changeWebhook(actingAs(deps.admin, principal), input);
      return outcome.ok ? done(WEBHOOK.show(outcome.value)) : refusedBy(outcome);
    },
  });
}

function remove(deps: EventEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    name: 'removeWebhook',
    scope: 'account',
    about: 'Removes a webhook, with its log.',
    places: PLACES,
    statuses: { 204: 'Done.' },
    failures: ['webhook_unknown'],
    async handle({ account, principal, places }) {
      const input = { accountId: account.id, ...places };
      const outcome = await removeWebhook(actingAs(deps.admin, principal), input);
      return outcome.ok ? doneSilently() : refusedBy(outcome);
    },
  });
}

function rotate(deps: EventEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    name: 'rotateWebhookSecret',
    scope: 'account',
    about:
      `Gives a new secret; each one that it replaces signs for ${limit('webhookOldSecretHours')} ` +
      'hours more.',
    places: PLACES,
    gives: WEBHOOK_WITH_SECRET,
    repeatable: true,
    showsSecret: true,
    failures: ['webhook_unknown', 'webhook_secrets_exceeded'],
    async handle({ account, principal, places, idempotency }) {
      const of = { accountId: account.id, ...places };
      const made = await once(
        actingAs(deps.admin, principal),
        { accountId: account.id, idempotency },
        (admin) => rotateWebhookSecret(admin, of),
      );
      if (!made.ok) {
        if (made.field === 'secrets') return refused('webhook_secrets_exceeded');
        return made.key === undefined ? refusedBy(made) : refused(made.key);
      }
      const webhook = (await listWebhooks(deps.reader, { accountId: account.id })).find(
        ({ id }) => id === of.id,
      );
      if (webhook === undefined) return refused('webhook_unknown');
      const sealed = Buffer.from(made.value.sealed, 'base64');
      const secret = openSecret(deps.admin, { id: of.id, secret: sealed });
      return { ...done({ ...WEBHOOK.show(webhook), secret }), replayed: made.replayed };
    },
  });
}
