import type { Limit } from './limit.ts';

/** How much links to operators may hold, and how often and long they may try. */
export const LINK_LIMITS = {
  questionsAtOnce: { value: 100, why: 'concurrent query_sm beside the traffic of a link' },
  linkWindow: { value: 1_000, why: 'the largest window of unanswered submits a bind may have' },
  linkBinds: { value: 16, why: 'connections (or pairs) of one link; operators allow a handful' },
  linkWaitingParts: {
    value: 5_000,
    why: 'parts given to a link beyond its window and rate, such as the rest of long messages',
  },
  linkWakeMs: {
    value: 5,
    why: 'shortest sleep of a link that waits for its rate limit; half of it is lost each second',
  },
  linkBurstMs: {
    value: 100,
    why: 'how much of its rate a link may send at once; with more, urgent messages wait a second',
  },
  linkSoonMs: {
    value: 100,
    why: 'a link accepts what its rate allows this soon, or each part would wait for the queue',
  },
  linkConnectMs: { value: 10_000, why: 'a connection that takes longer will hardly succeed' },
  linkSettledMs: {
    value: 10_000,
    why: 'how long a bind must last for its loss to count as the first',
  },
  linkRetryFirstMs: { value: 500, why: 'first backoff before reconnecting, doubling with jitter' },
  linkRetryLastMs: { value: 60_000, why: 'longest backoff before reconnecting' },
  linkStopMs: {
    value: 10_000,
    why: 'how long a stop waits for outstanding answers, unless the answer timeout is shorter',
  },
  linkRebindMs: {
    value: 2_000,
    why: 'how long we wait for answers after the operator says that we are not bound',
  },
  linkGoodbyeMs: { value: 2_000, why: 'how long we wait for the answer to our unbind' },
  linkUnacknowledged: {
    value: 5_000,
    why: 'receipts and replies of a bind not yet committed; above this the bind stops reading',
  },
  linkLateAnswers: {
    value: 10_000,
    why: 'submits of a bind remembered after their timeout, in case the answer is only late',
  },
  knownStatuses: {
    value: 100,
    why: 'distinct unknown codes that a link logs and counts one by one',
  },
  drainMinutes: { value: 30, why: 'how long a disabled link waits for receipts, unless told' },
  drainLookMs: { value: 10_000, why: 'how often we check whether its last receipts have come' },
  countedWaiting: { value: 100_000, why: 'parts that are counted when a link is disabled' },
  staffQueue: {
    value: 100_000,
    why: 'messages that staff give up or move in one go: one short transaction',
  },
  damagedKept: {
    value: 100,
    why: 'damaged PDUs of each kind whose octets a link keeps in a day; all are read and counted',
  },
  certificateCharacters: {
    value: 65_536,
    why: 'a certificate chain takes a tenth of it; the configuration is reread on each change',
  },
  statusReasonsCharacters: { value: 4_000, why: 'a hundred codes with their reasons' },
  linkDownAfterMs: {
    value: 3_000,
    why: 'a link is avoided when it, or its node, is down for longer; shorter outages are ignored',
  },
  trafficPeriodMs: { value: 5_000, why: 'what a link carries is counted in such periods' },
  trafficPeriods: { value: 60, why: 'five minutes of traffic, shown to staff' },
  linkHealthMs: { value: 500, why: 'how often nodes check the state of the links' },
  breakerOutcomes: { value: 20, why: 'the latest answers of a link that its breaker considers' },
  breakerBad: { value: 10, why: 'of those, operator faults or timeouts that open the breaker' },
  breakerWindowMs: { value: 60_000, why: 'older answers say nothing about the link now' },
  breakerFirstMs: { value: 5_000, why: 'first pause of an open breaker, doubling' },
  breakerLastMs: { value: 60_000, why: 'longest pause of an open breaker' },
  breakerRefusedMs: {
    value: 20_000,
    why: 'the same of a link that refuses everything for now: it may be well again at any time',
  },
  breakerProbes: {
    value: 3,
    why: 'parts out at once while half open, and good answers in a row that close it',
  },
  breakerQuietMs: {
    value: 30_000,
    why: 'a half-open link with nothing to carry counts as up; a fault opens it again',
  },
  moveEveryMs: { value: 500, why: 'how often messages are moved away from links that are down' },
  movePieceMessages: {
    value: 500,
    why: 'messages of one link that is down examined in one statement',
  },
  movePieces: {
    value: 10,
    why: 'such statements per run: what cannot be moved does not block the rest',
  },
  queueExplained: {
    value: 200_000,
    why: 'waiting messages counted when a route is explained; more overflow any link',
  },
  moveMessages: {
    value: 5_000,
    why: 'messages that a link takes over per run, however fast it is',
  },
} as const satisfies Record<string, Limit>;
