/**
 * Every limit in the system, with its reason. Tests check each at the limit and one past it.
 * docs/generated/limits.md and bounds.md are generated from this table.
 */
import { CHAT_FLOW_LIMITS, CHAT_LIMITS } from './limits/chat-limits.ts';
import { CONTACT_LIMITS } from './limits/contact-limits.ts';
import { EVENT_LIMITS } from './limits/event-limits.ts';
import { FILE_LIMITS } from './limits/file-limits.ts';
import type { Limit } from './limits/limit.ts';
import { LINK_LIMITS } from './limits/link-limits.ts';
import { PAYMENT_LIMITS } from './limits/payment-limits.ts';
import { PEOPLE_LIMITS } from './limits/people-limits.ts';
import { REGISTRATION_LIMITS } from './limits/registration-limits.ts';

export const LIMITS = {
  bodyBytes: {
    value: 16 * 1024 * 1024,
    why: 'a request of 100,000 numbers is 1.3 MB; contract section 1',
  },
  freeBodyBytes: {
    value: 64 * 1024,
    why: 'decoded for any caller; in a larger body the key is looked for first',
  },
  heldBodyBytes: {
    value: 1_048_576 * 1024,
    why: 'unanswered request bodies of all callers; a quarter is kept for small ones',
  },
  heldBodyBytesPerAddress: {
    value: 64 * 1024 * 1024,
    why: 'the same for one address, or one /64 of IPv6',
  },
  pipelinedRequests: {
    value: 500,
    why: 'unanswered requests on one connection; programs pipeline one or two',
  },
  answerStallMs: {
    value: 60_000,
    why: 'how long a response may make no progress because its caller does not read',
  },
  headerBytes: { value: 16 * 1024, why: 'about 1,200 numbers in one GET; use POST for more' },
  recipientsPerRequest: { value: 100_000, why: 'contract section 1' },
  recipientCharacters: { value: 64, why: 'no number is longer, spaces and punctuation included' },
  parameterValueBytes: { value: 64 * 1024, why: 'no value but a list of recipients is longer' },
  jsonItems: { value: 1_000, why: 'of a list in a JSON body at /v1 whose shape does not bound it' },
  jsonNames: { value: 256, why: 'of an object in it that may have any' },
  jsonValues: { value: 1_000, why: 'in what may be anything there; a chat message has some dozen' },
  jsonDepth: { value: 8, why: 'a message object is flat; deeper JSON is an attack' },
  requestTurnMs: {
    value: 8,
    why: 'what requests are worked on before accounts take turns: nobody waits behind hundreds',
  },
  messageKeys: { value: 64, why: 'contract section 1; templates have a handful' },
  partsPerMessage: { value: 10, why: 'contract section 5; longer texts are not carried reliably' },
  parametersPerRequest: {
    value: 256,
    why: 'the interface has a dozen; unknown ones are ignored',
  },
  connections: { value: 20_000, why: 'open connections; each costs about 10 kB' },
  connectionsPerAddress: {
    value: 2_000,
    why: 'for one caller, or one /64 of IPv6, that opens sockets and sends nothing',
  },
  assigneesListed: { value: 500, why: 'people of one account who may answer conversations' },
  cannedAnswers: { value: 200, why: 'of an account: people choose among them' },
  labels: { value: 50, why: 'of an account: people choose among them' },
  labelCharacters: { value: 40, why: 'several stand in a line' },
  conversationNotes: { value: 500, why: 'on one conversation: they are shown all at once' },
  conversationPreview: { value: 160, why: 'of the last text in a list; the rest is in it' },
  variableCharacters: { value: 160, why: 'the default length of a variable; contract section 5' },
  idempotencyKeyCharacters: { value: 255, why: 'a UUID or a hash fits easily' },
  idempotencyHours: { value: 24, why: 'contract section 1' },
  resultsPerAnswer: { value: 1_000, why: 'contract section 2; the report pages through the rest' },
  reportLines: { value: 1_000, why: 'contract section 7' },
  wrongKeysPerMinute: {
    value: 60,
    why: 'an address that guesses keys; valid keys are never slowed down',
  },
  wrongKeyAddresses: {
    value: 100_000,
    why: 'addresses remembered for the throttle; the oldest is dropped',
  },
  refusedCallerLines: {
    value: 100,
    why: 'audit lines per minute about refused callers; the rest share one line of each kind',
  },
  guessedKeysEveryMs: {
    value: 100,
    why: 'how often unknown keys from addresses that guess are looked up, together',
  },
  guessedKeysAtOnce: { value: 10_000, why: 'of those, in one statement; others wait for the next' },
  wrongPasswordsPerMinute: { value: 10, why: 'the templates endpoint takes a password' },
  acceptGroupRequests: {
    value: 128,
    why: 'requests committed together: they share the fsync, and others do not wait for long',
  },
  acceptGroupWork: {
    value: 500,
    why: 'messages of requests committed together, unless one alone has more',
  },
  acceptGroupOfOne: {
    value: 32,
    why: 'messages of one account committed together while others send, too: they wait for less',
  },
  acceptGroupMessages: {
    value: 2_000,
    why: 'messages of one request in one commit; larger ones are written in pieces',
  },
  largeRequests: {
    value: 8,
    why: 'large requests written at once; each keeps its messages in memory',
  },
  pieceMessages: {
    value: 2_000,
    why: 'messages of a large batch written in one commit, invisible until published',
  },
  feedMessages: {
    value: 1_000,
    why: 'messages of a large batch that enter the queue in one commit',
  },
  feedAheadMessages: {
    value: 5_000,
    why: 'waiting messages of a link above which large batches are held back',
  },
  closingGroup: { value: 2_000, why: 'outcomes and receipts committed together' },
  pendingRequests: {
    value: 5_000,
    why: 'requests waiting for a commit; above this the API answers 503',
  },
  accountCache: {
    value: 50_000,
    why: 'accounts kept in memory; the least recently used is dropped',
  },
  snapshotsAtOnce: { value: 50, why: 'accounts read in one statement; others wait for the next' },
  accountsCompared: {
    value: 1_000,
    why: 'accounts in memory that are compared with the store at once: the others have their turn',
  },
  accountKeys: {
    value: 100,
    why: 'API keys of an account that are valid at once: they travel with every snapshot of it',
  },
  templateVersions: {
    value: 1_000,
    why: 'wordings of one template: each one stays in its history',
  },
  lookupNumbers: {
    value: 1_000,
    why: 'numbers that one request looks up without a send: some seconds at a directory’s rate',
  },
  optoutsImported: { value: 10_000, why: 'opt-outs added by one request, in one commit' },
  usageDays: { value: 366, why: 'days that one answer adds up' },
  usageMessages: {
    value: 2_000_000,
    why: 'messages that are read for sums by hour or by batch: about two seconds of the database',
  },
  usageRows: { value: 20_000, why: 'sums of one answer; an account has some hundred templates' },
  keyUsesNoted: {
    value: 100_000,
    why: 'API keys of which a node remembers within a minute that they were used',
  },
  knownAttempts: {
    value: 300_000,
    why: 'open attempts kept in memory; the rest are found in the store',
  },
  parkedNames: { value: 100_000, why: 'parked receipts known by id; a job finds the others' },
  accountReloads: {
    value: 5,
    why: 'how often a request is checked again because its account changed meanwhile',
  },
  validityHours: {
    value: 24,
    why: 'a message that no operator takes in time expires, unsent and released',
  },
  receiptHours: { value: 72, why: 'contract section 7: then UNKNOWN' },
  receiptMatchDays: {
    value: 7,
    why: 'operators reuse ids after weeks; an older attempt is never matched',
  },
  retries: { value: 20, why: 'attempts per message, also limited by its validity' },
  faultRetries: {
    value: 5,
    why: 'attempts that end in an operator fault or an unknown code, which may be permanent',
  },
  retryFirstMs: {
    value: 1_000,
    why: 'first backoff after a temporary refusal, doubling with jitter',
  },
  retryLastMs: { value: 300_000, why: 'longest backoff between two attempts' },
  ambiguousMs: { value: 5_000, why: 'how long a lost answer may still come before a retry' },
  reconcileMs: {
    value: 600_000,
    why: 'how long a link that reconciles looks for a lost answer; operators report sooner',
  },
  reconcileGraceMs: {
    value: 60_000,
    why: 'how much longer a link may be too busy or down to ask; then UNKNOWN, released',
  },
  reconcileAgainMs: { value: 1_000, why: 'backoff before a busy operator is asked again' },
  receiptFitsMinutes: {
    value: 15,
    why: 'the most a lost answer and the operator’s submit date may differ: timers and clocks',
  },
  nodeLeaseMs: {
    value: 15_000,
    why: 'then a dead node is replaced; a slow garbage collection takes less',
  },
  nodeRenewMs: { value: 3_000, why: 'three renewals may be lost' },
  nodeLinksMs: {
    value: 8_000,
    why: 'then another node takes the links of one that hangs; two renewals may be lost',
  },
  nodeGoneMs: {
    value: 1_000,
    why: 'then another node takes the links of one whose session has ended; it may only reconnect',
  },
  nodeSteadyMs: {
    value: 5_000,
    why: 'a node takes links before their holder’s lease ends only if it was not cut off itself',
  },
  nodeMarginMs: { value: 4_000, why: 'a holder stops sending this long before its lease ends' },
  stopMs: {
    value: 30_000,
    why: 'then a node that stops, its callers answered, leaves what it cannot store to another',
  },
  partitionDaysAhead: {
    value: 2,
    why: 'made hourly; after two days without any node, messages are still accepted',
  },
  replyGroup: { value: 500, why: 'replies committed together' },
  replyRepeatMs: {
    value: 300_000,
    why: 'an operator that missed our acknowledgement repeats within minutes; people rarely do',
  },
  replyPartsMs: {
    value: 600_000,
    why: 'how long the parts of a long reply wait for each other; then it is shown incomplete',
  },
  replyMatchDays: {
    value: 7,
    why: 'a reply to a shared short code goes to the account that last wrote within this time',
  },
  replySweep: { value: 1_000, why: 'parts of replies handled in one sweep' },
  pageItems: { value: 200, why: 'contract section 11' },
  testsPerHour: {
    value: 20_000,
    why: 'messages of one account by test keys on one node: no credit bounds them',
  },
  apiRequestsPerMinute: {
    value: 1_200,
    why: 'reads of one account at /v1 on one node, and as many changes: a steady twenty per second',
  },
  apiOctets: {
    value: 64 * 1024 * 1024,
    why: 'bodies of one account at /v1 in the time of formPaceMs: 300 octets for each of its sends',
  },
  apiLargeAtOnce: {
    value: 4,
    why: 'bodies at /v1 above freeBodyBytes worked on at once: each becomes 50 MB of messages',
  },
  apiLargeOfAccount: { value: 2, why: 'of those, for one account' },
  apiLargeWaiting: { value: 100, why: 'such bodies that wait' },
  apiLargeWaitingOfAccount: { value: 20, why: 'of those, for one account' },
  apiLargeWaitMs: { value: 30_000, why: 'how long they wait before they get a 503' },
  apiBodyBytes: {
    value: 1_048_576,
    why: 'a JSON body at /v1, parsed in one go; a template with its texts takes 10 kB',
  },
  rowsLookedAt: {
    value: 20_000,
    why: 'rows of a batch searched for one page of a rare state; the next page continues',
  },
  rowsOfPage: {
    value: 500_000,
    why: 'messages searched for one page, while none is found; the next page continues',
  },
  rowsSearched: {
    value: 100_000,
    why: 'rows searched for staff, newest first; the answer says when there are more',
  },
  rowsInPiece: { value: 1_000, why: 'rows of a result in memory while it is written' },
  resultsAtOnce: { value: 16, why: 'complete results that a node writes at once' },
  resultsOfAccount: { value: 2, why: 'of those, for one account: others get through' },
  lastingMs: {
    value: 900_000,
    why: 'the longest that a stream or a complete result lasts; streams are resumed',
  },
  lastingLookMs: {
    value: 2_000,
    why: 'how often the rights of those who are sent one are looked at, all together',
  },
  lastingUnseenMs: {
    value: 10_000,
    why: 'then it ends, because nobody could look: the database is away',
  },
  lastingStallMs: { value: 30_000, why: 'how long one piece of it may take to be received' },
  watchedBatches: { value: 1_000, why: 'batches whose progress a node remembers' },
  countedEveryMs: {
    value: 100,
    why: 'how often a batch is counted at most; a slow count pauses twenty times its duration',
  },
  formSends: {
    value: 200_000,
    why: 'for one account at a form interface on one node in ten seconds: 20,000 a second',
  },
  formReads: {
    value: 10_000,
    why: 'the same for reports, balances and templates: a steady 1,000 a second',
  },
  formPaceMs: { value: 10_000, why: 'short, so that a caller that was too fast can soon continue' },
  pacedAccounts: { value: 50_000, why: 'accounts whose request rate is remembered' },
  heldHours: {
    value: 72,
    why: 'the longest that promotional hours hold a message in total; receipts match for 7 days',
  },
  scheduleHours: {
    value: 72,
    why: 'how far ahead a message may be scheduled; receipts match for 7 days',
  },
  campaignDays: {
    value: 90,
    why: 'how far ahead a batch may be scheduled: beyond scheduleHours it is read at its time',
  },
  velocityKeys: {
    value: 1_000_000,
    why: 'numbers, blocks and templates counted against caps; above this the oldest are dropped',
  },
  velocityAlarms: { value: 50, why: 'alarms about caps written per second; more are only counted' },
  policyRows: {
    value: 10_000,
    why: 'rows of caps: every node keeps them in memory and rereads them on each change',
  },
  capMinutes: { value: 1_440, why: 'the longest window of a cap' },
  savedLookupDays: {
    value: 60,
    why: 'section 8 of the interface; a number cannot be ported again sooner',
  },
  lookupWaitMs: {
    value: 60_000,
    why: 'a request whose look-ups would take longer at the configured rate is refused',
  },
  lookupsWaiting: {
    value: 200_000,
    why: 'numbers that wait for the directory; above this it counts as slow',
  },
  rememberedLookups: {
    value: 200_000,
    why: 'recent answers of the directory kept in memory; the oldest is dropped',
  },
  rememberedLookupMs: {
    value: 30_000,
    why: 'a repeated or retried request does not ask the directory again',
  },
  directoryAnswerBytes: { value: 4 * 1024 * 1024, why: 'an answer for a batch is 100 kB' },
  directoryFailures: {
    value: 5,
    why: 'consecutive failed queries before the directory is left alone',
  },
  directoryPauseMs: { value: 1_000, why: 'first backoff after that, doubling' },
  directoryPauseMostMs: { value: 30_000, why: 'longest backoff before the next query' },
  forgottenRows: { value: 5_000, why: 'old batches, replies and the like removed in one commit' },
  changesAddedUp: { value: 20_000, why: 'changes of sums added to them in one commit' },
  forgottenLookups: { value: 5_000, why: 'old look-ups removed in one commit' },
  ...LINK_LIMITS,
  ...PAYMENT_LIMITS,
  ...FILE_LIMITS,
  ...CHAT_LIMITS,
  ...CHAT_FLOW_LIMITS,
  ...EVENT_LIMITS,
  ...PEOPLE_LIMITS,
  ...CONTACT_LIMITS,
  ...REGISTRATION_LIMITS,
} as const satisfies Record<string, Limit>;

export function limit(name: keyof typeof LIMITS): number {
  return LIMITS[name].value;
}
