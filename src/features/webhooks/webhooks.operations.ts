/** Webhooks: where accounts have their events posted. */
import {
  EVENT_TYPE_NAMES,
  eventId,
  eventsOf,
  type EventType,
  type StoredEvent,
} from '../../domain/event/event.ts';
import { isFor, type Webhook } from '../../domain/event/webhook.ts';
import { withoutUnseen } from '../../domain/account/name.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { withDots } from '../../domain/host.ts';
import { limit } from '../../domain/limits.ts';
import { type AddressPolicy, faultOfLink } from '@paigham/http/fetch/address-policy.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { Type } from '../../kit/shape.ts';
import { newWebhookSecret } from '../../kit/standard-webhooks.ts';
import { readEventsAfter, readEventsSince, recordEvents } from '../events/events.sql.ts';
import { listWebhookAttempts } from './webhook-attempts.sql.ts';
import {
  changeWebhookRow,
  type HeldWebhook,
  insertWebhook,
  listAllWebhooks,
  listWebhooks,
  putRetries,
  removeWebhookRow,
  rotateSecret,
} from './webhooks.sql.ts';
import {
  changeAccount,
  changed,
  refuse,
  type Admin,
  type Refused,
} from '../../operations/admin.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import {
  account,
  argument,
  id,
  internal,
  lastArgument,
  limitOf,
  list,
  ofAccount,
  onOff,
  option,
  text,
} from '../../operations/fields.ts';
import { operation, query, type Filled } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';

/** Events are recorded as long as there is a webhook. */
const FOREVER_MS = Date.UTC(9999, 0, 1);

const NO_WEBHOOK = refuse('webhook', 'must be a webhook of the account');

/**
 * `loopback`: plain http is also allowed, as where links to this machine may be fetched; `policy`:
 * the address policy of the posts.
 */
type UrlRule = { readonly loopback: boolean; readonly policy: AddressPolicy };

export type HookAdmin = ChatAdmin & { readonly hooks: UrlRule };

const ONE = {
  accountId: argument('ACCOUNT', account),
  webhook: argument('WEBHOOK', id),
};

const urlOption = option(
  'url',
  { ...text('URL'), schema: Type.String({ maxLength: limit('fetchLinkCharacters') }) },
  'https://…',
);
const FIELDS = {
  description: option(
    'description',
    { ...text(), schema: Type.String({ maxLength: 200 }) },
    'For yourself.',
  ),
  types: option(
    'types',
    { ...list, schema: Type.Array(Type.Enum([...EVENT_TYPE_NAMES])) },
    'None: all.',
  ),
};

/** It has a secret of its own. Not on the command line, which knows no address policy. */
export const addWebhook = operation({
  name: 'webhook add',
  about: `Makes a webhook, ${limit('accountWebhooks')} at most. Its secret is shown this once.`,
  who: 'account',
  audit: 'webhook.add',
  input: { accountId: ONE.accountId, url: { ...urlOption, need: 'needed' }, ...FIELDS },
  run(admin: HookAdmin, { accountId, description = '', types = [], ...given }) {
    const url = normalOf(given.url);
    return changeAccount(admin, { action: 'webhook.add', accountId }, async (transaction) => {
      const known = await listWebhooks(transaction, { accountId });
      if (known.length >= limit('accountWebhooks')) {
        return refuse('webhooks', `are ${limit('accountWebhooks')} at most`);
      }
      const wrong = faultOf(admin, { url: given.url, description });
      if (wrong !== undefined) return wrong;
      const hookId = admin.ids.next();
      const secret = newWebhookSecret(admin.random);
      const sealed = admin.seal.seal(secret, SEAL_PURPOSES.webhookSecret(hookId));
      const { actor: createdBy } = admin;
      const fields = { accountId, id: hookId, url, description, createdBy };
      const nowMs = admin.clock.nowMs();
      await recordEvents(transaction, accountId, { untilMs: FOREVER_MS, nowMs });
      const hook = { ...fields, types: typesOf(types), secret: sealed, atMs: nowMs };
      await insertWebhook(transaction, hook);
      return changed({ id: hookId }, { webhook: hookId, url });
    });
  },
  show: ({ id: webhook }) => ({ data: { webhook } }),
});

/** The secret of a webhook, for the answer that gives it. @throws if it cannot be opened. */
export function openSecret(
  { seal }: Admin,
  { id: hookId, secret }: Pick<HeldWebhook, 'id' | 'secret'>,
): string {
  const opened = seal.open(secret, SEAL_PURPOSES.webhookSecret(hookId));
  if (opened === undefined) throw new Error(`the secret of webhook ${hookId} does not open`);
  return opened;
}

