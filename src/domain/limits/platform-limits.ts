import type { Limit } from './limit.ts';

/** What calls to the chat platform may keep, try and wait for. */
export const PLATFORM_LIMITS = {
  chatAnswerBytes: {
    value: 4 * 1024 * 1024,
    why: 'an answer of the chat platform; a page of a hundred templates has at most 1 MB',
  },
  chatWordsCharacters: {
    value: 1_000,
    why: 'the platform’s own explanation of a refusal, for people',
  },
  chatListed: { value: 100, why: 'templates or numbers listed in one call' },
  chatConnectMs: { value: 10_000, why: 'connecting to the platform' },
  chatAdminConnections: { value: 4, why: 'connections for staff, templates and samples' },
  chatAdminTimeoutMs: { value: 60_000, why: 'a call for staff; samples take megabytes' },
  chatPauseMs: {
    value: 3_000,
    why: 'backoff of a number that has used up its throughput, if the platform names none',
  },
  chatWidePauseMs: {
    value: 120_000,
    why: 'the same for a business account or app over its rate of calls, counted by the hour',
  },
  chatPauseMostMs: { value: 3_600_000, why: 'the longest backoff that the platform may ask for' },
  chatPairWaitMs: {
    value: 20_000,
    why: 'how long a message waits in the link for its recipient; then it returns to the queue',
  },
  chatLinkWaitMs: {
    value: 20_000,
    why: 'the same for a backoff of the number or an upload; then it is checked again',
  },
  chatUploadsAtOnce: { value: 4, why: 'files of one number uploaded to the platform at once' },
  chatPreparing: {
    value: 1_000,
    why: 'messages of a link that wait for the upload of their file; most share a file',
  },
  chatUploadsKnown: { value: 10_000, why: 'uploaded files whose ids a link keeps in memory' },
  chatUploadTrustMs: {
    value: 10_000,
    why: 'how long a link relies on them before it asks the store whether one is gone',
  },
  chatUploadDays: {
    value: 29,
    why: 'the platform keeps our uploads for 30 days; we upload again a day earlier',
  },
  chatUploadMs: { value: 300_000, why: '100 MB at 0.4 MB/s to the platform' },
} as const satisfies Record<string, Limit>;
