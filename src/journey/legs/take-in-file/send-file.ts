/**
 * One try to send from a file. While its rows are read, judged and priced, they are written in
 * pieces that nobody sees; nothing is reserved. One short commit then judges the whole, reserves
 * it, publishes it and answers for it: before it there is no trace, after it nothing is lost
 * (docs/decisions: files are written while they are read).
 */
import { refuse, type Refusal } from '../../../domain/failure/failure.ts';
import type { BatchId, TransferId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import { totalMicros, type Claim } from '../../../domain/message/draft.ts';
import { nameOfSource } from '../../../domain/message/file-name.ts';
import type {
  FileRequest,
  FileSource,
  FileTakenIn,
  FileWork,
  LeftOutRow,
} from '../../../domain/message/file-send.ts';
import type { FileTally } from '../../../domain/message/file-tally.ts';
import { capsOf } from '../../../domain/policy/caps.ts';
import { sameOpening, type Opening } from '../../../domain/policy/hours.ts';
import { micros, type Micros } from '../../../domain/pricing/money.ts';
import { CommitUnknown } from '../../../kit/postgres/faults.ts';
import { readBalance, type Balance } from '../../../store/ledger/read-balance.ts';
import type { RoutingSnapshot } from '../../../store/settings/read-routing.ts';
import { acceptFile, type FileOrder } from '../../accept/accept-file.ts';
import type { FileLookups } from '../../accept/address-rows.ts';
import { openingOf } from '../../accept/ask-policy.ts';
import type { GotFile } from '../../accept/get-file.ts';
import { stillHolds } from '../../accept/still-holds.ts';
import { beginFile } from './begin-file.ts';
import { priceAllLookups, WITHOUT_PRICE } from '../../charge/price.ts';
import { refusalOfFunds } from '../../charge/refusal-of-funds.ts';
import { samePrices } from '../../charge/same-prices.ts';
import { measureFile } from './measure-file.ts';
import type { JourneyDeps } from '../../deps.ts';
import { forget, passRows, type Pass, type Passed } from './pass-rows.ts';
import { PieceWriter } from './piece-writer.ts';
import { acceptanceOfFile, publishFile, type ReadyFile } from './publish-file.ts';
import { giveUp } from '../take-in/remove-unpublished.ts';

/** What a try goes by. */
export type FileTry = {
  readonly request: FileRequest;
  readonly work: FileWork;
  readonly around: Pass['around'];
  readonly get: (source: FileSource) => Promise<GotFile>;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
};

/**
 * With an old snapshot the whole is to be done again: prices, hours, caps or what the account can
 * spend have changed.
 */
export type FileOutcome = FileTakenIn | { readonly kind: 'old_picture' };

/** What is true for the whole try. */
type Going = FileTry & {
  readonly order: FileOrder;
  readonly routing: RoutingSnapshot;
  readonly balance: Balance;
  readonly opening: Opening | undefined;
  readonly atMs: number;
};

type Batch = { readonly id: BatchId; readonly reserveId: TransferId };

/** Tries once. Throws for the weather of the store, with nothing left that could be published. */
export async function sendFile(deps: JourneyDeps, given: FileTry): Promise<FileOutcome> {
  const { request, work, around } = given;
  const { account } = request;
  const routing = deps.routing.current();
  const order = acceptFile(request, work.source, { routing, demoText: around.demoText });
  if ('reason' in order) return { ...refused(order), isProven: false };
  const atMs = deps.clock.nowMs();
  const balance = await readBalance(deps.db, account.id, atMs);
  if (balance?.accountVersion !== account.version) return { kind: 'stale' };
  const opening = openingBy(order, routing, atMs);
  if (opening?.open === false && deps.load.heldIsFull()) return refused(refuse('queue_full'));
  const going: Going = { ...given, order, routing, balance, opening, atMs };
  if (order.dryRun) return readFile(deps, going, undefined);
  const begun = await beginFile(deps, request, work);
  if (begun.kind === 'answered') return begun.outcome;
  const batch = { ...begun, accountId: account.id };
  try {
    const outcome = await readFile(deps, going, begun);
    if (outcome.kind !== 'accepted') await giveUp(deps, batch);
    return outcome;
  } catch (error) {
    await giveUp(deps, batch);
    throw error;
  }
}

function refused(
  refusal: Refusal,
  leftOut: readonly LeftOutRow[] = [],
): FileTakenIn & { readonly kind: 'refused' } {
  return { kind: 'refused', refusal, leftOut, isProven: true };
}

/** Gets the file, looks at its numbers first where they are looked up, and takes its rows. */
async function readFile(
  deps: JourneyDeps,
  going: Going,
  batch: Batch | undefined,
): Promise<FileOutcome> {
  const { order, signal } = going;
  const got = await going.get(order.source);
  signal.throwIfAborted();
  if (got.kind === 'refused') {
    deps.countLinks(got.why);
    return confirm(deps, going, refused(got.refusal));
  }
  const lookups = await lookupsOf(deps, going, got.file);
  if (lookups !== undefined && 'refusal' in lookups) return confirm(deps, going, lookups);
  const writer =
    batch &&
    new PieceWriter(deps, {
      ...order,
      ...batch,
      ...deps.settings,
      opening: going.opening,
      acceptedAtMs: going.atMs,
    });
  const passed = await passRows(deps, { ...passOf(going, got.file), lookups, sink: writer });
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
  { order, routing, around, atMs, balance, work, signal }: Going,
  file: string,
): Omit<Pass, 'lookups' | 'sink'> {
  const { onProgress } = work;
  return { order, file, routing, around, atMs, funds: balance, onProgress, signal };
}

/** undefined: nothing is looked up. */
async function lookupsOf(
  deps: JourneyDeps,
  going: Going,
  file: string,
): Promise<FileLookups | (FileTakenIn & { readonly kind: 'refused' }) | undefined> {
  const { order } = going;
  if (order.way.kind === 'told') return undefined;
  const { mustKnow } = order.way;
  // A dry run asks nobody, so there is nothing to measure.
  if (order.dryRun) return { mustKnow, mayAsk: false, known: new Map() };
  const measured = await measureFile(deps, { ...passOf(going, file), onProgress: undefined });
  if (measured.kind === 'refused') return refused(measured.refusal, measured.leftOut);
  return { mustKnow, mayAsk: measured.mayAsk, known: new Map() };
}

type Whole = {
  readonly file: ReadyFile['file'];
  readonly passed: Passed;
  readonly batch: Batch | undefined;
  readonly writer: PieceWriter | undefined;
};

/** All rows are read: what do they come to? */
async function judgeWhole(
  deps: JourneyDeps,
  going: Going,
  { passed, batch, writer, file: called }: Whole,
): Promise<FileOutcome> {
  if (passed.kind === 'refused') return confirm(deps, going, refused(passed.refusal));
  const { order, routing, balance } = going;
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
    const acceptance = acceptanceOfFile({ read: passed }, claim, left);
    const preview = { examples: tally.examples, leftOut: tally.firstLeftOut };
    return confirm(deps, going, { kind: 'accepted', acceptance, replayed: false, preview });
  }
  const { opening, request } = going;
  const { idempotency } = request;
  const { atMs: acceptedAtMs } = going;
  const read = { read: passed, writer, file: called, acceptedAtMs };
  const file = { ...batch, idempotency, opening, ...read };
  let [current, snapshot] = [claim, routing];
  for (let tries = 0; tries < limit('accountReloads'); tries += 1) {
    const published = await publishFile(deps, { ...file, claim: current });
    switch (published.kind) {
      case 'published':
        return { kind: 'accepted', acceptance: published.acceptance, replayed: false };
      case 'refused':
        return refused(published.refusal, tally.firstLeftOut);
      case 'stale_account': {
        const account = await freshAccount(deps, order);
        if (account === undefined) return { kind: 'stale' };
        current = { ...current, account };
        break;
      }
      case 'stale_settings': {
        await deps.routing.refresh();
        const fresh = deps.routing.current();
        if (!samePrices(snapshot, fresh) || !samePolicy(going, fresh))
          return { kind: 'old_picture' };
        snapshot = fresh;
        current = { ...current, settingsVersion: fresh.version };
      }
    }
  }
  return refused(refuse('store_unavailable'));
}