export const changeWebhook = operation({
  name: 'webhook change',
  about: 'Changes a webhook. Made active again it goes on where it stopped.',
  who: 'account',
  audit: 'webhook.change',
  needsOne: true,
  input: {
    ...ONE,
    url: urlOption,
    ...FIELDS,
    active: option('active', onOff, 'false pauses it: its events wait.'),
  },
  run(admin: HookAdmin, { active, ...input }) {
    const { accountId } = input;
    return changeAccount(admin, { action: 'webhook.change', accountId }, async (transaction) => {
      const known = await find(transaction, input);
      if (known === undefined) return NO_WEBHOOK;
      const { description = known.description, types = known.types } = input;
      const url = input.url === undefined ? known.url : normalOf(input.url);
      const wrong = faultOf(admin, { description, url: url === known.url ? undefined : url });
      if (wrong !== undefined) return wrong;
      const standing =
        active === undefined
          ? {}
          : ({
              state: active ? 'active' : 'paused',
              stateReason: active ? undefined : 'you have paused it',
            } as const);
      const webhook = {
        ...known,
        url,
        pointedBy: url === known.url ? known.pointedBy : admin.actor,
        description,
        types: typesOf(types),
        ...standing,
      };
      await changeWebhookRow(transaction, webhook);
      const after = (await find(transaction, input)) ?? webhook;
      return changed(after, { webhook: known.id, url, state: webhook.state });
    });
  },
  show: ({ id: webhook, url, state }) => ({ data: { webhook, url, state } }),
});

export const removeWebhook = operation({
  name: 'webhook remove',
  about: 'Removes a webhook, with its log.',
  who: 'account',
  audit: 'webhook.remove',
  raises: 'account',
  input: ONE,
  async work(transaction, { accountId, webhook }, { clock }) {
    const untilMs = clock.nowMs() + limit('eventListenDays') * DAY_MS;
    const isRemoved = await removeWebhookRow(transaction, { accountId, id: webhook }, untilMs);
    return isRemoved ? changed(webhook, { webhook }) : NO_WEBHOOK;
  },
  show: (webhook) => ({ data: { webhook } }),
});

/** Returns the new secret sealed; for a day each one that was replaced signs as well. */
export const rotateWebhookSecret = operation({
  name: 'webhook rotate',
  about:
    `Gives a new secret; each one that it replaces signs for ${limit('webhookOldSecretHours')} ` +
    'hours more.',
  who: 'account',
  audit: 'webhook.rotate',
  raises: 'account',
  input: ONE,
  async work(transaction, { accountId, webhook: hookId }, admin) {
    const secret = newWebhookSecret(admin.random);
    const sealed = admin.seal.seal(secret, SEAL_PURPOSES.webhookSecret(hookId));
    const untilMs = admin.clock.nowMs() + limit('webhookOldSecretHours') * HOUR_MS;
    if ((await find(transaction, { accountId, webhook: hookId })) === undefined) return NO_WEBHOOK;
    const most = limit('webhookOlderSecrets');
    const added = { accountId, id: hookId, secret: sealed, untilMs, most };
    if (!(await rotateSecret(transaction, added))) {
      return refuse('webhook', `has had ${most} secrets in a day`, 'webhook_secrets_exceeded');
    }
    return changed({ sealed: Buffer.from(sealed).toString('base64') }, { webhook: hookId });
  },
  show: (_, { webhook }) => ({ data: { webhook } }),
});

/** Which events to deliver again: one, or those of a period. */
export type Again =
  | { readonly number: number }
  | { readonly sinceMs: number; readonly untilMs: number; readonly after: number };

/**
 * A single one whatever its type, those of a period only if the webhook gets their type. `next`:
 * there may be more of the period after this number.
 */
export const redeliver = operation({
  name: 'webhook redeliver',
  about: `Delivers one event again, or those of a time: ${limit('webhookRedelivered')} at most.`,
  who: 'account',
  audit: 'webhook.redeliver',
  raises: 'account',
  input: { ...ONE, again: internal<Again>({ number: 0 }) },
  async work(transaction, { again, ...of }, { clock }) {
    const { accountId, webhook: webhookId } = of;
    const webhook = await find(transaction, of);
    if (webhook === undefined) return NO_WEBHOOK;
    const { events, next } = await findAgain(transaction, { accountId, webhook, again });
    if ('number' in again && events.length === 0) {
      return refuse('event_id', 'must be one that is still kept');
    }
    const dueAtMs = clock.nowMs();
    const key = { accountId, webhookId, subjectId: undefined, attempts: 0, dueAtMs };
    const retries = events.map(({ number }) => ({ ...key, number }));
    await putRetries(transaction, retries);
    return changed({ events: events.length, next }, { webhook: webhookId, events: events.length });
  },
  show: ({ events }) => ({ data: { events } }),
});

