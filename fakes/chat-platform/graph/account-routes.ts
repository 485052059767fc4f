/** A business account's numbers, and where its webhooks go. */

import { request } from 'node:http';
import type { BusinessAccount, SendingNumber } from '../accounts.ts';
import { badParameter, fault, type Fault } from '../faults.ts';
import { textOf, type Json } from '../json.ts';
import { chosen, json, pageOf, refuse, type Asked, type Reply } from './reply.ts';

const handshakeLimitMs = 10_000;
const longestChallenge = 4_096;

export function listNumbers(asked: Asked, account: BusinessAccount): Reply {
  const fields = asked.query.get('fields');
  const shown = account.numbers.map((it) => chosen(describe(asked, it), fields));
  return json(pageOf(shown, asked, `${account.id}/phone_numbers`));
}

export function showNumber(asked: Asked, number: SendingNumber): Reply {
  return json(chosen(describe(asked, number), asked.query.get('fields')));
}

function describe({ platform }: Asked, number: SendingNumber): Json {
  const { id, name, displayNumber, quality, isOnPhone, account } = number;
  const throughput = platform.behaviour.throughputPerSecond || number.throughput;
  return {
    id,
    verified_name: name,
    display_phone_number: displayNumber,
    quality_rating: quality,
    quality_score: { score: quality },
    name_status: 'APPROVED',
    throughput: { level: throughput > 80 ? 'HIGH' : 'STANDARD' },
    is_on_biz_app: isOnPhone,
    whatsapp_business_manager_messaging_limit: account.messagingLimit,
    status: number.isRegistered ? 'CONNECTED' : 'PENDING',
  };
}

/** Whether a business account can send, and what is missing. */
export function showHealth(_asked: Asked, { id, hasPayment }: BusinessAccount): Reply {
  const unpaid = {
    error_code: 141006,
    error_description: 'There is an error with the payment method. This will block conversations.',
    possible_solution: 'Please add a new payment method to the account.',
  };
  const can = hasPayment ? 'AVAILABLE' : 'BLOCKED';
  const errors = hasPayment ? {} : { errors: [unpaid] };
  const entity = { entity_type: 'WABA', id, can_send_message: can, ...errors };
  return json({ id, health_status: { can_send_message: can, entities: [entity] } });
}

/** Lets a number send: with the PIN of its two-step verification, or one that is set by this. */
export function registerNumber({ platform, body }: Asked, number: SendingNumber): Reply {
  const pin = textOf(body, 'pin') ?? '';
  if (body['messaging_product'] !== 'whatsapp' || !/^\d{6}$/.test(pin)) {
    return refuse(platform, badParameter('Param pin must be 6 digits'));
  }
  if (number.refusal !== 0) return refuse(platform, fault(number.refusal));
  if (number.pin !== '' && number.pin !== pin) return refuse(platform, fault(133005));
  Object.assign(number, { pin, isRegistered: true });
  return json({ success: true });
}

/** Sends, once each, what the phone of a number has: its contacts, its history. */
export function syncPhone({ platform, body }: Asked, number: SendingNumber): Reply {
  const type = textOf(body, 'sync_type') ?? '';
  if (!number.isOnPhone || !['smb_app_state_sync', 'history'].includes(type)) {
    return refuse(platform, badParameter('Param sync_type is not possible for this number'));
  }
  if (number.synced.has(type)) {
    const again = badParameter('Synchronization request limit exceeded');
    return refuse(platform, { ...again, code: 2593107 });
  }
  number.synced.add(type);
  if (type === 'history') platform.phoneApp.sendHistory(number);
  else platform.phoneApp.sendContacts(number);
  return json({ messaging_product: 'whatsapp', request_id: platform.ids.text(16) });
}

/** Subscribes the token's app; a callback of its own must complete the handshake. */
export async function subscribe(asked: Asked, account: BusinessAccount): Promise<Reply> {
  const { platform, body, token } = asked;
  const callback = textOf(body, 'override_callback_uri') ?? '';
  if (callback !== '') {
    const verifyToken = textOf(body, 'verify_token') ?? '';
    const found = await shakeHands(callback, verifyToken, platform.ids.text(20));
    if (found !== undefined) return refuse(platform, found);
  }
  account.subscribers.set(token.app.id, callback);
  return json({ success: true });
}

/** Who answers a person: our app takes, passes or releases the conversation. */
export function controlThread({ platform, body }: Asked): Reply {
  if (body['messaging_product'] !== 'whatsapp') {
    return refuse(platform, badParameter('The parameter messaging_product is required.'));
  }
  if (!['pass', 'release', 'take'].includes(textOf(body, 'action') ?? '')) {
    return refuse(platform, badParameter('Param action must be one of {PASS, RELEASE, TAKE}'));
  }
  const person = textOf(body, 'to') ?? textOf(body, 'recipient') ?? '';
  return platform.people.find(person) === undefined
    ? refuse(platform, fault(131026))
    : json({ messaging_product: 'whatsapp' });
}

/** GET with hub.mode, hub.verify_token and hub.challenge; the bare challenge must come back. */
async function shakeHands(
  callback: string,
  verifyToken: string,
  challenge: string,
): Promise<Fault | undefined> {
  if (!/^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])[:/]/.test(callback)) {
    return badParameter('The simulator calls back to this machine only, over http');
  }
  const url = new URL(callback);
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
