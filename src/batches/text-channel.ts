/** Texts to the rows of a file: judged, addressed and priced row by row. */
import type { Refusal } from '../domain/failure/failure.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { drawCodes } from '../domain/message/short-links.ts';
import { storedHours } from '../domain/policy/hours.ts';
import { openingOf, refusalOfHours } from '../journey/accept/ask-policy.ts';
import { stillHolds } from '../journey/commit/still-holds.ts';
import { NO_PRICE, priceMessages } from '../journey/charge/price.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { makePiece } from '../journey/enqueue/enqueue.ts';
import { insertPiece } from '../store/batches/file-batches.ts';
import type { FileOrder } from './accept-file.ts';
import { addressRows, leavingOut, type FileLookups } from './address-rows.ts';
import type { Channel, JudgedBy, PricedRows, RowMaker } from './channel.ts';
import { FileChecker } from './check-file.ts';
import { RowJudge } from './judge-rows.ts';

export type TextsBy = JudgedBy & {
  readonly order: FileOrder;
  /** What the codes of its short links stand behind; undefined: addresses stay as they are. */
  readonly linkBase: string | undefined;
};

export function textChannel(deps: JourneyDeps, by: TextsBy): Channel {
  const { order, routing, atMs } = by;
  const now = { policy: routing.policy, now: { wallMs: atMs } };
  const opening = openingOf(order, now);
  return {
    texts: order,
    order,
    opening,
    closed: refusalOfHours(order, now),
    makeRows: (lookups) => makeTexts(deps, by, lookups),
    checker: () => new FileChecker(order.sender.route),
    piecesOf(batch) {
      const pieces = { ...order, ...deps.settings, ...batch, opening, acceptedAtMs: atMs };
      return (messages) => {
        const piece = makePiece(pieces, messages);
        return (transaction) => insertPiece(transaction, piece);
      };
    },
    published: {
      hours: order.sendHours && storedHours(order.sendHours),
      shortLinks: by.linkBase !== undefined,
    },
    holds: stillHolds({ ...order, routing, opening, atMs }),
    shownText: (text) => text,
  };
}

/** One pass over the rows of a file. */
export function makeTexts(
  { clock, random }: Pick<JourneyDeps, 'clock' | 'random'>,
  { order, routing, context, atMs, linkBase: base }: TextsBy,
  lookups: FileLookups | undefined,
): RowMaker {
  const draw = order.dryRun ? undefined : drawCodes(random.randomBytes);
  const shortening = base === undefined ? undefined : { base, draw };
  const reader = new RowJudge(order, context.demoText, shortening);
  const addressAndPrice = async (
    ready: Parameters<typeof addressRows>[1],
  ): Promise<PricedRows | Refusal> => {
    const now = { wallMs: atMs, monotonicMs: clock.monotonicMs() };
    const full = { ...context, routing, policy: routing.policy, now };
    const addressed = await addressRows(order, ready, full, lookups);
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
    const looked = addressed.lookups.filter(({ recipient }) => sentTo.has(recipient));
    return { rows, leftOut, parts, priceMicros, counted, lookups: looked };
  };
  return {
    reader,
    async take(rows: readonly FileRow[]) {
      const { ready, leftOut } = reader.judge(rows);
      const priced = await addressAndPrice(ready);
      if ('reason' in priced) return priced;
      return { ...priced, leftOut: [...leftOut, ...priced.leftOut] };
    },
  };
}
