/**
 * One pass over the rows of a file: accept judges them and charge prices them, a few thousand at a
 * time, while the next are read and the previous ones are written.
 */
import type { Refusal } from '../domain/failure/failure.ts';
import { type FileProgress, FileTally, type LeftOutRow } from '../domain/message/file-send.ts';
import type { DraftMessage } from '../domain/message/draft.ts';
import type { Counted } from '../domain/policy/velocity.ts';
import type { Lookup } from '../domain/portability/directory.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import type { AcceptContext } from '../journey/accept/accept-context.ts';
import type { FileOrder } from './accept-file.ts';
import { addressRows, leavingOut, type FileLookups } from './address-rows.ts';
import { FileChecker } from './check-file.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { RowJudge } from './judge-rows.ts';
import { readRows, type RowsEvent } from './read-rows.ts';
import { NO_PRICE, priceMessages } from '../journey/charge/price.ts';
import { refusalOfFunds, type SpendableFunds } from '../journey/charge/reserve.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import type { PieceWriter } from '../journey/commit/piece-writer.ts';

export type Pass = {
  readonly order: FileOrder;
  readonly file: string;
  readonly routing: RoutingSnapshot;
  readonly context: Omit<AcceptContext, 'routing' | 'policy' | 'now'>;
  /** Wall-clock time at which the request was accepted. */
  readonly atMs: number;
  readonly lookups: FileLookups | undefined;
  /** Where rows go; undefined: they are only counted. */
  readonly sink: Sink | undefined;
  /** Above this nothing more is written. */
  readonly funds: SpendableFunds;
  readonly onProgress: ((progress: FileProgress) => void) | undefined;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
};

export type PricedRow = DraftMessage & { readonly row: number };

/** Takes rows that are sent and rows that are not. */
export type Sink = Pick<PieceWriter<PricedRow>, 'room' | 'add' | 'stop' | 'end' | 'settled'>;

type Headings = RowJudge['headings'];

export type Passed =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly counted: readonly Counted[] }
  | {
      readonly kind: 'read';
      readonly fileKind: 'text' | 'xlsx' | 'xls';
      readonly tally: FileTally;
      /** Rows that name a recipient. */
      readonly rows: number;
      readonly widest: number;
      /** Of a dry run, with the cells of its heading. */
      readonly check: { readonly of: FileChecker; readonly headings: Headings } | undefined;
      readonly counted: readonly Counted[];
      /** Numbers the directory was asked about. */
      readonly lookups: readonly Lookup[];
      /** How many more were saved before. */
      readonly savedLookups: number;
    };

/** Reads a file to its end, or to its first error. */
export async function passRows(deps: JourneyDeps, pass: Pass): Promise<Passed> {
  const judge = new RowJudge(pass.order, pass.context.demoText);
  const tally = new FileTally();
  const { dryRun, sender } = pass.order;
  const isCheck = dryRun && pass.sink === undefined;
  const checker = isCheck ? new FileChecker(sender.route) : undefined;
  const counted: Counted[] = [];
  const lookups: Lookup[] = [];
  let savedLookups = 0;
  const take = async (rows: readonly FileRow[]): Promise<Refusal | undefined> => {
    const { ready, leftOut } = judge.judge(rows);
    const priced = await addressAndPrice(deps, pass, ready);
    if ('reason' in priced) return priced;
    if (priced.counted !== undefined) counted.push(priced.counted);
    for (const lookup of priced.lookups) {
      if (lookup.isFresh) lookups.push(lookup);
      else savedLookups += 1;
    }
    const allLeftOut = [...leftOut, ...priced.leftOut];
    tally.add(priced.rows, priced);
    tally.leaveOut(allLeftOut);
    checker?.add(priced.rows);
    checker?.leaveOut(allLeftOut, rows);
    if (refusalOfFunds(tally.priceMicros, pass.funds) !== undefined) pass.sink?.stop();
    pass.sink?.add(priced.rows, allLeftOut);
    return undefined;
  };
  const events = readRows(
    { file: pass.file, isUpload: pass.order.source.kind === 'upload' },
    deps.clock,
    pass.signal,
  );
  // In a function of its own, so that nothing holds on to the rows while it waits for room.
  const step = async (): Promise<Passed | undefined> => {
    const { value: event } = await events.next();
    pass.signal.throwIfAborted();
    if (event === undefined) throw new Error('a file ended without a result');
    const refusal = await takeEvent(event, take);
    if (refusal !== undefined) return { kind: 'refused', refusal, counted };
    if (event.kind === 'rows') pass.onProgress?.({ rows: judge.rows, share: event.share });
    if (event.kind !== 'read') return undefined;
    const { rows, widest, headings } = judge;
    const check = checker && { of: checker, headings };
    return { ...event, tally, rows, widest, check, counted, lookups, savedLookups };
  };
  try {
    for (;;) {
      const passed = await step();
      if (passed?.kind === 'read') await pass.sink?.end();
      if (passed?.kind === 'refused') await pass.sink?.settled();
      if (passed !== undefined) return passed;
      await pass.sink?.room();
    }
  } catch (error) {
    await pass.sink?.settled();
    forget(counted);
    throw error;
  } finally {
    await events.return(undefined);
  }
}

/** Takes back what was counted against caps for a file of which nothing is sent. */
export function forget(counted: readonly Counted[]): void {
  for (const piece of counted) piece.keepOnly(NOBODY);
}

const NOBODY: ReadonlySet<string> = new Set();

function takeEvent(
  event: RowsEvent,
  take: (rows: readonly FileRow[]) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  switch (event.kind) {
    case 'rows':
      return take(event.rows);
    case 'refused':
      return Promise.resolve(event.refusal);
    case 'read':
      return Promise.resolve(undefined);
  }
}

type PricedRows = {
  readonly rows: readonly PricedRow[];
  readonly leftOut: readonly LeftOutRow[];
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly counted: Counted | undefined;
  readonly lookups: readonly Lookup[];
};

async function addressAndPrice(
  { clock }: JourneyDeps,
  { order, routing, context, atMs, lookups: found }: Pass,
  ready: Parameters<typeof addressRows>[1],
): Promise<PricedRows | Refusal> {
  const now = { wallMs: atMs, monotonicMs: clock.monotonicMs() };
  const full = { ...context, routing, policy: routing.policy, now };
  const addressed = await addressRows(order, ready, full, found);
  if ('reason' in addressed) return addressed;
  const priced = priceMessages({ ...order, messages: addressed.addressed }, routing, atMs);
  const { messages: rows, unpriced, parts, priceMicros } = priced;
  const strange = unpriced.map((row) => leavingOut(order)(row, 'no_price', NO_PRICE));
  const leftOut = [...addressed.leftOut, ...strange];
  const { counted } = addressed;
  const sentTo = new Set<string>();
  if (addressed.lookups.length > 0 || unpriced.length > 0 || addressed.leftOut.length > 0) {
    for (const { recipient } of rows) sentTo.add(recipient);
    counted?.keepOnly(sentTo);
  }
  const lookups = addressed.lookups.filter(({ recipient }) => sentTo.has(recipient));
  return { rows, leftOut, parts, priceMicros, counted, lookups };
}
