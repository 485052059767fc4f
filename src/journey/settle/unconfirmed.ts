/**
 * What becomes of unconfirmed attempts on links that reconcile. A message whose answer was lost
 * waits for an explanation: the answer itself, late, or a receipt. When its time is over we ask the
 * operator, where the link can. Only what the operator denies is submitted again; what stays
 * unexplained ends as UNKNOWN and is released (contract section 6).
 *
 * Memory holds only what is being asked right now: a node that dies leaves rows that name it, and
 * the next one asks again.
 */
import type { CarrierAnswer, NodeLease } from '../../domain/carrier/carrier.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import type { LinkId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { referenceOf } from '../../domain/message/message.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Heard, Outbox, Outboxes } from '../../links/outbox.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import type { HeldLease } from '../../store/nodes/nodes.ts';
import { type RoutingSnapshots, smppConfigOf } from '../../store/snapshots/routing-snapshots.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Database, Transaction } from '../../kit/postgres/pool.ts';
import {
  findClues,
  forgetLost,
  listLinksToAsk,
  type LostAnswer,
  readLost,
} from '../../store/messages/lost-answers.ts';
import { findSilent, type SilentPart } from '../../store/messages/silent.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import { takeLost, takeUnasked } from '../../store/queue/take-due.ts';
import {
  type Asked,
  type Explained,
  explainUnconfirmed,
  receiptsOf,
  resultOf,
  senderKindOf,
  toReceipt,
} from './explain-unconfirmed.ts';

const MOST_AT_ONCE = 1_000;
const SILENT_AT_ONCE = 10;
const ROOM_ASIDE = 5;

type UnconfirmedDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: HeldLease;
  readonly accounts: Pick<AccountCache, 'byId'>;
  readonly routing: Pick<RoutingSnapshots, 'current'>;
  readonly outboxes: Outboxes;
  readonly hear: (heard: Heard) => void;
  /** Counts what became of an unconfirmed attempt. */
  readonly count: (what: string) => void;
};

/** With what is remembered between rounds. */
export type UnconfirmedContext = UnconfirmedDeps & {
  /** Messages that operators are being asked about, with their links. */
  readonly asking: Map<number, LinkId>;
  /** Room that outboxes withhold from traffic for questions. */
  readonly setAside: Map<Outbox, number>;
  /** By link: up to when messages without a report have been asked about. */
  readonly askedUntil: Map<LinkId, number>;
};

/** What is done about unconfirmed attempts, round after round. */
export type Unconfirmed = {
  /** Lets receipts on this node's links explain what they can, then asks about what is due. */
  reconcile(): Promise<void>;
  /** Ends what a link was too busy or down to ask about, and forgets what is too old. */
  endUnasked(): Promise<void>;
  /**
   * Asks by id, once, about messages that were never reported on, an hour before they are given up.
   * Those whose hour passed while no node held the link are given up unasked.
   */
  askForSilent(): Promise<void>;
  /** Whether an operator is being asked about a message. */
  isAsking(messageId: MessageId): boolean;
  /** Whether room is reserved for questions. */
  keepsRoom(): boolean;
};

/** Asks nothing on its own. */
export function createUnconfirmed(deps: UnconfirmedDeps): Unconfirmed {
  const context: UnconfirmedContext = {
    ...deps,
    asking: new Map(),
    setAside: new Map(),
    askedUntil: new Map(),
  };
  return {
    reconcile: () => reconcile(context),
    endUnasked: () => endUnasked(context),
    askForSilent: () => askForSilent(context),
    isAsking: (messageId) => context.asking.has(messageId),
    keepsRoom: () => context.setAside.size > 0,
  };
}

export async function reconcile(deps: UnconfirmedContext): Promise<void> {
  if (deps.outboxes.all().length === 0) return;
  // What has been explained is no longer asked about, once that is stored.
  await askForLost(deps, await explainByReceipts(deps));
}

/**
 * Looks at what is due to be asked about on this node's links; the answers come later. On a link
 * whose window is always full, a little room is withheld from traffic until the next look.
 */
