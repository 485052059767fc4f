/** Posts of the chat platform's webhook, as written by a test. */
import { createHmac } from 'node:crypto';
import { writeOpaqueId } from '../../src/domain/chat/progress.ts';
import type { ChatStory } from './chat-story.ts';
import { PLATFORM } from './chat-world.ts';
import { eventually } from './eventually.ts';

export const sign = (body: string | Buffer, secret: string = PLATFORM.appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Posts to the webhook at `path`, signed or not. */
export const postTo = (
  path: string,
  body: string | Buffer,
  signature: string | undefined,
): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
  });

export const value = (more: object, number: string = PLATFORM.number) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '923000000001', phone_number_id: number },
  ...more,
});
export const posted = (field: string, ...values: readonly object[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: PLATFORM.business, changes: values.map((it) => ({ field, value: it })) }],
  });
export const envelope = (...values: readonly object[]): string => posted('messages', ...values);
export const seconds = (): string =>
  String(Math.floor(Date.parse(new Date().toISOString()) / 1_000));
export const textFrom = (from: string, id: string, text = 'Salaam', timestamp = seconds()) =>
  value({
    contacts: [{ profile: { name: 'Ali' }, wa_id: from }],
    messages: [{ from, id, timestamp, type: 'text', text: { body: text } }],
  });

/**
 * The address to which the platform reports on a story's number; use it once the story has begun.
 */
export const webhookOf = ({ paigham, businessId }: ChatStory): string =>
  `${paigham.baseUrl}/webhooks/chat/${businessId}`;

/** The platform reports, with a code, that a first attempt it had accepted failed at `atMs`. */
export async function tellFailed(
  story: ChatStory,
  id: string,
  failure: { readonly code: number; readonly atMs: number },
): Promise<void> {
  const status = {
    id: `wamid.${id}`,
    status: 'failed',
    timestamp: String(Math.floor(failure.atMs / 1_000)),
    biz_opaque_callback_data: writeOpaqueId(id, 1),
    errors: [{ code: failure.code }],
  };
  const body = envelope(value({ statuses: [status] }));
  const answer = await postTo(webhookOf(story), body, sign(body));
  if (answer.status !== 200) throw new Error(`the post was answered ${answer.status}`);
}

/** The posts that were stored, oldest first. */
export const postsOf = (story: ChatStory) =>
  story.ask<{ readonly due_at: number | null; readonly error: string | null }>(
    'select due_at, error from chat_events order by id',
  );

/** Waits until no stored post is left to process. */
export const workedOff = (story: ChatStory) =>
  eventually('every post worked off', async () =>
    (await postsOf(story)).every((it) => it.due_at === null),
  );
