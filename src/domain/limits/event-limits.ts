import type { Limit } from './limit.ts';

/** How long events are kept, and how they are delivered. */
export const EVENT_LIMITS = {
  eventListenDays: {
    value: 7,
    why: 'events of an account without a webhook are recorded so long after it last asked for them',
  },
  eventsNumberedAtOnce: {
    value: 2_000,
    why: 'groups of facts that get their numbers in one commit',
  },
  eventsForgottenAtOnce: { value: 5_000, why: 'groups of old events removed in one commit' },
  accountStreams: { value: 10, why: 'streams of events of one account at one node' },
  eventStreams: { value: 500, why: 'streams of all accounts at one node; each is a connection' },
  accountWebhooks: { value: 10, why: 'webhooks of one account; each gets every event' },
  webhookConnectMs: { value: 10_000, why: 'a connection that takes longer will hardly succeed' },
  webhookAnswerMs: { value: 15_000, why: 'the whole answer of a webhook; Standard Webhooks' },
  webhookAnswerBytes: { value: 64 * 1024, why: 'read of an answer that nobody needs' },
  webhookHeadBytes: { value: 512, why: 'of an answer, in the log' },
  webhookAtOnce: { value: 8, why: 'posts under way to one webhook that has answered well' },
  webhooksUnderWay: { value: 1_000, why: 'posts under way from one node; each costs about 20 kB' },
  webhookReady: { value: 100, why: 'events of one webhook in memory, to be posted next' },
  webhookRetries: {
    value: 1_000,
    why: 'events that wait to be tried again at one webhook; then it gets no new ones',
  },
  webhookFailures: {
    value: 5,
    why: 'failures in a row after which a webhook is tried only now and then',
  },
  webhookRestMs: { value: 300_000, why: 'longest time between tries at a webhook that fails' },
  webhookFailingDays: { value: 5, why: 'a webhook that fails for so long is paused' },
  webhookOldSecretHours: { value: 24, why: 'how long a secret signs after it was replaced' },
  webhookOlderSecrets: { value: 50, why: 'secrets of one webhook that were replaced within a day' },
  webhookRedelivered: { value: 1_000, why: 'events delivered again by one request' },
  webhookAttemptsAtOnce: { value: 500, why: 'attempts noted in one commit' },
} as const satisfies Record<string, Limit>;
