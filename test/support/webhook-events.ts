/** What the reader of webhook posts makes of changes written by a test. */
import { expect, it } from 'vitest';
import { readWebhook } from '../../src/carriers/whatsapp/webhook/read-webhook.ts';
import type { ChatEvent } from '../../src/domain/chat/webhook-event.ts';

const BUSINESS = '200000000000001';
export const NUMBER = '300000000000001';
export const metadata = { display_phone_number: '923000000001', phone_number_id: NUMBER };

export const read = (post: unknown): readonly ChatEvent[] | undefined =>
  readWebhook(Buffer.from(JSON.stringify(post)));

/** The events in changes of one field, without their origin. */
export function eventsOf(field: string, ...values: readonly object[]) {
  const changes = values.map((value) => ({ field, value }));
  const events = read({ object: 'x', entry: [{ id: BUSINESS, time: 1_800_000_000, changes }] });
  return events?.map(({ platformBusinessId, writtenAtMs, ...event }) => {
    expect([platformBusinessId, writtenAtMs]).toEqual([BUSINESS, 1_800_000_000_000]);
    return event;
  });
}

export const AT = '1800000000';
export const PHONE = '923001234567';
export const USER = 'PK.13491208655302741918';
export const SALAAM = { type: 'text', text: { body: 'Salaam' } };

/** What a public page shows, and what is read of it. */
export type Example = readonly [
  name: string,
  field: string,
  value: object,
  read: readonly object[],
];

export const passedOver = (field: string): readonly object[] => [
  { kind: 'passed_over', field, why: 'unknown_field' },
];

export const statusOf = (more: object, contacts?: readonly object[]) => ({
  metadata,
  ...(contacts === undefined ? {} : { contacts }),
  statuses: [{ id: 'wamid.1', timestamp: AT, status: 'sent', ...more }],
});

/** Declares a test for each. */
export const readsExamples = (examples: readonly Example[]) => {
  it.each(examples)('%s', (_name, field, value, read) => {
    const events = eventsOf(field, value) ?? [];
    expect(events).toHaveLength(read.length);
    expect(events).toMatchObject(read);
  });
};
