/**
 * One commit of the first leg: what a group of priced requests comes to. Either all that is granted
 * in it is durable, charged and in line, or nothing is.
 */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { Draft, TakenIn } from '../domain/message/draft.ts';
import type { MessageId } from '../domain/ids.ts';
import type { Outgoing } from '../domain/message/outgoing.ts';
import { isTransient } from '../kit/postgres/faults.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { writeTransfers } from '../store/ledger/write-transfers.ts';
import { insufficientCredit } from './charge/insufficient-credit.ts';
import { reserve } from './charge/reserve.ts';
import { enqueue, number, outgoing, type NumberedDraft } from './enqueue/enqueue.ts';
import { answerRepeats, type Repeats } from './enqueue/repeats.ts';
import type { JourneyParts } from './parts.ts';
import type { Line } from './send/line.ts';

const HOUR_MS = 3_600_000;

/** What became of one draft. With stale settings it is to be made again. */
export type Outcome = TakenIn | { readonly kind: 'stale_settings' };

/**
 * Commits a group; when something in it fails that is not the database's weather, its halves are
 * tried apart.
 */
export async function commitTogether(
  parts: JourneyParts,
  drafts: readonly Draft[],
): Promise<readonly Outcome[]> {
  try {
    return await commit(parts, drafts);
  } catch (error) {
    if (drafts.length === 1 || isTransient(error)) throw error;
    parts.log.error({ error, requests: drafts.length }, 'a group failed and is split');
    const middle = Math.floor(drafts.length / 2);
    const first = await commitHalf(parts, drafts.slice(0, middle));
    return [...first, ...(await commitHalf(parts, drafts.slice(middle)))];
  }
}

async function commitHalf(
  parts: JourneyParts,
  drafts: readonly Draft[],
): Promise<readonly Outcome[]> {
  try {
    return await commitTogether(parts, drafts);
  } catch (error) {
    const refusal = refusalOf(parts, error);
    return drafts.map(() => refused(refusal));
  }
}

/** An outcome that is a refusal. */
export function refused(refusal: Refusal): TakenIn {
  return { kind: 'refused', refusal };
}

/**
 * The refusal for a request that could not be stored: 503 for the database's weather, 500 for our
 * bugs.
 */
export function refusalOf(parts: Pick<JourneyParts, 'log' | 'random'>, error: unknown): Refusal {
  if (isTransient(error)) {
    parts.log.warn({ error }, 'a request could not be stored');
    return refuse('store_unavailable');
  }
  const request = parts.random.randomBytes(6).toString('hex');
  parts.log.error({ error, request }, 'a request met a fault of ours');
  return refuse('internal', { request });
}

/** A message that goes straight to a line, once the commit has made sure of it. */
type Direct = { readonly line: Line; readonly message: Outgoing };

type Written = {
  readonly outcomes: readonly Outcome[];
  readonly numbered: readonly NumberedDraft[];
};

async function commit(parts: JourneyParts, drafts: readonly Draft[]): Promise<readonly Outcome[]> {
  const direct: Direct[] = [];
  try {
    const { outcomes, numbered } = await parts.db.transact((transaction) =>
      write(parts, transaction, { drafts, direct }),
    );
    handOver(parts, numbered, direct);
    return outcomes;
  } catch (error) {
    for (const { line, message } of direct) line.withdraw(message.parts);
    throw error;
  }
}

async function write(
  parts: JourneyParts,
  transaction: Transaction,
  group: { readonly drafts: readonly Draft[]; readonly direct: Direct[] },
): Promise<Written> {
  const nowMs = parts.clock.nowMs();
  const newId = (): number => parts.ids.next();
  const repeats = await answerRepeats(transaction, group.drafts, nowMs);
  const fresh = group.drafts.filter((_, index) => repeats.at(index) === undefined);
  const { reservations, transfers } = await reserve(transaction, fresh, {
    settingsVersion: parts.roads.current().version,
    newId,
  });
  const numbered: NumberedDraft[] = [];
  const outcomes = fresh.map((draft, index): Outcome => {
    const reservation = reservations[index];
    if (reservation === undefined) throw new Error('every draft has its reservation');
    switch (reservation.kind) {
      case 'stale_account':
        return { kind: 'stale' };
      case 'stale_settings':
        return { kind: 'stale_settings' };
      case 'insufficient':
        return refused(insufficientCredit(draft.priceMicros, reservation.availableMicros));
      case 'reserved': {
        const accepted = number({ draft, ...reservation }, newId);
        numbered.push(accepted);
        return { kind: 'accepted', acceptance: accepted.acceptance, replayed: false };
      }
    }
  });
  group.direct.push(...offerDirect(parts, numbered, nowMs));
  const leased = new Set(group.direct.map(({ message }) => message.messageId));
  await Promise.all([
    writeTransfers(transaction, transfers, nowMs),
    enqueue(transaction, numbered, { leased, lease: parts.lease.current(), nowMs }),
  ]);
  return { outcomes: inOrder(group.drafts, repeats, outcomes), numbered };
}

/** Puts the outcomes of fresh drafts and of repeats back into the order of arrival. */
function inOrder(
  drafts: readonly Draft[],
  repeats: Repeats,
  fresh: readonly Outcome[],
): readonly Outcome[] {
  const rest = fresh[Symbol.iterator]();
  const outcomes: Outcome[] = [];
  for (let index = 0; index < drafts.length; index += 1) {
    const repeat = repeats.at(index);
    if (repeat === undefined) {
      const next = rest.next();
      if (next.done === true) throw new Error('every fresh draft has its outcome');
      outcomes.push(next.value);
    } else {
      outcomes.push(repeat.kind === 'same_as' ? replayOf(outcomes[repeat.index]) : repeat);
    }
  }
  return outcomes;
}

/** The outcome of a request whose twin is in the same group. */
function replayOf(first: Outcome | undefined): Outcome {
  if (first === undefined) throw new Error('a twin stands behind the first');
  return first.kind === 'accepted' ? { ...first, replayed: true } : first;
}

/**
 * Takes the messages that lines of this node have room for, unless older ones wait for the same
 * link.
 */
function offerDirect(
  parts: JourneyParts,
  numbered: readonly NumberedDraft[],
  nowMs: number,
): readonly Direct[] {
  const expiresAtMs = nowMs + limit('validityHours') * HOUR_MS;
  const direct: Direct[] = [];
  for (const draft of numbered) {
    for (const message of draft.messages) {
      const line = parts.lines.get(message.linkId);
      if (line === undefined || parts.lines.mayHaveWaiting(message.linkId)) continue;
      if (!parts.lease.holds() || !line.offer(message.parts)) continue;
      direct.push({ line, message: outgoing(draft, message, expiresAtMs) });
    }
  }
  return direct;
}

function handOver(
  parts: JourneyParts,
  numbered: readonly NumberedDraft[],
  direct: readonly Direct[],
): void {
  const handed = new Set<MessageId>();
  for (const [line, group] of Map.groupBy(direct, (it) => it.line)) {
    line.hand(group.map(({ message }) => message));
    for (const { message } of group) handed.add(message.messageId);
  }
  for (const { messages } of numbered) {
    for (const { id, linkId } of messages) {
      if (!handed.has(id)) parts.lines.setWaiting(linkId, true);
    }
  }
}
