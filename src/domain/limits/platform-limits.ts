import type { Limit } from './limit.ts';

/** What calls to the chat platform may keep, try and wait for. */
export const PLATFORM_LIMITS = {
  chatAnswerBytes: {
    value: 4 * 1024 * 1024,
    why: 'an answer of the chat platform; a page of a hundred templates has 1 MB at most',
  },
  chatWordsCharacters: { value: 1_000, why: 'the platform’s words for a refusal, for people' },
  chatListed: { value: 100, why: 'templates or numbers that one call lists' },
  chatConnectMs: { value: 10_000, why: 'a connection to the platform that is not up by then' },
  chatAdminConnections: { value: 4, why: 'connections for staff, templates and samples' },
  chatAdminTimeoutMs: { value: 60_000, why: 'how long a call for staff may take; samples have MB' },
  chatPauseMs: {
    value: 3_000,
    why: 'how long a number rests that has used up its throughput, where the platform says nothing',
  },
  chatWidePauseMs: {
    value: 120_000,
    why: 'the same of a business account or app over its rate of calls, counted by the hour',
  },
  chatPauseMostMs: { value: 3_600_000, why: 'longest pause that the platform may ask for' },
  chatPairWaitMs: {
    value: 20_000,
    why: 'how long a message waits in the link for its recipient; later ones go back into the line',
  },
  chatLinkWaitMs: {
    value: 20_000,
    why: 'the same for a pause of the number or its file; whether it may still go is asked anew',
  },
  chatUploadsAtOnce: { value: 4, why: 'files of one number handed to the platform at a time' },
  chatPreparing: {
    value: 1_000,
    why: 'messages of a link that wait for the upload of their file; most share a file',
  },
  chatUploadsKnown: { value: 10_000, why: 'uploaded files whose ids a link keeps in memory' },
  chatUploadTrustMs: {
    value: 10_000,
    why: 'how long a link goes by them; then the store is asked whether the platform has lost one',
  },
  chatUploadDays: {
    value: 29,
    why: 'the platform keeps what we upload for 30 days; a day before that it is uploaded anew',
  },
  chatUploadMs: { value: 300_000, why: '100 MB at 0.4 MB/s to the platform' },
} as const satisfies Record<string, Limit>;