async function askForLost(
  deps: UnconfirmedContext,
  explained: readonly MessageId[],
): Promise<void> {
  const links = await listLinksToAsk(deps.db, { atMs: deps.clock.nowMs() });
  giveBackUnneeded(deps, links);
  for (const linkId of links) {
    const outbox = deps.outboxes.get(linkId);
    if (outbox === undefined || !deps.lease.holds()) continue;
    const aside = deps.setAside.get(outbox) ?? 0;
    const room = Math.max(outbox.room(), aside);
    const asked = [...deps.asking.values()].filter((it) => it === linkId).length;
    const most = Math.min(room, limit('questionsAtOnce') - asked);
    if (most > 0) await askSome(deps, outbox, { most, aside, explained });
    else if (asked === 0) {
      outbox.claim({ parts: ROOM_ASIDE, priority: 1 });
      deps.setAside.set(outbox, ROOM_ASIDE);
    }
  }
}

/** Returns room that no question needs to traffic; drops outboxes that are gone. */
function giveBackUnneeded(
  { outboxes, setAside }: UnconfirmedContext,
  links: readonly LinkId[],
): void {
  for (const [outbox, aside] of setAside) {
    const { linkId } = outbox;
    if (links.includes(linkId) && outboxes.get(linkId) === outbox) continue;
    setAside.delete(outbox);
    outbox.withdraw({ parts: aside, priority: 1 });
  }
}

type Asking = {
  readonly most: number;
  /** Parts of room that the outbox withholds for it. */
  readonly aside: number;
  readonly explained: readonly MessageId[];
};

async function askSome(
  deps: UnconfirmedContext,
  outbox: Outbox,
  { most, aside, explained }: Asking,
): Promise<void> {
  const ask = { linkId: outbox.linkId, most, atMs: deps.clock.nowMs(), but: explained };
  const taken = await take(deps, (transaction, lease) => takeLost(transaction, lease, ask));
  const ids = taken.map(({ message }) => message.messageId);
  for (const id of ids) deps.asking.set(id, outbox.linkId);
  deps.setAside.delete(outbox);
  void Promise.all(taken.map((lost) => settleLost(deps, outbox, lost))).finally(() => {
    for (const id of ids) deps.asking.delete(id);
    outbox.withdraw({ parts: aside, priority: 1 });
  });
}

type Lost = {
  readonly message: DueMessage;
  readonly answers: readonly LostAnswer[];
  readonly lease: NodeLease;
};

/** Leases lost messages, with what late answers have said about their parts. */
async function take(
  deps: UnconfirmedContext,
  takeSome: (transaction: Transaction, lease: NodeLease) => Promise<readonly DueMessage[]>,
): Promise<readonly Lost[]> {
  const lease = deps.lease.current();
  return deps.db.transact(async (transaction) => {
    const due = await takeSome(transaction, lease);
    const answers = Map.groupBy(await readLost(transaction, due), ({ messageId }) => messageId);
    return due.map((message) => ({
      message,
      lease,
      answers: answers.get(message.messageId) ?? [],
    }));
  });
}

/** Asks about one message if its time has come, and reports the outcome. */
async function settleLost(deps: UnconfirmedContext, outbox: Outbox, lost: Lost): Promise<void> {
  const { message, answers } = lost;
  const isOver = (message.lostUntilMs ?? 0) <= deps.clock.nowMs();
  const sender = await findSender(deps, message);
  const asked = answers.map(async (answer): Promise<Asked> => {
    if (answer.outcome !== 'lost' || !isOver) return { answer, said: { kind: 'unasked' } };
    const said = await ask(deps, outbox, { message, part: answer.part, sender });
    deps.count(said.kind);
    return { answer, said };
  });
  const said = await Promise.all(asked);
  hearLost(deps, lost, isOver ? await heedLate(deps, message, said) : said);
}

