/**
 * The load: requests at their scheduled times, on each number in turn, whether or not earlier ones
 * are answered, and people who write back.
 */
import { pause } from '../waiting.ts';
import type { ConnectedNumber, Installed } from './install.ts';
import type { Platform } from './platform.ts';

/** A message that was accepted. Times are milliseconds since 1970. */
export type Accepted = {
  readonly id: string;
  readonly mobile: string;
  readonly phoneNumberId: string;
  readonly dueMs: number;
  readonly answeredMs: number;
};

/** Replies come from somebody who was written to this many messages ago. */
const REPLIES_BEHIND = 400;

/** Sends until `ended`. Throws if a request is refused. */
export async function send(
  installed: Installed,
  { perSecond, accepted }: { readonly perSecond: number; readonly accepted: Accepted[] },
  ended: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const failed = new AbortController();
  const any = AbortSignal.any([ended, failed.signal]);
  const startMs = Date.now();
  for (let index = 0; !any.aborted; index += 1) {
    const dueMs = startMs + (index * 1_000) / perSecond;
    const earlyMs = dueMs - Date.now();
    if (earlyMs > 0) await pause(earlyMs);
    const number = installed.numbers[index % installed.numbers.length];
    if (number === undefined) throw new Error('there is no number to send from');
    const request = sendOne(installed, number, { index, dueMs })
      .then((it) => accepted.push(it))
      .catch((error: unknown) => failed.abort(error))
      .finally(() => underWay.delete(request));
    underWay.add(request);
  }
  await Promise.all(underWay);
  failed.signal.throwIfAborted();
}

async function sendOne(
  { baseUrl, apiKey, templateId }: Installed,
  { chatappId, phoneNumberId }: ConnectedNumber,
  { index, dueMs }: { readonly index: number; readonly dueMs: number },
): Promise<Accepted> {
  const mobile = `9230${String(10_000_000 + index)}`;
  const values = [`Customer ${index}`, `A-${100_000 + index}`];
  const body = values.map((text) => ({ type: 'text', text }));
  const form = new URLSearchParams({
    api_key: apiKey,
    chatapp_id: chatappId,
    template_id: templateId,
    template_data: JSON.stringify([{ mobile, body }]),
  });
  const answer = await fetch(`${baseUrl}/api/send.php`, { method: 'POST', body: form });
  const text = await answer.text();
  type Told = { readonly results: readonly { readonly status: string; readonly id: string }[] };
  const [result] = answer.status === 200 ? (JSON.parse(text) as Told).results : [];
  if (result?.status !== 'OK') throw new Error(`a request was answered ${answer.status}: ${text}`);
  return { id: result.id, mobile, phoneNumberId, dueMs, answeredMs: Date.now() };
}

/** Has people write back until `ended`; returns how many did. */
export async function writeBack(
  platform: Platform,
  { perSecond, accepted }: { readonly perSecond: number; readonly accepted: readonly Accepted[] },
  ended: AbortSignal,
): Promise<number> {
  let written = 0;
  const startMs = Date.now();
  for (let index = 0; !ended.aborted && perSecond > 0; index += 1) {
    await pause(Math.max(0, startMs + (index * 1_000) / perSecond - Date.now()));
    const to = accepted.at(-REPLIES_BEHIND);
    if (to === undefined) continue;
    await platform.reply(to.mobile, to.phoneNumberId);
    written += 1;
  }
  return written;
}
