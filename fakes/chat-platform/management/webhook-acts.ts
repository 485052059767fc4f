/** Webhooks that were sent: shown, sent again as they were, and forged. */

import { numberOf, textOf } from '../json.ts';
import type { Post } from '../webhooks/courier.ts';
import { lastOf, missing, refuse, show, type Answer, type Asked } from './answer.ts';
import { showPost } from './show.ts';
import { createHmac } from 'node:crypto';

export function listWebhooks({ platform, query }: Asked): Answer {
  return show({ webhooks: platform.courier.last(lastOf(query)).map(showPost) });
}

/** `{id, times}`: the same octets under the same signature. */
export async function replayWebhook({ platform, body }: Asked): Promise<Answer> {
  const post = platform.courier.find(numberOf(body, 'id') ?? 0);
  if (post === undefined) return missing('id: no such webhook');
  const times = Math.min(100, numberOf(body, 'times') ?? 1);
  await Promise.all(Array.from({ length: times }, () => platform.courier.replay(post)));
  return show(showPost(post));
}

const forgeries = ['wrong', 'missing', 'malformed', 'other_secret', 'sha1', 'other_body', 'right'];

/**
 * `{id | body, signature}`: a post that is not what it says. `body` is a text; without it the
 * octets of the webhook with that id. Answers with what the receiver said.
 */
export async function forgeWebhook({ platform, body }: Asked): Promise<Answer> {
  const last = platform.courier.last(1).at(0);
  const id = numberOf(body, 'id');
  const model = id === undefined ? last : platform.courier.find(id);
  const text = textOf(body, 'body');
  const signature = textOf(body, 'signature') ?? 'wrong';
  if (!forgeries.includes(signature)) return refuse(`signature: ${forgeries.join(', ')}`);
  const app = platform.accounts.apps.get(textOf(body, 'appId') ?? model?.appId ?? '');
  const url = textOf(body, 'url') ?? model?.url ?? app?.callbackUrl ?? '';
  if (app === undefined || url === '') return missing('no webhook was sent yet: appId and url');
  const bytes = text === undefined ? (model?.body ?? Buffer.from('{}')) : Buffer.from(text, 'utf8');
  const target = { app, url };
  await platform.courier.sendBytes(target, 'forged', {
    body: bytes,
    signature: forge(signature, app.secret, bytes),
  });
  const posted: Post | undefined = platform.courier.last(1).at(0);
  return posted === undefined ? missing('nothing was sent') : show(showPost(posted));
}

function forge(kind: string, secret: string, body: Buffer): string {
  const hmac = (algorithm: string, key: string, octets: Buffer | string): string =>
    createHmac(algorithm, key).update(octets).digest('hex');
  switch (kind) {
    case 'missing':
      return '';
    case 'malformed':
      return `sha256=${hmac('sha256', secret, body).slice(0, 40)}`;
    case 'other_secret':
      return `sha256=${hmac('sha256', `${secret}x`, body)}`;
    case 'sha1':
      return `sha1=${hmac('sha1', secret, body)}`;
    case 'other_body':
      return `sha256=${hmac('sha256', secret, `${body.toString('utf8')} `)}`;
    case 'right':
      return `sha256=${hmac('sha256', secret, body)}`;
    default:
      return `sha256=${'0'.repeat(64)}`;
  }
}
