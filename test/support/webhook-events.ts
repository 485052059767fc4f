/** What the reader of webhook posts makes of changes written by a test. */
import { expect } from 'vitest';
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
