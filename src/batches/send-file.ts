/**
 * One try to send from a file. While its rows are read, judged and priced, they are written in
 * pieces that nobody sees; nothing is reserved. One short commit then judges the whole, reserves
 * it, publishes it and answers: before it there is no trace, after it nothing can be lost
 * (docs/decisions: files are written while they are read).
 */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { AccountId, BatchId, MessageId } from '../domain/ids.ts';
import { totalMicros, type Acceptance, type Claim } from '../domain/message/draft.ts';
import {
  type ContactsOfFile,
  type FilePreview,
  type FileRequest,
  type FileSource,
  type FileTakenIn,
  type FileTally,
  type FileWork,
  filteredOf,
  type LeftOutRow,
  nameOfSource,
} from '../domain/message/file-send.ts';
import { earliestAt } from '../domain/policy/hours.ts';
import { micros, type Micros } from '../domain/pricing/money.ts';
import { claimFailedRepeat } from '../features/batches/repeat.sql.ts';
import { readLinkBase } from '../features/short-links/link-domains.sql.ts';
import { CommitUnknown } from '../kit/postgres/faults.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { type Balance, readBalance } from '../store/ledger/balances.ts';
import { publishBatch as publishWritten } from '../store/batches/file-batches.ts';
import type { BatchTry } from '../store/batches/remove-batches.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import type { Channel, JudgedBy, PricedRow } from './channel.ts';
import { openChannel } from './open-channel.ts';
import type { FileLookups } from './address-rows.ts';
import type { GotFile } from './get-file.ts';
import { priceAllLookups, WITHOUT_PRICE } from '../journey/charge/price.ts';
import { refusalOfFunds } from '../journey/charge/reserve.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { boundTests } from '../journey/commit/bound-tests.ts';
import { freshAccount, inBatch, publishBatch } from '../journey/commit/publish-batch.ts';
import { PieceWriter } from '../journey/commit/piece-writer.ts';
import { measureFile } from './measure-file.ts';
import { forget, passRows, type Pass, type Passed } from './pass-rows.ts';

export type FileTry = {
  readonly request: FileRequest;
  readonly work: FileWork;
  readonly context: JudgedBy['context'];
  readonly get: (source: FileSource) => Promise<GotFile>;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
};

/**
 * With an old snapshot everything is done again: prices, hours, caps or what the account can spend
 * have changed.
 */
export type FileOutcome = FileTakenIn | { readonly kind: 'stale_settings' };

/** What stays the same for the whole try. */
type Going = FileTry & {
  readonly channel: Channel;
  readonly linkBase: string | undefined;
  readonly routing: RoutingSnapshot;
  readonly balance: Balance;
  readonly atMs: number;
};

/** Tries once. Throws when the store is away, leaving nothing behind that could be published. */
export async function sendFile(deps: JourneyDeps, given: FileTry): Promise<FileOutcome> {
  const { request, work, context } = given;
  const { account } = request;
  const routing = deps.routing.current();
  const atMs = deps.clock.nowMs();
  const linkBase = request.shortLinks === true ? await findLinkBase(deps, account.id) : undefined;
  if (request.shortLinks === true && linkBase === undefined) {
    return { ...refused(refuse('short_links_nowhere')), isProven: false };
  }
  const asked = { request, source: work.source, context, routing, atMs, linkBase };
  const channel = openChannel(deps, asked);
  if ('reason' in channel) return { ...refused(channel), isProven: false };
  const balance = await readBalance(deps.db, account.id, atMs);
  if (balance?.accountVersion !== account.version) return { kind: 'stale' };
  const { closed, opening, order } = channel;
  if (closed !== undefined) return refused(closed);
  if (opening?.open === false && deps.load.heldIsFull()) return refused(refuse('queue_full'));
  const going: Going = { ...given, channel, linkBase, routing, balance, atMs };
  if (order.dryRun) return readFile(deps, going, undefined);
  const { source, id } = work;
  const outcome = await inBatch<Acceptance, FileOutcome>(
    deps,
    { request, source: request.repeats?.source ?? source.kind, id },
    (batch) => readFile(deps, going, batch),
  );
  // A replayed answer has no rows.
  return outcome.kind === 'refused' && !('leftOut' in outcome) ? refused(outcome.refusal) : outcome;
}

function refused(
  refusal: Refusal,
  leftOut: readonly LeftOutRow[] = [],
): FileTakenIn & { readonly kind: 'refused' } {
  return { kind: 'refused', refusal, leftOut, isProven: true };
}

