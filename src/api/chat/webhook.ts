/**
 * Where the chat platform reports to us, one path per business account (facts of the platform,
 * section 4). GET is its handshake; a POST with a valid signature is kept as it came, and answered
 * after the commit. The signature covers the raw bytes, never JSON that was written again. An
 * invalid post changes nothing, and its sender learns nothing more.
 */
import type { Chat, WebhookSecrets } from '../../chat/chat.ts';
import { businessOfPath } from '../../domain/chat/account-chat.ts';
import type { ChatBusinessId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hmacSha256, isSameSecret, sha256 } from '../../kit/digest.ts';
import { later, say, type HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';

type WebhookDeps = {
  readonly hear: Chat['hear'];
  /** undefined: no such business account, or its secrets cannot be decrypted. */
  readonly secretsOf: (businessId: ChatBusinessId) => WebhookSecrets | undefined;
  readonly reportError: (error: unknown) => string;
  /** Called for every answer, for counting. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
};

const FOLDER = '/webhooks/chat/*';
const SIGNATURE = 'x-hub-signature-256';

export function createWebhook(deps: WebhookDeps): Route {
  const handle = async (request: HttpRequest): Promise<HttpAnswer> => {
    const given = await answer(deps, request);
    deps.onAnswer?.(FOLDER, given);
    return given;
  };
  return {
    path: FOLDER,
    methods: 'any',
    bodyBytes: limit('webhookBytes'),
    // A large post is refused unread if its sender cannot know a secret.
    admit: async (request) => (mayBeSigned(deps, request) ? undefined : handle(request)),
    handle,
  };
}

async function answer(deps: WebhookDeps, request: HttpRequest): Promise<HttpAnswer> {
  const businessId = businessOfPath(request.path);
  const secrets = businessId && deps.secretsOf(businessId);
  if (businessId === undefined || secrets === undefined) return say(404, 'unknown');
  if (request.method === 'GET') return shakeHands(request, secrets);
  if (request.method !== 'POST') {
    return { ...say(405, 'not offered'), headers: { Allow: 'GET, POST' } };
  }
  if (!isSigned(request, secrets)) return say(401, 'the signature is wrong');
  const raw = request.body;
  const post = { accountId: secrets.accountId, businessId, hash: sha256(raw), raw };
  try {
    const heard = await deps.hear(post);
    return heard === 'kept' ? say(200, 'kept') : later();
  } catch (error) {
    deps.reportError(error);
    return later();
  }
}

function mayBeSigned({ secretsOf }: WebhookDeps, request: HttpRequest): boolean {
  const businessId = businessOfPath(request.path);
  if (businessId === undefined || secretsOf(businessId) === undefined) return false;
  return request.method === 'POST' && request.header(SIGNATURE) !== '';
}

/** Returns the bare challenge to whoever knows the agreed token. */
function shakeHands({ query }: HttpRequest, { verifyToken }: WebhookSecrets): HttpAnswer {
  const given = new URLSearchParams(query);
  const challenge = given.get('hub.challenge') ?? '';
  const isAsked = given.get('hub.mode') === 'subscribe' && /^[\w-]{1,256}$/.test(challenge);
  const isKnown = isSameSecret(given.get('hub.verify_token') ?? '', verifyToken);
  return isAsked && isKnown ? say(200, challenge) : say(403, 'denied');
}

/** Every secret is tried, so that the timing does not show which one matched. */
function isSigned(request: HttpRequest, { appSecrets }: WebhookSecrets): boolean {
  const signature = request.header(SIGNATURE).toLowerCase();
  const matches = appSecrets.map((secret) =>
    isSameSecret(signature, `sha256=${hmacSha256(secret, request.body)}`),
  );
  return matches.includes(true);
}
