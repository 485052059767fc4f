/** Numbers of a business account, and where its webhooks go. */

import { request } from 'node:http';
import type { BusinessAccount, SendingNumber } from '../accounts.ts';
import { badParameter, type Fault } from '../faults.ts';
import { textOf, type Json } from '../json.ts';
import { isLoopback } from './links.ts';
import { chosen, json, pageOf, refuse, type Asked, type Reply } from './reply.ts';

const handshakeLimitMs = 10_000;
const longestChallenge = 4_096;
const usualFields =
  'verified_name,code_verification_status,display_phone_number,quality_rating,' +
  'platform_type,throughput,id';

export function listNumbers(asked: Asked, account: BusinessAccount): Reply {
  const fields = asked.query.get('fields') ?? usualFields;
  const shown = account.numbers.map((it) => chosen(describe(it), fields));
  return json(pageOf(shown, asked, `${account.id}/phone_numbers`));
}

export function showNumber({ query }: Asked, number: SendingNumber): Reply {
  return json(chosen(describe(number), query.get('fields') ?? usualFields));
}

function describe(number: SendingNumber): Json {
  return {
    verified_name: number.name,
    code_verification_status: 'VERIFIED',
    display_phone_number: number.displayNumber,
    quality_rating: number.quality,
    platform_type: 'CLOUD_API',
    throughput: { level: number.throughput > 80 ? 'HIGH' : 'STANDARD' },
    name_status: 'APPROVED',
    status: number.status,
    account_mode: 'LIVE',
    whatsapp_business_manager_messaging_limit: number.messagingLimit,
    id: number.id,
  };
}

export function showAccount({ query }: Asked, account: BusinessAccount): Reply {
  const all = {
    id: account.id,
    name: account.name,
    timezone_id: '1',
    message_template_namespace: 'simulated',
  };
  return json(chosen(all, query.get('fields')));
}

/** Subscribes the token's app, perhaps with a callback of its own, which has to shake hands. */
export async function subscribe(asked: Asked, account: BusinessAccount): Promise<Reply> {
  const { platform, body, query, token } = asked;
  const given = (name: string): string => textOf(body, name) ?? query.get(name) ?? '';
  const callback = given('override_callback_uri');
  if (callback !== '') {
    const found = await shakeHands(callback, given('verify_token'), platform.ids.text(20));
    if (found !== undefined) return refuse(platform, found);
  }
  account.subscribers.set(token.app.id, callback);
  platform.changed();
  return json({ success: true });
}

export function unsubscribe({ platform, token }: Asked, account: BusinessAccount): Reply {
  account.subscribers.delete(token.app.id);
  platform.changed();
  return json({ success: true });
}

export function listSubscribers(_asked: Asked, account: BusinessAccount): Reply {
  const data = [...account.subscribers].map(([id, callback]) => ({
    whatsapp_business_api_data: { id, name: 'Simulated app', link: `https://app.example/${id}` },
    ...(callback === '' ? {} : { override_callback_uri: callback }),
  }));
  return json({ data });
}

/** GET with hub.mode, hub.verify_token and hub.challenge; the bare challenge has to come back. */
async function shakeHands(
  callback: string,
  verifyToken: string,
  challenge: string,
): Promise<Fault | undefined> {
  let url: URL;
  try {
    url = new URL(callback);
  } catch (error) {
    if (error instanceof TypeError)
      return badParameter('Param override_callback_uri is not a valid URI');
    throw error;
  }
  if (!isLoopback(url.hostname)) {
    return badParameter('The simulator calls back to this machine only');
  }
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  const answer = await ask(url);
  if (answer.status === 200 && answer.text === challenge) return undefined;
  const words =
    answer.status === 200
      ? `HTTP body mismatch, expected ${challenge}`
      : `HTTP Status Code = ${answer.status}; ${answer.text.slice(0, 80)}`;
  return {
    http: 400,
    code: 2200,
    type: 'OAuthException',
    message: `(#2200) Callback verification failed with the following errors: ${words}`,
  };
}

function ask(url: URL): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const asking = request(url, { timeout: handshakeLimitMs }, (response) => {
      const chunks: Buffer[] = [];
      let octets = 0;
      response.on('data', (chunk: Buffer) => {
        octets += chunk.length;
        if (octets <= longestChallenge) chunks.push(chunk);
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.on('error', (error) => resolve({ status: 0, text: error.message }));
    asking.end();
  });
}
