/**
 * What becomes of lost answers on links that reconcile. A message whose answer was lost waits for a
 * word that explains it: the answer itself, late, or a receipt. When its time is over the operator
 * is asked, where the link says that it can be. Only what it denies is submitted again; what stays
 * unexplained ends as UNKNOWN, released (contract section 6).
 *
 * Nothing is kept in memory but what is being asked just now: a node that dies leaves rows that
 * name it, and the next one asks again.
 */
import type { CarrierAnswer, NodeLease } from '../../domain/carrier/carrier.ts';
import type { LinkId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { referenceOf } from '../../domain/message/message.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { forgetLost } from '../../store/lost/insert-lost.ts';
import {
  listLinksToAsk,
  listSilent,
  readLost,
  type LostAnswer,
  type SilentPart,
} from '../../store/lost/read-lost.ts';
import { takeLost, takeUnasked, type DueMessage } from '../../store/queue/take-due.ts';
import { smppConfigOf } from '../../store/settings/read-routing.ts';
import type { JobContext } from './job.ts';
import { explainByReceipts } from './explain-by-receipts.ts';
import type { Line } from '../send/line.ts';
import {
  receiptsOf,
  resultOf,
  senderKindOf,
  toReceipt,
  type Asked,
} from '../settle/lost-results.ts';

const HOUR_MS = 3_600_000;
const MOST_AT_ONCE = 1_000;
const SILENT_AT_ONCE = 10;
const ROOM_ASIDE = 5;

/** Lets receipts of this node's links explain what they can, then asks for what is due. */
export async function reconcile(parts: JobContext): Promise<void> {
  if (parts.lines.all().length === 0) return;
  // What is explained is asked for no more, once it is stored.
  await askForLost(parts, await explainByReceipts(parts));
}

/**
 * Looks at what is due to be asked for on the links of this node. Answers are heard later. On a
 * link whose window is always full, a little room is kept from the traffic until the next look.
 */
async function askForLost(parts: JobContext, explained: readonly MessageId[]): Promise<void> {
  const links = await listLinksToAsk(parts.db, parts.clock.nowMs());
  giveBackUnneeded(parts, links);
  for (const linkId of links) {
    const line = parts.lines.get(linkId);
    if (line === undefined || !parts.lease.holds()) continue;
    const aside = parts.setAside.get(line) ?? 0;
    const room = Math.max(line.room(), aside);
    const asked = [...parts.asking.values()].filter((it) => it === linkId).length;
    const most = Math.min(room, limit('questionsAtOnce') - asked);
    if (most > 0) await askSome(parts, line, { most, aside, explained });
    else if (asked === 0) {
      line.claim({ parts: ROOM_ASIDE, priority: 1 });
      parts.setAside.set(line, ROOM_ASIDE);
    }
  }
}

/** Room kept for no question goes back to the traffic; lines that are gone are dropped. */
function giveBackUnneeded({ lines, setAside }: JobContext, links: readonly LinkId[]): void {
  for (const [line, aside] of setAside) {
    const { linkId } = line;
    if (links.includes(linkId) && lines.get(linkId) === line) continue;
    setAside.delete(line);
    line.withdraw({ parts: aside, priority: 1 });
  }
}

type Asking = {
  readonly most: number;
  /** Parts of room that the line has kept for it. */
  readonly aside: number;
  readonly explained: readonly MessageId[];
};

async function askSome(
  parts: JobContext,
  line: Line,
  { most, aside, explained }: Asking,
): Promise<void> {
  const ask = { linkId: line.linkId, most, atMs: parts.clock.nowMs(), but: explained };
  const taken = await take(parts, (transaction, lease) => takeLost(transaction, lease, ask));
  const ids = taken.map(({ message }) => message.messageId);
  for (const id of ids) parts.asking.set(id, line.linkId);
  parts.setAside.delete(line);
  void Promise.all(taken.map((lost) => settleLost(parts, line, lost))).finally(() => {
    for (const id of ids) parts.asking.delete(id);
    line.withdraw({ parts: aside, priority: 1 });
  });
}

type Lost = {
  readonly message: DueMessage;
  readonly answers: readonly LostAnswer[];
  readonly lease: NodeLease;
};

/** Leases lost messages, with what late answers have said of their parts. */
async function take(
  parts: JobContext,
  takeSome: (transaction: Transaction, lease: NodeLease) => Promise<readonly DueMessage[]>,
): Promise<readonly Lost[]> {
  const lease = parts.lease.current();
  return parts.db.transact(async (transaction) => {
    const due = await takeSome(transaction, lease);
    const answers = Map.groupBy(await readLost(transaction, due), ({ messageId }) => messageId);
    return due.map((message) => ({
      message,
      lease,
      answers: answers.get(message.messageId) ?? [],
    }));
  });
}

/** Asks for one message, if its time has come, and tells what came of it. */
async function settleLost(parts: JobContext, line: Line, lost: Lost): Promise<void> {
  const { message, answers } = lost;
  const isOver = (message.lostUntilMs ?? 0) <= parts.clock.nowMs();
  const sender = await findSender(parts, message);
  const asked = answers.map(async (answer): Promise<Asked> => {
    if (answer.outcome !== 'lost' || !isOver) return { answer, said: { kind: 'unasked' } };
    const said = await ask(parts, line, { message, part: answer.part, sender });
    parts.reconciled(said.kind);
    return { answer, said };
  });
  const said = await Promise.all(asked);
  hearLost(parts, lost, isOver ? await heedLate(parts, message, said) : said);
}

/** While the operator was asked an answer may have come late: it is better than no word or a no. */
async function heedLate(
  parts: JobContext,
  message: DueMessage,
  asked: readonly Asked[],
): Promise<readonly Asked[]> {
  const late = await readLost(parts.db, [message]).catch((error: unknown) => {
    parts.log.warn({ error }, 'what came late of a lost message could not be read');
    return [];
  });
  const answers = new Map(late.map((answer) => [answer.part, answer]));
  return asked.map(({ answer, said }) => {
    const isFinal = said.kind === 'known' && said.state !== undefined;
    return { answer: isFinal ? answer : (answers.get(answer.part) ?? answer), said };
  });
}

function hearLost(parts: JobContext, lost: Lost, asked: readonly Asked[]): void {
  const { lease, message: due } = lost;
  const { linkId } = due;
  const message: Outgoing = { ...due, sender: { name: '', route: 'simple' } };
  const results = asked.map(resultOf);
  parts.hear({ kind: 'attempt', attempt: { linkId, lease, message, results } });
  for (const { inbound, attempt } of receiptsOf(asked, due)) {
    parts.hear({ kind: 'inbound', inbound, attempt });
  }
}

type Question = {
  readonly message: DueMessage;
  readonly part: number;
  readonly sender: string | undefined;
};

async function ask(
  parts: JobContext,
  line: Line,
  { message, part, sender }: Question,
): Promise<CarrierAnswer> {
  const config = smppConfigOf(parts.routing.current().links.get(message.linkId));
  // A text that went whole has one reference for all its parts: its parts cannot be asked for.
  const isWhole = config?.longTexts === 'payload' && message.parts > 1;
  const isAskable = config?.querySm === 'by_reference' && !isWhole;
  if (sender === undefined || !isAskable) return { kind: 'unanswered' };
  const { messageId, attempt } = message;
  return line.query({
    source: sender,
    sourceKind: senderKindOf(sender),
    operatorKey: '',
    reference: referenceOf({ messageId, attempt, part }),
  });
}

/** The sender's name, if the account still has it; approved or not, the operator knows it. */
async function findSender(
  { accounts, log }: JobContext,
  { accountId, senderId }: DueMessage,
): Promise<string | undefined> {
  const account = await accounts.byId(accountId).catch((error: unknown) => {
    log.warn({ error }, 'the sender of a lost message could not be read');
    return undefined;
  });
  return account?.sendersById.get(senderId)?.name;
}

/** Ends what a link has been too busy, or down, to ask for, and forgets what is too old. */
export async function endUnasked(parts: JobContext): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const late = { beforeMs: nowMs - limit('reconcileGraceMs'), most: MOST_AT_ONCE };
  const taken = await take(parts, (transaction, lease) => takeUnasked(transaction, lease, late));
  for (const lost of taken) {
    const said = { kind: 'unanswered' } as const;
    hearLost(
      parts,
      lost,
      lost.answers.map((answer) => ({ answer, said })),
    );
    parts.reconciled('not_asked_in_time');
  }
  const beforeMs = nowMs - limit('receiptHours') * HOUR_MS;
  await parts.db.transact((transaction) => forgetLost(transaction, beforeMs));
}