async function findAgain(
  transaction: Transaction,
  ask: { readonly accountId: AccountId; readonly webhook: Webhook; readonly again: Again },
): Promise<{ readonly events: readonly StoredEvent[]; readonly next: number | undefined }> {
  const { accountId, webhook, again } = ask;
  const most = limit('webhookRedelivered');
  if ('number' in again) {
    const place = { accountId, after: again.number - 1 };
    const groups = await readEventsAfter(transaction, [place], 1);
    const events = groups.flatMap(eventsOf).filter(({ number }) => number === again.number);
    return { events, next: undefined };
  }
  const groups = await readEventsSince(transaction, { accountId, ...again, most });
  const read = groups.flatMap(eventsOf).filter(({ number }) => number > again.after);
  const wanted = read.filter((event) => isFor(webhook, event));
  const events = wanted.slice(0, most);
  if (wanted.length > most) return { events, next: events.at(-1)?.number };
  return { events, next: groups.length === most ? read.at(-1)?.number : undefined };
}

async function find(
  reader: Reader,
  { accountId, webhook }: Filled<typeof ONE>,
): Promise<Webhook | undefined> {
  return (await listWebhooks(reader, { accountId })).find((hook) => hook.id === webhook);
}

function typesOf(given: readonly string[]): readonly EventType[] {
  return [...new Set(given)] as readonly string[] as readonly EventType[];
}

/** The address that is posted to, written as it is; what is none is refused as it was given. */
function normalOf(url: string): string {
  const address = withDots(url);
  return URL.canParse(address) ? new URL(address).href : url;
}

/** `url`: undefined if it does not change. */
function faultOf(
  { hooks }: HookAdmin,
  { url, description }: { readonly url: string | undefined; readonly description: string },
): Refused | undefined {
  if (withoutUnseen(description) !== description) {
    return refuse('description', 'must have no control characters or other invisible ones');
  }
  return url === undefined ? undefined : faultOfUrl(url, hooks);
}

function faultOfUrl(url: string, { loopback, policy }: UrlRule): Refused | undefined {
  const schemes = loopback ? ['https:', 'http:'] : ['https:'];
  const address = withDots(url);
  const read = URL.canParse(address) ? new URL(address) : undefined;
  if (read === undefined || !schemes.includes(read.protocol)) {
    return refuse('url', 'must be an address that begins with https://');
  }
  if (read.username !== '' || read.password !== '') {
    return refuse('url', 'must have no name and no password in it');
  }
  if (read.hash !== '' || url.includes('#')) {
    return refuse('url', 'must have no fragment: # and what follows is sent nowhere');
  }
  switch (faultOfLink(read, policy)) {
    case 'not_public':
      return refuse('url', 'must be at a public name or address');
    case 'port':
      return refuse('url', 'must be at port 443, 8443, 80 or 8080');
    case undefined:
      return undefined;
  }
}

export const webhookList = query({
  name: 'webhook list',
  about: 'Webhooks of accounts: how each is, and since when it fails.',
  input: { accountId: ofAccount, limit: limitOf(200) },
  async read({ reader }, { accountId, limit: most }) {
    const hooks =
      accountId === undefined
        ? await listAllWebhooks(reader, { most })
        : await listWebhooks(reader, { accountId });
    const data = hooks.map(({ failures, failingSinceMs, ...it }) => {
      const { accountId, id: webhook, url, state, stateReason } = it;
      return {
        webhook,
        account: accountId,
        url,
        state,
        reason: stateReason,
        failures,
        failing_since: at(failingSinceMs),
      };
    });
    return { data, empty: 'No webhooks.' };
  },
});

export const webhookLog = query({
  name: 'webhook show',
  about: 'Attempts at a webhook, the newest first, and what was answered.',
  input: { ...ONE, limit: limitOf(50) },
  async read({ reader }, { accountId, webhook: webhookId, limit: most }) {
    const all = { below: undefined, number: undefined, failed: false };
    const attempts = await listWebhookAttempts(reader, { accountId, webhookId, ...all, most });
    const data = attempts.map((it) => {
      const { type, attempt, status, error, durationMs } = it;
      const event = eventId({ accountId, number: it.number });
      const times = { at: at(it.atMs), next_at: at(it.nextAtMs) };
      return { event, type, attempt, status, duration_ms: durationMs, error, ...times };
    });
    return { data, empty: 'No attempts.' };
  },
});

/** Staff pause and resume a webhook; its account is shown why. */
const standing = (name: 'pause' | 'resume', about: string) =>
  operation({
    name: `webhook ${name}`,
    about,
    who: 'account',
    input: { ...ONE, reason: lastArgument('REASON', text('REASON')) },
    audit: `webhook.${name}`,
    raises: 'account',
    async work(transaction, { accountId, webhook: hookId, reason }) {
      const known = await find(transaction, { accountId, webhook: hookId });
      if (known === undefined) return NO_WEBHOOK;
      const state = name === 'pause' ? 'paused' : 'active';
      const stateReason = name === 'pause' ? (reason ?? 'it was paused by staff') : undefined;
      await changeWebhookRow(transaction, { ...known, state, stateReason });
      return changed({ ...known, state, stateReason }, { webhook: hookId, state });
    },
    show: ({ id: webhook, url, state }) => ({ data: { webhook, url, state } }),
  });

export const webhookPause = standing('pause', 'Pauses a webhook: its events wait.');
export const webhookResume = standing('resume', 'Lets a webhook go on where it stopped.');
