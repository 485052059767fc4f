/** One attempt: signs and posts an event, and judges the outcome. */
import { eventId, type StoredEvent } from '../domain/event/event.ts';
import { readRetryAfter } from '../domain/event/webhook.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { FetchReason } from '@paigham/http/fetch/outcome.ts';
import type { Posted, PostTarget } from '@paigham/http/fetch/post.ts';
import type { Random } from '@paigham/base/random.ts';
import { SEAL_PURPOSES, type Seal } from '../kit/seal.ts';
import { webhookHeaders } from '../kit/standard-webhooks.ts';
import type { HeldWebhook } from '../features/webhooks/webhooks.sql.ts';
import type { Verdict } from './delivery-state.ts';

export type AttemptDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly seal: Seal;
};

export type Attempted = {
  readonly atMs: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly answer: string | undefined;
  readonly error: string | undefined;
  readonly verdict: Verdict;
};

/** Posts an event, as JSON, to a webhook. Never rejects. */
export async function attempt(
  deps: AttemptDeps,
  to: { readonly hook: HeldWebhook; readonly target: PostTarget },
  told: { readonly event: Pick<StoredEvent, 'accountId' | 'number'>; readonly body: string },
): Promise<Attempted> {
  const { clock } = deps;
  const { body } = told;
  const [atMs, fromMs] = [clock.nowMs(), clock.monotonicMs()];
  const secrets = secretsOf(deps, to.hook, atMs);
  const headers = webhookHeaders({ id: eventId(told.event), atMs, body }, secrets);
  const posted = await to.target.post(body, headers);
  const durationMs = Math.round(clock.monotonicMs() - fromMs);
  return { atMs, durationMs, ...judge(posted, deps) };
}

function secretsOf({ seal }: AttemptDeps, hook: HeldWebhook, nowMs: number): readonly string[] {
  const { id, secret, oldSecret, oldSecretUntilMs = 0, olderSecrets } = hook;
  const isRotating = oldSecret !== undefined && nowMs < oldSecretUntilMs;
  return [secret, ...(isRotating ? [oldSecret] : []), ...olderSecrets].map((sealed) => {
    const opened = seal.open(sealed, SEAL_PURPOSES.webhookSecret(id));
    if (opened === undefined) throw new Error(`the secret of webhook ${id} does not open`);
    return opened;
  });
}

function judge(
  posted: Posted,
  { clock, random }: AttemptDeps,
): Omit<Attempted, 'atMs' | 'durationMs'> {
  const chance = random.randomInt(0, 1000) / 1000;
  if (posted.kind === 'failed') {
    const verdict = { kind: 'failed', retryAfterMs: undefined, chance } as const;
    return { status: undefined, answer: undefined, error: WORDS[posted.reason], verdict };
  }
  const { status, head: answer, retryAfter } = posted;
  if (status >= 200 && status < 300) {
    return { status, answer, error: undefined, verdict: { kind: 'delivered' } };
  }
  const error = sentenceOf(status);
  if (status === 410) return { status, answer, error, verdict: { kind: 'gone' } };
  const retryAfterMs = readRetryAfter(retryAfter, clock.nowMs());
  return { status, answer, error, verdict: { kind: 'failed', retryAfterMs, chance } };
}

function sentenceOf(status: number): string {
  if (status === 410) return 'answered 410: it wants no more events';
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  return `answered ${status}: only 2xx says that an event was taken`;
}

/** Any address that is not public gives the same word: nobody can probe our network through us. */
const WORDS: Readonly<Record<FetchReason, string>> = {
  not_a_link: 'its address cannot be used',
  credentials: 'its address cannot be used',
  port: 'its port is not one of the web: 443, 8443, 80 or 8080',
  not_public: 'its name leads to an address that is not public',
  no_address: 'its name has no address',
  not_connected: 'it could not be connected to',
  tls: 'its certificate is not valid for its name',
  timed_out: 'it did not answer in time',
  too_slow: 'it did not answer in time',
  status: 'its answer was no answer',
  redirect: 'redirects are not followed',
  encoding: 'its answer cannot be read',
  broken: 'the connection broke before it had answered',
  web_page: 'its answer cannot be read',
  too_large: 'its answer cannot be read',
};