/** An answer may have arrived while the operator was asked: it beats no reply or a denial. */
async function heedLate(
  deps: UnconfirmedContext,
  message: DueMessage,
  asked: readonly Asked[],
): Promise<readonly Asked[]> {
  const late = await readLost(deps.db, [message]).catch((error: unknown) => {
    deps.log.warn({ error }, 'late answers of a lost message could not be read');
    return [];
  });
  const answers = new Map(late.map((answer) => [answer.part, answer]));
  return asked.map(({ answer, said }) => {
    const isFinal = said.kind === 'known' && said.state !== undefined;
    return { answer: isFinal ? answer : (answers.get(answer.part) ?? answer), said };
  });
}

function hearLost(deps: UnconfirmedContext, lost: Lost, asked: readonly Asked[]): void {
  const { lease, message: due } = lost;
  const { linkId } = due;
  const message: Outgoing = { ...due, sender: { name: '', route: 'simple' } };
  const results = asked.map(resultOf);
  deps.hear({ kind: 'attempt', attempt: { linkId, lease, message, results } });
  for (const { inbound, attempt } of receiptsOf(asked, due)) {
    deps.hear({ kind: 'inbound', inbound, attempt });
  }
}

type Question = {
  readonly message: DueMessage;
  readonly part: number;
  readonly sender: string | undefined;
};

async function ask(
  deps: UnconfirmedContext,
  outbox: Outbox,
  { message, part, sender }: Question,
): Promise<CarrierAnswer> {
  const config = smppConfigOf(deps.routing.current().links.get(message.linkId));
  // A text sent whole has one reference for all parts, so its parts cannot be asked about.
  const isWhole = config?.longTexts === 'payload' && message.parts > 1;
  const isAskable = config?.querySm === 'by_reference' && !isWhole;
  if (sender === undefined || !isAskable) return { kind: 'unanswered' };
  const { messageId, attempt } = message;
  return outbox.query({
    source: sender,
    sourceKind: senderKindOf(sender),
    operatorKey: '',
    reference: referenceOf({ messageId, attempt, part }),
  });
}

/** The sender's name, if the account still has it; approved or not, the operator knows it. */
async function findSender(
  { accounts, log }: UnconfirmedContext,
  { accountId, senderId }: DueMessage,
): Promise<string | undefined> {
  const account = await accounts.byId(accountId).catch((error: unknown) => {
    log.warn({ error }, 'the sender of a lost message could not be read');
    return undefined;
  });
  return account?.sendersById.get(senderId)?.name;
}

async function endUnasked(deps: UnconfirmedContext): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const late = { beforeMs: nowMs - limit('reconcileGraceMs'), most: MOST_AT_ONCE };
  const taken = await take(deps, (transaction, lease) => takeUnasked(transaction, lease, late));
  for (const lost of taken) {
    const said = { kind: 'unanswered' } as const;
    hearLost(
      deps,
      lost,
      lost.answers.map((answer) => ({ answer, said })),
    );
    deps.count('not_asked_in_time');
  }
  const beforeMs = nowMs - limit('receiptHours') * HOUR_MS;
  await deps.db.transact((transaction) => forgetLost(transaction, { beforeMs }));
}

async function askForSilent(deps: UnconfirmedContext): Promise<void> {
  const { links } = deps.routing.current();
  const asked = deps.outboxes
    .all()
    .filter(({ linkId }) => (smppConfigOf(links.get(linkId))?.querySm ?? 'never') !== 'never');
  if (asked.length === 0) return;
  const sentBeforeMs = deps.clock.nowMs() - (limit('receiptHours') - 1) * HOUR_MS;
  const sinceOf = ({ linkId }: Outbox): number =>
    Math.max(deps.askedUntil.get(linkId) ?? 0, sentBeforeMs - HOUR_MS);
  const sentSinceMs = Math.min(...asked.map(sinceOf));
  const ask = { links: asked.map(({ linkId }) => linkId), sentSinceMs, sentBeforeMs };
  const acceptedSinceMs = sentSinceMs - limit('validityHours') * HOUR_MS;
  const ids = { fromId: firstIdAt(acceptedSinceMs), toId: firstIdAt(sentBeforeMs) };
  const silent = await findSilent(deps.db, { ...ask, ...ids, most: asked.length * MOST_AT_ONCE });
  for (const outbox of asked) {
    deps.askedUntil.set(outbox.linkId, sentBeforeMs);
    const ofLink = silent.filter(({ linkId }) => linkId === outbox.linkId);
    await askAllById(deps, outbox, ofLink.slice(0, MOST_AT_ONCE));
  }
}

