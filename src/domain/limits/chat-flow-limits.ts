import type { Limit } from './limit.ts';

/** What the journey of chat messages and the webhook of the platform may keep, try and wait for. */
export const CHAT_FLOW_LIMITS = {
  chatWindowHours: {
    value: 24,
    why: 'contract section 10: free form after the user’s last message to the number',
  },
  chatWindowMarginMs: {
    value: 60_000,
    why: 'contract section 10: anything sent later may reach the platform too late',
  },
  chatCodeMinutes: {
    value: 10,
    why: 'platform rule: a one-time code that waits longer is useless',
  },
  chatSilentCodeHours: {
    value: 24,
    why: 'one-time codes live minutes at the platform and end without a status; the rest is grace',
  },
  chatSilentDays: {
    value: 31,
    why: 'the platform keeps other messages for 30 days, then drops them without a status',
  },
  chatGroupRequests: { value: 200, why: 'requests committed together; each has few messages' },
  chatGroupMessages: { value: 2_000, why: 'messages in one commit of chat requests' },
  chatFilesAtOnce: {
    value: 6,
    why: 'concurrent fetches of files for one request; equals the most for one account',
  },
  chatTurnWaitMs: {
    value: 30_000,
    why: 'a message delayed for longer lets later ones to the same person go first',
  },
  webhookBytes: { value: 4 * 1024 * 1024, why: 'platform limit: 3 MB per webhook request' },
  webhookPending: {
    value: 2_000,
    why: 'webhook requests waiting for their commit; above this the platform is asked to retry',
  },
  webhookPendingBytes: {
    value: 64 * 1024 * 1024,
    why: 'bytes of webhook requests waiting for their commit; above this the platform retries',
  },
  webhookGroup: { value: 200, why: 'webhook requests committed together' },
  webhookGroupBytes: {
    value: 8 * 1024 * 1024,
    why: 'bytes of those: they go to the database as one statement, twice as long',
  },
  chatEventsAtOnce: { value: 100, why: 'webhook requests processed in one commit' },
  chatEventsBytes: {
    value: 8 * 1024 * 1024,
    why: 'bytes of those: they are parsed in memory; a larger one is processed alone',
  },
  chatEventWords: {
    value: 2_000,
    why: 'events in those requests; a request with more is processed alone',
  },
  chatEventTries: {
    value: 8,
    why: 'then a webhook request that cannot be processed is kept for staff',
  },
  chatEventRetryMs: {
    value: 5_000,
    why: 'backoff after the first failure, doubling: the last try comes ten minutes later',
  },
  chatEventDays: {
    value: 30,
    why: 'how long webhook requests are kept, to spot repeats; the platform retries for 7 days',
  },
  chatWordDays: {
    value: 8,
    why: 'older opt-outs and events are kept, not applied: the platform retries for 7 days',
  },
  chatStopAlarmMinutes: {
    value: 10,
    why: 'how often a failing number is logged, instead of once per message',
  },
  chatSpamRestMinutes: {
    value: 60,
    why: 'how long a number’s marketing stops after complaints: each message makes it worse',
  },
  chatOrphanDays: {
    value: 7,
    why: 'how long a status of an unknown message waits for that message',
  },
  chatOrphansNewest: {
    value: 2_000,
    why: 'statuses of unknown messages checked each time, newest first',
  },
  chatOrphansPiece: {
    value: 500,
    why: 'older ones checked each time, in turn; each is searched in 38 days of messages',
  },
  chatNewNames: {
    value: 10_000,
    why: 'newly submitted messages a node checks against those statuses: 5 s at 2,000/s',
  },
  chatStatusDays: { value: 35, why: 'statuses that changed nothing, kept for disputes' },
  chatAnswerDays: {
    value: 35,
    why: 'how long a message can be replied to and found by its platform id',
  },
  chatReplyMediaBytes: {
    value: 100 * 1024 * 1024,
    why: 'platform limit: the largest file a user can send',
  },
  chatReplyMediaAtOnce: {
    value: 2,
    why: 'files from users held in memory at once while they are passed on',
  },
  chatReplyMediaOfAccount: { value: 1, why: 'of those, for one account' },
  chatReplyMediaWaiting: { value: 20, why: 'callers that wait for such a file; others must retry' },
  chatReplyMediaWaitingOfAccount: { value: 15, why: 'of those, for one account' },
  chatReplyMediaWaitMs: { value: 20_000, why: 'how long a caller waits for its turn' },
  chatReplyMediaDays: { value: 7, why: 'how long the platform keeps files from users' },
} as const satisfies Record<string, Limit>;
