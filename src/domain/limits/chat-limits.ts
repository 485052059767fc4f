import type { Limit } from './limit.ts';

const MEGABYTE = 1024 * 1024;

/** How much calls to the chat platform may hold, and how often and long they may try. */
const PLATFORM_LIMITS = {
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

/** Files for chat messages: what the platform takes of each kind, and what we keep. */
const CHAT_MEDIA_LIMITS = {
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
  mediaFiles: { value: 1_000, why: 'in the media library of an account: people choose among them' },
  mediaFilesUnverified: { value: 20, why: 'the same of an account that nobody has verified' },
  mediaBytes: {
    value: 1024 * MEGABYTE,
    why: 'in the media library of an account: most of its room stays for messages',
  },
  mediaBytesUnverified: {
    value: 50 * MEGABYTE,
    why: 'the same of an account that nobody has verified',
  },
  mediaPixels: {
    value: 50_000_000,
    why: 'of a picture in it: what cameras of phones make; each costs a browser four bytes',
  },
  mediaPreviewBytes: { value: 40_000, why: 'a small JPEG that a list shows; a page has 24' },
  mediaPreviewPixels: { value: 250_000, why: 'of such a JPEG: 500 by 500' },
  mediaShownBytes: {
    value: 256 * 1024,
    why: 'a picture of at most this size is its own preview, where none was given',
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

/** Limits of chat templates and of accounts' domains. */
const CHAT_ADMIN_LIMITS = {
  chatTemplateNameCharacters: { value: 512, why: 'platform limit: the name of a template' },
  chatTemplateLanguageCharacters: { value: 32, why: 'the platform’s longest has 7' },
  chatButtons: { value: 13, why: 'chat document, section 2: buttons in all' },
  chatUrlButtons: { value: 2, why: 'chat document, section 2: website buttons' },
  chatCallButtons: { value: 1, why: 'chat document, section 2: call buttons' },
  chatQuickReplies: { value: 10, why: 'chat document, section 2: quick replies' },
  chatOfferCharacters: { value: 16, why: 'platform limit: the line of a limited-time offer' },
  chatOfferBodyCharacters: { value: 600, why: 'platform limit: a body beside such an offer' },
  chatCards: { value: 10, why: 'platform limit: cards of a carousel' },
  chatCardCharacters: { value: 160, why: 'platform limit: the text of a card' },
  chatCardButtons: { value: 2, why: 'platform limit: buttons of a card' },
  chatSyncPages: {
    value: 200,
    why: 'pages of templates read in one sync, of 50 or more each: more than any quota',
  },
  chatSyncPiece: {
    value: 100,
    why: 'templates changed in one commit of a sync; all sends may wait for it',
  },
  chatSyncHours: {
    value: 6,
    why: 'how often templates are compared with the platform’s, in case an event was lost',
  },
  chatSyncAgainMinutes: {
    value: 30,
    why: 'retry after a sync that failed or never ended; one takes seconds, 200 pages minutes',
  },
  chatBlockedAgainMinutes: {
    value: 2,
    why: 'how often it is asked whether a business account that may not send has been put right',
  },
  chatNumberChangesPerHour: {
    value: 20,
    why: 'by an account; each makes every node read its settings again, and asks the platform',
  },
  chatSignupMinutes: {
    value: 60,
    why: 'from opening the platform’s dialogue to the number: what it granted is kept as long',
  },
  chatSignupBusinesses: {
    value: 10,
    why: 'of one dialogue, whose numbers are looked up one by one; more are left out',
  },
  chatFactsHours: {
    value: 24,
    why: 'how often numbers are read at the platform, besides when it reports a change',
  },
  chatSyncLateHours: { value: 24, why: 'doctor warns when syncs have failed for this long' },
  accountHosts: { value: 20, why: 'domains of one account; each has a certificate' },
  hostChangesPerHour: {
    value: 60,
    why: 'domains one account claims, verifies or removes; allows a check every minute',
  },
  hostProofMs: {
    value: 10_000,
    why: 'timeout of the check for the DNS record or file that proves a domain',
  },
  hostProofBytes: { value: 1_024, why: 'the file that proves a domain has one line' },
  hostClaimDays: {
    value: 14,
    why: 'doctor warns of a claim to a domain that is not proven by then',
  },
  hostRefusalsNoted: {
    value: 1_000,
    why: 'pairs of account and domain whose refused keys are logged, once an hour each',
  },
  tlsAsksPerMinute: {
    value: 600,
    why: 'requests of a proxy whether to issue a certificate; strangers can name any domain',
  },
  chatWindow: { value: 500, why: 'unanswered requests of one number to the platform' },
  chatReconcileMs: {
    value: 3_600_000,
    why: 'a status that explains a lost answer may be late itself; the platform retries for days',
  },
} as const satisfies Record<string, Limit>;

/** What the chat platform and its document allow in a message. Characters are UTF-16 units. */
export const CHAT_LIMITS = {
  chatBodyCharacters: { value: 1_024, why: 'chat document, section 2: a body with its values' },
  chatHeaderCharacters: {
    value: 60,
    why: 'chat document, section 2: a text header with its value',
  },
  chatPlaceCharacters: { value: 1_000, why: 'name or address of a place: longer than any' },
  chatTextCharacters: { value: 4_096, why: 'platform limit: text of a free-form message' },
  chatCaptionCharacters: { value: 1_024, why: 'platform limit: caption of a picture or file' },
  chatCodeCharacters: { value: 15, why: 'platform limit: a one-time code, or a code to copy' },
  chatAddressCharacters: {
    value: 2_000,
    why: 'platform limit: the URL of a button, with its value',
  },
  chatPayloadCharacters: { value: 256, why: 'platform limit: what a quick reply returns' },
  chatFileNameCharacters: { value: 240, why: 'the file name shown with a document' },
  chatEntriesPerTurn: {
    value: 100,
    why: 'recipients of one request checked before other requests get their turn',
  },
  chatMediaLinkCharacters: {
    value: 2_048,
    why: 'the URL of a file; those of storage services have 600',
  },
  ...CHAT_ADMIN_LIMITS,
  ...PLATFORM_LIMITS,
  ...CHAT_MEDIA_LIMITS,
} as const satisfies Record<string, Limit>;

/** Limits of the journey of chat messages and of the platform's webhook. */
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
  chatFileRows: {
    value: 131_000,
    why: 'a message’s turn in the queue is its row after that of its batch, which rises by 131,072',
  },
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
  chatEventsAtOnce: { value: 250, why: 'webhook requests processed in one commit' },
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
  chatUnreadFields: {
    value: 100,
    why: 'fields of the webhook that are not followed and yet named: the platform has some forty',
  },
  chatPersonRestHours: {
    value: 24,
    why: 'how long marketing to a person waits after 131049: the platform counts by the day',
  },
  chatPaceHours: {
    value: 24,
    why: 'how long a campaign waits in all for what the platform holds; then its word is lost',
  },
  chatTemplatesRestMinutes: {
    value: 60,
    why: 'how long templates wait after 131064 before some ask again: its end is not told',
  },
  chatTemplateSyncingMinutes: {
    value: 10,
    why: 'how long a message waits for a template that the platform is taking in, as it advises',
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
} as const satisfies Record<string, Limit>;
