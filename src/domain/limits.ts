/**
 * Every bound in the system, each with its reason. Tests stand at the bound and one past it.
 * docs/generated/limits.md is made from this table.
 */
import { CHAT_FLOW_LIMITS } from './limits/chat-flow-limits.ts';
import { CHAT_LIMITS } from './limits/chat-limits.ts';
import { FILE_LIMITS } from './limits/file-limits.ts';
import type { Limit } from './limits/limit.ts';
import { LINK_LIMITS } from './limits/link-limits.ts';

export const LIMITS = {
  bodyBytes: {
    value: 16 * 1024 * 1024,
    why: 'a request of 100,000 numbers is 1.3 MB; contract section 1',
  },
  freeBodyBytes: {
    value: 64 * 1024,
    why: 'decoded for any caller; in a larger body the key is searched for first',
  },
  heldBodyBytes: {
    value: 1_048_576 * 1024,
    why: 'bodies not yet answered, of all callers together; a quarter for small ones alone',
  },
  heldBodyBytesPerAddress: {
    value: 64 * 1024 * 1024,
    why: 'the same of one address, or of the /64 of an IPv6 one',
  },
  pipelinedRequests: { value: 500, why: 'unanswered on one connection; programs write one or two' },
  answerStallMs: {
    value: 60_000,
    why: 'how long an answer may make no progress because its caller does not read',
  },
  headerBytes: { value: 16 * 1024, why: 'about 1,200 numbers in one GET; more belong into a POST' },
  recipientsPerRequest: { value: 100_000, why: 'contract section 1' },
  recipientCharacters: { value: 64, why: 'no number with its blanks and marks is longer' },
  parameterValueBytes: { value: 64 * 1024, why: 'no value but a list of recipients is longer' },
  jsonDepth: { value: 8, why: 'a message object is flat; deeper JSON is an attack' },
  messageKeys: { value: 64, why: 'contract section 1; templates have a handful' },
  partsPerMessage: { value: 10, why: 'contract section 5; longer texts are not carried reliably' },
  parametersPerRequest: {
    value: 256,
    why: 'the interface has a dozen; unknown ones are ignored',
  },
  connections: { value: 20_000, why: 'open connections at a time; each costs some 10 kB' },
  connectionsPerAddress: {
    value: 2_000,
    why: 'of one caller, or the /64 of an IPv6 one, who opens sockets and sends nothing',
  },
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
    why: 'addresses remembered for the throttle, oldest forgotten',
  },
  refusedCallerLines: {
    value: 100,
    why: 'audit lines a minute about callers who were refused; the others share one of each kind',
  },
  guessedKeysEveryMs: {
    value: 100,
    why: 'unknown keys from addresses that guess are looked up together, no more often',
  },
  guessedKeysAtOnce: { value: 10_000, why: 'of them in one statement; others wait for the next' },
  wrongPasswordsPerMinute: { value: 10, why: 'the templates endpoint takes a password' },
  acceptGroupRequests: {
    value: 500,
    why: 'requests committed together: the fsync is shared, the lock stays short',
  },
  acceptGroupMessages: {
    value: 2_000,
    why: 'messages in one accept commit; larger requests are written in pieces',
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
    why: 'waiting messages of a link above which large batches stay behind',
  },
  closingGroup: { value: 2_000, why: 'outcomes and receipts committed together' },
  pendingRequests: {
    value: 5_000,
    why: 'requests waiting for a commit; above it the API says 503',
  },
  knownAccounts: { value: 50_000, why: 'accounts kept in memory, least recently used forgotten' },
  knownAttempts: {
    value: 300_000,
    why: 'open attempts kept in memory; the rest are found in the store',
  },
  parkedNames: { value: 100_000, why: 'parked receipts known by name; others are found by a job' },
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
    why: 'operators repeat their ids after weeks; an older attempt is never matched',
  },
  retries: { value: 20, why: 'attempts at one message, bounded by its validity besides' },
  faultRetries: {
    value: 5,
    why: 'attempts that may end with a fault or an unknown code of the operator, perhaps for good',
  },
  retryFirstMs: {
    value: 1_000,
    why: 'first pause after a temporary refusal, doubling with jitter',
  },
  retryLastMs: { value: 300_000, why: 'longest pause between two attempts' },
  ambiguousMs: { value: 5_000, why: 'how long a lost answer may still come before a retry' },
  reconcileMs: {
    value: 600_000,
    why: 'how long a lost answer may be explained where a link reconciles; operators report in it',
  },
  reconcileGraceMs: {
    value: 60_000,
    why: 'how long after that a link may be too busy, or down, to ask; then UNKNOWN, released',
  },
  reconcileAgainMs: { value: 1_000, why: 'pause before an operator that was busy is asked again' },
  receiptFitsMinutes: {
    value: 15,
    why: 'how far apart a lost answer and the operator’s submit date may be: timers and clocks',
  },
  nodeLeaseMs: {
    value: 15_000,
    why: 'a dead node is replaced after it; a slow garbage collection survives it',
  },
  nodeRenewMs: { value: 3_000, why: 'three renewals may be lost' },
  nodeMarginMs: { value: 4_000, why: 'a holder stops sending this long before its lease ends' },
  partitionDaysAhead: {
    value: 2,
    why: 'made hourly; a database that nobody could reach for two days still takes messages',
  },
  replyGroup: { value: 500, why: 'what phones wrote, committed together' },
  replyRepeatMs: {
    value: 300_000,
    why: 'an operator that missed our acknowledgement repeats within minutes; people rarely do',
  },
  replyPartsMs: {
    value: 600_000,
    why: 'how long the parts of a long reply wait for each other; then what came is shown',
  },
  replyMatchDays: {
    value: 7,
    why: 'a reply to a shared short code belongs to whoever wrote last within it',
  },
  replySweep: { value: 1_000, why: 'parts of replies that one sweep takes up' },
  pageItems: { value: 200, why: 'contract section 11' },
  apiRequestsPerMinute: {
    value: 1_200,
    why: 'reads of one account at /v1 on one node: twenty a second, for good',
  },
  apiBodyBytes: {
    value: 1_048_576,
    why: 'a JSON body at /v1; a template with its texts has 10 kB, and it is read in one turn',
  },
  rowsLookedAt: {
    value: 20_000,
    why: 'rows of a batch that one page of a rare state looks through; the next page goes on',
  },
  rowsSearched: {
    value: 100_000,
    why: 'rows that one search of staff looks through, newest first; it says when there are more',
  },
  rowsInPiece: { value: 1_000, why: 'rows of a result that are in memory while it is written' },
  resultsAtOnce: { value: 16, why: 'whole results that one node writes at a time' },
  watchedBatches: { value: 1_000, why: 'batches whose progress a node remembers' },
  countedEveryMs: {
    value: 100,
    why: 'the messages of a batch are counted no more often, and twenty times as long as it took',
  },
  formSends: {
    value: 200_000,
    why: 'of one account at a form interface, on one node, in ten seconds: 20,000 a second',
  },
  formReads: {
    value: 10_000,
    why: 'the same of reports, balances and templates: 1,000 a second, for good',
  },
  formPaceMs: { value: 10_000, why: 'short, so that a caller who was too fast can soon continue' },
  pacedAccounts: { value: 50_000, why: 'accounts whose pace is remembered' },
  heldHours: {
    value: 72,
    why: 'promotional hours hold a message no longer, in all; receipts are matched for 7 days',
  },
  velocityKeys: {
    value: 1_000_000,
    why: 'numbers, blocks and templates counted against caps; beyond it the oldest are forgotten',
  },
  velocityAlarms: { value: 50, why: 'alarms about caps written in one second; others only count' },
  policyRows: {
    value: 10_000,
    why: 'rows of caps: every node keeps them in memory, every change reads them',
  },
  capMinutes: { value: 1_440, why: 'the longest window of a cap' },
  savedLookupDays: {
    value: 60,
    why: 'section 8 of the interface; a number cannot be ported again within it',
  },
  lookupWaitMs: {
    value: 60_000,
    why: 'a request whose look-ups would take longer at the stated rate is not begun',
  },
  lookupsWaiting: {
    value: 200_000,
    why: 'numbers that wait for the directory; beyond it counts as slow',
  },
  rememberedLookups: {
    value: 200_000,
    why: 'fresh answers of the directory kept in memory, oldest forgotten',
  },
  rememberedLookupMs: {
    value: 30_000,
    why: 'a request that is made again or repeated does not ask the directory again',
  },
  directoryAnswerBytes: { value: 4 * 1024 * 1024, why: 'an answer for a batch is 100 kB' },
  directoryFailures: { value: 5, why: 'questions that fail in a row before it is left alone' },
  directoryPauseMs: { value: 1_000, why: 'first pause after that, doubling' },
  directoryPauseMostMs: { value: 30_000, why: 'longest pause before it is tried again' },
  forgottenLookups: { value: 5_000, why: 'old look-ups removed in one commit' },
  ...LINK_LIMITS,
  ...FILE_LIMITS,
  ...CHAT_LIMITS,
  ...CHAT_FLOW_LIMITS,
} as const satisfies Record<string, Limit>;

/** A bound by its name. */
export function limit(name: keyof typeof LIMITS): number {
  return LIMITS[name].value;
}
