import type { Limit } from './limit.ts';

const MEGABYTE = 1024 * 1024;

/** Files for chat messages: what the platform takes of each kind, and what we keep. */
export const CHAT_MEDIA_LIMITS = {
  chatImageBytes: { value: 5 * MEGABYTE, why: 'platform limit: JPEG or PNG' },
  chatVideoBytes: { value: 16 * MEGABYTE, why: 'platform limit: MP4 or 3GP' },
  chatAudioBytes: { value: 16 * MEGABYTE, why: 'platform limit: AAC, AMR, MP3, M4A or OGG' },
  chatDocumentBytes: { value: 100 * MEGABYTE, why: 'platform limit: any other file' },
  chatMediaAtOnce: { value: 8, why: 'files that a node fetches for chat messages at once' },
  chatMediaWaiting: {
    value: 200,
    why: 'files that wait to be fetched; above this they are refused',
  },
  chatMediaOfAccount: {
    value: 3,
    why: 'of those fetched at once, for one account: slow sites of two leave room for others',
  },
  chatMediaWaitingOfAccount: {
    value: 100,
    why: 'of those that wait, for one account: a campaign leaves room for others',
  },
  chatMediaWaitMs: { value: 60_000, why: 'how long a file waits to be fetched' },
  chatMediaFetchMs: {
    value: 60_000,
    why: 'from the first request for a file to its last byte; the sender waits meanwhile',
  },
  chatMediaAccountBytes: {
    value: 4 * 1024 * MEGABYTE,
    why: 'files kept for one account: forty of the largest, thousands of pictures',
  },
  chatMediaPieceBytes: { value: 256 * 1024, why: 'bytes of a stored file in one row' },
  chatMediaDays: {
    value: 7,
    why: 'a file is deleted when no message has used it for this long; no message waits as long',
  },
  chatMediaForgotten: { value: 100, why: 'files deleted in one commit; each may have 400 rows' },
  chatMediaLeftMs: {
    value: 3_600_000,
    why: 'age at which a half-fetched file of a dead process is deleted',
  },
} as const satisfies Record<string, Limit>;
