/** Webhook bodies in the platform's form. Pure functions: facts in, objects out. */

import type { BusinessAccount, SendingNumber } from '../accounts.ts';
import { faultInWebhook } from '../faults.ts';
import { compact, type Json } from '../json.ts';
import type { Sent } from '../messages.ts';
import type { Person } from '../people.ts';

/** A status to report. */
export type StatusEvent = {
  readonly message: Sent;
  readonly word: string;
  /** Its timestamp, which is not always when it is pushed. */
  readonly stampMs: number;
  readonly code: number;
  readonly withPricing: boolean;
  /** An id to use instead of the message's own; '' for its own. */
  readonly otherId: string;
};

export const seconds = (ms: number): string => String(Math.floor(ms / 1_000));

export function metadataOf(number: SendingNumber): Json {
  return { display_phone_number: number.digits, phone_number_id: number.id };
}

/** A person as an entry of `contacts`. */
export function contactOf({ name, userName, hidden, waId, userId }: Person): Json {
  const profile = compact({ name, username: userName === '' ? undefined : userName });
  return compact({ profile, wa_id: hidden ? undefined : waId, user_id: userId });
}

function statusOf({ message, word, stampMs, code, withPricing, otherId }: StatusEvent): Json {
  const { person, callbackData, pricing } = message;
  const isOrphan = otherId !== '';
  return compact({
    id: isOrphan ? otherId : message.wamid,
    status: word,
    timestamp: seconds(stampMs),
    recipient_id: person.hidden ? undefined : person.waId,
    recipient_user_id: person.userId,
    pricing: withPricing ? { ...pricing, pricing_model: 'PMP' } : undefined,
    errors: code === 0 ? undefined : [faultInWebhook(code)],
    biz_opaque_callback_data: callbackData === '' || isOrphan ? undefined : callbackData,
  });
}

const envelope = (entry: readonly Json[]): Json => ({ object: 'whatsapp_business_account', entry });

/** The statuses in one post: an entry per account, a change per number. */
export function statusesEnvelope(events: readonly StatusEvent[]): Json {
  const byAccount = Map.groupBy(events, (it) => it.message.number.account);
  const entries = [...byAccount].map(([{ id }, some]) => {
    const byNumber = Map.groupBy(some, (it) => it.message.number);
    const changes = [...byNumber].map(([number, its]) => ({
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: metadataOf(number),
        statuses: its.map(statusOf),
      },
    }));
    return { id, changes };
  });
  return envelope(entries);
}

/** A message from a person. */
export function inboundEnvelope(
  number: SendingNumber,
  contact: Json | undefined,
  message: Json,
  isStandby: boolean,
): Json {
  const contacts = contact === undefined ? {} : { contacts: [contact] };
  const said = { ...contacts, messages: [message] };
  const value = {
    messaging_product: 'whatsapp',
    metadata: metadataOf(number),
    ...(isStandby ? { standby: said } : said),
  };
  const field = isStandby ? 'standby' : 'messages';
  return envelope([{ id: number.account.id, changes: [{ value, field }] }]);
}

/** Something that happened to an account, a template, or to a person's preferences. */
export function changeEnvelope(
  { id }: Pick<BusinessAccount, 'id'>,
  change: { readonly field: string; readonly value: Json },
  atMs: number,
): Json {
  const withTime = change.field === 'user_preferences' ? {} : { time: Math.floor(atMs / 1_000) };
  return envelope([{ id, ...withTime, changes: [change] }]);
}

const marker = '\uE000';

/** Digits to be written as a JSON number, however large. */
export const asNumber = (digits: string): string => `${marker}${digits}${marker}`;

/** The bytes that are signed and sent. */
export function encode(body: Json): Buffer {
  const text = JSON.stringify(body).replaceAll(/"\uE000(\d+)\uE000"/g, '$1');
  return Buffer.from(text, 'utf8');
}