/** Gets the file, first looks at its numbers if they need look-ups, and takes in its rows. */
async function readFile(
  deps: JourneyDeps,
  going: Going,
  batch: BatchTry | undefined,
): Promise<FileOutcome> {
  const { channel, signal } = going;
  const { order } = channel;
  const got = await going.get(order.source);
  signal.throwIfAborted();
  if (got.kind === 'refused') {
    deps.countLinks(got.why);
    return confirm(deps, going, refused(got.refusal));
  }
  const lookups = await lookupsOf(deps, going, got.file);
  if (lookups !== undefined && 'refusal' in lookups) return confirm(deps, going, lookups);
  const writer = batch && new PieceWriter<PricedRow>(deps, batch, channel.piecesOf(batch));
  const passed = await passRows(deps, {
    ...passOf(going, got.file),
    maker: channel.makeRows(lookups),
    checker: order.dryRun ? channel.checker() : undefined,
    sink: writer,
  });
  let isKept = false;
  try {
    const file = { name: nameOfSource(order.source), bytes: got.bytes };
    const outcome = await judgeWhole(deps, going, { passed, batch, writer, file });
    isKept = outcome.kind === 'accepted' && !order.dryRun;
    return outcome;
  } catch (error) {
    isKept = error instanceof CommitUnknown;
    throw error;
  } finally {
    if (!isKept) forget(passed.counted);
  }
}

function passOf(
  { channel, balance, work, signal }: Going,
  file: string,
): Omit<Pass, 'maker' | 'checker' | 'sink'> {
  const { onProgress } = work;
  return { order: channel.order, file, funds: balance, onProgress, signal };
}

/** undefined: nothing is looked up. */
async function lookupsOf(
  deps: JourneyDeps,
  going: Going,
  file: string,
): Promise<FileLookups | (FileTakenIn & { readonly kind: 'refused' }) | undefined> {
  const { texts: order } = going.channel;
  if (order === undefined || order.way.kind === 'given') return undefined;
  const { mustKnow } = order.way;
  // A dry run asks nobody, so there is nothing to measure.
  if (order.dryRun) return { mustKnow, mayAsk: false, known: new Map() };
  const pass = { ...passOf(going, file), onProgress: undefined };
  const measured = await measureFile(deps, pass, { ...going, order });
  if (measured.kind === 'refused') return refused(measured.refusal, measured.leftOut);
  return { mustKnow, mayAsk: measured.mayAsk, known: new Map() };
}

type Whole = {
  readonly file: { readonly name: string | undefined; readonly bytes: number | undefined };
  readonly passed: Passed;
  readonly batch: BatchTry | undefined;
  readonly writer: PieceWriter<PricedRow> | undefined;
};

/** All rows are read: what do they add up to? */
async function judgeWhole(
  deps: JourneyDeps,
  going: Going,
  { passed, batch, writer, file: called }: Whole,
): Promise<FileOutcome> {
  if (passed.kind === 'refused') return confirm(deps, going, refused(passed.refusal));
  const { channel, balance } = going;
  const { order, opening } = channel;
  const { tally, widest } = passed;
  const nobody = tally.refusal({ needed: order.lastColumn, widest });
  if (nobody !== undefined) return confirm(deps, going, refused(nobody, tally.firstLeftOut));
  const claim = claimOf(going, passed);
  if ('reason' in claim) return confirm(deps, going, refused(claim));
  if (refusalOfFunds(totalMicros(claim), balance) !== undefined) {
    return tooDear(deps, going, { amountMicros: totalMicros(claim), tally });
  }
  if (batch === undefined || writer === undefined) {
    const left = micros(balance.availableMicros - totalMicros(claim));
    const acceptance = acceptanceOfFile(passed, { charged: claim, left });
    const preview = previewOf(passed, channel);
    return confirm(deps, going, { kind: 'accepted', acceptance, replayed: false, ...preview });
  }
  const tooMany = boundTests(deps, order.account, tally.messages);
  if (tooMany !== undefined) return refused(tooMany);
  const { request, atMs } = going;
  const dueAt = (nowMs: number): number => earliestAt(opening, nowMs);
  const { fileKind: kind, rows } = passed;
  const published = await publishBatch(deps, batch, {
    claim: { ...claim, idempotency: request.idempotency },
    publish: async (transaction, { priceMicros, nowMs }) => {
      const written = publishWritten(transaction, {
        ...batch,
        ...writer.span,
        priceMicros,
        file: { ...called, kind, rows },
        recipients: tally.messages,
        parts: tally.parts,
        leftOut: tally.leftOut,
        lastPosition: tally.lastRow,
        title: order.name,
        repeats: request.repeats?.batchId,
        contacts: order.contacts && contactsOf(order.contacts, request),
        sendAtMs: order.sendAtMs,
        ...channel.published,
        atMs: nowMs,
        dueAtMs: dueAt(nowMs),
        heldMs: dueAt(nowMs) - dueAt(atMs),
      });
      await Promise.all([written, channel.fallback?.publish(transaction, batch)]);
    },
    mayPublish: (transaction) => onceOnly(transaction, request, batch),
    answer: (charged, left) =>
      acceptanceOfFile(passed, { charged, left, id: batch.id, ids: writer.firstIds }),
    holds: channel.holds,
  });
  return published.kind === 'refused' ? refused(published.refusal, tally.firstLeftOut) : published;
}