/** A few at a time; an operator that leaves a whole round unanswered is asked no more. */
async function askAllById(
  deps: UnconfirmedContext,
  outbox: Outbox,
  silent: readonly SilentPart[],
): Promise<void> {
  for (let from = 0; from < silent.length; from += SILENT_AT_ONCE) {
    const turn = silent.slice(from, from + SILENT_AT_ONCE);
    const said = await Promise.all(turn.map((part) => askById(deps, outbox, part)));
    if (said.every(({ kind }) => kind === 'unanswered')) return;
  }
}

/** A final answer counts as the receipt that never came. */
async function askById(
  deps: UnconfirmedContext,
  outbox: Outbox,
  silent: SilentPart,
): Promise<CarrierAnswer> {
  const { operatorKey, sender } = silent;
  const by = { source: sender, sourceKind: senderKindOf(sender), operatorKey, reference: 0 };
  const said = await outbox.query(by);
  deps.count(`silent_${said.kind}`);
  const inbound = toReceipt(outbox.linkId, said);
  if (inbound === undefined) return said;
  // Found by the id we asked with, however the operator spells it in its answer.
  deps.hear({ kind: 'inbound', inbound: { ...inbound, operatorKey }, attempt: undefined });
  return said;
}

/** What judging a late answer does without. */
const NOTHING_KNOWN = {
  recipient: '',
  sender: { name: '', route: 'simple' },
  alphabet: 'gsm7',
  partsTaken: [],
  faults: 0,
  text: '',
  isTest: false,
} as const;

/**
 * Compares receipts with unknown ids against lost answers: what they explain was taken. Returns the
 * messages with an explained part; that is stored later.
 */
async function explainByReceipts(deps: UnconfirmedContext): Promise<readonly MessageId[]> {
  const clues = await findClues(deps.db, {
    fitsMinutes: limit('receiptFitsMinutes'),
    acceptedSinceMs: deps.clock.nowMs() - limit('receiptMatchDays') * DAY_MS,
    // More receipts than a message can have parts must mean something else as well.
    mostEach: 2 * limit('partsPerMessage'),
    links: deps.outboxes.all().map(({ linkId }) => linkId),
  });
  const { links } = deps.routing.current();
  const oneReceiptForAll = (linkId: LinkId): boolean =>
    smppConfigOf(links.get(linkId))?.receiptsPer === 'message';
  const found = explainUnconfirmed(clues, oneReceiptForAll).filter(
    ({ linkId }) => deps.outboxes.get(linkId) !== undefined,
  );
  const attempts = Map.groupBy(found, ({ messageId, attempt }) => `${messageId} ${attempt}`);
  for (const explained of attempts.values()) hearExplained(deps, explained);
  return [...new Set(found.map(({ messageId }) => messageId))];
}

/** Reports the explained parts of one attempt: together they end the message. */
function hearExplained(deps: UnconfirmedContext, explained: readonly Explained[]): void {
  const [first] = explained;
  if (first === undefined) return;
  const { linkId } = first;
  const lease = deps.lease.current();
  const message = { ...NOTHING_KNOWN, ...first };
  const results = explained.map(({ part, operatorKey }): PartResult => {
    return { part, kind: 'taken', operatorKey };
  });
  deps.hear({ kind: 'late', late: { linkId, lease, message, results } });
  for (const { operatorKey } of explained) {
    if (operatorKey !== '') deps.hear({ kind: 'overtaken', linkId, operatorKey });
    deps.count('explained_by_receipt');
  }
}
