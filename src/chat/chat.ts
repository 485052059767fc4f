/**
 * What only the chat service has: events of the platform's webhook are kept, worked off and
 * answered with what they ask for besides moving messages; templates are compared with the
 * platform's. What moves messages and money is the journey's.
 */
import type { ChatEvent } from '../domain/chat/webhook-event.ts';
import type { ChatBusinessId } from '../domain/ids.ts';
import type { ChatJourney } from '../journey/journey.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { ChatPost } from '../store/chat-events.ts';
import type { KnownRouting } from '../store/known-routing.ts';
import { createChatJobs, type ChatJobs } from './jobs.ts';
import { createChatWebhook } from './webhook.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export type { WebhookSecrets };

export type ChatDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Ids;
  readonly routing: KnownRouting;
  readonly journey: ChatJourney;
  /** What a post of the webhook says; undefined when it is none of the platform's. */
  readonly readPost: (raw: Uint8Array) => readonly ChatEvent[] | undefined;
  /** Whether any post may wait, of other nodes too. */
  readonly hasPosts: () => boolean;
  /** Reads the templates of a business account anew, behind the answer. */
  readonly resync: (businessId: ChatBusinessId) => void;
  readonly count: (what: string, by: number) => void;
};

/** What the API may ask of it. */
export type Chat = {
  /**
   * Keeps a post of the webhook. `busy`: too many wait, nothing was kept. Rejects when the database
   * would not take it; the platform comes again.
   */
  hear(post: ChatPost): Promise<'kept' | 'busy'>;
};

export type RunningChat = Chat & {
  readonly jobs: ChatJobs;
  /** Begins to work posts off: on nodes with the role `worker`. */
  start(): void;
  stop(): Promise<void>;
};

/** Nothing runs before `start`, but posts may be kept. */
export function createChat(deps: ChatDeps): RunningChat {
  const webhook = createChatWebhook(deps);
  return {
    hear: webhook.hear,
    jobs: createChatJobs(deps),
    start: webhook.start,
    stop: webhook.stop,
  };
}
