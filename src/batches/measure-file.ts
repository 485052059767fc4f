/**
 * A first pass over a file whose numbers need look-ups: before any look-up is paid for, the credit
 * must cover at least the texts and the cheapest look-ups (contract section 6), and the directory
 * must be able to take the numbers that are not saved.
 */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { LeftOutRow } from '../domain/message/file-send.ts';
import { lookupsSinceMs } from '../domain/portability/directory.ts';
import { NumberSet } from '../domain/recipient/number-set.ts';
import { readBalance } from '../store/ledger/balances.ts';
import { findLookups } from '../store/ledger/lookups.ts';
import { cheapestMicros } from '../journey/charge/price.ts';
import { refusalOfFunds } from '../journey/charge/reserve.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { passRows, type Pass } from './pass-rows.ts';
import { makeTexts, type TextsBy } from './text-channel.ts';

export type Measured =
  | {
      readonly kind: 'measured';
      /** Whether the directory can take the numbers that are not saved. */
      readonly mayAsk: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly leftOut: readonly LeftOutRow[];
    };

/** Reads the whole file; counts nothing against caps and writes nothing. */
export async function measureFile(
  deps: JourneyDeps,
  pass: Omit<Pass, 'maker' | 'checker' | 'sink'>,
  by: TextsBy,
): Promise<Measured> {
  const { order, routing, atMs } = by;
  const { account } = order;
  const numbers = new NumberSet();
  const fresh: string[] = [];
  let strange = 0;
  const sink: Pass['sink'] = {
    async room() {
      const recipients = fresh.splice(0);
      if (recipients.length === 0) return;
      const ask = { accountId: account.id, recipients, sinceMs: lookupsSinceMs(atMs) };
      strange += recipients.length - (await findLookups(deps.db, ask)).length;
    },
    add(rows) {
      for (const { recipient } of rows) if (numbers.add(recipient)) fresh.push(recipient);
    },
    stop: () => undefined,
    end: () => Promise.resolve(),
    settled: () => Promise.resolve(),
  };
  const trial = { ...order, dryRun: true };
  const maker = makeTexts(deps, { ...by, order: trial }, undefined);
  const passed = await passRows(deps, { ...pass, maker, sink, checker: undefined });
  const refused = (refusal: Refusal, leftOut: readonly LeftOutRow[] = []): Measured => ({
    kind: 'refused',
    refusal,
    leftOut,
  });
  if (passed.kind === 'refused') return refused(passed.refusal);
  const mayAsk = !deps.directory.isDown() && deps.directory.mayTake(strange);
  if (strange === 0 || !mayAsk) {
    const mustKnow = order.way.kind === 'looked_up' && order.way.mustKnow;
    if (strange > 0 && mustKnow) return refused(refuse('portability_directory'));
    return { kind: 'measured', mayAsk };
  }
  const send = { account, senderRoute: order.sender.route, recipients: { length: numbers.size } };
  const least = cheapestMicros({ ...send, parts: passed.tally.parts }, routing, atMs);
  // By the current balance: fetching and reading the file took time.
  const funds = (await readBalance(deps.db, account.id, deps.clock.nowMs())) ?? pass.funds;
  const short = refusalOfFunds(least, funds);
  return short === undefined ? { kind: 'measured', mayAsk } : refused(short);
}