function claimOf(
  { order, routing, atMs }: Going,
  { tally, lookups: numbers, savedLookups: savedToo }: Passed & { readonly kind: 'read' },
): Claim | Refusal {
  const { account } = order;
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

/** How the hours of its messages stand by a snapshot of the settings. */
function openingBy(order: FileOrder, { policy }: RoutingSnapshot, atMs: number) {
  return openingOf(order, { policy, now: { wallMs: atMs } });
}

/** Whether by this snapshot the same rows, which are written already, may be sent, and when. */
function samePolicy({ order, routing, opening, atMs }: Going, fresh: RoutingSnapshot): boolean {
  const capsBy = ({ policy }: RoutingSnapshot): string =>
    JSON.stringify(capsOf(policy.caps, order.account.id, order.sender.route));
  return sameOpening(openingBy(order, fresh, atMs), opening) && capsBy(fresh) === capsBy(routing);
}

/** What cannot be paid by what there was at first: of that not all is written. */
async function tooDear(
  deps: JourneyDeps,
  going: Going,
  { amountMicros, tally }: { readonly amountMicros: Micros; readonly tally: FileTally },
): Promise<FileOutcome> {
  const nowMs = deps.clock.nowMs();
  const balance = (await readBalance(deps.db, going.order.account.id, nowMs)) ?? going.balance;
  const short = refusalOfFunds(amountMicros, balance);
  if (short === undefined) return { kind: 'old_picture' };
  return confirm(deps, going, refused(short, tally.firstLeftOut));
}

/** The account as it is now; undefined when something has changed that the file was judged by. */
async function freshAccount(deps: JourneyDeps, order: FileOrder) {
  const { id } = order.account;
  deps.accounts.forget(id);
  const fresh = await deps.accounts.byId(id);
  return fresh !== undefined && stillHolds(order, fresh) ? fresh : undefined;
}

/** An outcome that rests on a snapshot of the account which may have become old meanwhile. */
async function confirm(
  deps: JourneyDeps,
  { order }: Going,
  outcome: FileTakenIn,
): Promise<FileTakenIn> {
  const balance = await readBalance(deps.db, order.account.id, deps.clock.nowMs());
  if (balance?.accountVersion === order.account.version) return outcome;
  return (await freshAccount(deps, order)) === undefined ? { kind: 'stale' } : outcome;
}
