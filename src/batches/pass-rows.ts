/**
 * One pass over the rows of a file: they are judged and priced by their channel, a few thousand at
 * a time, while the next are read and the previous ones are written.
 */
import type { Refusal } from '../domain/failure/failure.ts';
import { type FileProgress, FileTally } from '../domain/message/file-send.ts';
import type { Counted } from '../domain/policy/velocity.ts';
import type { Lookup } from '../domain/portability/directory.ts';
import type { Channel, PricedRow, RowMaker } from './channel.ts';
import type { FileChecker } from './check-file.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { readRows, type RowsEvent } from './read-rows.ts';
import { refusalOfFunds, type SpendableFunds } from '../journey/charge/reserve.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import type { PieceWriter } from '../journey/commit/piece-writer.ts';

export type Pass = {
  readonly order: Channel['order'];
  readonly file: string;
  readonly maker: RowMaker;
  /** Of a dry run. */
  readonly checker: FileChecker | undefined;
  /** Where rows go; undefined: they are only counted. */
  readonly sink: Sink | undefined;
  /** Above this nothing more is written. */
  readonly funds: SpendableFunds;
  readonly onProgress: ((progress: FileProgress) => void) | undefined;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
};

/** Takes rows that are sent and rows that are not. */
export type Sink = Pick<PieceWriter<PricedRow>, 'room' | 'add' | 'stop' | 'end' | 'settled'>;

type Headings = RowMaker['reader']['headings'];

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
  const { maker, checker } = pass;
  const judge = maker.reader;
  const tally = new FileTally();
  const counted: Counted[] = [];
  const lookups: Lookup[] = [];
  let savedLookups = 0;
  const take = async (rows: readonly FileRow[]): Promise<Refusal | undefined> => {
    const priced = await maker.take(rows);
    if ('reason' in priced) return priced;
    if (priced.counted !== undefined) counted.push(priced.counted);
    for (const lookup of priced.lookups) {
      if (lookup.isFresh) lookups.push(lookup);
      else savedLookups += 1;
    }
    const { leftOut } = priced;
    tally.add(priced.rows, priced);
    tally.leaveOut(leftOut);
    checker?.add(priced.rows);
    checker?.leaveOut(leftOut, rows);
    if (refusalOfFunds(tally.priceMicros, pass.funds) !== undefined) pass.sink?.stop();
    pass.sink?.add(priced.rows, leftOut);
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
