/** Webhook bodies, as the platform writes them. Plain functions: facts in, objects out. */

import type { App, BusinessAccount, SendingNumber } from '../accounts.ts';
import { faultInWebhook } from '../faults.ts';
import { compact, type Json } from '../json.ts';
import type { PostShape } from '../knobs.ts';
import type { Sent } from '../messages.ts';
import type { Person } from '../people.ts';

/** One status to be told. */
export type StatusEvent = {
  readonly message: Sent;
  readonly word: string;
  /** The moment that stands in it, which is not always the moment it is pushed. */
  readonly stampMs: number;
  readonly code: number;
  readonly withPricing: boolean;
  /** Another id instead of the message's own; '' for its own. */
  readonly otherId: string;
  readonly withUserIds: boolean;
};

export const seconds = (ms: number): string => String(Math.floor(ms / 1_000));

export function metadataOf(number: SendingNumber): Json {
  return { display_phone_number: number.digits, phone_number_id: number.id };
}

/** A person as `contacts` has one. */
export function contactOf(person: Person, withUserIds: boolean): Json {
  return compact({
    profile: compact({
      name: person.name,
      username: withUserIds && person.username !== '' ? person.username : undefined,
    }),
    wa_id: person.hidden ? undefined : person.waId,
    user_id: withUserIds || person.hidden ? person.userId : undefined,
  });
}

/** Newer versions have pricing.type and no conversation. */
const isFrom24 = (version: string): boolean => Number.parseInt(version.slice(1), 10) >= 24;

function statusOf(event: StatusEvent, app: App): Json {
  const { message, word, stampMs, code, otherId, withUserIds } = event;
  const { person, callbackData } = message;
  const { billable, type, category } = message.pricing;
  const isNew = isFrom24(app.webhookVersion);
  const pricing = compact({
    billable,
    pricing_model: 'PMP',
    type: isNew ? type : undefined,
    category,
  });
  const isOrphan = otherId !== '';
  return compact({
    id: isOrphan ? otherId : message.wamid,
    status: word,
    timestamp: seconds(stampMs),
    recipient_id: person.hidden ? undefined : person.waId,
    recipient_user_id: withUserIds || person.hidden ? person.userId : undefined,
    conversation:
      isNew || !event.withPricing
        ? undefined
        : { id: message.wamid.slice(6, 38), origin: { type: category } },
    pricing: event.withPricing ? pricing : undefined,
    errors: code === 0 ? undefined : [faultInWebhook(code)],
    biz_opaque_callback_data: callbackData === '' || isOrphan ? undefined : callbackData,
  });
}

const envelope = (entry: readonly Json[]): Json => ({ object: 'whatsapp_business_account', entry });

/** Statuses of one post: in one list, in a change each, or in an entry each. */
export function statusesEnvelope(events: readonly StatusEvent[], app: App, shape: PostShape): Json {
  const value = (number: SendingNumber, some: readonly StatusEvent[]): Json => ({
    value: {
      messaging_product: 'whatsapp',
      metadata: metadataOf(number),
      statuses: some.map((it) => statusOf(it, app)),
    },
    field: 'messages',
  });
  const single = (event: StatusEvent): Json => value(event.message.number, [event]);
  if (shape === 'entries') {
    const entries = events.map((it) => ({
      id: it.message.number.account.id,
      changes: [single(it)],
    }));
    return envelope(entries);
  }
  const byAccount = Map.groupBy(events, (it) => it.message.number.account);
  const entries = [...byAccount].map(([account, some]) => {
    const byNumber = [...Map.groupBy(some, (it) => it.message.number)];
    const changes =
      shape === 'changes' ? some.map(single) : byNumber.map(([number, its]) => value(number, its));
    return { id: account.id, changes };
  });
  return envelope(entries);
}

/** A message of a person. */
export function inboundEnvelope(
  number: SendingNumber,
  contact: Json | undefined,
  message: Json,
): Json {
  const value = compact({
    messaging_product: 'whatsapp',
    metadata: metadataOf(number),
    contacts: contact === undefined ? undefined : [contact],
    messages: [message],
  });
  return envelope([{ id: number.account.id, changes: [{ value, field: 'messages' }] }]);
}

/** Something that has become of the account, a template, a number. */
export function changeEnvelope(
  account: BusinessAccount,
  change: { readonly field: string; readonly value: Json },
  atMs: number,
): Json {
  const { field, value } = change;
  const withTime =
    field === 'messages' || field === 'user_preferences' ? {} : { time: Math.floor(atMs / 1_000) };
  return envelope([{ id: account.id, ...withTime, changes: [{ value, field }] }]);
}

const marker = '\uE000';

/** A text of digits that is to stand in the JSON as a number, however large it is. */
export const asNumber = (digits: string): string => `${marker}${digits}${marker}`;

/** The octets that are signed and sent. */
export function encode(body: Json): Buffer {
  const text = JSON.stringify(body).replaceAll(/"\uE000(\d+)\uE000"/g, '$1');
  return Buffer.from(text, 'utf8');
}