/** Those who did not get a batch get it again once. */
async function onceOnly(
  transaction: Transaction,
  { account, repeats }: FileRequest,
  { id: by }: BatchTry,
): Promise<Refusal | undefined> {
  if (repeats?.onlyFailed !== true) return undefined;
  const isFirst = await claimFailedRepeat(transaction, {
    accountId: account.id,
    id: repeats.batchId,
    by,
  });
  return isFirst ? undefined : refuse('batch_repeated');
}

/** What is needed to make the same of whom the filter finds another day. */
function contactsOf(contacts: ContactsOfFile, { values, chat }: FileRequest): object {
  return { ...contacts, chat, values: values instanceof Map ? Object.fromEntries(values) : {} };
}

function previewOf(
  { tally: { firstLeftOut, examples: first }, check }: Passed & { readonly kind: 'read' },
  { shownText, fallback }: Channel,
): { readonly preview?: FilePreview } {
  if (check === undefined) return {};
  const { of, headings } = check;
  const examples = first.map((it) => ({ ...it, text: shownText(it.text) }));
  const leftOut = firstLeftOut.map((row) => ({ ...row, cells: of.cellsOf(row.row) }));
  const texts = fallback?.totals;
  return { preview: { examples, leftOut, check: of.finish(headings), fallback: texts } };
}

/** The answer to the caller: the first messages, then the first left-out rows. */
function acceptanceOfFile(
  { tally }: Passed & { readonly kind: 'read' },
  by: {
    readonly charged: Pick<Claim, 'priceMicros' | 'lookups'>;
    readonly left: Micros;
    /** undefined in a dry run. */
    readonly id?: BatchId;
    readonly ids?: readonly MessageId[];
  },
): Acceptance {
  return {
    id: by.id,
    priceMicros: totalMicros(by.charged),
    parts: tally.parts,
    remainingMicros: by.left,
    recipients: tally.messages,
    listed: tally.recipients.map((recipient, at) => ({ id: by.ids?.[at], recipient })),
    filtered: tally.firstLeftOut.map(filteredOf),
    leftOut: tally.leftOut,
  };
}

function claimOf(
  { channel, routing, atMs }: Going,
  { tally, lookups: numbers, savedLookups: savedToo }: Passed & { readonly kind: 'read' },
): Claim | Refusal {
  const { account } = channel.order;
  const { lookupTariffs } = routing;
  const lookups =
    numbers.length + savedToo === 0
      ? undefined
      : priceAllLookups(account, { atMs, numbers, savedToo }, { lookupTariffs, atMs });
  if (lookups === WITHOUT_PRICE) return refuse('no_price');
  const { priceMicros, messages } = tally;
  const settingsVersion = routing.version;
  return { account, lookups, priceMicros, settingsVersion, messages: { length: messages } };
}

/** Refuses what the initial funds could not pay for: not all of it was written. */
async function tooDear(
  deps: JourneyDeps,
  going: Going,
  { amountMicros, tally }: { readonly amountMicros: Micros; readonly tally: FileTally },
): Promise<FileOutcome> {
  const nowMs = deps.clock.nowMs();
  const balance = (await readBalance(deps.db, going.request.account.id, nowMs)) ?? going.balance;
  const short = refusalOfFunds(amountMicros, balance);
  if (short === undefined) return { kind: 'stale_settings' };
  return confirm(deps, going, refused(short, tally.firstLeftOut));
}

/** What short links of an account begin with; undefined: the service has no address. */
function findLinkBase({ db, settings }: JourneyDeps, accountId: AccountId) {
  return readLinkBase(db, { accountId, publicAddress: settings.publicAddress });
}

/** Confirms an outcome whose account snapshot may have become old meanwhile. */
async function confirm(
  deps: JourneyDeps,
  { channel }: Going,
  outcome: FileTakenIn,
): Promise<FileTakenIn> {
  const { account } = channel.order;
  const balance = await readBalance(deps.db, account.id, deps.clock.nowMs());
  if (balance?.accountVersion === account.version) return outcome;
  const fresh = await freshAccount(deps, account);
  return fresh !== undefined && channel.holds.account(fresh) ? outcome : { kind: 'stale' };
}