/**
 * Asks by id for what was sent and never reported on, once, an hour before it is given up. What
 * fell into the hour while no node held the link is given up unasked.
 */
export async function askForSilent(parts: JobContext): Promise<void> {
  const { links } = parts.routing.current();
  const sentBeforeMs = parts.clock.nowMs() - (limit('receiptHours') - 1) * HOUR_MS;
  for (const line of parts.lines.all()) {
    const { linkId } = line;
    if ((smppConfigOf(links.get(linkId))?.querySm ?? 'never') === 'never') continue;
    const sentSinceMs = Math.max(parts.askedUntil.get(linkId) ?? 0, sentBeforeMs - HOUR_MS);
    const acceptedSinceMs = sentSinceMs - limit('validityHours') * HOUR_MS;
    const silent = await listSilent(parts.db, {
      linkId,
      ids: [firstIdAt(acceptedSinceMs), firstIdAt(sentBeforeMs)],
      sentSinceMs,
      sentBeforeMs,
      most: MOST_AT_ONCE,
    });
    parts.askedUntil.set(linkId, sentBeforeMs);
    await askAllById(parts, line, silent);
  }
}

/** A few at a time; an operator that leaves a whole turn unanswered is asked no more. */
async function askAllById(
  parts: JobContext,
  line: Line,
  silent: readonly SilentPart[],
): Promise<void> {
  for (let from = 0; from < silent.length; from += SILENT_AT_ONCE) {
    const turn = silent.slice(from, from + SILENT_AT_ONCE);
    const said = await Promise.all(turn.map((part) => askById(parts, line, part)));
    if (said.every(({ kind }) => kind === 'unanswered')) return;
  }
}

/** A final answer counts as the receipt that never came. */
async function askById(parts: JobContext, line: Line, silent: SilentPart): Promise<CarrierAnswer> {
  const { operatorKey, sender } = silent;
  const by = { source: sender, sourceKind: senderKindOf(sender), operatorKey, reference: 0 };
  const said = await line.query(by);
  parts.reconciled(`silent_${said.kind}`);
  const inbound = toReceipt(line.linkId, said);
  if (inbound === undefined) return said;
  // Found by the name it was asked by, however the operator spells its answer.
  parts.hear({ kind: 'inbound', inbound: { ...inbound, operatorKey }, attempt: undefined });
  return said;
}
