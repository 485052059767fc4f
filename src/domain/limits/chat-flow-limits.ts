import type { Limit } from './limit.ts';

/** What the journey of chat messages and the webhook of the platform may keep, try and wait for. */
export const CHAT_FLOW_LIMITS = {
  chatWindowHours: {
    value: 24,
    why: 'contract section 10: free form after the user’s last message to the number',
  },
  chatWindowMarginMs: {
    value: 60_000,
    why: 'contract section 10: what is sent so late may come to the platform too late',
  },
  chatCodeMinutes: {
    value: 10,
    why: 'the platform: a one-time code that waits longer is of no use to anybody',
  },
  chatSilentCodeHours: {
    value: 24,
    why: 'a one-time code lives minutes at the platform and ends in silence; the rest is grace',
  },
  chatSilentDays: {
    value: 31,
    why: 'the platform keeps other messages for 30 days and lets them end in silence',
  },
  chatGroupRequests: { value: 200, why: 'requests committed together; each has few messages' },
  chatGroupMessages: { value: 2_000, why: 'messages in one commit of chat requests' },
  chatFilesAtOnce: {
    value: 6,
    why: 'files of one request that are asked for at once: as many as are fetched for one account',
  },
  chatTurnWaitMs: {
    value: 30_000,
    why: 'a message that is put off for longer lets later ones to the same person go first',
  },
  webhookBytes: { value: 4 * 1024 * 1024, why: 'the platform: a post has up to 3 MB' },
  webhookPending: {
    value: 2_000,
    why: 'posts that wait for their commit; beyond it the platform is asked to come again',
  },
  webhookPendingBytes: {
    value: 64 * 1024 * 1024,
    why: 'octets of posts that wait for their commit; beyond it the platform comes again',
  },
  webhookGroup: { value: 200, why: 'posts committed together' },
  webhookGroupBytes: {
    value: 8 * 1024 * 1024,
    why: 'octets of those posts: they go to the database as one statement, twice as long',
  },
  chatEventsAtOnce: { value: 100, why: 'posts of the webhook worked off in one commit' },
  chatEventsBytes: {
    value: 8 * 1024 * 1024,
    why: 'octets of those posts: they are read and taken apart in memory; a longer one alone',
  },
  chatEventWords: { value: 2_000, why: 'words of those posts; a post of more is worked off alone' },
  chatEventTries: { value: 8, why: 'a post that cannot be worked off is kept for people then' },
  chatEventRetryMs: {
    value: 5_000,
    why: 'pause after the first failed try of a post, doubling: the last comes ten minutes later',
  },
  chatEventDays: {
    value: 30,
    why: 'posts are kept so long, that a repetition is known; the platform repeats for 7 days',
  },
  chatWordDays: {
    value: 8,
    why: 'older opt-outs and events are kept, not applied: the platform repeats for 7 days',
  },
  chatStopAlarmMinutes: {
    value: 10,
    why: 'how often a failing number is logged, instead of once per message',
  },
  chatSpamRestMinutes: {
    value: 60,
    why: 'pause of a number’s marketing after complaints: each further message makes it worse',
  },
  chatOrphanDays: { value: 7, why: 'a status of an unknown message waits so long for its message' },
  chatOrphansNewest: { value: 2_000, why: 'such statuses looked at each time, the newest' },
  chatOrphansPiece: {
    value: 500,
    why: 'of all such statuses besides, in turn; each is looked for in the messages of 38 days',
  },
  chatNewNames: {
    value: 10_000,
    why: 'messages just taken that a node looks for such statuses of: 5 s of 2,000 a second',
  },
  chatStatusDays: { value: 35, why: 'statuses that moved nothing, kept for disputes' },
  chatAnswerDays: { value: 35, why: 'a message is answered, and found by its id, for so long' },
  chatReplyMediaBytes: {
    value: 100 * 1024 * 1024,
    why: 'the platform: the largest file that a user can hand over',
  },
  chatReplyMediaAtOnce: { value: 2, why: 'files of users held in memory at once on their way' },
  chatReplyMediaOfAccount: { value: 1, why: 'of those, for one account' },
  chatReplyMediaWaiting: { value: 20, why: 'callers who wait for such a file; more come again' },
  chatReplyMediaWaitingOfAccount: { value: 15, why: 'of those, for one account' },
  chatReplyMediaWaitMs: { value: 20_000, why: 'how long one waits for its turn' },
  chatReplyMediaDays: { value: 7, why: 'the platform keeps files of users so long' },
} as const satisfies Record<string, Limit>;
