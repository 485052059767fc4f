import type { Limit } from './limit.ts';

const MEGABYTE = 1024 * 1024;

/** Files for chat messages: what the platform takes of each kind, and what we keep. */
export const CHAT_MEDIA_LIMITS = {
  chatImageBytes: { value: 5 * MEGABYTE, why: 'the platform: JPEG or PNG' },
  chatVideoBytes: { value: 16 * MEGABYTE, why: 'the platform: MP4 or 3GP' },
  chatAudioBytes: { value: 16 * MEGABYTE, why: 'the platform: AAC, AMR, MP3, M4A or OGG' },
  chatDocumentBytes: { value: 100 * MEGABYTE, why: 'the platform: any other file' },
  chatMediaAtOnce: { value: 8, why: 'files that a node fetches for chat messages at a time' },
  chatMediaOfAccount: {
    value: 6,
    why: 'of those, for one account: whoever names slow addresses leaves some to the others',
  },
  chatMediaWaiting: { value: 200, why: 'files that wait for that; beyond it they are refused' },
  chatMediaWaitingOfAccount: { value: 150, why: 'of those, for one account' },
  chatMediaWaitMs: { value: 60_000, why: 'how long a file waits for its turn to be fetched' },
  chatMediaFetchMs: {
    value: 60_000,
    why: 'from the first question for a file to its last octet; the caller of the send waits',
  },
  chatMediaAccountBytes: {
    value: 4 * 1024 * MEGABYTE,
    why: 'files that an account keeps at a time: forty of the largest, thousands of pictures',
  },
  chatMediaPieceBytes: { value: 256 * 1024, why: 'octets of a kept file in one row' },
  chatMediaDays: {
    value: 7,
    why: 'a file that no message has used for longer is forgotten; none waits so long',
  },
  chatMediaForgotten: { value: 100, why: 'files forgotten in one commit; each may have 400 rows' },
  chatMediaLeftMs: {
    value: 3_600_000,
    why: 'a half-fetched file of a process that died is removed after it',
  },
} as const satisfies Record<string, Limit>;
