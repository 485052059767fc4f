import type { Limit } from './limit.ts';

/** What links to operators may keep, try and wait for. */
export const LINK_LIMITS = {
  questionsAtOnce: { value: 100, why: 'query_sm beside the traffic of a link' },
  linkWindow: { value: 1_000, why: 'largest number of unanswered submits a bind may be set to' },
  linkBinds: { value: 16, why: 'connections (or pairs) of one link; operators allow a handful' },
  linkWaitingParts: {
    value: 5_000,
    why: 'parts handed to a link beyond its window and pace, as the last ones of long messages',
  },
  linkWakeMs: {
    value: 5,
    why: 'a link that waits for its pace wakes no more often; half of it is lost of every second',
  },
  linkBurstMs: {
    value: 100,
    why: 'so much of its pace a link may send at once; more, and the urgent wait a whole second',
  },
  linkSoonMs: {
    value: 100,
    why: 'what the pace brings so soon a link takes already, or each part would wait for the queue',
  },
  linkConnectMs: { value: 10_000, why: 'a connection that is not up by then will hardly come' },
  linkSettledMs: {
    value: 10_000,
    why: 'how long a bind must have held for the next loss to count as the first',
  },
  linkRetryFirstMs: {
    value: 500,
    why: 'first pause before connecting again, doubling with jitter',
  },
  linkRetryLastMs: { value: 60_000, why: 'longest pause before connecting again' },
  linkStopMs: {
    value: 10_000,
    why: 'how long a stop waits for answers that are out, where the answer timeout is not shorter',
  },
  linkRebindMs: {
    value: 2_000,
    why: 'how long answers are waited for when the operator says that we are not bound',
  },
  linkGoodbyeMs: { value: 2_000, why: 'how long the answer to our unbind is waited for' },
  linkUnacknowledged: {
    value: 5_000,
    why: 'receipts and replies of a bind not yet committed; above it the bind stops reading',
  },
  linkLateAnswers: {
    value: 10_000,
    why: 'submits of a bind remembered after their timeout, in case the answer comes after all',
  },
  knownStatuses: {
    value: 100,
    why: 'different codes without a meaning that a link logs and counts one by one',
  },
  certificateCharacters: {
    value: 65_536,
    why: 'a chain of authorities is a tenth of it; the configuration is read with every change',
  },
  statusReasonsCharacters: { value: 4_000, why: 'a hundred codes with their reasons' },
  linkDownAfterMs: {
    value: 3_000,
    why: 'a link that is not bound, or whose node is dead, for longer is avoided; blinks are not',
  },
  linkHealthMs: { value: 500, why: 'how often nodes look whether and how the links stand' },
  breakerOutcomes: { value: 20, why: 'answers of a link that its breaker looks back on' },
  breakerBad: {
    value: 10,
    why: 'of those, faults of the operator or silence, until the breaker opens',
  },
  breakerWindowMs: { value: 60_000, why: 'older answers say nothing of the link now' },
  breakerFirstMs: { value: 5_000, why: 'first pause of an open breaker, doubling' },
  breakerLastMs: { value: 60_000, why: 'longest pause of an open breaker' },
  breakerProbes: {
    value: 3,
    why: 'parts that are out at once while it is tried, and good answers in a row that close it',
  },
  breakerQuietMs: {
    value: 30_000,
    why: 'a link that is tried and has nothing to carry counts as up; a fault opens it again',
  },
  moveEveryMs: { value: 500, why: 'how often messages are moved from links that are down' },
  movePieceMessages: {
    value: 500,
    why: 'messages that wait for one link that is down, looked at in one statement',
  },
  movePieces: { value: 10, why: 'such statements at one look: what none can move stays behind' },
  moveMessages: {
    value: 5_000,
    why: 'messages that a link takes over at one look, however fast it is',
  },
} as const satisfies Record<string, Limit>;
