/** Seventh stage for whole batches: what `/v1/batches` shows (contract sections 8 and 11). */
import type { AccountId } from '../domain/ids.ts';
import type {
  BatchFigures,
  BatchRow,
  BatchRowPage,
  BatchRowState,
  KeptBatch,
} from '../domain/message/kept-batch.ts';
import { ZERO } from '../domain/pricing/money.ts';
import { countClicks, listClicks } from '../features/short-links/short-links.sql.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { listBatchRows } from '../store/reports/list-batch-rows.ts';
import { findKeptBatch, listKeptBatches, type ListBatches } from '../store/reports/read-batches.ts';
import { createWatchBatches } from './watch-batches.ts';

export type AskBatchRows = {
  /** After this row; 0: from the first. */
  readonly after: number;
  readonly most: number;
  readonly state: BatchRowState | undefined;
};

/** What an account sees of its batches. Other accounts' batches do not exist for it. */
export type BatchReports = {
  /** Newest first, without figures. */
  list(accountId: AccountId, ask: ListBatches): Promise<readonly KeptBatch[]>;
  /** A batch shown as sent has no waiting messages; one still being sent has some. */
  find(
    accountId: AccountId,
    id: number,
  ): Promise<{ readonly batch: KeptBatch; readonly figures: BatchFigures | undefined } | undefined>;
  /** The batch alone, for going through its rows. */
  findPlain(accountId: AccountId, id: number): Promise<KeptBatch | undefined>;
  rows(accountId: AccountId, batch: KeptBatch, ask: AskBatchRows): Promise<BatchRowPage>;
};

export function createBatchReports(reader: Reader, clock: Clock): BatchReports {
  const watch = createWatchBatches(reader, clock);
  const withClicks = async (
    accountId: AccountId,
    { id, shortLinks, published }: KeptBatch,
    figures: BatchFigures,
  ): Promise<BatchFigures> => {
    if (!shortLinks || published === undefined) return figures;
    const { people, clicks: total } = await countClicks(reader, {
      accountId,
      id,
      ...published.span,
    });
    return { ...figures, clicks: { people, total } };
  };
  return {
    list: (accountId, ask) => listKeptBatches(reader, accountId, ask),
    async find(accountId, id) {
      const batch = await findKeptBatch(reader, accountId, id);
      if (batch === undefined) return undefined;
      const figures = await watch(accountId, batch);
      // The counts may be more recent.
      const { fallback } = batch;
      const mayFollow = fallback !== undefined && fallback.facts?.endedAtMs === undefined;
      const isSent =
        batch.state === 'sending' && !mayFollow && figures?.counts.has('waiting') === false;
      const shown: KeptBatch = isSent ? { ...batch, state: 'sent' } : batch;
      return { batch: shown, figures: figures && (await withClicks(accountId, batch, figures)) };
    },
    findPlain: (accountId, id) => findKeptBatch(reader, accountId, id),
    async rows(accountId, batch, ask) {
      const { published, id } = batch;
      if (published === undefined) return rowsOfRefusal(batch, ask);
      const { span } = published;
      const about = { accountId, id, span, atMs: clock.nowMs() };
      const page = await listBatchRows(reader, { ...ask, ...about });
      if (!batch.shortLinks) return page;
      const messageIds = page.rows.flatMap(({ messageId }) => messageId ?? []);
      const clicked = await listClicks(reader, { accountId, messageIds });
      const clicksOf = new Map(clicked.map((it) => [it.messageId, it.clicks]));
      const rows = page.rows.map((row) => {
        const { messageId } = row;
        return messageId === undefined ? row : { ...row, clicks: clicksOf.get(messageId) ?? 0 };
      });
      return { ...page, rows };
    },
  };
}

/** For a refused file: the first invalid rows, if they are the reason. */
function rowsOfRefusal({ refusal }: KeptBatch, { after, most, state }: AskBatchRows): BatchRowPage {
  if (refusal === undefined || (state !== undefined && state !== 'left_out')) {
    return { rows: [], next: undefined };
  }
  const rest = refusal.leftOut.filter(({ row }) => row > after);
  const rows = rest.slice(0, most).map(({ row, shown, column, rule }): BatchRow => {
    return {
      row,
      number: shown,
      state: 'left_out',
      reason: rule,
      column,
      network: undefined,
      parts: 0,
      priceMicros: ZERO,
      messageId: undefined,
      clicks: undefined,
      sentAtMs: undefined,
      doneAtMs: undefined,
    };
  });
  return { rows, next: rest.length > most ? rows.at(-1)?.row : undefined };
}
